import { describe, expect, it } from 'vitest';
import type { CeldaEscrita, HojaEscrita } from '../../../scripts/escribir-libro.ts';
import {
  type Filas,
  fuidOf,
  type OpcionesDePrueba,
  refusedRows,
  rowsWith,
  serie,
} from './tablas-de-prueba.ts';

const ARRIBA: CeldaEscrita[] = [
  'N° ORDEN',
  'CÓDIGO',
  'SERIE',
  'NOMBRE DE LA UNIDAD DOCUMENTAL',
  'FECHAS EXTREMAS',
  null,
  'UNIDAD DE CONSERVACIÓN',
  null,
  null,
  null,
  'FOLIOS',
  'SOPORTE',
  'EXPEDIENTE',
  'CIERRE',
];
const ABAJO: CeldaEscrita[] = [null, null, null, null, 'INICIAL', 'FINAL', 'CAJA', 'CARPETA', 'TOMO', 'OTRO'];
const NOMBRE = 'Consecutivo de comunicaciones';

interface Fila {
  readonly orden?: CeldaEscrita;
  readonly codigo?: CeldaEscrita;
  readonly serie?: CeldaEscrita;
  readonly titulo?: CeldaEscrita;
  readonly inicial?: CeldaEscrita;
  readonly final?: CeldaEscrita;
  readonly caja?: CeldaEscrita;
  readonly carpeta?: CeldaEscrita;
  readonly folios?: CeldaEscrita;
  readonly soporte?: CeldaEscrita;
  readonly expediente?: CeldaEscrita;
  readonly cierre?: CeldaEscrita;
}

/** A sound row, except for what is said of it. */
function fila(cambios: Fila = {}): CeldaEscrita[] {
  const f = {
    orden: 1,
    codigo: '100.05.01',
    serie: NOMBRE,
    titulo: 'Comunicaciones de enero',
    inicial: '2013-01-08',
    final: '2013-01-31',
    caja: '1',
    carpeta: 1,
    folios: 200,
    soporte: 'Papel',
    expediente: null,
    cierre: null,
    ...cambios,
  };
  return [
    f.orden,
    f.codigo,
    f.serie,
    f.titulo,
    f.inicial,
    f.final,
    f.caja,
    f.carpeta,
    null,
    null,
    f.folios,
    f.soporte,
    f.expediente,
    f.cierre,
  ];
}

const leer = (filas: Filas, opciones?: OpcionesDePrueba) => fuidOf([ARRIBA, ABAJO, ...filas], opciones);

