import { groupBy } from '../agrupar-por.ts';
import type { Libreta } from '../informe/libreta.ts';
import { normalizeTexto } from '../texto/normalizar.ts';
import { normalizeCodigo, normalizeSegmento } from './codigo.ts';
import { isMismaRegla } from './fila-trd.ts';
import type { Grupo } from './resolver-codigos.ts';

/** The identity of a code within its version: office, serie, subserie. */
export function keyOfGrupo(grupo: Grupo): string {
  const dependencia = normalizeCodigo(grupo.dependencia.segmentos);
  const subserie = grupo.subserie === null ? '' : normalizeCodigo(grupo.subserie.split('.'));
  return [dependencia, normalizeSegmento(grupo.serie), subserie].join('\u0000');
}

/**
 * REQ-INS-3: one code of one office with two names, two retentions or two dispositions refuses every row that uses
 * it. A row equal to an earlier one is only repetition and is ignored.
 */
export function refuseAmbiguas(grupos: readonly Grupo[], libreta: Libreta): void {
  for (const iguales of groupBy(grupos, keyOfGrupo).values()) {
    const [primero, ...otros] = iguales;
    if (primero === undefined || otros.length === 0) continue;
    const diferencias = describeDiferencias(primero, otros);
    if (diferencias.length > 0) {
      for (const grupo of iguales) refuseUna(grupo, iguales, diferencias, libreta);
    } else {
      for (const otro of otros)
        libreta.ignore(otro.fila.hoja, otro.fila.fila, `igual a la fila ${primero.fila.fila}`);
    }
  }
}

/** One serie of one office that its rows call by different names refuses those rows and all its subseries. */
export function refuseSeriesConDosNombres(grupos: readonly Grupo[], libreta: Libreta): void {
  const porSerie = groupBy(grupos, (grupo) => keyOfGrupo({ ...grupo, subserie: null }));
  for (const deSerie of porSerie.values()) {
    const nombradas = deSerie
      .map((grupo) => ({ grupo, nombre: nameOfSerie(grupo) }))
      .filter((n) => n.nombre !== null);
    const nombres = new Map(nombradas.map(({ nombre }) => [normalizeTexto(nombre ?? ''), nombre]));
    if (nombres.size < 2) continue;
    const lista = [...nombres.values()].map((nombre) => `«${nombre}»`).join(' y ');
    for (const { fila, serie } of deSerie) {
      const motivo = `En su dependencia, la serie ${serie} se llama de varias maneras: ${lista}.`;
      libreta.refuse({
        hoja: fila.hoja,
        fila: fila.fila,
        columna: fila.columnas.codigo,
        valor: serie,
        motivo,
      });
    }
  }
}

/** What the row says its serie is called: itself, if it is a serie's. */
export function nameOfSerie(grupo: Grupo): string | null {
  return grupo.subserie === null ? grupo.nombre : grupo.serieNombre;
}

function describeDiferencias(primero: Grupo, otros: readonly Grupo[]): string[] {
  const nombre = (grupo: Grupo) => normalizeTexto(grupo.nombre ?? '');
  const regla = (grupo: Grupo) => grupo.fila.regla;
  const diferencias: string[] = [];
  if (otros.some((otro) => nombre(otro) !== nombre(primero))) diferencias.push('nombres distintos');
  if (otros.some((otro) => regla(otro).disposicion !== regla(primero).disposicion)) {
    diferencias.push('disposiciones distintas');
  } else if (otros.some((otro) => !isMismaRegla(regla(otro), regla(primero)))) {
    diferencias.push('retenciones distintas');
  }
  return diferencias;
}

function refuseUna(
  { fila, serie, subserie, dependencia, nombre }: Grupo,
  iguales: readonly Grupo[],
  diferencias: readonly string[],
  libreta: Libreta,
): void {
  const codigo = subserie === null ? serie : `${serie}.${subserie}`;
  const filas = iguales.map((grupo) => grupo.fila.fila).join(', ');
  libreta.refuse({
    hoja: fila.hoja,
    fila: fila.fila,
    columna: fila.columnas.codigo,
    valor: `${codigo} ${nombre ?? ''}`.trim(),
    motivo: `El código ${codigo} de la dependencia ${dependencia.segmentos.join('.')} aparece en las filas ${filas} con ${diferencias.join(' y ')}.`,
  });
}
