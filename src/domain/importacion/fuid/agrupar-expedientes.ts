import type { FechaCivil } from '../../plazos/fecha-civil.ts';
import { groupBy } from '../agrupar-por.ts';
import type { Libreta } from '../informe/libreta.ts';
import type { Soporte } from './soporte.ts';
import type { UnidadFuid } from './unidad-fuid.ts';

/** A unit with the serie it was found to be of. */
export interface UnidadEmparejada<S> {
  readonly unidad: UnidadFuid;
  readonly serie: S;
}

/** An expediente with its units in the order of the file. */
export interface ExpedienteFuid<S> {
  readonly codigo: string;
  readonly titulo: string;
  readonly serie: S;
  readonly fechaInicial: FechaCivil | null;
  readonly fechaFinal: FechaCivil | null;
  /** Null = open: never due until it is closed. */
  readonly cierre: FechaCivil | null;
  readonly soporte: Soporte;
  /** Null unless every unit gives a count. */
  readonly folios: number | null;
  readonly unidades: readonly UnidadFuid[];
}

/**
 * Gathers the units of each expediente: those with the same value in the chosen column, or each row by itself under a
 * code made of `prefijo`, sheet and row. What its units contradict refuses all of them, and so does a refused sibling.
 */
export function groupExpedientes<S>(
  emparejadas: readonly UnidadEmparejada<S>[],
  rechazados: ReadonlySet<string>,
  prefijo: string,
  libreta: Libreta,
): ExpedienteFuid<S>[] {
  const hojas = [...new Set(emparejadas.map(({ unidad }) => unidad.hoja))];
  const grupos = groupBy(emparejadas, ({ unidad: { hoja, fila, expediente } }) => {
    return expediente ?? `${prefijo}-${hojas.indexOf(hoja) + 1}-${fila}`;
  });
  const expedientes: ExpedienteFuid<S>[] = [];
  for (const [codigo, grupo] of grupos) {
    const motivo = findContradiccion(codigo, grupo, rechazados);
    if (motivo === null) expedientes.push(buildExpediente(codigo, grupo, libreta));
    else for (const { unidad } of grupo) refuseUnidad(unidad, codigo, motivo, libreta);
  }
  return expedientes;
}

function findContradiccion<S>(
  codigo: string,
  grupo: readonly UnidadEmparejada<S>[],
  rechazados: ReadonlySet<string>,
): string | null {
  if (rechazados.has(codigo)) return `Otra unidad del expediente ${codigo} fue rechazada: no entra a medias.`;
  if (new Set(grupo.map(({ serie }) => serie)).size > 1)
    return `Las unidades del expediente ${codigo} son de series distintas.`;
  const cierres = new Set(grupo.map(({ unidad }) => unidad.cierre).filter((cierre) => cierre !== null));
  if (cierres.size > 1)
    return `El expediente ${codigo} tiene varias fechas de cierre: ${[...cierres].join(', ')}.`;
  const [cierre] = cierres;
  const ultima = latest(grupo.map(({ unidad }) => unidad.fechaFinal));
  if (cierre !== undefined && ultima !== null && cierre < ultima) {
    return `El cierre del expediente ${codigo} (${cierre}) es anterior a la última de sus fechas finales (${ultima}).`;
  }
  return null;
}

function refuseUnidad(
  { hoja, fila, columnas }: UnidadFuid,
  codigo: string,
  motivo: string,
  libreta: Libreta,
): void {
  libreta.refuse({ hoja, fila, columna: columnas.expediente ?? '', valor: codigo, motivo });
}

function buildExpediente<S>(
  codigo: string,
  grupo: readonly UnidadEmparejada<S>[],
  libreta: Libreta,
): ExpedienteFuid<S> {
  const [primera] = grupo;
  if (primera === undefined) throw new TypeError('a group of units is never empty');
  const unidades = grupo.map(({ unidad }) => unidad);
  for (const { hoja, fila } of unidades) libreta.accept(hoja, fila);
  const soportes = new Set(unidades.map(({ soporte }) => soporte));
  const folios = unidades.map((unidad) => unidad.folios).filter((cantidad) => cantidad !== null);
  return {
    codigo,
    titulo: primera.unidad.titulo,
    serie: primera.serie,
    fechaInicial: earliest(unidades.map(({ fechaInicial }) => fechaInicial)),
    fechaFinal: latest(unidades.map(({ fechaFinal }) => fechaFinal)),
    cierre: unidades.find(({ cierre }) => cierre !== null)?.cierre ?? null,
    soporte: soportes.size > 1 ? 'hibrido' : primera.unidad.soporte,
    folios: folios.length === unidades.length ? folios.reduce((suma, n) => suma + n, 0) : null,
    unidades,
  };
}

function earliest(fechas: readonly (FechaCivil | null)[]): FechaCivil | null {
  return fechas
    .filter((fecha) => fecha !== null)
    .reduce<FechaCivil | null>((a, b) => (a === null || b < a ? b : a), null);
}

function latest(fechas: readonly (FechaCivil | null)[]): FechaCivil | null {
  return fechas
    .filter((fecha) => fecha !== null)
    .reduce<FechaCivil | null>((a, b) => (a === null || b > a ? b : a), null);
}
