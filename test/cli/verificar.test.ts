import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActaFirmadaDePrueba, actaFirmadaDePrueba } from '../xml/firmante-de-prueba.ts';
import { eliminacion, objetoDe } from './orden.ts';

let acta: ActaFirmadaDePrueba;
let carpeta: string;
let ancla: string;
beforeAll(async () => {
  acta = await actaFirmadaDePrueba('p256');
  carpeta = dirname(acta.firmada);
  ancla = join(carpeta, 'ancla.pem');
  await writeFile(ancla, acta.anclaPem);
});

/** With no environment at all: no database, no configuration. */
const verificar = (...argumentos: readonly string[]) => eliminacion({}, 'verificar', ...argumentos);

async function dejar(nombre: string, contenido: string): Promise<string> {
  const archivo = join(carpeta, nombre);
  await writeFile(archivo, contenido);
  return archivo;
}

describe('eliminacion verificar', () => {
  it('REQ-ACT-2: con la autoridad en que se confía es válida, y dice quién firmó y las huellas', async () => {
    const { codigo, salida } = await verificar(acta.firmada, '--ancla', ancla);
    expect(codigo).toBe(0);
    expect(salida).toContain('VÁLIDA: íntegra, y firmada por quien responde una autoridad de las indicadas.');
    expect(salida).toMatch(/^Firmó: /m);
    expect(salida).toMatch(/^SHA-256 del original: [0-9a-f]{64}$/m);
    expect(salida).not.toContain('✗');
  });

  it('sin ninguna dice que está íntegra y que no se comprobó de quién es', async () => {
    const terminada = await verificar(acta.firmada, '--json');
    expect(terminada.codigo).toBe(0);
    const informe = objetoDe(terminada);
    expect(informe).toMatchObject({ integra: true, valida: false });
    expect(informe['comprobaciones']).toContainEqual(
      expect.objectContaining({ id: 'cadena', resultado: 'no_comprobada' }),
    );
  });

  it('con otra autoridad, o si cambió un byte, sale con 6 y dice qué falló', async () => {
    const otra = await dejar('otra.pem', (await actaFirmadaDePrueba('p384')).anclaPem);
    const ajena = await verificar(acta.firmada, '--ancla', otra);
    expect([ajena.codigo, ajena.salida]).toEqual([6, expect.stringMatching(/^✗ El certificado viene de /m)]);
    const texto = await readFile(acta.firmada, 'utf8');
    const cambiada = await dejar('cambiada.xml', texto.replace('<folios>12<', '<folios>13<'));
    expect(await readFile(cambiada, 'utf8')).not.toBe(texto);
    const alterada = await verificar(cambiada, '--ancla', ancla);
    expect([alterada.codigo, alterada.salida]).toEqual([6, expect.stringContaining('NO VÁLIDA.')]);
    expect(alterada.salida).toMatch(/^✗ El contenido no cambió desde que se firmó/m);
    expect((await verificar(cambiada)).codigo).toBe(6);
  });

  it('lo que no es un acta sale con 6; lo que no se puede leer, con 2 y su nombre', async () => {
    const otra = await verificar(await dejar('nota.txt', 'hola'));
    expect([otra.codigo, otra.salida]).toEqual([6, expect.stringContaining('NO VÁLIDA.')]);
    for (const argumentos of [['/no/existe.xml'], [carpeta], [acta.firmada, '--ancla', '/no/existe.pem']]) {
      const { codigo, error } = await verificar(...argumentos);
      expect([codigo, error]).toEqual([
        2,
        expect.stringMatching(/No se puede leer «.+»: (no existe|es una carpeta)\./),
      ]);
    }
    const noEsPem = await verificar(acta.firmada, '--ancla', await dejar('mala.pem', 'hola'));
    expect([noEsPem.codigo, noEsPem.error]).toEqual([
      2,
      expect.stringContaining('no es un certificado X.509'),
    ]);
  });
});
