import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const raiz = resolve(import.meta.dirname, '../..');

/** A file of the repository: its path from the root, with `/`, and its text. */
export interface Fuente {
  readonly ruta: string;
  readonly texto: string;
}

/** Every file under some folders of the repository whose name ends so, in order of path. */
export function listFuentes(carpetas: readonly string[], final: string): readonly Fuente[] {
  return carpetas
    .flatMap((carpeta) =>
      readdirSync(join(raiz, carpeta), { recursive: true, withFileTypes: true })
        .filter((entrada) => entrada.isFile() && entrada.name.endsWith(final))
        .map((entrada) => join(entrada.parentPath, entrada.name)),
    )
    .sort()
    .map((ruta) => ({
      ruta: relative(raiz, ruta).replaceAll('\\', '/'),
      texto: readFileSync(ruta, 'utf8'),
    }));
}

/** Absolute path of a file of the repository. */
export function rutaEnRepositorio(ruta: string): string {
  return join(raiz, ruta);
}

export function parseFuente({ ruta, texto }: Fuente): ts.SourceFile {
  return ts.createSourceFile(ruta, texto, ts.ScriptTarget.ESNext, true);
}

/** Visits a node and all that is under it. */
export function walk(nodo: ts.Node, visit: (nodo: ts.Node) => void): void {
  visit(nodo);
  ts.forEachChild(nodo, (hijo) => walk(hijo, visit));
}

/** The text of a literal; of a template, its fixed parts with `?` where something is put in. Null for the rest. */
export function textoLiteral(nodo: ts.Node): string | null {
  if (ts.isStringLiteralLike(nodo)) return nodo.text;
  if (!ts.isTemplateExpression(nodo)) return null;
  return nodo.head.text + nodo.templateSpans.map((span) => `?${span.literal.text}`).join('');
}

/** Every literal text of a file and the line that it starts on. */
export function listLiterales(fuente: Fuente): readonly { readonly texto: string; readonly linea: number }[] {
  const literales: { texto: string; linea: number }[] = [];
  const arbol = parseFuente(fuente);
  walk(arbol, (nodo) => {
    const texto = textoLiteral(nodo);
    if (texto === null) return;
    literales.push({ texto, linea: arbol.getLineAndCharacterOfPosition(nodo.getStart(arbol)).line + 1 });
  });
  return literales;
}
