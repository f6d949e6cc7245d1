import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContenidoIntencion, computeIntencionDigest } from '../../../src/domain/ejecucion/intencion.ts';
import { computeEspera, MAX_INTENTOS } from '../../../src/domain/ejecucion/intentos.ts';

const contenido: ContenidoIntencion = {
  expedienteId: 'e1',
  radicadoIds: ['r1', 'r2'],
  anexos: [{ anexoId: 'a1', tamano: 10, sha256: 'ff' }],
};

describe('el digesto de una intención', () => {
  it('es el SHA-256 de su JSON canónico, para siempre', () => {
    const texto =
      '{"anexos":[{"anexoId":"a1","sha256":"ff","tamano":10}],"expedienteId":"e1","radicadoIds":["r1","r2"]}';
    expect(computeIntencionDigest(contenido)).toBe(createHash('sha256').update(texto).digest('hex'));
  });

  it('no depende de lo que el inventario traiga de más', () => {
    const conMas = {
      ...contenido,
      anexos: contenido.anexos.map((anexo) => ({ ...anexo, objetoId: 7, estado: 'vivo' })),
    };
    expect(computeIntencionDigest(conMas)).toBe(computeIntencionDigest(contenido));
  });

  it.each([
    ['otro expediente', { expedienteId: 'e2' }],
    ['un radicado menos', { radicadoIds: ['r1'] }],
    ['otro orden', { radicadoIds: ['r2', 'r1'] }],
    ['ningún anexo', { anexos: [] }],
    ['otro tamaño', { anexos: [{ anexoId: 'a1', tamano: 11, sha256: 'ff' }] }],
    ['otro digesto', { anexos: [{ anexoId: 'a1', tamano: 10, sha256: 'fe' }] }],
  ])('cambia con %s', (_nombre, cambio) => {
    expect(computeIntencionDigest({ ...contenido, ...cambio })).not.toBe(computeIntencionDigest(contenido));
  });
});

describe('la espera entre intentos', () => {
  it('se dobla, entre la mitad y el total, con un techo de un minuto', () => {
    const rango = (intentos: number) => [computeEspera(intentos, 0), computeEspera(intentos, 1)];
    expect([1, 2, 3, 4].map(rango)).toEqual([
      [250, 500],
      [500, 1000],
      [1000, 2000],
      [2000, 4000],
    ]);
    expect(rango(50)).toEqual([30_000, 60_000]);
    expect(rango(0)).toEqual(rango(1));
    expect(MAX_INTENTOS).toBe(5);
  });
});
