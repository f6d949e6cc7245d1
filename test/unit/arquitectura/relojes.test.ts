import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Fuente, listFuentes, listLiterales, parseFuente, walk } from '../../support/fuentes.ts';

/** Legal instants come from the injected clock, as parameters: SQL never asks the server what time it is for them. */
const HORA_LEGAL_DEL_SERVIDOR =
  /\b(now|transaction_timestamp|statement_timestamp|timeofday)\s*\(\s*\)|\b(current_timestamp|current_date|current_time|localtimestamp|localtime)\b|'(now|today|yesterday|tomorrow)'/i;

const HORA_TECNICA = /clock_timestamp\s*\(\s*\)/gi;

/** Where the database's own clock is right: leases, back-off, time to live, and the books of the service itself. */
const TECNICAS: readonly (readonly [ruta: string, alrededor: RegExp, razon: string])[] = [
  ['drizzle/global/0001_tenants.sql', /extract\(epoch FROM clock_timestamp/, 'parte temporal de un UUIDv7'],
  ['drizzle/global/0001_tenants.sql', /\bcreado_en\b/, 'libro de entidades del servicio'],
  ['drizzle/global/0002_auditoria.sql', /\bterminada_en\b/, 'cuándo corrió una verificación'],
  ['drizzle/tenant/0001_auditoria.sql', /\bcreada_en\b/, 'orden de la bandeja de salida'],
  ['src/db/migrate/', /\b(aplicada_en|backend_start|AS ahora)\b/, 'libro de migraciones y su cerrojo'],
  ['src/db/read-database-clock.ts', /\bAS now\b/, 'comparación de los dos relojes al arrancar'],
  ['src/db/idempotencia.queries.ts', /interval '30 days'/, 'vigencia de una clave'],
  ['src/db/', /\b(vence_en|proximo_intento|expira_en)\b/, 'arriendos, esperas y vigencias'],
];

interface Texto {
  readonly donde: string;
  readonly ruta: string;
  readonly texto: string;
}

const textos: readonly Texto[] = [
  ...listFuentes(['drizzle'], '.sql').map(({ ruta, texto }) => ({
    donde: ruta,
    ruta,
    texto: texto.replaceAll(/--.*$/gm, ''),
  })),
  ...listFuentes(['src'], '.ts').flatMap((fuente) =>
    listLiterales(fuente).map(({ texto, linea }) => ({
      donde: `${fuente.ruta}:${linea}`,
      ruta: fuente.ruta,
      texto,
    })),
  ),
];

/** Every use of the database's clock, with the text around it. */
const usosTecnicos = textos.flatMap(({ donde, ruta, texto }) =>
  [...texto.matchAll(HORA_TECNICA)].map(({ index }) => ({
    donde,
    ruta,
    alrededor: texto.slice(Math.max(0, index - 160), index + 40),
  })),
);

describe('la hora en la base de datos', () => {
  it('ninguna columna legal toma la hora del servidor', () => {
    const halladas = textos.flatMap(({ donde, texto }) => {
      const match = HORA_LEGAL_DEL_SERVIDOR.exec(texto);
      return match === null
        ? []
        : [`${donde}: ${texto.slice(Math.max(0, match.index - 40), match.index + 40)}`];
    });
    expect(halladas).toEqual([]);
  });

  it('clock_timestamp() solo sirve para lo técnico, declarado aquí', () => {
    const sueltas = usosTecnicos.filter(
      (uso) =>
        !TECNICAS.some(([ruta, alrededor]) => uso.ruta.startsWith(ruta) && alrededor.test(uso.alrededor)),
    );
    expect(sueltas).toEqual([]);
  });

  it('ninguna excepción sobra', () => {
    const sobran = TECNICAS.filter(
      ([ruta, alrededor]) =>
        !usosTecnicos.some((uso) => uso.ruta.startsWith(ruta) && alrededor.test(uso.alrededor)),
    );
    expect(sobran).toEqual([]);
  });

  it.each([
    'publicado_en timestamptz NOT NULL DEFAULT now()',
    'SET publicado_en = CURRENT_TIMESTAMP',
    "DEFAULT 'now'::timestamptz",
    'WHERE cierre < current_date',
    'VALUES (statement_timestamp())',
  ])('hallaría «%s»', (texto) => expect(HORA_LEGAL_DEL_SERVIDOR.test(texto)).toBe(true));
});

/** Layers whose instants are legal: they get them from the injected clock. */
const CON_RELOJ_INYECTADO = ['src/domain/', 'src/services/', 'src/db/', 'src/xml/', 'src/consumers/'];

/** `new Date()` and `Date.now()` of a file, except as the real time that `requireLoginReciente` asks for. */
function listHorasDeMaquina(fuente: Fuente): string[] {
  const halladas: string[] = [];
  const arbol = parseFuente(fuente);
  walk(arbol, (nodo) => {
    const esAhora =
      (ts.isNewExpression(nodo) &&
        nodo.expression.getText(arbol) === 'Date' &&
        (nodo.arguments ?? []).length === 0) ||
      (ts.isCallExpression(nodo) && nodo.expression.getText(arbol) === 'Date.now');
    if (!esAhora) return;
    const { parent } = nodo;
    if (ts.isCallExpression(parent) && parent.expression.getText(arbol) === 'requireLoginReciente') return;
    const linea = arbol.getLineAndCharacterOfPosition(nodo.getStart(arbol)).line + 1;
    halladas.push(`${fuente.ruta}:${linea}`);
  });
  return halladas;
}

describe('la hora en el código', () => {
  it('dominio, servicios, base, XML y consumidores no miran el reloj de la máquina', () => {
    const fuentes = listFuentes(['src'], '.ts').filter(({ ruta }) =>
      CON_RELOJ_INYECTADO.some((capa) => ruta.startsWith(capa)),
    );
    expect(fuentes.length).toBeGreaterThan(20);
    expect(fuentes.flatMap(listHorasDeMaquina)).toEqual([]);
  });

  it('se hallaría', () => {
    const texto =
      'const a = new Date();\nconst b = Date.now();\nrequireLoginReciente(actor, new Date());\nnew Date(0);';
    expect(listHorasDeMaquina({ ruta: 'src/services/x.ts', texto })).toEqual([
      'src/services/x.ts:1',
      'src/services/x.ts:2',
    ]);
  });
});
