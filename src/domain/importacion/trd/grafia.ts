import { normalizeCodigo, normalizeSegmento } from './codigo.ts';
import type { Grupo } from './resolver-codigos.ts';

/** The one spelling of each code in a file, so that `5` here and `05.` there are the same text for ever after. */
export interface Grafia {
  readonly dependencia: (grupo: Grupo) => string;
  readonly serie: (grupo: Grupo) => string;
  readonly subserie: (grupo: Grupo) => string | null;
}

/** Chooses the longest spelling seen of each code, which is the one that lost no zero. */
export function chooseGrafia(grupos: readonly Grupo[]): Grafia {
  const dependencias = new Map<string, string>();
  const series = new Map<string, string>();
  const subseries = new Map<string, string>();
  for (const grupo of grupos) {
    keepLongest(dependencias, keyOfDependencia(grupo), grupo.dependencia.segmentos.join('.'));
    keepLongest(series, normalizeSegmento(grupo.serie), grupo.serie.trim());
    if (grupo.subserie !== null) keepLongest(subseries, keyOfSubserie(grupo), grupo.subserie.trim());
  }
  return {
    dependencia: (grupo) => dependencias.get(keyOfDependencia(grupo)) ?? '',
    serie: (grupo) => series.get(normalizeSegmento(grupo.serie)) ?? grupo.serie,
    subserie: (grupo) =>
      grupo.subserie === null ? null : (subseries.get(keyOfSubserie(grupo)) ?? grupo.subserie),
  };
}

function keyOfDependencia(grupo: Grupo): string {
  return normalizeCodigo(grupo.dependencia.segmentos);
}

function keyOfSubserie(grupo: Grupo): string {
  return `${normalizeSegmento(grupo.serie)}.${normalizeCodigo((grupo.subserie ?? '').split('.'))}`;
}

function keepLongest(grafias: Map<string, string>, clave: string, grafia: string): void {
  if (grafia.length > (grafias.get(clave)?.length ?? -1)) grafias.set(clave, grafia);
}
