import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actaDefinicion, ESPACIO_ACTA } from '../../src/xml/definicion/acta-definicion.ts';
import { renderXsdDocumento, renderXsdTipos } from '../../src/xml/definicion/render-xsd.ts';
import { actaEjemplo } from './acta-de-prueba.ts';
import { correrExterna } from './herramienta-externa.ts';

const ESQUEMAS = resolve(import.meta.dirname, '../../schemas');
const XSD_ACTA = join(ESQUEMAS, 'acta/1.0/acta.xsd');

describe('esquemas XSD', () => {
  it('los publicados son exactamente los que salen de la definición (una versión publicada no cambia)', async () => {
    const opciones = { espacio: ESPACIO_ACTA, tipos: '../../tipos/1.0/tipos.xsd' };
    await expect(renderXsdDocumento(actaDefinicion, opciones)).toMatchFileSnapshot(XSD_ACTA);
    await expect(renderXsdTipos([actaDefinicion], ESPACIO_ACTA)).toMatchFileSnapshot(
      join(ESQUEMAS, 'tipos/1.0/tipos.xsd'),
    );
  });

  it.each(['completa', 'publica'] as const)('un acta %s es válida para xmllint', async (rendicion) => {
    const { xml } = await actaEjemplo(rendicion);
    const archivo = join(mkdtempSync(join(tmpdir(), 'acta-')), 'acta.xml');
    writeFileSync(archivo, xml);
    const salida = correrExterna('xmllint', ['--noout', '--nonet', '--schema', XSD_ACTA, archivo]);
    expect(salida?.stderr ?? `${archivo} validates\n`).toBe(`${archivo} validates\n`);
  });
});
