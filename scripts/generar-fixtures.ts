import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildLibro, type CeldaEscrita, type HojaEscrita } from './escribir-libro.ts';

/**
 * Writes fixtures/importacion: the retention schedule and the inventories of an invented town hall, in the forms that
 * real ones use (stacked offices, headings of several rows, merged cells, signatures under the data).
 */
const CARPETA = resolve(import.meta.dirname, '../fixtures/importacion');
const ENTIDAD = 'ALCALDÍA MUNICIPAL DE SAN JERÓNIMO DEL RÍO';

type Disposicion = 'CT' | 'E' | 'S' | 'R' | 'ER' | 'CTR';

interface Subserie {
  readonly codigo: string;
  readonly nombre: string;
  readonly ag: number;
  readonly ac: number;
  readonly disposicion: Disposicion;
  readonly procedimiento: string;
  readonly tipos: readonly string[];
}

interface Serie {
  readonly codigo: string;
  readonly nombre: string;
  readonly subseries: readonly Subserie[];
}

interface Oficina {
  readonly codigo: string;
  readonly nombre: string;
  readonly series: readonly Serie[];
}

const ELIMINAR =
  'Cumplida la retención pierde sus valores primarios y no adquiere secundarios: se elimina por picado, previa aprobación del Comité y publicación del inventario por 60 días hábiles.';
const CONSERVAR =
  'Cumplida la retención se transfiere al archivo histórico: tiene valor para la memoria del municipio.';
const MUESTRA =
  'Cumplida la retención se conserva una muestra del 10 % por año, escogida por su cuantía; el resto se elimina.';
const DIGITALIZAR =
  'Se digitaliza con fines de consulta; el soporte original se conserva hasta que otro acto disponga.';

function subserie(
  codigo: string,
  nombre: string,
  plazo: readonly [ag: number, ac: number],
  disposicion: Disposicion,
  tipos: readonly string[],
): Subserie {
  const textos = { CT: CONSERVAR, CTR: CONSERVAR, E: ELIMINAR, S: MUESTRA, R: DIGITALIZAR, ER: DIGITALIZAR };
  return {
    codigo,
    nombre,
    ag: plazo[0],
    ac: plazo[1],
    disposicion,
    procedimiento: textos[disposicion],
    tipos,
  };
}

