import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correrExterna } from '../xml/herramienta-externa.ts';
import { CasaDeDemo, type Resultado, resultadoDe } from './casa-de-demo.ts';

const XSD = resolve(import.meta.dirname, '../../schemas/acta/1.0/acta.xsd');
const PLAZO_MS = 300_000;

/** The number after `numero`, which begins again with the year of `otro`: the walk's clock may have passed into it. */
function siguienteA(numero: string, otro: string): string {
  const prefijo = (texto: string): string => texto.replace(/\d{4}$/, '');
  return prefijo(numero) === prefijo(otro) ? `${prefijo(numero)}0002` : `${prefijo(otro)}0001`;
}

let casa: CasaDeDemo;
let primero: Resultado;
beforeAll(async () => {
  casa = await CasaDeDemo.abrir();
  primero = await resultadoDe(casa.npm(['--once', '--json']));
}, PLAZO_MS);
afterAll(() => casa.cerrar());

it('npm run demo -- --once --json: la última línea es lo que dice la base de datos, y no queda ningún proceso', async () => {
  expect(await casa.procesosVivos()).toEqual([]);
  expect(await casa.servidor()).toBeNull();
  const [dicho] = await casa.query(
    `SELECT l.codigo, l.estado, l.rechazados, a.numero,
            (SELECT count(*) FROM eliminacion_lote_items i WHERE i.lote_id = l.id)::int AS admitidos,
            (SELECT count(*) FROM eliminacion_lapidas p WHERE p.lote_id = l.id)::int AS destruidos,
            (SELECT count(*) FROM eliminacion_lote_omision o WHERE o.lote_id = l.id AND o.estado = 'omitido')::int AS omitidos,
            (SELECT count(*) FROM eliminacion_lote_omision o WHERE o.lote_id = l.id AND o.estado = 'retirado')::int AS retirados,
            (SELECT count(*) FROM expedientes)::int AS vivos,
            (SELECT sha256 FROM eliminacion_artefactos x WHERE x.acta_id = a.id AND x.rendicion = 'completa' AND x.clase = 'original') AS sha256
       FROM eliminacion_lotes l JOIN eliminacion_actas a ON a.lote_id = l.id`,
  );
  const { lote, conteos, acta, verificacion } = primero;
  expect(dicho).toEqual({
    ...lote,
    ...conteos,
    numero: acta.numero,
    sha256: acta.sha256,
    vivos: conteos.rechazados,
  });
  expect(conteos.destruidos).toBeGreaterThan(0);
  expect(conteos.admitidos).toBe(conteos.destruidos + conteos.omitidos + conteos.retirados);
  expect(verificacion.propia).toBe(true);
});

it('el acta está donde dice, es la anclada, valida contra su XSD y otros la verifican', async () => {
  const { acta, verificacion } = primero;
  const original = await readFile(acta.original);
  expect(createHash('sha256').update(original).digest('hex')).toBe(acta.sha256);
  for (const archivo of [acta.original, acta.firmada]) {
    const xsd = correrExterna('xmllint', ['--noout', '--nonet', '--schema', XSD, archivo]);
    expect(xsd === null || xsd.codigo === 0, xsd?.stderr).toBe(true);
  }
  const options = ['--verify', '--enabled-key-data', 'x509', '--enabled-reference-uris', 'empty,same-doc'];
  const args = [...options, '--trusted-pem', `${acta.firmada}.ca.pem`, acta.firmada];
  const xmlsec = correrExterna('xmlsec1', args);
  expect(verificacion.xmlsec1).toBe(xmlsec === null ? null : true);
  expect(xmlsec === null || xmlsec.codigo === 0, xmlsec?.stderr).toBe(true);
});

it(
  'un segundo arranque dice lo mismo, sin caminar otra vez',
  async () => {
    const segundo = casa.demo(['--once', '--json']);
    expect(await resultadoDe(segundo)).toEqual(primero);
    expect(segundo.texto()).not.toContain('Propuesta del lote');
    expect(await casa.procesosVivos()).toEqual([]);
  },
  PLAZO_MS,
);

it(
  '--nuevo camina otro lote y sigue encendido con las dos publicaciones; SIGTERM lo apaga en orden',
  async () => {
    const demo = casa.demo(['--json', '--nuevo']);
    await demo.diga(/El servicio sigue encendido/, PLAZO_MS);
    const otro: Resultado = JSON.parse(demo.salida.trimEnd().split('\n').at(-1) ?? '');
    expect(otro).toMatchObject({ lote: { estado: 'ejecutado' }, verificacion: primero.verificacion });
    expect(otro.conteos.destruidos).toBeGreaterThan(0);
    expect(otro.conteos.destruidos).toBe(otro.conteos.admitidos);
    expect(otro.acta.numero).toBe(siguienteA(primero.acta.numero, otro.acta.numero));
    expect(otro.lote.codigo).toBe(siguienteA(primero.lote.codigo, otro.lote.codigo));

    const [, url = ''] = await demo.diga(/Página pública: (\S+)/);
    for (const { lote, acta } of [primero, otro]) {
      const pagina = await fetch(`${url}/lotes/${lote.codigo}`);
      expect(pagina.status).toBe(200);
      const texto = await pagina.text();
      expect(texto).toContain(lote.codigo);
      expect(texto).toContain(acta.numero);
    }
    expect(await demo.terminar('SIGTERM')).toEqual({ codigo: 0, senal: null });
    expect(await casa.procesosVivos()).toEqual([]);
    expect(await casa.servidor()).toBeNull();
  },
  PLAZO_MS,
);