describe('REQ-INV-1: un inventario FUID', () => {
  it('da una unidad por fila y un expediente por unidad, abierto', async () => {
    const { expedientes, informe } = await leer([fila(), fila({ orden: 2, carpeta: 2, folios: '1 AL 180' })]);
    expect(informe.importado).toBe(true);
    expect(expedientes.map(({ codigo, cierre, folios }) => [codigo, cierre, folios])).toEqual([
      ['FUID-prueba-1-3', null, 200],
      ['FUID-prueba-1-4', null, 180],
    ]);
    expect(expedientes[1]?.unidades[0]).toMatchObject({ orden: '2', carpeta: '2', foliosTexto: '1 AL 180' });
  });

  it('REQ-RET-1: la fecha final no se toma nunca por el cierre', async () => {
    const { expedientes } = await leer([fila(), fila({ cierre: '2014-02-03' })]);
    expect(expedientes.map(({ cierre }) => cierre)).toEqual([null, null]);
    const elegida = await leer([fila(), fila({ cierre: '2014-02-03' })], { cierre: 'CIERRE' });
    expect(elegida.expedientes.map(({ cierre }) => cierre)).toEqual([null, '2014-02-03']);
  });

  it('las filas de un expediente son sus unidades: fechas de la primera a la última, folios sumados', async () => {
    const { expedientes, informe } = await leer(
      [
        fila({
          expediente: 'EXP-1',
          inicial: '2013-03-01',
          final: '2013-06-30',
          folios: 100,
          cierre: { fecha: '2014-01-15' },
        }),
        fila({
          expediente: 'EXP-1',
          inicial: '2013-01-02',
          final: '2013-12-20',
          folios: '1-50',
          soporte: 'Digital',
        }),
        fila({ expediente: 'EXP-2' }),
      ],
      { expediente: 'EXPEDIENTE', cierre: 'N' },
    );
    expect(informe.importado).toBe(true);
    expect(expedientes.map(({ unidades }) => unidades.length)).toEqual([2, 1]);
    expect(expedientes[0]).toMatchObject({
      codigo: 'EXP-1',
      fechaInicial: '2013-01-02',
      fechaFinal: '2013-12-20',
      cierre: '2014-01-15',
      folios: 150,
      soporte: 'hibrido',
    });
  });

  it.each([
    ['un cierre anterior a la fecha final', { cierre: '2013-01-15' }, 'anterior a las fechas'],
    ['un cierre futuro', { cierre: '2027-01-01' }, 'todavía no ha llegado'],
    ['un cierre que no es fecha', { cierre: 'pronto' }, 'No es una fecha'],
    ['la fecha final antes de la inicial', { inicial: '2014-01-01' }, 'anterior a la inicial'],
    ['solo el año', { inicial: '2013' }, 'Solo trae el año'],
    ['sin código', { codigo: 'N/A' }, 'No trae el código'],
    ['un código que no lo es', { codigo: 'CRFTY' }, '«CRFTY» no es un código'],
    ['un código que no está en la versión', { codigo: '100.99' }, 'no está en la versión «TRD-1»'],
    ['el código de la serie sola', { codigo: '5' }, 'falta el de la subserie'],
    ['sin nombre', { titulo: '' }, 'No tiene nombre'],
    ['un soporte desconocido', { soporte: 'CD' }, 'No se reconoce el soporte'],
    ['sin soporte ni lugar', { soporte: null, caja: null, carpeta: null }, 'No dice el soporte'],
    ['un error de fórmula', { folios: { error: '#REF!' } }, 'error de fórmula'],
    ['una fórmula sin resultado', { titulo: { formula: 'A1' } }, 'no tiene un resultado'],
    ['folios vueltos fecha', { folios: { fecha: '2020-01-20' } }, 'convirtió el dato en una fecha'],
    ['un orden de más de 15 cifras', { orden: 11001310300120180 }, 'más de 15 cifras'],
    ['texto dañado', { titulo: 'P├®rez' }, 'quizá decía «Pérez»'],
    [
      'otro nombre que el de su código',
      { serie: 'Licencias de construcción' },
      'pero la fila dice «Licencias',
    ],
  ] satisfies [string, Fila, string][])('una fila con %s se rechaza', async (_caso, cambios, motivo) => {
    const { informe } = await leer([fila(), fila(cambios)], { cierre: 'CIERRE' });
    expect(refusedRows(informe)[4]).toContain(motivo);
    expect(informe.importado).toBe(false);
  });

  it.each([
    ['N/A', 's.f.'],
    [null, null],
  ])('sin fechas (%s, %s) entra como s.f. y se avisa', async (inicial, final) => {
    const { expedientes, informe } = await leer([fila({ inicial, final })]);
    expect(expedientes[0]).toMatchObject({ fechaInicial: null, fechaFinal: null });
    expect(informe.avisos.map(({ texto }) => texto).join()).toContain('quedan «s.f.» (fila 3)');
  });

  it('folios que no se pueden contar quedan como texto; sin soporte pero con caja, es físico', async () => {
    const { expedientes, informe } = await leer([fila({ folios: 'varios', soporte: null })]);
    expect(expedientes[0]).toMatchObject({ folios: null, soporte: 'fisico' });
    expect(expedientes[0]?.unidades[0]).toMatchObject({ folios: null, foliosTexto: 'varios' });
    expect(informe.avisos).toHaveLength(2);
  });

  it('soporte por marcas: X en físico y electrónico es híbrido', async () => {
    const { expedientes } = await fuidOf([
      ['CÓDIGO', 'ASUNTO', 'FECHA INICIAL', 'FECHA FINAL', 'CAJA', 'FISICO', 'ELECTRONICO'],
      ['100.05.01', 'Comunicaciones', '2013-01-01', '2013-01-02', '1', 'X', 'N/A'],
      ['100.05.01', 'Comunicaciones', '2013-01-01', '2013-01-02', '1', 'X', 'X'],
      ['100.05.01', 'Comunicaciones', '2013-01-01', '2013-01-02', null, null, 'X'],
    ]);
    expect(expedientes.map(({ soporte }) => soporte)).toEqual(['fisico', 'hibrido', 'electronico']);
  });
});

