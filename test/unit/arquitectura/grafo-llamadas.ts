import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { type Fuente, parseFuente, textoLiteral, walk } from '../../support/fuentes.ts';

/** A top-level name of a file (function, constant, class): what its body mentions and the texts in it. */
export interface Nodo {
  /** `src/services/lote/aprobar-lote.ts#aprobarLote` */
  readonly id: string;
  readonly ruta: string;
  readonly nombre: string;
  readonly exportado: boolean;
  readonly esFuncion: boolean;
  /** Types of its parameters, as written. */
  readonly parametros: readonly string[];
  readonly menciones: readonly string[];
  readonly literales: readonly string[];
}

export type Grafo = ReadonlyMap<string, Nodo>;

/**
 * Who mentions whom, by name and import. A mention counts as a call: it finds too much rather than too little when it
 * looks for writes, and a verb that mentions an obligation without calling it would be seen in review and by its tests.
 */
export function buildGrafo(fuentes: readonly Fuente[]): Grafo {
  return new Map(fuentes.flatMap(listNodos).map((nodo) => [nodo.id, nodo]));
}

/** Everything that a node reaches, itself included. */
export function reach(grafo: Grafo, desde: Nodo): ReadonlySet<Nodo> {
  const vistos = new Set<Nodo>();
  const pendientes = [desde];
  for (let nodo = pendientes.pop(); nodo !== undefined; nodo = pendientes.pop()) {
    if (vistos.has(nodo)) continue;
    vistos.add(nodo);
    for (const mencion of nodo.menciones) {
      const siguiente = grafo.get(mencion);
      if (siguiente !== undefined) pendientes.push(siguiente);
    }
  }
  return vistos;
}

function listNodos(fuente: Fuente): Nodo[] {
  const arbol = parseFuente(fuente);
  const declaraciones = arbol.statements.flatMap((sentencia) => listDeclaraciones(sentencia));
  const nombres = new Map(declaraciones.map(({ nombre }) => [nombre, `${fuente.ruta}#${nombre}`]));
  for (const [local, id] of listImportados(arbol, fuente.ruta)) nombres.set(local, id);
  return declaraciones.map(({ nombre, cuerpo, exportado }) => {
    const menciones = new Set<string>();
    const literales: string[] = [];
    walk(cuerpo, (nodo) => {
      const id = ts.isIdentifier(nodo) && !isSoloNombre(nodo) ? nombres.get(nodo.text) : undefined;
      if (id !== undefined) menciones.add(id);
      const texto = textoLiteral(nodo);
      if (texto !== null) literales.push(texto);
    });
    const funcion = findFuncion(cuerpo);
    return {
      id: `${fuente.ruta}#${nombre}`,
      ruta: fuente.ruta,
      nombre,
      exportado,
      esFuncion: funcion !== null,
      parametros: (funcion?.parameters ?? []).map((parametro) => parametro.type?.getText(arbol) ?? ''),
      menciones: [...menciones],
      literales,
    };
  });
}

interface Declaracion {
  readonly nombre: string;
  readonly cuerpo: ts.Node;
  readonly exportado: boolean;
}

function listDeclaraciones(sentencia: ts.Statement): Declaracion[] {
  const exportado =
    ts.canHaveModifiers(sentencia) &&
    (ts.getModifiers(sentencia) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (
    (ts.isFunctionDeclaration(sentencia) || ts.isClassDeclaration(sentencia)) &&
    sentencia.name !== undefined
  )
    return [{ nombre: sentencia.name.text, cuerpo: sentencia, exportado }];
  if (!ts.isVariableStatement(sentencia)) return [];
  return sentencia.declarationList.declarations.flatMap((declaracion) =>
    ts.isIdentifier(declaracion.name)
      ? [{ nombre: declaracion.name.text, cuerpo: declaracion, exportado }]
      : [],
  );
}

function listImportados(arbol: ts.SourceFile, ruta: string): [local: string, id: string][] {
  return arbol.statements.filter(ts.isImportDeclaration).flatMap((importe) => {
    const modulo = textoLiteral(importe.moduleSpecifier) ?? '';
    const enlaces = importe.importClause?.namedBindings;
    if (!modulo.startsWith('.') || enlaces === undefined || !ts.isNamedImports(enlaces)) return [];
    const destino = join(dirname(ruta), modulo);
    return enlaces.elements.map(({ name, propertyName }): [string, string] => [
      name.text,
      `${destino}#${(propertyName ?? name).text}`,
    ]);
  });
}

/** Names that mention nothing: the property of `a.b`, the key of `{ b: 1 }`, the name being declared. */
function isSoloNombre(nodo: ts.Identifier): boolean {
  const { parent } = nodo;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === nodo;
  if (ts.isPropertyAssignment(parent)) return parent.name === nodo;
  return ts.isTypeReferenceNode(parent);
}

function findFuncion(nodo: ts.Node): ts.SignatureDeclaration | null {
  if (ts.isFunctionDeclaration(nodo)) return nodo;
  const inicial = ts.isVariableDeclaration(nodo) ? nodo.initializer : undefined;
  return inicial !== undefined && (ts.isArrowFunction(inicial) || ts.isFunctionExpression(inicial))
    ? inicial
    : null;
}
