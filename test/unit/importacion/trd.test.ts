import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CeldaEscrita } from '../../../scripts/escribir-libro.ts';
import { normalizeCodigo, splitCodigo } from '../../../src/domain/importacion/trd/codigo.ts';
import {
  combineMarcas,
  parseDisposicion,
  parseMarca,
} from '../../../src/domain/importacion/trd/disposicion.ts';
import { parseRetencion } from '../../../src/domain/importacion/trd/retencion.ts';
import { type Filas, refusedRows, rowsWith, trdOf } from './tablas-de-prueba.ts';

/** D · S · Sb · nombre · AG · AC · CT · E · M · S, under a heading of two merged rows. */
const ARRIBA: CeldaEscrita[] = [
  'CÓDIGO',
  null,
  null,
  'SERIES, SUBSERIES Y TIPOS',
  'RETENCIÓN',
  null,
  'DISPOSICIÓN FINAL',
];
const ABAJO: CeldaEscrita[] = ['D', 'S', 'Sb', null, 'AG', 'AC', 'CT', 'E', 'M', 'S'];
const COMBINADAS = ['A1:C1', 'D1:D2', 'E1:F1', 'G1:J1'];
const tabla = (...filas: Filas) => ({
  nombre: 'TRD',
  filas: [ARRIBA, ABAJO, ...filas],
  combinadas: COMBINADAS,
});

/** One subserie with these marks, so that only they are in question. */
const conMarcas = (ct: string | null, e: string | null, m: string | null, s: string | null) =>
  trdOf(tabla(['100', '05', '01', 'Autos', 2, 8, ct, e, m, s]));

describe('REQ-INS-3: las marcas de disposición', () => {
  it.each([
    ['CT', ['X', null, null, null], 'CT'],
    ['CT con M', ['x', null, 'x', null], 'CT'],
    ['CT con E', ['X', 'X', null, null], 'CT'],
    ['E', [null, 'X', null, null], 'E'],
    ['E con M', [null, 'X', 'X', null], 'R'],
    ['M sola', [null, null, '✓', null], 'R'],
    ['S', [null, null, null, 'X'], 'S'],
    ['S con M', [null, null, 'X', 'X'], 'S'],
  ] as const)('%s', async (_caso, [ct, e, m, s], disposicion) => {
    const { series, informe } = await conMarcas(ct, e, m, s);
    expect(series.map((serie) => serie.disposicion)).toEqual([disposicion]);
    expect(informe.importado).toBe(true);
  });

  it.each([
    ['ninguna', [null, null, null, null], 'ninguna disposición'],
    ['S con E', [null, 'X', null, 'X'], 'ambigua'],
    ['algo que no es una marca', ['tal vez', null, null, null], 'No es una marca'],
  ] as const)('%s: la fila se rechaza', async (_caso, [ct, e, m, s], motivo) => {
    const { series, informe } = await conMarcas(ct, e, m, s);
    expect(series).toEqual([]);
    expect(informe.importado).toBe(false);
    expect(refusedRows(informe)[3]).toContain(motivo);
  });

  it('CT en la combinación es siempre CT; nada más que E sola elimina', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), (ct, e, s, r) => {
        const leida = combineMarcas({ ct, e, s, r });
        const disposicion = leida !== null && 'disposicion' in leida ? leida.disposicion : null;
        expect(disposicion === 'E').toBe(e && !ct && !s && !r);
        expect(disposicion === 'CT').toBe(ct);
      }),
    );
  });

  it.each([
    ['ELIMINACION', 'E'],
    ['Conservación total', 'CT'],
    ['C.TOTAL / M.TECNOLOGICO', 'CT'],
    ['M.TECNOLOGICO / SELECCION', 'S'],
    ['Selección', 'S'],
    ['Digitalización', 'R'],
    ['Eliminación y digitalización', 'R'],
  ])('en palabras, «%s» es %s', (texto, disposicion) =>
    expect(parseDisposicion(texto)).toEqual({ disposicion }),
  );

  it.each(['1', 'según criterio', 'ELIMINACION / 2'])('«%s» no se adivina', (texto) =>
    expect(parseDisposicion(texto)).toHaveProperty('motivo'),
  );

  it('una marca puede ser X, el propio rótulo o un visto; un guion es no', () => {
    expect(['X', 'xx', 'CT', '✔', 'Sí'].map((texto) => parseMarca(texto, 'CT'))).toEqual(Array(5).fill(true));
    expect([null, '-', 'N/A', 'NO'].map((texto) => parseMarca(texto, 'CT'))).toEqual(Array(4).fill(false));
    expect(parseMarca('1', 'CT')).toBeNull();
  });
});

