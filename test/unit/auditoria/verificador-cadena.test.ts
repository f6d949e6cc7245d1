import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Eslabon } from '../../../src/domain/auditoria/eslabon.ts';
import { cabezaDe, cadenaSana, eslabon, fila, GENESIS, resumen, verificar } from './cadena-en-memoria.ts';

const sana = cadenaSana(20);
const cabeza = cabezaDe(sana);
const revisar = (rows: readonly Eslabon[], anclas = [cabeza].slice(1)) =>
  resumen(verificar(rows, cabeza, anclas));
const sin = (...seqs: number[]) => sana.filter(({ seq }) => !seqs.includes(seq));
const con = (seq: number, cambio: Partial<Eslabon>) =>
  sana.map((row) => (row.seq === seq ? { ...row, ...cambio } : row));
/** Renumbers by `paso` from a number on, as an UPDATE without touching hashes would. */
const correr = (rows: readonly Eslabon[], desde: number, paso: number) =>
  rows.map((row) => (row.seq >= desde ? { ...row, seq: row.seq + paso } : row));

describe('una cadena intacta', () => {
  it('no tiene roturas, ni vacía ni con asientos', () => {
    expect(revisar(sana)).toEqual([]);
    expect(verificar([], { seq: 0, hash: GENESIS })).toEqual([]);
  });
});

describe('un asiento alterado', () => {
  it('se reconoce por el contenido cambiado', () => {
    expect(revisar(con(7, { contenido: '{"asiento":"otro"}' }))).toEqual(['alterado 7-7']);
  });
  it('se reconoce por la huella o el enlace cambiados', () => {
    expect(revisar(con(7, { hash: 'ab'.repeat(32) }))).toEqual(['alterado 7-7']);
    expect(revisar(con(7, { prevHash: 'ab'.repeat(32) }))).toEqual(['alterado 7-7']);
  });
  it('se reconoce aunque se recalcule su huella: el siguiente recuerda la anterior', () => {
    const falso = eslabon(7, fila(sana, 6).hash, '{"asiento":"otro"}');
    expect(revisar(con(7, falso))).toEqual(['alterado 7-7']);
  });
  it('se reconoce aunque sea el último con su huella recalculada: la cabeza recuerda la anterior', () => {
    const falso = eslabon(20, fila(sana, 19).hash, '{"asiento":"otro"}');
    expect(revisar(con(20, falso))).toEqual(['alterado 20-20']);
  });
  it('se reconoce en el primero, y no se confunde con la cadena de otra entidad', () => {
    expect(revisar(con(1, { contenido: '{}' }))).toEqual(['alterado 1-1']);
    expect(revisar(con(1, eslabon(1, 'cd'.repeat(32), '{"asiento":1}')))).toEqual(['alterado 1-1']);
  });
  it('varios seguidos son una sola rotura', () => {
    const rows = sana.map((row) =>
      row.seq >= 5 && row.seq <= 8 ? { ...row, contenido: `{"x":${row.seq}}` } : row,
    );
    expect(revisar(rows)).toEqual(['alterado 5-8']);
  });
});

describe('asientos borrados', () => {
  it('se reconocen por el hueco', () => {
    expect(revisar(sin(5))).toEqual(['borrado 5-5']);
    expect(revisar(sin(1, 2))).toEqual(['borrado 1-2']);
    expect(revisar(sin(5, 6, 12))).toEqual(['borrado 5-6', 'borrado 12-12']);
  });
  it('se reconocen aunque se renumeren los siguientes', () => {
    expect(revisar(correr(sin(5), 6, -1))).toEqual(['borrado 5-5']);
    expect(revisar(correr(sin(5, 6, 7), 8, -3))).toEqual(['borrado 5-7']);
    expect(revisar(correr(sin(19), 20, -1))).toEqual(['borrado 19-19']);
  });
});

describe('la cola truncada', () => {
  it('se reconoce porque la cabeza va más adelante', () => {
    expect(revisar(sin(19, 20))).toEqual(['cola_truncada 19-20']);
    expect(revisar([])).toEqual(['cola_truncada 1-20']);
  });
  it('con la cabeza también devuelta solo la delata un ancla', () => {
    const corta = sana.slice(0, 15);
    expect(resumen(verificar(corta, cabezaDe(corta)))).toEqual([]);
    expect(resumen(verificar(corta, cabezaDe(corta), [cabeza]))).toEqual(['cola_truncada 16-20']);
  });
});

describe('asientos intercambiados', () => {
  const cambiarDeLugar = (a: number, b: number) =>
    sana.map((row) => (row.seq === a ? { ...row, seq: b } : row.seq === b ? { ...row, seq: a } : row));
  it('se reconocen vecinos, lejanos y en la cola', () => {
    expect(revisar(cambiarDeLugar(5, 6))).toEqual(['intercambiado 5-6']);
    expect(revisar(cambiarDeLugar(3, 14))).toEqual(['intercambiado 3-14']);
    expect(revisar(cambiarDeLugar(19, 20))).toEqual(['intercambiado 19-20']);
    expect(revisar(cambiarDeLugar(1, 2))).toEqual(['intercambiado 1-2']);
  });
  it('se reconocen cuando solo se cambió su contenido', () => {
    const rows = con(4, { contenido: fila(sana, 9).contenido }).map((row) =>
      row.seq === 9 ? { ...row, contenido: fila(sana, 4).contenido } : row,
    );
    expect(revisar(rows)).toEqual(['intercambiado 4-9']);
  });
});

