import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildLibro, type CeldaEscrita } from './escribir-libro.ts';

/**
 * Writes fixtures/demo: what the demo's town hall hands in. Its TRD and the paper of Hacienda come as books, the rest of
 * the inventory and the list of closings as text. Among the expedientes there is one of each kind that admission refuses.
 */
const CARPETA = resolve(import.meta.dirname, '../fixtures/demo');
const ENTIDAD = 'ALCALDÍA DE ARROYO VERDE';

interface Serie {
  readonly dependencia: string;
  readonly oficina: string;
  readonly serie: string;
  readonly nombre: string;
  readonly subserie: string;
  readonly subnombre: string;
  readonly ag: number;
  readonly ac: number;
  readonly disposicion: 'CT' | 'E' | 'S';
  readonly procedimiento: string;
}

const ACTAS: Serie = {
  dependencia: '100',
  oficina: 'DESPACHO DEL ALCALDE',
  serie: '02',
  nombre: 'ACTAS',
  subserie: '02.01',
  subnombre: 'Actas de Consejo de Gobierno',
  ag: 2,
  ac: 8,
  disposicion: 'CT',
  procedimiento: 'Se conserva totalmente por su valor histórico.',
};
const CIRCULARES: Serie = {
  dependencia: '100',
  oficina: 'DESPACHO DEL ALCALDE',
  serie: '11',
  nombre: 'CIRCULARES',
  subserie: '11.01',
  subnombre: 'Circulares informativas',
  ag: 1,
  ac: 2,
  disposicion: 'E',
  procedimiento: 'Se elimina una vez cumplida la retención, previa aprobación del Comité.',
};
const COMPROBANTES: Serie = {
  dependencia: '120',
  oficina: 'SECRETARÍA DE HACIENDA',
  serie: '07',
  nombre: 'COMPROBANTES CONTABLES',
  subserie: '07.01',
  subnombre: 'Comprobantes de egreso',
  ag: 2,
  ac: 8,
  disposicion: 'E',
  procedimiento: 'La información se consolida en los libros contables, de conservación total.',
};
const CONTRATOS: Serie = {
  dependencia: '120',
  oficina: 'SECRETARÍA DE HACIENDA',
  serie: '14',
  nombre: 'CONTRATOS',
  subserie: '14.02',
  subnombre: 'Contratos de prestación de servicios',
  ag: 2,
  ac: 18,
  disposicion: 'S',
  procedimiento: 'Se selecciona el 5 % por objeto contractual.',
};
const COMUNICACIONES: Serie = {
  dependencia: '130',
  oficina: 'SECRETARÍA DE PLANEACIÓN',
  serie: '12',
  nombre: 'COMUNICACIONES OFICIALES',
  subserie: '12.01',
  subnombre: 'Consecutivo de comunicaciones enviadas',
  ag: 1,
  ac: 2,
  disposicion: 'E',
  procedimiento: 'Pierde valor al resolverse el trámite; los originales quedan en su expediente.',
};
const TRD: readonly Serie[] = [ACTAS, CIRCULARES, COMPROBANTES, CONTRATOS, COMUNICACIONES];

interface Expediente {
  readonly serie: Serie;
  readonly titulo: string;
  readonly inicial: string;
  readonly final: string | null;
  readonly caja: number | null;
  readonly carpeta: number | null;
  readonly folios: number;
  readonly soporte: 'PAPEL' | 'ELECTRÓNICO' | 'PAPEL / ELECTRÓNICO';
  readonly notas: string;
  readonly cierre: string | null;
}

const dos = (n: number): string => String(n).padStart(2, '0');
const tres = (n: number): string => String(n).padStart(3, '0');
const times = <T>(n: number, build: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => build(i));
const base = { notas: '', caja: null, carpeta: null };

const DE_HACIENDA: readonly Expediente[] = times(150, (i) => {
  const anio = 2008 + (i % 5);
  const mes = 1 + (i % 12);
  return {
    ...base,
    serie: COMPROBANTES,
    titulo: `Comprobantes de egreso ${anio}, mes ${dos(mes)}, legajo ${1 + Math.floor(i / 12)}`,
    inicial: `${anio}-${dos(mes)}-01`,
    final: `${anio}-${dos(mes)}-28`,
    caja: 1 + Math.floor(i / 10),
    carpeta: 1 + (i % 10),
    folios: 80 + ((i * 37) % 160),
    soporte: 'PAPEL',
    cierre: `${anio + 1}-01-${15 + (i % 10)}`,
  };
});