describe('REQ-INS-3: la retención', () => {
  it.each([
    ['5', 5],
    ['5 años', 5],
    ['Cinco (5) años', 5],
    ['5.0', 5],
    ['0', 0],
    ['99', 99],
    ['tres (5) años', null],
    ['6 meses', null],
    ['2,5', null],
    ['-3', null],
    ['Permanente', null],
    ['5 procesos', null],
    ['2 a 5', null],
  ])('«%s» son %s años', (texto, anos) => expect(parseRetencion(texto)).toEqual({ anos, texto }));

  it('en blanco no dice nada', () => expect(parseRetencion('N/A')).toBeNull());

  it('AC en blanco entra sin número, con aviso; sin AG ni AC se rechaza', async () => {
    const { series, informe } = await trdOf(
      tabla(['100', '07', null, 'Boletín', 2, null, 'X'], [null, '08', null, 'Otra', null, null, 'X']),
      { aceptarParcial: true },
    );
    expect(series.map(({ ag, ac, retencionTexto }) => [ag, ac, retencionTexto])).toEqual([
      [2, null, 'AG: 2 · AC: (en blanco)'],
    ]);
    expect(informe.avisos.map(({ fila }) => fila)).toEqual([3]);
    expect(refusedRows(informe)[4]).toContain('No tiene retención');
  });

  it('un texto entra tal como está y no vence nunca', async () => {
    const { series } = await trdOf(tabla(['100', '07', null, 'Boletín', 2, 'Permanente', 'X']));
    expect(series[0]).toMatchObject({ ag: 2, ac: null, retencionTexto: 'AG: 2 · AC: Permanente' });
  });

  it('en una TVD basta el archivo central', async () => {
    const filas: Filas = [
      ['CÓDIGO', 'SERIE', 'RETENCIÓN EN AÑOS', 'CT', 'E', 'S', 'M'],
      ['01', 'Nóminas', 20, null, 'X'],
    ];
    const { series, informe } = await trdOf(filas, { tipo: 'TVD' });
    expect(series).toMatchObject([{ ag: null, ac: 20, disposicion: 'E' }]);
    expect(informe.avisos).toEqual([]);
    expect((await trdOf(filas)).informe.importado).toBe(false);
  });

  it('una fórmula rota en la retención se rechaza', async () => {
    const { informe } = await trdOf(tabla(['100', '07', null, 'Boletín', { error: '#REF!' }, 8, 'X']));
    expect(refusedRows(informe)[3]).toContain('fórmula rota');
  });
});

describe('REQ-INS-3: los códigos', () => {
  it('el entero 5, el texto «05.» y «005» son el mismo, con una sola grafía', async () => {
    const { series } = await trdOf([
      ['DEPENDENCIA', 'CÓDIGO', 'SERIE O ASUNTO', 'SUBSERIE', 'AG', 'AC', 'CT', 'E', 'S', 'M'],
      [100, 5, 'AUTOS', null, 1, 1, null, 'X'],
      [100, '05.01', 'AUTOS', 'Autos de trámite', 1, 1, null, 'X'],
      [110, '05.', 'AUTOS', null, 1, 1, 'X'],
    ]);
    expect(series.map(({ serieCodigo, subserieCodigo }) => [serieCodigo, subserieCodigo])).toEqual([
      ['05', null],
      ['05', '01'],
      ['05', null],
    ]);
  });

  it('un número con un decimal se rechaza: pudo perder un cero', async () => {
    const { informe } = await trdOf([
      ['CÓDIGO', 'SERIE', 'AG', 'AC', 'CT', 'E'],
      [20.1, 'Inventarios', 1, 1, 'X'],
      [{ numero: 20.1, formato: '0.00' }, 'Inventarios', 1, 1, 'X'],
      [{ fecha: '2020-01-05' }, 'Otros', 1, 1, 'X'],
    ]);
    expect(refusedRows(informe)[2]).toContain('pudo ser 20.1 o 20.10');
    expect(refusedRows(informe)[4]).toContain('convirtió el código en una fecha');
    expect(rowsWith(informe, 'importada')).toEqual([3]);
  });

  it('el código que empieza por el de la dependencia lo deja', async () => {
    const { series } = await trdOf([
      ['OFICINA PRODUCTORA: HACIENDA'],
      ['CÓDIGO', 'SERIE', 'SUBSERIE', 'AG', 'AC', 'CT', 'E'],
      ['120.06.01', 'COMPROBANTES', 'Egreso', 2, 8, null, 'X'],
      ['120-06-02', 'COMPROBANTES', 'Ingreso', 2, 8, null, 'X'],
    ]);
    expect(
      series.map((s) => [s.dependenciaCodigo, s.dependenciaNombre, s.serieCodigo, s.subserieCodigo]),
    ).toEqual([
      ['120', 'HACIENDA', '06', '01'],
      ['120', 'HACIENDA', '06', '02'],
    ]);
  });

  it('los ceros a la izquierda y los separadores no cambian un código', () => {
    const segmento = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(
        fc.array(segmento, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('.', '-', ' '),
        (partes, sep) => {
          const escrito = partes.map((n) => String(n).padStart(3, '0')).join(sep);
          expect(normalizeCodigo(splitCodigo(escrito)?.segmentos ?? [])).toBe(partes.join('.'));
        },
      ),
    );
  });
});

