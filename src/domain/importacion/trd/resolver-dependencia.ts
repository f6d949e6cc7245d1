import type { Libreta } from '../informe/libreta.ts';
import { normalizeTexto } from '../texto/normalizar.ts';
import { normalizeCodigo } from './codigo.ts';
import { type FilaTrd, hasCodigo } from './fila-trd.ts';
import type { Seccion } from './recorrer-hoja.ts';

/** The office a row belongs to. `segmentos` is its code as written. */
export interface Dependencia {
  readonly segmentos: readonly string[];
  readonly nombre: string | null;
}

/** Where a schedule has one office only and does not name it. */
const DEPENDENCIA_UNICA: Dependencia = { segmentos: ['ENTIDAD'], nombre: 'Toda la entidad' };

/**
 * The office of each row: its own code, else the one above it in the section. Under a title all rows are of one
 * office, so a row with another code contradicts it and is refused, with those that would inherit it; rows above the
 * first code take the section's only one. Null where the row's office can't be known (already refused).
 */
export function resolveDependencias(
  seccion: Seccion,
  libreta: Libreta,
): ReadonlyMap<FilaTrd, Dependencia | null> {
  const propias = new Map(seccion.filas.map((fila) => [fila, readPropia(fila)]));
  const codigos = [...propias.values()].filter((d) => d !== null).map((d) => normalizeCodigo(d.segmentos));
  const principal = mainCodigo(seccion, codigos);
  const resueltas = new Map<FilaTrd, Dependencia | null>();
  let actual = firstDependencia(seccion, [...propias.values()], codigos);
  for (const fila of seccion.filas) {
    actual = propias.get(fila) ?? actual;
    const contradice =
      principal !== null && actual !== null && normalizeCodigo(actual.segmentos) !== principal;
    if (hasCodigo(fila) && contradice) refuseContraria(seccion, fila, actual, principal, libreta);
    if (hasCodigo(fila) && actual === null) refuseSinDependencia(fila, libreta);
    const nombre = seccion.titulo?.nombre ?? actual?.nombre ?? null;
    resueltas.set(fila, actual === null || contradice ? null : { segmentos: actual.segmentos, nombre });
  }
  return resueltas;
}

function readPropia(fila: FilaTrd): Dependencia | null {
  const { dependencia, dependenciaNombre } = fila;
  if (dependencia !== null && 'segmentos' in dependencia) {
    return { segmentos: dependencia.segmentos, nombre: dependenciaNombre };
  }
  if (dependenciaNombre === null || fila.dependenciaTexto !== null) return null;
  const conCodigo = /^(\d[\d.]*)\s*[-–—.:]?\s+(\D.*)$/.exec(dependenciaNombre);
  if (conCodigo === null)
    return { segmentos: [normalizeTexto(dependenciaNombre)], nombre: dependenciaNombre };
  return { segmentos: (conCodigo[1] ?? '').split('.').filter(Boolean), nombre: conCodigo[2] ?? null };
}

/** Under a title: its own code, else the one that most rows write. Null where nothing binds the rows together. */
function mainCodigo(seccion: Seccion, codigos: readonly string[]): string | null {
  if (seccion.titulo === null || codigos.length === 0) return null;
  if (seccion.titulo.codigo !== null) return normalizeCodigo(seccion.titulo.codigo);
  const veces = new Map<string, number>();
  for (const codigo of codigos) veces.set(codigo, (veces.get(codigo) ?? 0) + 1);
  const mayoria = [...veces].find(([, n]) => n * 2 > codigos.length);
  return mayoria?.[0] ?? '';
}

function firstDependencia(
  seccion: Seccion,
  propias: readonly (Dependencia | null)[],
  codigos: readonly string[],
): Dependencia | null {
  if (seccion.titulo?.codigo) return { segmentos: seccion.titulo.codigo, nombre: seccion.titulo.nombre };
  if (codigos.length > 0) {
    const unica = seccion.titulo !== null && new Set(codigos).size === 1;
    return unica ? (propias.find((d) => d !== null) ?? null) : null;
  }
  if (seccion.titulo === null) return DEPENDENCIA_UNICA;
  return { segmentos: [normalizeTexto(seccion.titulo.nombre)], nombre: seccion.titulo.nombre };
}

function refuseContraria(
  seccion: Seccion,
  fila: FilaTrd,
  actual: Dependencia | null,
  principal: string,
  libreta: Libreta,
): void {
  const escrito = actual?.segmentos.join('.') ?? '';
  libreta.refuse({
    hoja: fila.hoja,
    fila: fila.fila,
    columna: fila.columnas.dependencia,
    valor: escrito,
    motivo:
      principal === ''
        ? `Bajo «${seccion.titulo?.nombre}» hay varios códigos de dependencia y ninguno predomina.`
        : `La dependencia es ${escrito}, pero «${seccion.titulo?.nombre}» es la ${principal} en el resto de su tabla.`,
  });
}

function refuseSinDependencia(fila: FilaTrd, libreta: Libreta): void {
  libreta.refuse({
    hoja: fila.hoja,
    fila: fila.fila,
    columna: fila.columnas.dependencia,
    valor: fila.dependenciaTexto ?? '',
    motivo: 'No se sabe de qué dependencia es: no la dice la fila ni una anterior.',
  });
}