const DEL_RESTO: readonly Expediente[] = [
  ...times(40, (i): Expediente => {
    const anio = 2015 + (i % 4);
    return {
      ...base,
      serie: COMUNICACIONES,
      titulo: `Comunicaciones enviadas ${anio}, serie ${tres(i + 1)}`,
      inicial: `${anio}-01-10`,
      final: `${anio}-12-18`,
      folios: 5 + ((i * 11) % 55),
      soporte: 'ELECTRÓNICO',
      cierre: `${anio + 1}-01-20`,
    };
  }),
  ...times(12, (i): Expediente => {
    const anio = 2016 + (i % 3);
    return {
      ...base,
      serie: CIRCULARES,
      titulo: `Circulares informativas ${anio}, paquete ${i + 1}`,
      inicial: `${anio}-02-01`,
      final: `${anio}-11-30`,
      caja: 20,
      carpeta: 1 + i,
      folios: 10 + i,
      soporte: 'PAPEL / ELECTRÓNICO',
      cierre: `${anio + 1}-02-02`,
    };
  }),
  ...times(4, (i): Expediente => {
    const anio = 2009 + i;
    return {
      ...base,
      serie: ACTAS,
      titulo: `Actas de Consejo de Gobierno ${anio}`,
      inicial: `${anio}-01-15`,
      final: `${anio}-12-15`,
      caja: 21,
      carpeta: 1 + i,
      folios: 180,
      soporte: 'PAPEL',
      cierre: `${anio + 1}-01-30`,
    };
  }),
  ...times(
    6,
    (i): Expediente => ({
      ...base,
      serie: COMUNICACIONES,
      titulo: `Comunicaciones enviadas 2024, serie ${tres(i + 1)}`,
      inicial: '2024-01-09',
      final: '2024-12-19',
      folios: 30,
      soporte: 'ELECTRÓNICO',
      cierre: '2025-01-20',
    }),
  ),
  ...times(
    5,
    (i): Expediente => ({
      ...base,
      serie: COMUNICACIONES,
      titulo: `Comunicaciones enviadas 2026, serie ${tres(i + 1)}`,
      inicial: '2026-01-12',
      final: null,
      folios: 12,
      soporte: 'ELECTRÓNICO',
      notas: 'En trámite',
      cierre: null,
    }),
  ),
  {
    ...base,
    serie: CONTRATOS,
    titulo: 'Contrato 045 de 2003 con C.C. 79.123.456',
    inicial: '2003-02-01',
    final: '2003-12-31',
    caja: 22,
    carpeta: 1,
    folios: 95,
    soporte: 'PAPEL',
    cierre: '2004-02-10',
  },
  {
    ...base,
    serie: COMUNICACIONES,
    titulo: 'Comunicaciones con maria.gomez@example.org, tel. 310 555 0199',
    inicial: '2015-03-01',
    final: '2015-10-30',
    folios: 14,
    soporte: 'ELECTRÓNICO',
    cierre: '2016-01-15',
  },
  {
    ...base,
    serie: COMPROBANTES,
    titulo: 'Comprobantes de egreso 2010, sin ubicación conocida',
    inicial: '2010-05-01',
    final: '2010-05-31',
    folios: 60,
    soporte: 'PAPEL',
    cierre: '2011-01-20',
  },
];

const codigoDe = (n: number): string => `AV01-${String(n).padStart(4, '0')}`;

function buildTrd(): Buffer {
  const filas: CeldaEscrita[][] = [
    [ENTIDAD],
    ['TABLA DE RETENCIÓN DOCUMENTAL 2012'],
    [],
    [
      'CÓDIGO',
      '',
      'DEPENDENCIA',
      'SERIE',
      'SUBSERIE',
      'RETENCIÓN EN AÑOS',
      '',
      'DISPOSICIÓN FINAL',
      '',
      '',
      '',
      'PROCEDIMIENTO',
    ],
    [
      'DEPENDENCIA',
      'SERIE / SUBSERIE',
      '',
      '',
      '',
      'ARCHIVO GESTIÓN',
      'ARCHIVO CENTRAL',
      'CT',
      'E',
      'M/D',
      'S',
      '',
    ],
    ...TRD.map((serie): CeldaEscrita[] => [
      serie.dependencia,
      serie.subserie,
      serie.oficina,
      serie.nombre,
      serie.subnombre,
      serie.ag,
      serie.ac,
      serie.disposicion === 'CT' ? 'X' : null,
      serie.disposicion === 'E' ? 'X' : null,
      null,
      serie.disposicion === 'S' ? 'X' : null,
      serie.procedimiento,
    ]),
  ];
  const combinadas = ['A4:B4', 'F4:G4', 'H4:K4', 'C4:C5', 'D4:D5', 'E4:E5', 'L4:L5'];
  return buildLibro([{ nombre: 'TRD', filas, combinadas }]);
}