describe('REQ-INS-3: lo ambiguo se rechaza', () => {
  it('el mismo código de una dependencia con dos nombres rechaza todas sus filas', async () => {
    const { informe, series } = await trdOf(
      tabla(
        ['100', '24', null, 'LIBROS'],
        [null, '24', '01', 'Libro de resoluciones', 2, 8, null, 'X'],
        [null, '24', '01', 'Libro de contratos', 2, 8, null, 'X'],
        [null, '24', '02', 'Libro de actas', 2, 8, 'X'],
      ),
      { aceptarParcial: true },
    );
    expect(Object.keys(refusedRows(informe))).toEqual(['4', '5']);
    expect(refusedRows(informe)[4]).toContain('filas 4, 5 con nombres distintos');
    expect(series.map(({ subserieCodigo }) => subserieCodigo)).toEqual(['02']);
  });

  it.each([
    ['dos disposiciones', [2, 8, 'X', null], 'disposiciones distintas'],
    ['dos retenciones', [2, 9, null, 'X'], 'retenciones distintas'],
  ] as const)('con %s, también', async (_caso, [ag, ac, ct, e], motivo) => {
    const { informe } = await trdOf(
      tabla(['100', '24', '01', 'Libros', 2, 8, null, 'X'], ['100', '24', '01', 'LIBROS.', ag, ac, ct, e]),
    );
    expect(Object.values(refusedRows(informe)).join()).toContain(motivo);
    expect(rowsWith(informe, 'rechazada')).toEqual([3, 4]);
  });

  it('el mismo código puede decir otra cosa en otra dependencia; repetido igual, se ignora', async () => {
    const { series, informe } = await trdOf(
      tabla(
        ['100', '19', '05', 'Informe de gestión', 2, 18, 'X'],
        ['120', '19', '05', 'Informe de gestión', 2, 18, null, 'X'],
        ['120', '19', '05', 'Informe de Gestión ', 2, 18, null, 'X'],
      ),
    );
    expect(series.map(({ dependenciaCodigo, disposicion }) => [dependenciaCodigo, disposicion])).toEqual([
      ['100', 'CT'],
      ['120', 'E'],
    ]);
    expect(informe.filas.find(({ fila }) => fila === 5)?.nota).toBe('igual a la fila 4');
  });

  it.each([
    ['toda', [null, null, null], [1, 9, 'X']],
    ['la retención', [null, null, 'X'], [1, 9, null]],
    ['la disposición', [1, 9, null], [null, null, 'X']],
  ] as const)(
    'la regla en la fila de abajo (%s) rechaza las dos',
    async (_caso, [ag1, ac1, e1], [ag2, ac2, e2]) => {
      const { informe, series } = await trdOf(
        tabla(
          ['100', '12', '03', 'Comunicaciones internas', ag1, ac1, null, e1],
          [null, null, null, 'Memorando', ag2, ac2, null, e2],
        ),
      );
      expect(series).toEqual([]);
      expect(refusedRows(informe)[3]).toContain('más abajo (fila 4)');
      expect(refusedRows(informe)[4]).toContain('tipo documental');
    },
  );

  it('marcas repetidas iguales en los tipos documentales son solo repetición', async () => {
    const { informe } = await trdOf(
      tabla(
        ['100', '12', '03', 'Internas', 1, 9, null, 'X'],
        [null, null, null, 'Memorando', 1, 9, null, 'X'],
      ),
    );
    expect(informe.importado).toBe(true);
    expect(informe.resumen).toEqual({ importada: 1, ignorada: 3, rechazada: 0 });
  });

  it('una subserie entre las de otra serie se rechaza, y con ella quien use su código', async () => {
    const { informe } = await trdOf(
      tabla(
        ['100', '30', null, 'PROCESOS'],
        [null, '31', '07', 'Elección del revisor', 4, 4, 'X'],
        [null, '31', null, 'PROGRAMAS'],
        [null, '31', '07', 'Auditoría externa', 4, 6, 'X'],
      ),
    );
    expect(refusedRows(informe)[4]).toContain('entre las subseries de la serie 30');
    expect(refusedRows(informe)[6]).toContain('nombres distintos');
  });

  it('una serie con dos nombres en una dependencia rechaza sus subseries', async () => {
    const { informe } = await trdOf(
      tabla(
        ['100', '30', null, 'PROCESOS'],
        [null, '30', '01', 'Disciplinarios', 4, 4, 'X'],
        [null, '30', null, 'PROGRAMAS'],
        [null, '30', '02', 'Auditoría', 4, 6, 'X'],
      ),
    );
    expect(rowsWith(informe, 'rechazada')).toEqual([3, 4, 5, 6]);
  });

  it('una serie sin regla ni subseries se rechaza; con subseries es su encabezado', async () => {
    const { informe } = await trdOf(
      tabla(
        ['100', '30', null, 'PROCESOS'],
        ['100', '31', null, 'PLANES'],
        ['100', '31', '01', 'Plan', 1, 1, 'X'],
      ),
    );
    expect(Object.keys(refusedRows(informe))).toEqual(['3']);
    expect(informe.filas.find(({ fila }) => fila === 4)?.nota).toContain('subseries');
  });
});

