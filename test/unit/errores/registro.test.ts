import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { renderErrores } from '../../../scripts/render-errores.ts';
import { CONSTRAINT_CODES } from '../../../src/db/pg-errors.ts';
import type { ErrorDefinition } from '../../../src/domain/errors/domain-error.ts';
import { findErrorDefinition, listErrorDefinitions } from '../../../src/domain/errors/registry.ts';
import { type Fuente, listFuentes, parseFuente, rutaEnRepositorio, walk } from '../../support/fuentes.ts';

const catalogos = await Promise.all(
  listFuentes(['src'], '.errors.ts').map(async ({ ruta }) => ({
    ruta,
    definiciones: await readDefiniciones(ruta),
  })),
);
const todas = catalogos.flatMap(({ definiciones }) => definiciones);
const porCodigo = new Map(todas.map((definicion) => [definicion.code, definicion]));
const sql = listFuentes(['drizzle'], '.sql');

async function readDefiniciones(ruta: string): Promise<readonly ErrorDefinition[]> {
  const modulo: Record<string, Record<string, ErrorDefinition>> = await import(
    pathToFileURL(rutaEnRepositorio(ruta)).href
  );
  return Object.values(modulo).flatMap((catalogo) => Object.values(catalogo));
}

const huecos = (texto: string): string[] => [...texto.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Codes raised by triggers, with the SQL expression of their DETAIL. */
const lanzados = sql.flatMap(({ ruta, texto }) =>
  [
    ...texto.matchAll(
      /ERRCODE\s*=\s*'ORP01'\s*,\s*MESSAGE\s*=\s*'([^']*)'(?:\s*,\s*DETAIL\s*=\s*([^;]*))?;/g,
    ),
  ].map((match) => ({ ruta, code: match[1] ?? '', detalle: match[2] ?? '' })),
);

describe('el registro de errores', () => {
  it('tiene un catálogo por cada archivo .errors.ts del dominio', () => {
    const faltan = catalogos
      .filter(({ ruta }) => ruta.startsWith('src/domain/'))
      .flatMap(({ ruta, definiciones }) =>
        definiciones
          .filter(({ code }) => findErrorDefinition(code) === null)
          .map(({ code }) => `${ruta}: ${code}`),
      );
    expect(faltan).toEqual([]);
  });

  it('no da dos sentidos a un código, ni fuera del dominio', () => {
    const codigos = todas.map(({ code }) => code);
    expect(codigos.filter((code, indice) => codigos.indexOf(code) !== indice)).toEqual([]);
    expect(listErrorDefinitions().length).toBeGreaterThan(0);
  });

  it.each(todas.map((definicion) => [definicion.code, definicion] as const))(
    '%s tiene código en snake_case y texto en español terminado en punto',
    (code, { titulo, mensaje }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
      expect(titulo).toMatch(/^[A-ZÁÉÍÓÚÑ].*[^.]$/);
      // A message that ends in its detail takes the full stop of the detail, which is a sentence.
      expect(mensaje).toMatch(/^[A-ZÁÉÍÓÚÑ{«]/);
      expect(mensaje).toMatch(/(\.|\{detalle\}|\{motivo\})$/);
      for (const texto of [titulo, mensaje])
        expect(texto).not.toMatch(/\b(the|is|are|not|of|must|cannot|invalid|missing|found|failed|error:)\b/i);
    },
  );

  it('docs/errores.md está al día (npm exec node scripts/generar-errores.ts)', () => {
    const pagina = readFileSync(rutaEnRepositorio('docs/errores.md'), 'utf8');
    expect(pagina).toBe(renderErrores());
    expect(listErrorDefinitions().filter(({ code }) => !pagina.includes(`| \`${code}\` |`))).toEqual([]);
  });
});

describe('los códigos que lanza la base de datos', () => {
  it('se leen todos: cada ORP01 tiene su MESSAGE', () => {
    const menciones = sql.flatMap(({ texto }) => texto.replaceAll(/--.*$/gm, '').match(/'ORP01'/g) ?? []);
    expect(lanzados.length).toBeGreaterThan(10);
    expect(lanzados).toHaveLength(menciones.length);
  });

  it('están en el registro', () => {
    const faltan = lanzados.filter(({ code }) => findErrorDefinition(code) === null);
    expect(faltan.map(({ ruta, code }) => `${ruta}: ${code}`)).toEqual([]);
    expect(Object.values(CONSTRAINT_CODES).filter((code) => findErrorDefinition(code) === null)).toEqual([]);
  });

  it('llenan los huecos de su mensaje: un DETAIL de texto es {detalle}', () => {
    const sueltos = lanzados
      .filter(({ detalle }) => !detalle.includes('json'))
      .flatMap(({ ruta, code, detalle }) => {
        const llena = detalle === '' ? [] : ['detalle'];
        const faltan = huecos(porCodigo.get(code)?.mensaje ?? '').filter((hueco) => !llena.includes(hueco));
        return faltan.map((hueco) => `${ruta}: ${code} no llena {${hueco}}`);
      });
    expect(sueltos).toEqual([]);
  });
});

describe('los errores que lanza el código', () => {
  const fuentes = listFuentes(['src'], '.ts');
  const usos = fuentes.flatMap(listUsos);

  it('llenan los huecos de su mensaje', () => {
    expect(usos.length).toBeGreaterThan(20);
    const sueltos = usos.flatMap(({ donde, code, params }) =>
      params === null
        ? []
        : huecos(porCodigo.get(code)?.mensaje ?? '')
            .filter((hueco) => !params.includes(hueco))
            .map((hueco) => `${donde}: ${code} no llena {${hueco}}`),
    );
    expect(sueltos).toEqual([]);
  });

  it('ninguna definición sobra: la usa el código o la lanza la base', () => {
    const texto = fuentes.map((fuente) => fuente.texto).join('\n');
    const sobran = todas.filter(
      ({ code }) =>
        !new RegExp(`\\.${code}\\b|'${code}'`).test(texto) &&
        !lanzados.some((lanzado) => lanzado.code === code) &&
        !Object.values(CONSTRAINT_CODES).includes(code),
    );
    expect(sobran.map(({ code }) => code)).toEqual([]);
  });
});

interface Uso {
  readonly donde: string;
  readonly code: string;
  /** Names of the parameters that are given; null where they can't be read (a variable, a spread). */
  readonly params: readonly string[] | null;
}

/** Every `new DomainError(xErrors.code, { … })` of a file. */
function listUsos(fuente: Fuente): Uso[] {
  const usos: Uso[] = [];
  const arbol = parseFuente(fuente);
  walk(arbol, (nodo) => {
    if (!ts.isNewExpression(nodo) || nodo.expression.getText(arbol) !== 'DomainError') return;
    const [definicion, params] = nodo.arguments ?? [];
    if (definicion === undefined || !ts.isPropertyAccessExpression(definicion)) return;
    const linea = arbol.getLineAndCharacterOfPosition(nodo.getStart(arbol)).line + 1;
    usos.push({ donde: `${fuente.ruta}:${linea}`, code: definicion.name.text, params: readParams(params) });
  });
  return usos;
}

function readParams(nodo: ts.Expression | undefined): readonly string[] | null {
  if (nodo === undefined) return [];
  if (!ts.isObjectLiteralExpression(nodo)) return null;
  const nombres = nodo.properties.map((propiedad) =>
    propiedad.name !== undefined && ts.isIdentifier(propiedad.name) ? propiedad.name.text : null,
  );
  return nombres.every((nombre) => nombre !== null) ? nombres : null;
}
