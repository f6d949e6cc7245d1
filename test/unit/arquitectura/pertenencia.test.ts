import { describe, expect, it } from 'vitest';
import { type Fuente, listFuentes, listLiterales } from '../../support/fuentes.ts';

/**
 * «En un lote vivo» is read from `eliminacion_expediente_en_lote` and from nowhere else. The sixth predicate would go
 * from an expediente to its ítem, progreso or omisión and look at an `estado`: that is what is searched, statement by
 * statement. What does so for another reason is declared here.
 */
const TABLA_CON_ESTADO = /\beliminacion_lote_(items|progreso|omision|omision_historia)\b/;
const POR_EXPEDIENTE =
  /\bexpediente_(id|codigo)\s*(=|IN\b|<@)|=\s*(ANY\s*\(\s*)?\w+\.expediente_(id|codigo)\b|USING\s*\([^)]*expediente_id/i;
const MIRA_ESTADO = /\bestado\b/;
/** Work within one lote, already known: it asks what became of its ítems, not who holds an expediente. */
const DENTRO_DE_UN_LOTE = /\blote_id\s*=\s*\$\d/;

interface Excepcion {
  readonly ruta: string;
  /** A piece of the statement that identifies it. */
  readonly contiene: string;
  readonly razon: string;
}

const EXCEPCIONES: readonly Excepcion[] = [
  {
    ruta: 'src/db/admision/admision.queries.ts',
    contiene: 'r.codigo, r.causa',
    razon: 'antecedente de un reingreso (de qué lote salió y por qué): historia, no pertenencia',
  },
];

interface Sentencia {
  readonly donde: string;
  readonly ruta: string;
  readonly texto: string;
}

/** Statements of a SQL file: cut at every `;` that ends a line, comments away. */
function listSentenciasSql({ ruta, texto }: Fuente): Sentencia[] {
  let linea = 1;
  return texto.split(/;[ \t]*$/m).map((bruto) => {
    const donde = `${ruta}:${linea + (bruto.match(/^\s*/)?.[0].match(/\n/g)?.length ?? 0)}`;
    linea += bruto.match(/\n/g)?.length ?? 0;
    return { donde, ruta, texto: bruto.replaceAll(/--.*$/gm, '') };
  });
}

const decidePorEstado = ({ texto }: Sentencia): boolean =>
  TABLA_CON_ESTADO.test(texto) &&
  POR_EXPEDIENTE.test(texto) &&
  MIRA_ESTADO.test(texto) &&
  !DENTRO_DE_UN_LOTE.test(texto);

const sentencias: readonly Sentencia[] = [
  ...listFuentes(['drizzle'], '.sql').flatMap(listSentenciasSql),
  ...listFuentes(['src'], '.ts').flatMap((fuente) =>
    listLiterales(fuente).map(({ texto, linea }) => ({
      donde: `${fuente.ruta}:${linea}`,
      ruta: fuente.ruta,
      texto,
    })),
  ),
];
const exceptuada = ({ ruta, texto }: Sentencia): boolean =>
  EXCEPCIONES.some((excepcion) => excepcion.ruta === ruta && texto.includes(excepcion.contiene));

describe('la pertenencia a un lote vivo', () => {
  it('no se decide mirando estados de ítems ni de lotes', () => {
    const halladas = sentencias.filter((sentencia) => decidePorEstado(sentencia) && !exceptuada(sentencia));
    expect(halladas.map(({ donde, texto }) => `${donde}: ${texto.trim().slice(0, 160)}`)).toEqual([]);
  });

  it('ninguna excepción sobra', () => {
    const sobran = EXCEPCIONES.filter(
      ({ ruta, contiene }) =>
        !sentencias.some(
          (sentencia) =>
            sentencia.ruta === ruta && sentencia.texto.includes(contiene) && decidePorEstado(sentencia),
        ),
    );
    expect(sobran).toEqual([]);
  });

  it.each([
    [
      'un préstamo que mira el estado del lote',
      `IF EXISTS (SELECT FROM eliminacion_lote_items i JOIN eliminacion_lotes l ON l.id = i.lote_id
         WHERE i.expediente_id = NEW.expediente_id AND l.estado IN ('borrador', 'publicado'))`,
    ],
    [
      'una consulta que trae el estado para decidir fuera',
      'SELECT o.estado FROM eliminacion_lote_omision o WHERE o.expediente_id = ANY ($1::uuid[])',
    ],
    [
      'un rechazo por código',
      `SELECT 1 FROM eliminacion_lote_items i JOIN eliminacion_lotes l ON l.id = i.lote_id
        WHERE i.expediente_codigo = $1 AND l.estado <> 'anulado'`,
    ],
    [
      'una unión desde expedientes',
      `SELECT e.id FROM expedientes e JOIN eliminacion_lote_progreso p ON e.id = p.expediente_id WHERE p.estado = 'pendiente'`,
    ],
  ])('hallaría %s', (_nombre, texto) => {
    expect(decidePorEstado({ donde: '', ruta: '', texto })).toBe(true);
  });

  it.each([
    ['la tabla de pertenencia', 'SELECT FROM eliminacion_expediente_en_lote p WHERE p.expediente_id = $1'],
    [
      'los de un lote conocido',
      `SELECT item_id FROM eliminacion_lote_progreso p
        WHERE p.lote_id = $1 AND p.estado = 'espera_fisico' AND p.expediente_id = ANY ($2::uuid[])`,
    ],
    [
      'los ítems de un lote',
      "SELECT count(*) FROM eliminacion_lote_progreso WHERE lote_id = $1 AND estado = 'omitido'",
    ],
  ])('no molesta a %s', (_nombre, texto) => {
    expect(decidePorEstado({ donde: '', ruta: '', texto })).toBe(false);
  });

  it('la admisión la lee', () => {
    const admision = sentencias.find(({ texto }) => texto.includes('FUNCTION eliminacion_evaluar_admision'));
    expect(admision?.texto).toContain('eliminacion_expediente_en_lote');
  });
});