const OFICINAS: readonly Oficina[] = [
  {
    codigo: '100',
    nombre: 'DESPACHO DEL ALCALDE',
    series: [
      {
        codigo: '02',
        nombre: 'ACTAS',
        subseries: [
          subserie('01', 'Actas de Consejo de Gobierno', [2, 8], 'CT', [
            'Convocatoria',
            'Acta',
            'Lista de asistencia',
          ]),
          subserie('05', 'Actas de Comité de Archivo', [2, 8], 'CTR', ['Citación', 'Acta']),
        ],
      },
      {
        codigo: '05',
        nombre: 'CONSECUTIVOS DE COMUNICACIONES OFICIALES',
        subseries: [
          subserie('01', 'Consecutivo de Comunicaciones Enviadas', [1, 4], 'E', ['Oficio']),
          subserie('02', 'Consecutivo de Comunicaciones Recibidas', [1, 4], 'E', ['Oficio', 'Anexos']),
        ],
      },
      {
        codigo: '12',
        nombre: 'DERECHOS DE PETICIÓN',
        subseries: [
          subserie('01', 'Derechos de Petición', [2, 5], 'S', ['Petición', 'Respuesta', 'Notificación']),
        ],
      },
    ],
  },
  {
    codigo: '110',
    nombre: 'SECRETARÍA GENERAL Y DE GOBIERNO',
    series: [
      {
        codigo: '05',
        nombre: 'CONSECUTIVOS DE COMUNICACIONES OFICIALES',
        subseries: [
          subserie('03', 'Consecutivo de Comunicaciones Internas', [1, 2], 'E', ['Memorando', 'Circular']),
        ],
      },
      {
        codigo: '08',
        nombre: 'CONTRATOS',
        subseries: [
          subserie('02', 'Contratos de Prestación de Servicios', [3, 17], 'S', [
            'Estudios previos',
            'Contrato',
            'Acta de liquidación',
          ]),
          subserie('04', 'Contratos de Obra Pública', [3, 17], 'CT', [
            'Pliego de condiciones',
            'Contrato',
            'Acta de recibo final',
          ]),
        ],
      },
      {
        codigo: '15',
        nombre: 'HISTORIAS LABORALES',
        subseries: [
          subserie('01', 'Historias Laborales', [10, 80], 'S', [
            'Acto de nombramiento',
            'Acta de posesión',
            'Hoja de vida',
          ]),
        ],
      },
    ],
  },
  {
    codigo: '120',
    nombre: 'SECRETARÍA DE HACIENDA',
    series: [
      {
        codigo: '06',
        nombre: 'COMPROBANTES CONTABLES',
        subseries: [
          subserie('01', 'Comprobantes de Egreso', [2, 8], 'E', ['Comprobante', 'Orden de pago', 'Factura']),
          subserie('02', 'Comprobantes de Ingreso', [2, 8], 'ER', ['Comprobante', 'Consignación']),
        ],
      },
      {
        codigo: '07',
        nombre: 'CONCILIACIONES BANCARIAS',
        subseries: [subserie('01', 'Conciliaciones Bancarias', [2, 8], 'E', ['Extracto', 'Conciliación'])],
      },
      {
        codigo: '14',
        nombre: 'DECLARACIONES TRIBUTARIAS',
        subseries: [
          subserie('03', 'Declaraciones de Industria y Comercio', [2, 5], 'E', [
            'Formulario',
            'Soporte de pago',
          ]),
        ],
      },
    ],
  },
  {
    codigo: '130',
    nombre: 'SECRETARÍA DE PLANEACIÓN',
    series: [
      {
        codigo: '18',
        nombre: 'LICENCIAS URBANÍSTICAS',
        subseries: [
          subserie('01', 'Licencias de Construcción', [5, 15], 'CT', ['Solicitud', 'Planos', 'Resolución']),
        ],
      },
      {
        codigo: '22',
        nombre: 'PLANES',
        subseries: [
          subserie('04', 'Planes de Ordenamiento Territorial', [4, 16], 'CT', [
            'Documento técnico',
            'Acuerdo',
          ]),
        ],
      },
    ],
  },
];

const COLUMNAS_TRD_ARRIBA = [
  'CÓDIGO',
  null,
  null,
  'SERIES, SUBSERIES Y TIPOS DOCUMENTALES',
  'SOPORTE',
  null,
  'RETENCIÓN (AÑOS)',
  null,
  'DISPOSICIÓN FINAL',
  null,
  null,
  null,
  'PROCEDIMIENTO',
];
const COLUMNAS_TRD_ABAJO = [
  'D',
  'S',
  'Sb',
  null,
  'P',
  'EL',
  'ARCHIVO DE GESTIÓN',
  'ARCHIVO CENTRAL',
  'CT',
  'E',
  'D',
  'S',
  null,
];

function marcas(disposicion: Disposicion): readonly CeldaEscrita[] {
  const marca = (...casos: readonly Disposicion[]) => (casos.includes(disposicion) ? 'X' : null);
  return [marca('CT', 'CTR'), marca('E', 'ER'), marca('R', 'ER', 'CTR'), marca('S')];
}

/** The rows of one office. A spreadsheet gives whole numbers where people type digits: the office, and some series. */
function filasDeOficina({ codigo, series }: Oficina, numeros: boolean): CeldaEscrita[][] {
  const numero = (texto: string): CeldaEscrita => (numeros && !texto.startsWith('0') ? Number(texto) : texto);
  return series.flatMap((serie, indice) => [
    [indice === 0 || !numeros ? numero(codigo) : null, numero(serie.codigo), null, serie.nombre],
    ...serie.subseries.flatMap((sub) => [
      [
        null,
        numero(serie.codigo),
        sub.codigo,
        sub.nombre,
        'X',
        null,
        sub.ag,
        sub.ac,
        ...marcas(sub.disposicion),
        sub.procedimiento,
      ],
      ...sub.tipos.map((tipo) => [null, null, null, `·  ${tipo}`, 'X']),
    ]),
  ]);
}

