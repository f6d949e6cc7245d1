import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { XmlNoCanonico } from '../../src/xml/canonico/parse-canonico.ts';
import { actaDefinicion } from '../../src/xml/definicion/acta-definicion.ts';
import { addendumDefinicion } from '../../src/xml/definicion/addendum-definicion.ts';
import { ESPACIO_ACTA } from '../../src/xml/definicion/espacio-acta.ts';
import { validarElemento } from '../../src/xml/definicion/estructura.ts';
import { renderXsdDocumento, renderXsdTipos } from '../../src/xml/definicion/render-xsd.ts';
import { parseXmlSeguro } from '../../src/xml/parse-xml-seguro.ts';
import { actaEjemplo } from './acta-de-prueba.ts';
import { correrExterna } from './herramienta-externa.ts';

const ESQUEMAS = resolve(import.meta.dirname, '../../schemas');
const XSD_ACTA = join(ESQUEMAS, 'acta/1.0/acta.xsd');
const XSD_ADDENDUM = join(ESQUEMAS, 'addendum/1.0/addendum.xsd');
const HUELLA = 'a'.repeat(64);

describe('esquemas XSD', () => {
  it('los publicados son exactamente los que salen de la definición (una versión publicada no cambia)', async () => {
    const opciones = { espacio: ESPACIO_ACTA, tipos: '../../tipos/1.0/tipos.xsd' };
    await expect(renderXsdDocumento(actaDefinicion, opciones)).toMatchFileSnapshot(XSD_ACTA);
    await expect(renderXsdDocumento(addendumDefinicion, opciones)).toMatchFileSnapshot(XSD_ADDENDUM);
    await expect(renderXsdTipos([actaDefinicion, addendumDefinicion], ESPACIO_ACTA)).toMatchFileSnapshot(
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

  const adenda = (clase: string, seccion: string): string =>
    `<addendum xmlns="${ESPACIO_ACTA}" nivel="2" rendicion="completa" version="1.0">` +
    '<entidad><nombre>Alcaldía</nombre><nit>1</nit><tenant>penon</tenant></entidad>' +
    '<cita>ACTA-2026-0007-AD1</cita><numero>1</numero><fecha>2026-12-02</fecha>' +
    '<lote><codigo>LOTE-2026-0003</codigo><id>01890a5d-ac96-774b-bcce-000000000004</id><estado>ejecutado</estado></lote>' +
    `<actaReferida sha256="${HUELLA}">ACTA-2026-0007</actaReferida>` +
    `<anterior sha256="${HUELLA}">ACTA-2026-0007</anterior><clase>${clase}</clase>` +
    `<acto><descripcion>Retiro</descripcion><fecha>2026-12-02</fecha></acto>${seccion}` +
    '<saldo><items>5</items><destruidos>3</destruidos><omitidos>0</omitidos><retirados>2</retirados></saldo>' +
    '<firmantes><firmante tipo="sello"><nombre>A</nombre><cargo>S</cargo></firmante></firmantes></addendum>';
  const retiro =
    '<retirados><retirado><orden>4</orden><expedienteId>01890a5d-ac96-774b-bcce-000000000004</expedienteId>' +
    '<expedienteCodigo>EXP-4</expedienteCodigo><causa>integridad</causa><motivo>m</motivo><acto>Acta 13</acto></retirado></retirados>';

  it.each([
    ['retiro', retiro, true],
    ['otra_cosa', retiro, false],
    ['retiro', '<eliminados></eliminados>', false],
  ])(
    'una adenda de clase %s la juzgan igual el esquema y nuestra definición (%#)',
    (clase, seccion, admitida) => {
      const xml = adenda(clase, seccion);
      const { atributos, ...resto } = parseXmlSeguro(xml);
      const { xmlns: _, ...propios } = atributos;
      const nuestra = () => validarElemento(addendumDefinicion, { ...resto, atributos: propios });
      if (admitida) expect(nuestra).not.toThrow();
      else expect(nuestra).toThrow(XmlNoCanonico);
      const archivo = join(mkdtempSync(join(tmpdir(), 'adenda-')), 'adenda.xml');
      writeFileSync(archivo, xml);
      const salida = correrExterna('xmllint', ['--noout', '--nonet', '--schema', XSD_ADDENDUM, archivo]);
      expect(salida === null || (salida.codigo === 0) === admitida).toBe(true);
    },
  );
});
