import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { REQUISITOS } from '../requirements.ts';
import { type Fuente, listFuentes, parseFuente, textoLiteral, walk } from '../support/fuentes.ts';

const REQ = /\bREQ-[A-Z]+-\d+\b/g;
const conocidos = new Set<string>(REQUISITOS.map(({ id }) => id));
const archivos = [
  ...listFuentes(['src', 'test', 'scripts'], '.ts').filter(({ ruta }) => ruta !== 'test/requirements.ts'),
  ...listFuentes(['drizzle'], '.sql'),
  ...listFuentes(['docs'], '.md'),
];

/** The titles of a test file: first argument of `it`, `test`, `describe` and of their `.each(…)`, `.for(…)`. */
function listTitulos(fuente: Fuente): string[] {
  const titulos: string[] = [];
  walk(parseFuente(fuente), (nodo) => {
    const titulo = ts.isCallExpression(nodo) && isPrueba(nodo.expression) ? nodo.arguments[0] : undefined;
    const texto = titulo === undefined ? null : textoLiteral(titulo);
    if (texto !== null) titulos.push(texto);
  });
  return titulos;
}

function isPrueba(nodo: ts.Expression): boolean {
  if (ts.isIdentifier(nodo)) return ['it', 'test', 'describe'].includes(nodo.text);
  if (ts.isCallExpression(nodo) || ts.isPropertyAccessExpression(nodo)) return isPrueba(nodo.expression);
  return ts.isTaggedTemplateExpression(nodo) && isPrueba(nodo.tag);
}

const citados = new Set(
  listFuentes(['test'], '.test.ts')
    .flatMap(listTitulos)
    .flatMap((titulo) => titulo.match(REQ) ?? []),
);

describe('los requisitos de las normas', () => {
  it('están una vez cada uno, con su norma y su texto en una línea', () => {
    expect(REQUISITOS).toHaveLength(conocidos.size);
    for (const { id, norma, texto } of REQUISITOS) {
      expect(id).toMatch(/^REQ-[A-Z]+-\d+$/);
      expect(norma).not.toBe('');
      expect(texto).toMatch(/^[^\n]{10,120}\.$/);
    }
  });

  it.each(REQUISITOS.filter(({ estado }) => estado === 'cubierto'))(
    '$id, que se dice cubierto, lo cita el título de alguna prueba',
    ({ id }) => expect([...citados]).toContain(id),
  );

  it('el código, las pruebas, el SQL y los documentos solo citan los que existen', () => {
    const desconocidos = archivos.flatMap(({ ruta, texto }) =>
      (texto.match(REQ) ?? []).filter((id) => !conocidos.has(id)).map((id) => `${ruta}: ${id}`),
    );
    expect(archivos.length).toBeGreaterThan(50);
    expect(desconocidos).toEqual([]);
  });
});