function hojaTrd(): HojaEscrita {
  const filas: CeldaEscrita[][] = [['TABLA DE RETENCIÓN DOCUMENTAL'], [`ENTIDAD PRODUCTORA: ${ENTIDAD}`]];
  const combinadas = ['A1:M1', 'A2:M2'];
  for (const oficina of OFICINAS) {
    filas.push([`OFICINA PRODUCTORA: ${oficina.codigo} - ${oficina.nombre}`]);
    const n = filas.length;
    combinadas.push(`A${n}:M${n}`, `A${n + 1}:C${n + 1}`, `D${n + 1}:D${n + 2}`, `E${n + 1}:F${n + 1}`);
    combinadas.push(`G${n + 1}:H${n + 1}`, `I${n + 1}:L${n + 1}`, `M${n + 1}:M${n + 2}`);
    filas.push(COLUMNAS_TRD_ARRIBA, COLUMNAS_TRD_ABAJO, ...filasDeOficina(oficina, true), []);
  }
  filas.push([
    'CONVENCIONES: CT = Conservación total · E = Eliminación · D = Digitalización · S = Selección',
  ]);
  filas.push([
    'FIRMA SECRETARIO GENERAL: ____________________',
    null,
    null,
    'FIRMA JEFE DE ARCHIVO: ____________________',
  ]);
  return { nombre: 'TRD', filas, combinadas };
}

function csvTrd(): string {
  const filas: CeldaEscrita[][] = [[`ENTIDAD PRODUCTORA: ${ENTIDAD}`]];
  for (const oficina of OFICINAS) {
    filas.push([`OFICINA PRODUCTORA: ${oficina.codigo} - ${oficina.nombre}`]);
    filas.push([...COLUMNAS_TRD_ARRIBA], [...COLUMNAS_TRD_ABAJO], ...filasDeOficina(oficina, false));
  }
  return renderCsv(filas);
}

interface Unidad {
  readonly oficina: string;
  readonly codigo: string;
  readonly serie: string;
  readonly expediente: string;
  readonly nombre: string;
  readonly inicial: string | null;
  readonly final: string | null;
  readonly cierre: string | null;
  readonly caja: string;
  readonly carpeta: number;
  readonly tomo: string;
  readonly folios: string | number;
  readonly soporte: string;
  readonly notas: string;
}

const MESES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** Yearly units of one subserie: one expediente per year of `tomos` folders, closed in the January that follows. */
function unidadesAnuales(
  oficina: string,
  serie: string,
  sub: string,
  nombre: string,
  anos: readonly number[],
  tomos: number,
  abiertos: readonly number[] = [],
): Unidad[] {
  return anos.flatMap((ano) =>
    Array.from({ length: tomos }, (_, i) => {
      const desde = Math.floor((12 / tomos) * i) + 1;
      const hasta = Math.floor((12 / tomos) * (i + 1));
      const periodo = tomos === 1 ? `vigencia ${ano}` : `${MESES[desde - 1]} a ${MESES[hasta - 1]} de ${ano}`;
      return {
        oficina,
        codigo: `${oficina}.${serie}.${sub}`,
        serie: nombre,
        expediente: `${oficina}-${serie}${sub}-${ano}`,
        nombre: `${nombre}, ${periodo}`,
        inicial: `${ano}-${String(desde).padStart(2, '0')}-0${(ano % 7) + 2}`,
        final: `${ano}-${String(hasta).padStart(2, '0')}-2${ano % 8}`,
        cierre: abiertos.includes(ano) ? null : `${ano + 1}-01-${String(10 + (ano % 9))}`,
        caja: `${oficina}-${String(ano % 100).padStart(2, '0')}`,
        carpeta: i + 1,
        tomo: tomos === 1 ? 'N/A' : `${i + 1} DE ${tomos}`,
        folios: tomos === 1 ? 180 + (ano % 10) : `1 AL ${150 + i * 7}`,
        soporte: 'Papel',
        notas: '',
      };
    }),
  );
}