describe('un expediente no entra a medias', () => {
  it('si una de sus unidades se rechaza, se rechazan todas, aunque se acepte en parte', async () => {
    const { expedientes, informe } = await leer(
      [fila({ expediente: 'E1' }), fila({ expediente: 'E1', inicial: '2013' }), fila({ expediente: 'E2' })],
      { expediente: 'EXPEDIENTE', aceptarParcial: true },
    );
    expect(expedientes.map(({ codigo }) => codigo)).toEqual(['E2']);
    expect(refusedRows(informe)[3]).toContain('no entra a medias');
    expect(informe.resumen).toMatchObject({ importada: 1, rechazada: 2 });
  });

  it.each([
    ['series distintas', { codigo: '100.12', serie: null }, 'de series distintas'],
    ['dos cierres', { cierre: '2015-01-01' }, 'varias fechas de cierre'],
    [
      'el cierre de una antes del final de otra',
      { final: '2014-06-01', cierre: null },
      'anterior a la última',
    ],
  ] satisfies [string, Fila, string][])('con %s se rechazan todas', async (_caso, cambios, motivo) => {
    const { informe } = await leer(
      [fila({ expediente: 'E1', cierre: '2014-01-01' }), fila({ expediente: 'E1', ...cambios })],
      {
        expediente: 'EXPEDIENTE',
        cierre: 'CIERRE',
        series: [serie('100', '05', '01', 'Consecutivo de Comunicaciones'), serie('100', '12', null, null)],
      },
    );
    expect(rowsWith(informe, 'rechazada')).toEqual([3, 4]);
    expect(refusedRows(informe)[3]).toContain(motivo);
  });

  it('una fila sin el dato del expediente se rechaza', async () => {
    const { informe } = await leer([fila()], { expediente: 'EXPEDIENTE' });
    expect(refusedRows(informe)[3]).toContain('No dice a qué expediente');
  });
});

