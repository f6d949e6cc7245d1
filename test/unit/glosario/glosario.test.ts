import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Fuente, listFuentes, parseFuente, rutaEnRepositorio, walk } from '../../support/fuentes.ts';

interface Termino {
  readonly termino: string;
  readonly prohibidos: readonly string[];
}

/** The rows of the tables of docs/glossary.md. */
const terminos: readonly Termino[] = readFileSync(rutaEnRepositorio('docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((linea) => linea.startsWith('| ') && !linea.startsWith('| término'))
  .map((linea) => linea.split('|').map((celda) => celda.trim()))
  .map(([, termino = '', , , prohibidos = '']) => ({ termino, prohibidos: prohibidos.split(', ') }));

/** `findLotesVivos` → `find lotes vivos`: the words of a name, in lower case. */
function splitPalabras(nombre: string): string[] {
  return nombre
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((palabra) => palabra !== '');
}

/** The forbidden synonym inside a name, as whole words, singular or plural; null when there is none. */
function findProhibido(nombre: string): string | null {
  const palabras = ` ${splitPalabras(nombre).join(' ')} `;
  for (const { termino, prohibidos } of terminos)
    for (const prohibido of prohibidos) {
      const buscado = prohibido.replaceAll('_', ' ');
      if (palabras.includes(` ${buscado} `) || palabras.includes(` ${buscado}s `))
        return `${prohibido} (se escribe ${termino})`;
    }
  return null;
}

/** Names that a file declares: not those that it takes from a library or that a library calls. */
function listNombres(fuente: Fuente): string[] {
  const nombres: string[] = [];
  walk(parseFuente(fuente), (nodo) => {
    if (!ts.isIdentifier(nodo) || !isDeclarado(nodo)) return;
    nombres.push(nodo.text);
  });
  return nombres;
}

function isDeclarado(nodo: ts.Identifier): boolean {
  const { parent } = nodo;
  if (ts.isBindingElement(parent)) return parent.name === nodo && parent.propertyName === undefined;
  const declara =
    ts.isVariableDeclaration(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertyAssignment(parent);
  return declara && parent.name === nodo;
}

/** Tables, columns, functions, constraints and aliases of a SQL file: every word outside comments and texts. */
function listNombresSql({ texto }: Fuente): string[] {
  const limpio = texto.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''");
  return [...limpio.matchAll(/\b[a-z_][a-z0-9_]*\b/gi)].map(([nombre]) => nombre);
}

describe('el glosario', () => {
  it('tiene términos, y cada uno dice qué no se escribe', () => {
    expect(terminos.length).toBeGreaterThan(30);
    for (const { termino, prohibidos } of terminos) {
      expect(termino).not.toBe('');
      for (const prohibido of prohibidos) expect(prohibido, termino).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
  });

  it.each([
    ['findBatches', 'batches (se escribe lote)'],
    ['lots', 'lot (se escribe lote)'],
    ['LegalHold', 'hold (se escribe retención legal)'],
    ['case-file', 'case_file (se escribe expediente)'],
    ['parseURLAttachments', 'attachment (se escribe anexo)'],
    ['eliminacion_lote_items', null],
    ['threshold', null],
    ['allotment', null],
    ['listLotes', null],
  ])('en «%s» halla: %s', (nombre, esperado) => expect(findProhibido(nombre)).toBe(esperado));

  it('ningún archivo ni nombre del código usa un sinónimo prohibido', () => {
    const hallados = listFuentes(['src'], '.ts').flatMap((fuente) =>
      [...new Set([basename(fuente.ruta, '.ts'), ...listNombres(fuente)])].flatMap((nombre) => {
        const prohibido = findProhibido(nombre);
        return prohibido === null ? [] : [`${fuente.ruta}: ${nombre} → ${prohibido}`];
      }),
    );
    expect(hallados).toEqual([]);
  });

  it('ninguna tabla, columna ni función de la base usa un sinónimo prohibido', () => {
    const hallados = listFuentes(['drizzle'], '.sql').flatMap((fuente) =>
      [...new Set([basename(fuente.ruta, '.sql'), ...listNombresSql(fuente)])].flatMap((nombre) => {
        const prohibido = findProhibido(nombre);
        return prohibido === null ? [] : [`${fuente.ruta}: ${nombre} → ${prohibido}`];
      }),
    );
    expect(hallados).toEqual([]);
  });
});