const anosDe = (desde: number, hasta: number): number[] =>
  Array.from({ length: hasta - desde + 1 }, (_, i) => desde + i);

function contratos(): Unidad[] {
  return anosDe(2008, 2012).map((ano, i) => ({
    oficina: '110',
    codigo: i % 2 === 0 ? '110.08.02' : '110.08.04',
    serie: i % 2 === 0 ? 'Contratos de Prestación de Servicios' : 'Contratos de Obra Pública',
    expediente: `110-CTO-${ano}-0${i + 11}`,
    nombre:
      i % 2 === 0
        ? `Contrato ${i + 11} de ${ano}, apoyo a la gestión`
        : `Contrato ${i + 11} de ${ano}, pavimentación de la calle ${i + 4}`,
    inicial: `${ano}-03-1${i}`,
    final: `${ano + 1}-02-0${i + 1}`,
    cierre: `${ano + 1}-06-15`,
    caja: '110-CTO',
    carpeta: i + 1,
    tomo: 'N/A',
    folios: 210 + i * 13,
    soporte: i === 3 ? 'Papel y electrónico' : 'Papel',
    notas: i === 3 ? 'Planos en CD dentro de la carpeta' : '',
  }));
}

function peticionesSinFecha(): Unidad[] {
  return [1, 2].map((n) => ({
    oficina: '100',
    codigo: '100.12.01',
    serie: 'Derechos de Petición',
    expediente: `100-DP-SF-${n}`,
    nombre: `Derechos de petición sin identificar, legajo ${n}`,
    inicial: null,
    final: null,
    cierre: null,
    caja: '100-VAR',
    carpeta: n,
    tomo: 'N/A',
    folios: 60 + n,
    soporte: 'Papel',
    notas: 'Se recibieron sueltos, sin fecha legible',
  }));
}

const UNIDADES_XLSX: readonly Unidad[] = [
  ...unidadesAnuales('100', '05', '01', 'Consecutivo de Comunicaciones Enviadas', anosDe(2012, 2019), 2),
  ...unidadesAnuales(
    '100',
    '05',
    '02',
    'Consecutivo de Comunicaciones Recibidas',
    anosDe(2012, 2024),
    1,
    [2024],
  ),
  ...unidadesAnuales(
    '110',
    '05',
    '03',
    'Consecutivo de Comunicaciones Internas',
    anosDe(2015, 2025),
    1,
    [2025],
  ),
  ...unidadesAnuales('120', '06', '01', 'Comprobantes de Egreso', anosDe(2008, 2017), 4),
  ...unidadesAnuales('120', '06', '02', 'Comprobantes de Ingreso', anosDe(2010, 2012), 2),
  ...contratos(),
  ...peticionesSinFecha(),
];

const UNIDADES_CSV: readonly Unidad[] = [
  ...unidadesAnuales('120', '07', '01', 'Conciliaciones Bancarias', anosDe(2009, 2016), 1),
  ...unidadesAnuales(
    '120',
    '14',
    '03',
    'Declaraciones de Industria y Comercio',
    anosDe(2013, 2021),
    2,
    [2021],
  ),
  ...unidadesAnuales('130', '18', '01', 'Licencias de Construcción', anosDe(2010, 2012), 1),
];

const COLUMNAS_FUID: readonly (readonly CeldaEscrita[])[] = [
  [
    'NÚMERO DE ORDEN',
    'CÓDIGO',
    'NOMBRE DE LAS SERIES, SUBSERIES O ASUNTOS',
    'NÚMERO DE EXPEDIENTE',
    'NOMBRE DE LA UNIDAD DOCUMENTAL',
    'FECHAS EXTREMAS (AAAA-MM-DD)',
    null,
    'FECHA DE CIERRE',
    'UNIDAD DE CONSERVACIÓN',
    null,
    null,
    null,
    'NÚMERO DE FOLIOS',
    'SOPORTE',
    'FRECUENCIA DE CONSULTA',
    'NOTAS',
  ],
  [null, null, null, null, null, 'INICIAL', 'FINAL', null, 'CAJA', 'CARPETA', 'TOMO', 'OTRO'],
];