describe('asientos insertados', () => {
  it('se reconocen en medio, con los siguientes renumerados', () => {
    const enlazado = eslabon(5, fila(sana, 4).hash, '{"falso":true}');
    expect(revisar([...correr(sana, 5, 1), enlazado])).toEqual(['insertado 5-5']);
  });
  it('se reconocen con cualquier huella y cualquier enlace', () => {
    const suelto = { ...eslabon(5, fila(sana, 4).hash, '{"falso":true}'), hash: 'ef'.repeat(32) };
    expect(revisar([...correr(sana, 5, 1), suelto])).toEqual(['insertado 5-5']);
    const ajeno = eslabon(5, 'ef'.repeat(32), '{"falso":true}');
    expect(revisar([...correr(sana, 5, 1), ajeno])).toEqual(['insertado 5-5']);
  });
  it('se reconocen antes del último y al principio', () => {
    const penultimo = eslabon(20, fila(sana, 19).hash, '{"falso":true}');
    expect(revisar([...correr(sana, 20, 1), penultimo])).toEqual(['insertado 20-20']);
    const primero = eslabon(1, GENESIS, '{"falso":true}');
    expect(revisar([...correr(sana, 1, 1), primero])).toEqual(['insertado 1-1']);
  });
  it('se reconocen después de la cabeza', () => {
    expect(revisar([...sana, eslabon(21, cabeza.hash, '{"falso":true}')])).toEqual(['insertado 21-21']);
  });
  it('se reconocen con número menor que uno', () => {
    expect(revisar([eslabon(0, GENESIS, '{}'), ...sana])).toEqual(['insertado 0-0']);
  });
});

describe('una cadena bifurcada', () => {
  it('se reconoce porque dos asientos continúan el mismo', () => {
    const rama = eslabon(11, fila(sana, 9).hash, '{"rama":true}');
    const rows = [...sana.slice(0, 10), rama];
    expect(resumen(verificar(rows, cabezaDe(rows)))).toEqual(['bifurcado 10-11']);
  });
  it('se reconoce con números repetidos', () => {
    const gemelo = eslabon(10, fila(sana, 9).hash, '{"gemelo":true}');
    expect(revisar([...sana, gemelo])).toEqual(['bifurcado 10-10']);
  });
});

describe('la cabeza y las anclas', () => {
  it('una cabeza que falta o que apunta a otro asiento se dice', () => {
    expect(resumen(verificar(sana, null))).toEqual(['cabeza_alterada 0-0']);
    expect(resumen(verificar(sana, { seq: 20, hash: fila(sana, 3).hash }))).toEqual([
      'cabeza_alterada 20-20',
    ]);
  });
  it('una cadena reescrita de punta a punta solo la delata un ancla', () => {
    const otra = sana.map(({ seq }) => seq);
    const reescrita: Eslabon[] = [];
    for (const seq of otra) {
      reescrita.push(eslabon(seq, reescrita.at(-1)?.hash ?? GENESIS, `{"asiento":${seq === 8 ? 0 : seq}}`));
    }
    expect(resumen(verificar(reescrita, cabezaDe(reescrita)))).toEqual([]);
    expect(resumen(verificar(reescrita, cabezaDe(reescrita), [cabeza]))).toEqual(['reescrito 20-20']);
  });
});

describe('cualquier daño', () => {
  it('un solo cambio, borrado o intercambio al azar nunca pasa por íntegro y se nombra bien', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('alterado', 'borrado', 'intercambiado'),
        (n, x, y, clase) => {
          const rows = cadenaSana(n);
          const a = 1 + (x % n);
          const b = 1 + (y % n);
          fc.pre(clase !== 'intercambiado' || a !== b);
          const esperada = clase === 'borrado' && a === n ? 'cola_truncada' : clase;
          const clases = verificar(danar(rows, clase, a, b), cabezaDe(rows)).map((rotura) => rotura.clase);
          expect(clases).toEqual([esperada]);
        },
      ),
      { numRuns: 300 },
    );
  });
  it('el daño masivo no crece en memoria: una cadena entera alterada es una sola rotura', () => {
    const rows = cadenaSana(600).map((row) => ({ ...row, contenido: '{}' }));
    expect(resumen(verificar(rows, cabezaDe(rows)))).toEqual(['alterado 1-600']);
  });
});

function danar(rows: readonly Eslabon[], clase: string, a: number, b: number): Eslabon[] {
  if (clase === 'borrado') return rows.filter(({ seq }) => seq !== a);
  if (clase === 'alterado')
    return rows.map((row) => (row.seq === a ? { ...row, contenido: '{"x":1}' } : row));
  return rows.map((row) => (row.seq === a ? { ...row, seq: b } : row.seq === b ? { ...row, seq: a } : row));
}
