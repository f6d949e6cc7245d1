import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCalendarioColombia } from '../../../src/domain/plazos/calendario.ts';
import { addDays, parseFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';
import { computeVencimiento } from '../../../src/domain/retencion/vencimiento.ts';
import { listFuentes, listLiterales } from '../../support/fuentes.ts';
import { esHabil, fechaDe, milisegundosDe, sumaAnios } from '../plazos/oraculo-lento.ts';

const calendario = buildCalendarioColombia();
const fecha = (texto: string) => parseFechaCivil(texto);

describe('el vencimiento de la retención', () => {
  it('REQ-RET-1: AG y AC se suman una sola vez y es admisible desde el día calendario siguiente', () => {
    expect(
      computeVencimiento({ tipo: 'TRD', ag: 2, ac: 3, cierre: fecha('2010-03-04'), calendario }),
    ).toEqual({
      fin: '2015-03-04',
      finHabil: '2015-03-04',
      admisibleDesde: '2015-03-05',
      aritmetica:
        'cierre 2010-03-04 + (AG 2 + AC 3) años = 2015-03-04; día hábil 2015-03-04 (calendario ley-2578); admisible desde 2015-03-05',
    });
  });

  it('REQ-RET-1: un 29 de febrero más 1 + 3 años vuelve al 29 de febrero, no al 28', () => {
    const input = { tipo: 'TRD', ag: 1, ac: 3, cierre: fecha('2024-02-29'), calendario } as const;
    expect(computeVencimiento(input)).toMatchObject({
      fin: '2028-02-29',
      finHabil: '2028-02-29',
      admisibleDesde: '2028-03-01',
    });
  });

  it('REQ-RET-1: el que cae en día no hábil se corre al siguiente hábil (Ley 4/1913 art. 62)', () => {
    // 2026-04-02 is Holy Thursday: the next business day is Monday the 6th.
    const input = { tipo: 'TRD', ag: 1, ac: 0, cierre: fecha('2025-04-02'), calendario } as const;
    expect(computeVencimiento(input)).toMatchObject({
      fin: '2026-04-02',
      finHabil: '2026-04-06',
      admisibleDesde: '2026-04-07',
    });
  });

  it('REQ-RET-1: el último día en viernes deja admitir desde el sábado', () => {
    const input = { tipo: 'TRD', ag: 0, ac: 1, cierre: fecha('2025-12-04'), calendario } as const;
    expect(computeVencimiento(input)).toMatchObject({ finHabil: '2026-12-04', admisibleDesde: '2026-12-05' });
  });

  it('REQ-RET-1: en una TVD solo cuenta el archivo central', () => {
    expect(
      computeVencimiento({ tipo: 'TVD', ag: 50, ac: 10, cierre: fecha('1998-07-15'), calendario }),
    ).toMatchObject({
      fin: '2008-07-15',
      aritmetica:
        'cierre 1998-07-15 + AC 10 años = 2008-07-15; día hábil 2008-07-15 (calendario ley-2578); admisible desde 2008-07-16',
    });
  });

  it('REQ-RET-1: se corre según el calendario vigente al evaluar, que la aritmética nombra', () => {
    const cierre = fecha('2025-07-13');
    const antes = buildCalendarioColombia('antes-ley-2578');
    expect(computeVencimiento({ tipo: 'TVD', ac: 1, cierre, calendario: antes })).toMatchObject({
      finHabil: '2026-07-13',
      aritmetica: expect.stringContaining('(calendario antes-ley-2578)'),
    });
    expect(computeVencimiento({ tipo: 'TVD', ac: 1, cierre, calendario })).toMatchObject({
      finHabil: '2026-07-14',
      aritmetica: expect.stringContaining('(calendario ley-2578)'),
    });
  });

  it('REQ-RET-1: coincide con el cómputo hecho a mano en cualquier fecha y retención', () => {
    const cierres = fc
      .integer({ min: milisegundosDe('1900-01-01'), max: milisegundosDe('2060-12-31') })
      .map((instante) => fecha(fechaDe(instante)));
    fc.assert(
      fc.property(cierres, fc.nat(40), fc.nat(90), (cierre, ag, ac) => {
        const { fin, finHabil, admisibleDesde } = computeVencimiento({
          tipo: 'TRD',
          ag,
          ac,
          cierre,
          calendario,
        });
        expect(fin).toBe(sumaAnios(cierre, ag + ac));
        let esperado = fin;
        while (!esHabil(esperado, { ley2578: true })) esperado = addDays(esperado, 1);
        expect(finHabil).toBe(esperado);
        expect(admisibleDesde).toBe(fechaDe(milisegundosDe(esperado) + 86_400_000));
      }),
    );
  });

  it('REQ-RET-1: la admisión en SQL escribe la misma aritmética, letra por letra', () => {
    const formatos = listFuentes(['src/db'], 'admision.queries.ts')
      .flatMap(listLiterales)
      .flatMap(({ texto }) => texto.match(/'cierre %1\$s [^']*'/g) ?? []);
    const [tvd, trd] = formatos.map((formato) => formato.slice(1, -1));
    const renderComoSql = (formato: string | undefined, valores: readonly unknown[]) =>
      formato?.replace(/%(\d)\$s/g, (_todo, n: string) => String(valores[Number(n) - 1]));
    const cierre = fecha('2010-03-05');
    for (const [formato, input] of [
      [trd, { tipo: 'TRD', ag: 2, ac: 8, cierre, calendario }],
      [tvd, { tipo: 'TVD', ag: 2, ac: 8, cierre, calendario }],
    ] as const) {
      const { fin, finHabil, admisibleDesde, aritmetica } = computeVencimiento(input);
      const valores = [cierre, 2, 8, fin, finHabil, 'ley-2578', admisibleDesde];
      expect(renderComoSql(formato, valores)).toBe(aritmetica);
    }
  });

  it.each([-1, 1.5, Number.NaN, 1000])('una retención de %s años se rechaza y dice cuál', (valor) => {
    const cierre = fecha('2010-03-04');
    expect(() => computeVencimiento({ tipo: 'TRD', ag: valor, ac: 3, cierre, calendario })).toThrowError(
      `La retención AG «${valor}» no es válida: se espera un número entero de años entre 0 y 999.`,
    );
    expect(() => computeVencimiento({ tipo: 'TVD', ac: valor, cierre, calendario })).toThrowError(/AC/);
  });

  it('un final que el calendario no cubre no se supone', () => {
    expect(() =>
      computeVencimiento({ tipo: 'TRD', ag: 99, ac: 99, cierre: fecha('2026-01-01'), calendario }),
    ).toThrowError(expect.objectContaining({ code: 'fecha_fuera_de_calendario' }));
  });
});