/** The order number restarts in every box, as real inventories have it. */
function filasFuid(
  unidades: readonly Unidad[],
  fecha: (iso: string | null) => CeldaEscrita,
): CeldaEscrita[][] {
  const ordenes = new Map<string, number>();
  return unidades.map((u) => {
    const orden = (ordenes.get(u.caja) ?? 0) + 1;
    ordenes.set(u.caja, orden);
    return [
      orden,
      u.codigo,
      u.serie,
      u.expediente,
      u.nombre,
      fecha(u.inicial),
      fecha(u.final),
      u.cierre === null ? null : fecha(u.cierre),
      u.caja,
      u.carpeta,
      u.tomo,
      'N/A',
      u.folios,
      u.soporte,
      'Baja',
      u.notas || null,
    ];
  });
}

function hojaFuid(): HojaEscrita {
  const filas: CeldaEscrita[][] = [
    ['FORMATO ÚNICO DE INVENTARIO DOCUMENTAL'],
    [`ENTIDAD PRODUCTORA: ${ENTIDAD}`],
    ['OBJETO: Transferencia primaria y saneamiento del fondo'],
    [],
    ...COLUMNAS_FUID.map((fila) => [...fila]),
    ...filasFuid(UNIDADES_XLSX, (iso) => (iso === null ? 's.f.' : { fecha: iso })),
  ];
  const [cabecera, sub] = [5, 6];
  const verticales = ['A', 'B', 'C', 'D', 'E', 'H', 'M', 'N', 'O', 'P'].map(
    (letra) => `${letra}${cabecera}:${letra}${sub}`,
  );
  filas.push(
    [],
    [
      'Elaborado por: Auxiliar de archivo',
      null,
      null,
      null,
      'Entregado por: Secretarios de despacho',
      null,
      null,
      null,
      'Recibido por: Archivo central',
    ],
  );
  filas.push(
    ['Cargo:', null, null, null, 'Cargo:', null, null, null, 'Cargo:'],
    ['Firma:', null, null, null, 'Firma:', null, null, null, 'Firma:'],
  );
  const titulos = ['A1:P1', 'A2:P2', 'A3:P3', `F${cabecera}:G${cabecera}`, `I${cabecera}:L${cabecera}`];
  return { nombre: 'FUID', filas, combinadas: [...titulos, ...verticales] };
}

const INSTRUCTIVO: HojaEscrita = {
  nombre: 'INSTRUCTIVO',
  filas: [['Diligencie una fila por cada unidad de conservación.'], ['Sin fecha legible, escriba s.f.']],
};

function csvFuid(): string {
  return renderCsv([...COLUMNAS_FUID, ...filasFuid(UNIDADES_CSV, (iso) => iso ?? 's.f.')]);
}

/** Semicolons, CRLF and a byte order mark: what a spreadsheet program in Spanish writes. */
function renderCsv(filas: readonly (readonly CeldaEscrita[])[]): string {
  const ancho = Math.max(...filas.map((fila) => fila.length));
  const linea = (fila: readonly CeldaEscrita[]) =>
    Array.from({ length: ancho }, (_, i) => quote(fila[i])).join(';');
  return `\uFEFF${filas.map(linea).join('\r\n')}\r\n`;
}

function quote(celda: CeldaEscrita | undefined): string {
  if (celda === null || celda === undefined) return '';
  const texto = String(celda);
  return /[";\r\n]/.test(texto) ? `"${texto.replaceAll('"', '""')}"` : texto;
}

mkdirSync(CARPETA, { recursive: true });
writeFileSync(resolve(CARPETA, 'trd-alcaldia.xlsx'), buildLibro([hojaTrd()]));
writeFileSync(resolve(CARPETA, 'trd-alcaldia.csv'), csvTrd());
writeFileSync(resolve(CARPETA, 'fuid-alcaldia.xlsx'), buildLibro([hojaFuid(), INSTRUCTIVO]));
writeFileSync(resolve(CARPETA, 'fuid-hacienda.csv'), csvFuid());