function buildHacienda(): Buffer {
  const filas: CeldaEscrita[][] = [
    [ENTIDAD],
    ['FORMATO ÚNICO DE INVENTARIO DOCUMENTAL'],
    ['Oficina productora: SECRETARÍA DE HACIENDA'],
    [],
    [
      'N° DE ORDEN',
      'CÓDIGO',
      'DEPENDENCIA',
      'SERIE',
      'SUBSERIE',
      'CÓDIGO EXPEDIENTE',
      'NOMBRE DEL EXPEDIENTE',
      'FECHAS EXTREMAS',
      '',
      'UNIDAD DE CONSERVACIÓN',
      '',
      '',
      '',
      'NÚMERO DE FOLIOS',
      'SOPORTE',
      'FRECUENCIA DE CONSULTA',
      'NOTAS',
    ],
    ['', '', '', '', '', '', '', 'INICIAL', 'FINAL', 'CAJA', 'CARPETA', 'TOMO', 'OTRO', '', '', '', ''],
    ...DE_HACIENDA.map((expediente, i): CeldaEscrita[] => [
      i + 1,
      expediente.serie.subserie,
      expediente.serie.dependencia,
      expediente.serie.nombre,
      expediente.serie.subnombre,
      codigoDe(i + 1),
      expediente.titulo,
      { fecha: expediente.inicial },
      expediente.final === null ? null : { fecha: expediente.final },
      expediente.caja,
      expediente.carpeta,
      null,
      null,
      expediente.folios,
      expediente.soporte,
      'Baja',
      null,
    ]),
    [],
    ['Elaborado por: Auxiliar de archivo', '', '', '', '', '', 'Recibido por: Jefe de Archivo'],
  ];
  const combinadas = [
    'H5:I5',
    'J5:M5',
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'N', 'O', 'P', 'Q'].map((c) => `${c}5:${c}6`),
  ];
  return buildLibro([{ nombre: 'FUID', filas, combinadas }]);
}

function buildResto(): string {
  const cabecera = [
    'N° ORDEN',
    'CÓDIGO',
    'DEPENDENCIA',
    'SERIE',
    'SUBSERIE',
    'CÓDIGO EXPEDIENTE',
    'NOMBRE DEL EXPEDIENTE',
    'FECHA INICIAL',
    'FECHA FINAL',
    'CAJA',
    'CARPETA',
    'TOMO',
    'OTRO',
    'FOLIOS',
    'SOPORTE',
    'FRECUENCIA DE CONSULTA',
    'NOTAS',
  ];
  const filas = DEL_RESTO.map((expediente, i) => [
    i + 1,
    expediente.serie.subserie,
    expediente.serie.dependencia,
    expediente.serie.nombre,
    expediente.serie.subnombre,
    codigoDe(DE_HACIENDA.length + i + 1),
    expediente.titulo,
    expediente.inicial,
    expediente.final ?? '',
    expediente.caja ?? '',
    expediente.carpeta ?? '',
    '',
    '',
    expediente.folios,
    expediente.soporte,
    'Baja',
    expediente.notas,
  ]);
  return renderCsv([cabecera, ...filas]);
}

function buildCierres(): string {
  const filas = [...DE_HACIENDA, ...DEL_RESTO].flatMap(({ cierre }, i) =>
    cierre === null ? [] : [[codigoDe(i + 1), cierre]],
  );
  return renderCsv([['CÓDIGO EXPEDIENTE', 'FECHA DE CIERRE'], ...filas]);
}

function renderCsv(filas: readonly (readonly (string | number)[])[]): string {
  return `${filas.map((fila) => fila.join(';')).join('\n')}\n`;
}

mkdirSync(CARPETA, { recursive: true });
writeFileSync(resolve(CARPETA, 'trd.xlsx'), buildTrd());
writeFileSync(resolve(CARPETA, 'inventario-hacienda.xlsx'), buildHacienda());
writeFileSync(resolve(CARPETA, 'inventario.csv'), buildResto());
writeFileSync(resolve(CARPETA, 'cierres.csv'), buildCierres());
