import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AcumuladorMerkle,
  hashHoja,
  hashNodo,
  rutaInclusion,
  verificarInclusion,
} from '../../../src/domain/acta/merkle.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (texto: string): Uint8Array => Buffer.from(texto, 'hex');

/** The eight leaves of the Certificate Transparency reference vectors, and the roots of their prefixes. */
const ENTRADAS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(bytes);
const RAICES = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** The definition of RFC 6962 §2.1 word for word: slow, recursive, and obviously right. */
function raizSegunNorma(hojas: readonly Uint8Array[]): Uint8Array {
  const primera = hojas[0];
  if (hojas.length === 1 && primera !== undefined) return primera;
  let k = 1;
  while (k * 2 < hojas.length) k *= 2;
  return hashNodo(raizSegunNorma(hojas.slice(0, k)), raizSegunNorma(hojas.slice(k)));
}

function raizDe(hojas: readonly Uint8Array[]): Uint8Array {
  const arbol = new AcumuladorMerkle();
  for (const hoja of hojas) arbol.append(hoja);
  return arbol.raiz();
}

describe('árbol de Merkle (RFC 6962)', () => {
  it('un árbol vacío tiene por raíz el SHA-256 de nada', () => {
    expect(hex(new AcumuladorMerkle().raiz())).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('da las raíces de los vectores de Certificate Transparency, hoja a hoja', () => {
    const arbol = new AcumuladorMerkle();
    const raices = ENTRADAS.map((entrada) => {
      arbol.append(hashHoja(entrada));
      return hex(arbol.raiz());
    });
    expect(raices).toEqual(RAICES);
    expect(arbol.cuenta).toBe(8);
  });

  it.each([
    {
      indice: 0,
      tamano: 8,
      ruta: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      indice: 5,
      tamano: 8,
      ruta: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      indice: 2,
      tamano: 3,
      ruta: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    },
  ])('da la ruta del vector: hoja $indice de $tamano', async ({ indice, tamano, ruta }) => {
    const hojas = ENTRADAS.slice(0, tamano).map((entrada) => hashHoja(entrada));
    expect((await rutaInclusion(hojas, indice, tamano)).map(hex)).toEqual(ruta);
  });

  it('cualquier árbol coincide con la definición de la norma, y toda ruta suya verifica', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.nat(), async (tamano, semilla) => {
        const hojas = Array.from({ length: tamano }, (_, i) => hashHoja(Buffer.from(`${semilla}-${i}`)));
        const raiz = raizDe(hojas);
        expect(hex(raiz)).toBe(hex(raizSegunNorma(hojas)));
        const indice = semilla % tamano;
        const hoja = hojas[indice] ?? raiz;
        const ruta = await rutaInclusion(hojas, indice, tamano);
        expect(verificarInclusion({ hoja, indice, tamano, ruta, raiz })).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('una prueba de inclusión falla si cambia la hoja, la posición, el tamaño, un paso o la raíz', async () => {
    const hojas = ENTRADAS.map((entrada) => hashHoja(entrada));
    const hoja = hojas[3] ?? Buffer.alloc(32);
    const prueba = {
      hoja,
      indice: 3,
      tamano: 8,
      ruta: await rutaInclusion(hojas, 3, 8),
      raiz: raizDe(hojas),
    };
    expect(verificarInclusion(prueba)).toBe(true);
    const otra = hashHoja(Buffer.from('otra'));
    for (const mala of [
      { ...prueba, hoja: otra },
      { ...prueba, indice: 2 },
      { ...prueba, indice: 8 },
      { ...prueba, indice: -1 },
      { ...prueba, indice: 1.5 },
      { ...prueba, tamano: 4 },
      { ...prueba, ruta: prueba.ruta.slice(1) },
      { ...prueba, ruta: [...prueba.ruta, otra] },
      { ...prueba, ruta: [otra, ...prueba.ruta.slice(1)] },
      { ...prueba, raiz: otra },
    ]) {
      expect(verificarInclusion(mala)).toBe(false);
    }
  });

  it('se niega a dar rutas de hojas que no están o de cuentas que no cuadran', async () => {
    const hojas = ENTRADAS.map((entrada) => hashHoja(entrada));
    await expect(rutaInclusion(hojas, 8, 8)).rejects.toThrow(RangeError);
    await expect(rutaInclusion(hojas, 0, 9)).rejects.toThrow('expected 9 leaves, got 8');
  });
});
