import { normalizeTexto } from '../texto/normalizar.ts';
import { normalizeCodigo, splitCodigo } from '../trd/codigo.ts';
import type { UnidadFuid } from './unidad-fuid.ts';

/** What a serie or subserie of the version must tell to be found. */
export interface SerieDeVersion {
  readonly dependenciaCodigo: string;
  readonly dependenciaNombre: string;
  readonly serieCodigo: string;
  readonly serieNombre: string | null;
  readonly subserieCodigo: string | null;
  readonly subserieNombre: string | null;
}

export type Emparejamiento<S> = { readonly serie: S } | { readonly motivo: string };

/**
 * Finds which serie of one version a unit is of, by code. The code may carry its office (`100.19.05`) or not; then the
 * office given by whoever imports, or the one that the inventory names, decides. Two candidates are a refusal: the
 * same code may keep for ever in one office and eliminate in another.
 */
export class BuscadorSeries<S extends SerieDeVersion> {
  readonly #version: string;
  readonly #dependencia: string | null;
  readonly #completas = new Map<string, S[]>();
  readonly #cortas = new Map<string, S[]>();
  readonly #conSubseries = new Set<string>();
  readonly #oficinas = new Set<string>();

  constructor(version: string, series: readonly S[], dependencia: string | null) {
    this.#version = version;
    this.#dependencia = dependencia === null ? null : normalizeDependencia(dependencia);
    for (const serie of series) {
      this.#oficinas
        .add(normalizeTexto(serie.dependenciaNombre))
        .add(normalizeTexto(serie.dependenciaCodigo));
      const corta = [serie.serieCodigo, ...(serie.subserieCodigo ?? '').split('.').filter(Boolean)];
      push(this.#cortas, normalizeClave(corta), serie);
      push(this.#completas, normalizeClave([...serie.dependenciaCodigo.split('.'), ...corta]), serie);
      if (serie.subserieCodigo !== null) this.#conSubseries.add(normalizeClave([serie.serieCodigo]));
    }
  }

  find(unidad: UnidadFuid): Emparejamiento<S> {
    const clave = normalizeCodigo(unidad.codigo);
    const escrito = unidad.codigo.join('.');
    const completas = this.#completas.get(clave) ?? [];
    const cortas = this.#cortas.get(clave) ?? [];
    const elegidas = this.#narrow(completas, cortas, unidad.oficina);
    const [serie, otra] = elegidas;
    if (serie === undefined)
      return { motivo: this.#explainAbsence(clave, escrito, completas.length + cortas.length) };
    if (otra !== undefined) return { motivo: explainAmbiguity(escrito, elegidas) };
    return isOtroNombre(unidad, serie) ? { motivo: explainNombre(escrito, serie, unidad) } : { serie };
  }

  /** The office asked for binds every code; the one that the inventory names, those that don't carry theirs. */
  #narrow(completas: readonly S[], cortas: readonly S[], oficina: string | null): readonly S[] {
    const candidatas = [...new Set([...completas, ...cortas])];
    if (this.#dependencia !== null) {
      return candidatas.filter(
        (serie) => normalizeDependencia(serie.dependenciaCodigo) === this.#dependencia,
      );
    }
    if (completas.length > 0 || oficina === null || !this.#oficinas.has(normalizeTexto(oficina)))
      return candidatas;
    return candidatas.filter((serie) => isOficina(serie, oficina));
  }

  #explainAbsence(clave: string, escrito: string, enOtras: number): string {
    if (enOtras > 0) return `El código ${escrito} no es de esa dependencia en la versión «${this.#version}».`;
    if (this.#conSubseries.has(clave)) {
      return `El código ${escrito} es de una serie con subseries: falta el de la subserie.`;
    }
    return `El código ${escrito} no está en la versión «${this.#version}».`;
  }
}

function normalizeClave(segmentos: readonly string[]): string {
  return normalizeCodigo(segmentos.flatMap((segmento) => splitCodigo(segmento)?.segmentos ?? [segmento]));
}

function normalizeDependencia(codigo: string): string {
  return normalizeCodigo(codigo.split(/[.\-\s]+/).filter(Boolean));
}

function push<V>(mapa: Map<string, V[]>, clave: string, valor: V): void {
  const lista = mapa.get(clave);
  if (lista === undefined) mapa.set(clave, [valor]);
  else lista.push(valor);
}

function isOficina(serie: SerieDeVersion, oficina: string): boolean {
  const escrita = normalizeTexto(oficina);
  const { dependenciaCodigo, dependenciaNombre } = serie;
  return escrita === normalizeTexto(dependenciaNombre) || escrita === normalizeTexto(dependenciaCodigo);
}

function explainAmbiguity(escrito: string, series: readonly SerieDeVersion[]): string {
  const dependencias = series.map((serie) => serie.dependenciaCodigo).join(', ');
  return `El código ${escrito} sirve a varias dependencias (${dependencias}) y no se sabe de cuál es: indíquela.`;
}

/** A row that names another thing than its code does: not a single word of weight in common. */
function isOtroNombre(unidad: UnidadFuid, serie: SerieDeVersion): boolean {
  const enFila = wordsOf(unidad.serieNombre, unidad.subserieNombre);
  const enVersion = wordsOf(serie.serieNombre, serie.subserieNombre);
  if (enFila.size === 0 || enVersion.size === 0) return false;
  return ![...enFila].some((palabra) => enVersion.has(palabra));
}

function wordsOf(...textos: readonly (string | null)[]): Set<string> {
  const palabras = textos.flatMap((texto) => normalizeTexto(texto ?? '').split(/[ /]+/));
  return new Set(
    palabras
      .filter((palabra) => palabra.length > 3)
      .map((palabra) => palabra.replace(/S$/, '').replace(/E$/, '')),
  );
}

function explainNombre(escrito: string, serie: SerieDeVersion, unidad: UnidadFuid): string {
  const enVersion = [serie.serieNombre, serie.subserieNombre].filter(Boolean).join(' / ');
  const enFila = [unidad.serieNombre, unidad.subserieNombre].filter(Boolean).join(' / ');
  return `El código ${escrito} es «${enVersion}» en la TRD, pero la fila dice «${enFila}».`;
}
