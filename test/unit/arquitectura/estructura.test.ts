import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFuentes, listLiterales } from '../../support/fuentes.ts';

const SUFIJOS = ['table', 'queries', 'routes', 'page', 'tools', 'consumer', 'config', 'errors'];
const CAJONES = /(^|[/.-])(utils?|helpers?|commons?|misc|shared|lib)([/.-]|$)/;
const MAXIMO_LINEAS = 300;
const SQL =
  /^\s*(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s|CREATE\s+(TABLE|ROLE|SCHEMA|DATABASE|FUNCTION|INDEX)\s|ALTER\s|DROP\s|GRANT\s|REVOKE\s|LOCK\s+TABLE\s)/;

const fuentes = listFuentes(['src'], '.ts');

describe('los archivos', () => {
  it('se llaman en kebab-case, con un sufijo de la lista cerrada o sin él', () => {
    const malos = fuentes
      .map(({ ruta }) => ruta)
      .filter((ruta) => {
        const [nombre = '', ...sufijos] = basename(ruta, '.ts').split('.');
        return (
          !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(nombre) ||
          sufijos.length > 1 ||
          sufijos.some((s) => !SUFIJOS.includes(s))
        );
      });
    expect(malos).toEqual([]);
  });

  it('ninguno es un cajón de sastre ni un barril', () => {
    expect(
      fuentes.map(({ ruta }) => ruta).filter((ruta) => CAJONES.test(ruta) || basename(ruta) === 'index.ts'),
    ).toEqual([]);
    expect(fuentes.filter(({ texto }) => /^export \* from/m.test(texto)).map(({ ruta }) => ruta)).toEqual([]);
  });

  it(`no pasan de ${MAXIMO_LINEAS} líneas`, () => {
    const largos = fuentes
      .map(({ ruta, texto }) => ({ ruta, lineas: texto.split('\n').length - 1 }))
      .filter(({ lineas }) => lineas > MAXIMO_LINEAS)
      .map(({ ruta, lineas }) => `${ruta}: ${lineas}`);
    expect(largos).toEqual([]);
  });

  it('solo src/db escribe SQL (y el arranque de PostgreSQL embebido)', () => {
    const halladas = fuentes
      .filter(
        ({ ruta }) => !ruta.startsWith('src/db/') && !ruta.startsWith('src/adapters/postgres-embebido/'),
      )
      .flatMap((fuente) =>
        listLiterales(fuente)
          .filter(({ texto }) => SQL.test(texto))
          .map(({ texto, linea }) => `${fuente.ruta}:${linea}: ${texto.trim().slice(0, 60)}`),
      );
    expect(halladas).toEqual([]);
  });

  it('no hay tipos ni avisos callados: any, aserciones dobles, ts-ignore, biome-ignore, TODO', () => {
    const CALLADOS =
      /\bas any\b|\bas unknown as\b|@ts-(ignore|expect-error|nocheck)|biome-ignore|\bTODO\b|\bFIXME\b/;
    const todas = [...fuentes, ...listFuentes(['test', 'scripts'], '.ts')].filter(
      ({ ruta }) => !ruta.endsWith('arquitectura/estructura.test.ts'),
    );
    const halladas = todas.flatMap(({ ruta, texto }) =>
      texto
        .split('\n')
        .flatMap((linea, indice) => (CALLADOS.test(linea) ? [`${ruta}:${indice + 1}: ${linea.trim()}`] : [])),
    );
    expect(halladas).toEqual([]);
  });

  it('ninguna prueba se salta ni corre sola', () => {
    const SALTADA = /\b(it|test|describe)(\.(each|for)\([^)]*\))?\.(skip|only|todo|skipIf|runIf)\b/;
    const halladas = listFuentes(['test'], '.test.ts')
      .filter(({ ruta }) => !ruta.endsWith('arquitectura/estructura.test.ts'))
      .flatMap(({ ruta, texto }) => (SALTADA.test(texto) ? [ruta] : []));
    expect(halladas).toEqual([]);
  });
});