describe('REQ-INS-3: las dependencias', () => {
  const oficina = (nombre: string, ...filas: Filas): Filas => [
    [`Oficina Productora: ${nombre}`],
    ARRIBA,
    ABAJO,
    ...filas,
  ];
  const libro = (...filas: Filas) => ({ nombre: 'TRD', filas });

  it('el código se hereda hacia abajo y, bajo un título, también hacia arriba', async () => {
    const { series } = await trdOf([
      ['Oficina Productora: Dirección'],
      ['DEPENDENCIA', 'CÓDIGO', 'SERIE', 'AG', 'AC', 'CT', 'E'],
      [null, '01', 'Actas', 1, 1, 'X'],
      ['100', '02', 'Autos', 1, 1, 'X'],
      [null, '03', 'Actos', 1, 1, 'X'],
    ]);
    expect(
      series.map(({ dependenciaCodigo, dependenciaNombre }) => [dependenciaCodigo, dependenciaNombre]),
    ).toEqual(Array(3).fill(['100', 'Dirección']));
  });

  it('sin título, lo que está antes del primer código no se adivina', async () => {
    const { informe } = await trdOf(
      tabla([null, '01', null, 'Actas', 1, 1, 'X'], ['100', '02', null, 'Autos', 1, 1, 'X']),
    );
    expect(refusedRows(informe)[3]).toContain('No se sabe de qué dependencia');
  });

  it('un código que contradice a su título se rechaza con lo que lo heredaría', async () => {
    const { informe } = await trdOf(
      libro(
        ...oficina(
          'Financiera',
          ['150', '06', '01', 'Acuerdos', 1, 1, 'X'],
          ['150', '07', '01', 'Boletín', 1, 1, 'X'],
        ),
        ['140', '12', '03', 'Internas', 1, 9, null, 'X'],
        [null, '12', '04', 'Circulares', 1, 9, null, 'X'],
      ),
    );
    expect(refusedRows(informe)[6]).toContain('La dependencia es 140, pero «Financiera» es la 150');
    expect(rowsWith(informe, 'rechazada')).toEqual([6, 7]);
  });

  it('un tipo documental que empieza como un título no abre otra oficina', async () => {
    const { series, informe } = await trdOf(
      libro(
        ...oficina(
          'Financiera',
          ['150', '06', '01', 'Acuerdos', 1, 1, 'X'],
          [null, null, null, 'Unidad: informe de cierre'],
        ),
        [null, '06', '02', 'Otros acuerdos', 1, 1, 'X'],
      ),
    );
    expect(series.map(({ dependenciaNombre }) => dependenciaNombre)).toEqual(['Financiera', 'Financiera']);
    expect(informe.filas.find(({ fila }) => fila === 5)?.nota).toBe('tipo documental');
  });

  it('el encabezado repetido por oficina puede cambiar las columnas', async () => {
    const { series } = await trdOf(
      libro(
        ['OFICINA PRODUCTORA: 100 - DESPACHO'],
        ['CÓDIGO', 'SERIE', 'AG', 'AC', 'CT', 'E', 'S', 'M'],
        ['02', 'ACTAS', 2, 8, 'X'],
        ['OFICINA PRODUCTORA: 110 - GOBIERNO'],
        ['SERIE', 'CÓDIGO', 'E', 'CT', 'AC', 'AG', 'S', 'M'],
        ['CIRCULARES', '05', 'X', null, 4, 1],
      ),
    );
    expect(series.map((s) => [s.dependenciaCodigo, s.serieNombre, s.ag, s.ac, s.disposicion])).toEqual([
      ['100', 'ACTAS', 2, 8, 'CT'],
      ['110', 'CIRCULARES', 1, 4, 'E'],
    ]);
  });
});

