import type { Banco } from './banco.ts';
import { renderCifras, renderMeta, renderRatio } from './render-linea.ts';
import type { Resultado } from './resultado.ts';

/** What the page is made of; `anterior` is the text it replaces, or null. */
export interface Pagina {
  readonly maquina: string;
  readonly bancos: readonly Banco[];
  readonly resultados: readonly Resultado[];
  readonly anterior: string | null;
}

const SIN_MEDIR = '—';

/**
 * docs/benchmarks.md. A bench that did not run this time keeps its row only if the page is of the same machine: figures of
 * two machines don't stand in one table.
 */
export function renderPagina({ maquina, bancos, resultados, anterior }: Pagina): string {
  const conservadas =
    anterior?.includes(`\n${maquina}\n`) === true ? readFilas(anterior) : new Map<string, string>();
  const filas = bancos.map((banco) => {
    const resultado = resultados.find(({ name }) => name === banco.nombre);
    if (resultado !== undefined) return renderFila(resultado);
    return conservadas.get(banco.nombre) ?? renderSinMedir(banco);
  });
  return `${CABECERA}
## Máquina

${maquina}

## Resultados

| banco | razón | meta | cumple | tamaño | medianas |
|---|---|---|---|---|---|
${filas.join('\n')}

## Qué mide cada uno

${bancos.map(renderMetodo).join('\n\n')}
`;
}

const CABECERA = `# Mediciones

<!-- Generado por bench/run.ts (\`npm run bench\`); no se edita a mano. -->

Ninguna cifra se compara con otra máquina: cada una es una razón entre dos trabajos medidos en la misma corrida, y es la
mediana de sus rondas. Los segundos y las tasas solo dan el orden de magnitud en la máquina de abajo. Cada banco compara al
final lo que cree haber hecho con \`count(*)\` en la base; si difieren, falla y no hay cifra.

\`npm run bench\` mide todo y reescribe esta página; \`npm run bench -- --quick\` hace un trabajo pequeño y no la toca;
\`npm run bench -- --only audit --escribir\` renueva una sola fila.
`;

function renderFila(resultado: Resultado): string {
  const { name, ratio, ok, size, quick, rounds, figures, error } = resultado;
  const celdas =
    ratio === null
      ? [SIN_MEDIR, renderMeta(resultado), 'no', SIN_MEDIR, `falló: ${error ?? 'sin motivo'}`]
      : [
          renderRatio(ratio),
          renderMeta(resultado),
          ok ? 'sí' : 'no',
          `${size}, ${rounds} rondas${quick ? ' (rápida)' : ''}`,
          renderCifras(figures),
        ];
  return `| \`${name}\` | ${celdas.map(escapeCelda).join(' | ')} |`;
}

function renderSinMedir(banco: Banco): string {
  return `| \`${banco.nombre}\` | ${SIN_MEDIR} | ${renderMeta(banco)} | ${SIN_MEDIR} | ${SIN_MEDIR} | sin medir |`;
}

/** A bar or a line break would break the table. */
function escapeCelda(texto: string): string {
  return texto.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function renderMetodo({ nombre, trabajo, contra, metodo }: Banco): string {
  return `**${nombre}** — ${trabajo}; contra ${contra}. ${metodo}`;
}

function readFilas(pagina: string): ReadonlyMap<string, string> {
  return new Map(
    pagina.split('\n').flatMap((linea): [string, string][] => {
      const nombre = /^\| `([^`]+)` \|/.exec(linea)?.[1];
      return nombre === undefined ? [] : [[nombre, linea]];
    }),
  );
}