describe('la hoja de un FUID', () => {
  it('firmas, totales, prenumeradas y numeración de columnas no son filas', async () => {
    const { informe } = await leer([
      ['1', '2', '3', '4', '5', '6'],
      fila(),
      [2],
      [3, 'N/A', 'N/A'],
      [null, null, null, null, null, null, null, null, null, null, { error: '#REF!' }],
      ['TOTAL', null, null, null, null, null, null, null, null, null, 200],
      ['Elaborado por: Auxiliar', null, null, 'Entregado por:'],
      ['Lugar: San Jerónimo', null, null, null, 'Fecha: 2020-01-01'],
    ]);
    expect(informe.importado).toBe(true);
    expect(informe.filas.map(({ nota }) => nota)).toEqual([
      'encabezado',
      'encabezado',
      'numeración de columnas',
      undefined,
      'fila prenumerada sin datos',
      'fila prenumerada sin datos',
      'solo fórmulas rotas',
      'pie de la hoja',
      'pie de la hoja',
      'pie de la hoja',
    ]);
  });

  it('una fila sin código ni orden que empieza como una firma, pero con fechas, se rechaza y no se pierde', async () => {
    const { informe } = await leer([
      fila(),
      fila({ orden: null, codigo: null, serie: null, titulo: 'Firmas autorizadas' }),
    ]);
    expect(refusedRows(informe)[4]).toContain('No trae el código');
  });

  it('el encabezado se encuentra donde esté, en otra columna y otro orden, y puede repetirse', async () => {
    const { expedientes } = await fuidOf([
      [null, 'FORMATO ÚNICO DE INVENTARIO DOCUMENTAL'],
      [],
      [null, null, 'ASUNTOS', 'CÓDIGO', 'No. FOLIOS', 'FECHA INICIAL', 'FECHA FINAL', 'Nº CAJA'],
      [null, null, 'Enero', '100.05.01', 5, '2013-01-01', '2013-01-31', 'A'],
      [null, 'Firma:'],
      [null, 'CÓDIGO', 'ASUNTOS', 'FECHA INICIAL', 'FECHA FINAL', 'Nº CAJA', 'No. FOLIOS'],
      [null, '100.05.01', 'Febrero', '2013-02-01', '2013-02-28', 'B', 7],
    ]);
    expect(expedientes.map(({ titulo, folios, unidades }) => [titulo, folios, unidades[0]?.caja])).toEqual([
      ['Enero', 5, 'A'],
      ['Febrero', 7, 'B'],
    ]);
  });

  it('un título entre dos tablas no es una fila, y dice de qué oficina son las que siguen', async () => {
    const { expedientes, informe } = await leer(
      [
        fila(),
        ['ENTIDAD PRODUCTORA: ALCALDÍA'],
        ['OFICINA PRODUCTORA: Dependencia 110'],
        ARRIBA,
        ABAJO,
        fila({ codigo: '05.01', titulo: { fecha: '2013-01-08' } }),
      ],
      { series: [serie('100', '05', '01', 'Consecutivo'), serie('110', '05', '01', 'Consecutivo')] },
    );
    expect(informe.importado).toBe(true);
    expect(expedientes.map(({ serie: s, titulo }) => [s.dependenciaCodigo, titulo])).toEqual([
      ['100', 'Comunicaciones de enero'],
      ['110', '2013-01-08'],
    ]);
  });

  it('lo combinado hacia abajo (código, caja) vale para sus filas; el nombre no', async () => {
    const hoja: HojaEscrita = {
      nombre: 'FUID',
      filas: [
        ARRIBA,
        ABAJO,
        fila(),
        fila({ codigo: null, caja: null, orden: 2 }),
        fila({ codigo: null, titulo: null, orden: 3 }),
      ],
      combinadas: ['E1:F1', 'G1:J1', 'B3:B5', 'G3:G4', 'D4:D5'],
    };
    const { informe, expedientes } = await fuidOf([hoja], { aceptarParcial: true });
    expect(expedientes.map(({ unidades }) => [unidades[0]?.codigo.join('.'), unidades[0]?.caja])).toEqual([
      ['100.05.01', '1'],
      ['100.05.01', '1'],
    ]);
    expect(refusedRows(informe)[5]).toContain('No tiene nombre');
  });

  it('un formato sin diligenciar se dice; una hoja oculta o sin encabezado se anota', async () => {
    const vacio = await fuidOf([
      { nombre: 'FUID', filas: [ARRIBA, ABAJO, [1], [2], ['Firma:']] },
      { nombre: 'Oculta', oculta: true, filas: [ARRIBA, ABAJO, fila()] },
      { nombre: 'Instructivo', filas: [['Diligencie']] },
    ]);
    expect(vacio.informe.fallos.map(({ motivo }) => motivo)).toEqual([
      'No hay filas: es un formato sin diligenciar.',
    ]);
    expect(vacio.informe.hojas.map(({ nombre, nota }) => [nombre, nota !== undefined])).toEqual([
      ['FUID', false],
      ['Oculta', true],
      ['Instructivo', true],
    ]);
  });

  it('el orden se reinicia por caja; repetido dentro de una, se avisa', async () => {
    const { informe } = await leer([fila(), fila({ caja: '2' }), fila({ caja: '2' })]);
    expect(informe.avisos.map(({ texto }) => texto)).toEqual([
      'El número de orden 1 se repite en la caja 2: filas 4–5.',
    ]);
  });

  it('una columna elegida que no existe, o que hay dos veces, rechaza el archivo diciendo cuáles hay', async () => {
    const inexistente = await leer([fila()], { cierre: 'FECHA DE CIERRE' });
    expect(inexistente.informe.fallos[0]?.motivo).toContain('EXPEDIENTE, CIERRE');
    const doble = await fuidOf([[...ARRIBA, 'CIERRE'], ABAJO, fila()], { cierre: 'CIERRE' });
    expect(doble.informe.fallos[0]?.motivo).toContain('(N, O)');
    expect([inexistente, doble].map(({ informe }) => informe.importado)).toEqual([false, false]);
  });

  it('fechas de Excel a las 05:00 en toda la columna se avisan con su cuenta', async () => {
    const noche = (fecha: string): CeldaEscrita => ({ fecha, hora: 5 / 24 });
    const { expedientes, informe } = await leer([
      fila({ inicial: noche('2013-01-21'), final: noche('2013-01-21') }),
    ]);
    expect(expedientes[0]?.fechaInicial).toBe('2013-01-21');
    expect(
      informe.avisos.filter(({ texto }) => texto.includes('1 de 1 fechas traen la hora 05:00')),
    ).toHaveLength(2);
  });
});