describe('REQ-INS-3: la hoja', () => {
  it('hojas ocultas y sin encabezado se anotan; filas de totales, tipos y pie se ignoran', async () => {
    const { informe } = await trdOf(
      tabla(
        ['100', '02', '01', 'Actas', 2, 8, 'X'],
        [null, null, null, 'Convocatoria'],
        [null, null, null, 'TOTAL SERIES', 2, 8],
        ['CONVENCIONES: CT conservación total'],
        [null, null, null, { error: '#REF!' }],
      ),
    );
    expect(informe.importado).toBe(true);
    expect(informe.filas.slice(3).map(({ nota }) => nota)).toEqual([
      'tipo documental',
      'fila de totales',
      'pie de la hoja',
      'solo fórmulas rotas',
    ]);
  });

  it('dos columnas para lo mismo rechazan el archivo', async () => {
    const { informe } = await trdOf([
      ['CÓDIGO', 'SERIE', 'AG', 'AC', 'CT', 'E', 'E'],
      ['01', 'Actas', 1, 1, 'X'],
    ]);
    expect(informe.importado).toBe(false);
    expect(informe.fallos[0]).toMatchObject({ fila: 1, columna: 'F, G' });
  });

  it('un encabezado incompleto dice qué falta; ninguno, qué columnas se ven; sin filas, se dice', async () => {
    const motivo = async (filas: Filas) => (await trdOf(filas)).informe.fallos[0]?.motivo;
    expect(
      await motivo([
        ['CÓDIGO', 'SERIE', 'SUBSERIE'],
        ['1', 'a', 'b'],
      ]),
    ).toContain('falta retención');
    expect(
      await motivo([
        ['idsubserie', 'nombre'],
        ['1', 'a'],
      ]),
    ).toContain('idsubserie, nombre');
    expect(await motivo([['CÓDIGO', 'SERIE', 'AG', 'AC', 'CT', 'E']])).toContain('No hay filas');
  });

  it('el soporte E no es la eliminación E', async () => {
    const { series } = await trdOf({
      nombre: 'TRD',
      filas: [
        ['CÓDIGO', 'SERIE', 'SOPORTE', null, 'RETENCIÓN', null, 'DISPOSICIÓN FINAL'],
        [null, null, 'P', 'E', 'GESTIÓN', 'CENTRAL', 'CT', 'E'],
        ['01', 'Actas', null, 'X', 1, 1, 'X', null],
      ],
      combinadas: ['C1:D1', 'E1:F1', 'G1:H1', 'A1:A2', 'B1:B2'],
    });
    expect(series.map(({ disposicion }) => disposicion)).toEqual(['CT']);
  });

  it('filas ocultas se leen y se avisan; los comentarios se repiten en el informe', async () => {
    const { informe } = await trdOf({
      ...tabla(['100', '02', '01', 'Actas', 2, 8, 'X'], ['100', '02', '02', 'Autos', 2, 8, 'X']),
      filasOcultas: [4],
      comentarios: { D3: 'Completar denominación' },
    });
    expect(informe.resumen.importada).toBe(2);
    expect(informe.avisos.map(({ texto }) => texto).join()).toMatch(
      /Completar denominación.*filas ocultas.*4/,
    );
  });

  it('un nombre dañado se rechaza con el original probable', async () => {
    const { informe } = await trdOf(tabla(['100', '02', '01', 'ResoluciÃ³n', 2, 8, 'X']));
    expect(refusedRows(informe)[3]).toContain('quizá decía «Resolución»');
  });

  it('con una fila rechazada no entra ninguna, salvo que se acepte en parte', async () => {
    const filas = tabla(['100', '02', '01', 'Actas', 2, 8, 'X'], ['100', '02', '02', 'Autos', 2, 8]);
    expect((await trdOf(filas)).informe.importado).toBe(false);
    const parcial = await trdOf(filas, { aceptarParcial: true });
    expect(parcial.informe.importado).toBe(true);
    expect(parcial.series.map(({ fila }) => fila)).toEqual([3]);
  });
});
