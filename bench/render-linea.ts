import type { Cifras } from './banco.ts';
import type { Resultado } from './resultado.ts';

/** One line for a person: `✓ audit 0.33 (meta ≥ 0.25) · …`. */
export function renderLinea(resultado: Resultado): string {
  const { name, ratio, ok, size, rounds, figures, error } = resultado;
  if (ratio === null) return `✗ ${name}: ${error ?? 'sin resultado'}`;
  const partes = [size, `${rounds} ${rounds === 1 ? 'ronda' : 'rondas'}`, renderCifras(figures)];
  return `${ok ? '✓' : '✗'} ${name} ${renderRatio(ratio)} (${renderMeta(resultado)}) · ${partes.join(' · ')}`;
}

export function renderMeta({ aim, direction }: Pick<Resultado, 'aim' | 'direction'>): string {
  return `meta ${direction === '<=' ? '≤' : '≥'} ${aim}`;
}

export function renderRatio(ratio: number): string {
  return ratio.toFixed(2);
}

/** `primer_arranque_s: 21.4` reads «primer arranque 21.4 s»; what could not be measured is left out. */
export function renderCifras(cifras: Cifras): string {
  return Object.entries(cifras)
    .flatMap(([nombre, valor]) => (valor === null ? [] : [renderCifra(nombre, valor)]))
    .join(', ');
}

const UNIDADES: readonly (readonly [final: string, unidad: string])[] = [
  ['_por_s', 'por segundo'],
  ['_mib', 'MiB'],
  ['_s', 's'],
];

function renderCifra(nombre: string, valor: number): string {
  const [final = '', unidad = ''] = UNIDADES.find(([uno]) => nombre.endsWith(uno)) ?? [];
  return `${nombre.slice(0, nombre.length - final.length).replaceAll('_', ' ')} ${valor} ${unidad}`.trim();
}
