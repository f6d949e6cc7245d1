import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppDePrueba, arrancarAppSobre } from '../http/arrancar-app.ts';
import { Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';

const HOSTIL = `<script>alert("x")</script><img src=x onerror=alert(1)> & 'comillas' «ñ» \u202e`;
const CEDULA = '79.123.456';
const CON_PERSONA = `Embargo de Pedro Antonio Gómez, cédula ${CEDULA}`;
const ESTO_NO = /<(script|img|iframe|svg|style)\b|\son\w+=["'x]/i;

let escenario: Escenario;
let servicio: AppDePrueba;
let lote: LoteDePrueba;
let borrador: LoteDePrueba;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  const titulos = [HOSTIL, CON_PERSONA, 'Comprobantes de egreso 2008'];
  const ids: string[] = [];
  for (const titulo of titulos) ids.push(await escenario.expediente({ titulo, nivel: 0 }));
  lote = await escenario.loteEn('publicado', ids);
  borrador = await escenario.loteEn('borrador', [await escenario.expediente()]);
  const env = { ELIMINACION_ROLES: 'api', ELIMINACION_ALMACEN_WORM: escenario.carpeta };
  servicio = await arrancarAppSobre(escenario.base, env, { reloj: escenario.reloj });
});
afterAll(async () => {
  await servicio.stop();
  await escenario.cerrar();
});

const pedir = (ruta: string): Promise<Response> => fetch(`${servicio.url}/publico/${SLUG}${ruta}`);
const delLote = (resto = ''): string => `/lotes/${lote.codigo}${resto}`;
const escapado = (texto: string): string =>
  texto
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Titles as they are, and as a person reviewed them to be published. */
function titulos(): Promise<{ titulo: string; publico: string }[]> {
  return escenario.query(
    `SELECT titulo, titulo_publico AS publico FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY orden`,
    [lote.id],
  );
}

describe('la página pública de un lote (REQ-PUB-2)', () => {
  it('muestra los títulos revisados y ningún otro', async () => {
    const texto = await (await pedir(delLote())).text();
    const filas = await titulos();
    const enmascarada = filas.find(({ titulo }) => titulo === CON_PERSONA);
    expect(enmascarada?.publico).not.toContain(CEDULA);
    for (const { publico } of filas) expect(texto).toContain(escapado(publico));
    for (const { titulo, publico } of filas)
      if (publico !== titulo) expect(texto).not.toContain(escapado(titulo));
    expect(texto).not.toContain(CEDULA);
  });

  it('un título hostil sale escapado, bajo una política que no deja correr nada', async () => {
    const respuesta = await pedir(delLote());
    const texto = await respuesta.text();
    expect(texto).toContain('&lt;script&gt;');
    expect(texto).not.toMatch(ESTO_NO);
    expect(respuesta.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(respuesta.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('la comprobación vería un título sin escapar', () => {
    expect(HOSTIL).toMatch(ESTO_NO);
    expect(escapado(HOSTIL)).not.toMatch(ESTO_NO);
  });

  it('el inventario que se descarga es el público, el mismo que se congeló', async () => {
    const respuesta = await pedir(delLote('/inventario.jsonl'));
    expect(respuesta.headers.get('content-disposition')).toMatch(/^attachment/);
    const texto = await respuesta.text();
    expect(
      texto
        .trimEnd()
        .split('\n')
        .map((linea): unknown => JSON.parse(linea)),
    ).toHaveLength(3);
    expect(texto).not.toContain(CEDULA);
  });

  it('sin identificarse se ven los publicados; un borrador no existe para nadie', async () => {
    const lista = await (await pedir('')).text();
    expect(lista).toContain(lote.codigo);
    expect(lista).not.toContain(borrador.codigo);
    expect((await pedir(`/lotes/${borrador.codigo}`)).status).toBe(404);
    expect((await pedir('/lotes/LOTE-2026-9999')).status).toBe(404);
  });
});
