import type { Libreta } from '../informe/libreta.ts';
import { isNoAplica } from '../texto/normalizar.ts';
import { isPie } from '../texto/pie.ts';
import { type CodigoLeido, normalizeCodigo, normalizeSegmento, stripPrefijo } from './codigo.ts';
import { type FilaTrd, hasCodigo, isFilaDeTotales, nameOfFila } from './fila-trd.ts';
import type { Seccion } from './recorrer-hoja.ts';
import { type Dependencia, resolveDependencias } from './resolver-dependencia.ts';

/** A row that carries a code (or a name in its place), and the rows without one below it. */
export interface Grupo {
  readonly fila: FilaTrd;
  readonly dependencia: Dependencia;
  readonly serie: string;
  readonly subserie: string | null;
  readonly nombre: string | null;
  /** Named in its own column; otherwise the serie's own row tells. */
  readonly serieNombre: string | null;
  readonly tipos: readonly FilaTrd[];
}

interface Abierto extends Omit<Grupo, 'tipos'> {
  tipos: FilaTrd[];
}

/** Groups the rows of a section by code. Rows whose code can't be read are refused; texts without one, ignored. */
export function resolveCodigos(seccion: Seccion, libreta: Libreta): Grupo[] {
  return new ResolutorCodigos(seccion, libreta).resolve();
}

class ResolutorCodigos {
  readonly #seccion: Seccion;
  readonly #libreta: Libreta;
  readonly #dependencias: ReadonlyMap<FilaTrd, Dependencia | null>;
  readonly #grupos: Abierto[] = [];
  #serie: string | null = null;
  #serieNombre: string | null = null;
  #cabecera: string | null = null;
  /** Null after a row that was refused: what follows it has no code to belong to. */
  #abierto: Abierto | null = null;

  constructor(seccion: Seccion, libreta: Libreta) {
    this.#seccion = seccion;
    this.#libreta = libreta;
    this.#dependencias = withDependenciaDelCodigo(seccion, resolveDependencias(seccion, libreta));
  }

  resolve(): Grupo[] {
    const conPrefijo = allCarryDependencia(this.#seccion, this.#dependencias);
    for (const fila of this.#seccion.filas) {
      if (isFilaDeTotales(fila)) this.#libreta.ignore(fila.hoja, fila.fila, 'fila de totales');
      else if (this.#isCabeza(fila)) this.#open(fila, conPrefijo);
      else this.#addTipo(fila);
    }
    return this.#grupos;
  }

  #isCabeza(fila: FilaTrd): boolean {
    if (!this.#seccion.porNombre) return hasCodigo(fila);
    return (fila.serieNombre ?? fila.subserieNombre ?? fila.nombre) !== null;
  }

  #open(fila: FilaTrd, conPrefijo: boolean): void {
    this.#abierto = null;
    const dependencia = this.#dependencias.get(fila) ?? null;
    const codigo = this.#seccion.porNombre
      ? this.#codeByName(fila)
      : this.#codeOf(fila, dependencia, conPrefijo);
    if (codigo === null || dependencia === null) return;
    const nombre = codigo.subserie === null ? (fila.serieNombre ?? fila.nombre) : nameOfSubserie(fila);
    const ajena = codigo.subserie !== null && this.#isBajoOtraSerie(codigo.serie);
    const serieNombre = ajena ? null : this.#serieNombre;
    this.#abierto = { fila, dependencia, ...codigo, nombre, serieNombre, tipos: [] };
    this.#grupos.push(this.#abierto);
  }

  #addTipo(fila: FilaTrd): void {
    if (fila.regla.vacia) {
      this.#libreta.ignore(fila.hoja, fila.fila, describeSinCodigo(fila));
    } else if (this.#abierto === null) {
      this.#refuse(
        fila,
        nameOfFila(fila) ?? '',
        'Tiene retención o disposición, pero no código ni uno válido encima.',
      );
    } else this.#abierto.tipos.push(fila);
  }

  #codeByName(fila: FilaTrd): { serie: string; subserie: string | null } | null {
    this.#serieNombre = fila.serieNombre ?? fila.nombre ?? this.#serieNombre;
    if (this.#serieNombre === null) {
      this.#refuse(fila, '', 'No dice a qué serie pertenece.');
      return null;
    }
    const subserie =
      fila.subserie !== null && 'segmentos' in fila.subserie ? fila.subserie.segmentos.join('.') : null;
    return { serie: this.#serieNombre, subserie: subserie ?? fila.subserieNombre };
  }

  #codeOf(
    fila: FilaTrd,
    dependencia: Dependencia | null,
    conPrefijo: boolean,
  ): { serie: string; subserie: string | null } | null {
    for (const leido of [fila.codigo, fila.serie, fila.subserie]) {
      if (leido !== null && 'motivo' in leido) {
        this.#refuse(fila, leido.valor, leido.motivo);
        return null;
      }
    }
    const completo = segmentsOf(fila.codigo);
    const sinPrefijo =
      conPrefijo && dependencia !== null ? stripPrefijo(completo, dependencia.segmentos) : null;
    const [serie, ...resto] = completo.length > 0 ? (sinPrefijo ?? completo) : this.#columnsOf(fila);
    if (serie === undefined) {
      this.#refuse(fila, '', 'Tiene código de subserie, pero no de serie.');
      return null;
    }
    const esSubserie = resto.length > 0;
    if (esSubserie && this.#isBajoOtraSerie(serie)) this.#refuseBajoOtraSerie(fila);
    else this.#nameSerie(fila, serie, esSubserie);
    return { serie, subserie: esSubserie ? resto.join('.') : null };
  }

  /** The serie column, blank under the serie it repeats, and the subserie's, which may repeat the serie's code. */
  #columnsOf(fila: FilaTrd): readonly string[] {
    const propia = segmentsOf(fila.serie);
    const serie = propia.length > 0 ? propia : this.#serie === null ? [] : [this.#serie];
    const subserie = segmentsOf(fila.subserie);
    if (serie.length === 0) return subserie.length > 1 ? subserie : [];
    return [...serie, ...(stripPrefijo(subserie, serie) ?? subserie)];
  }

  /** A serie's row without a rule of its own announces its subseries: another serie's code among them is an error. */
  #isBajoOtraSerie(serie: string): boolean {
    return this.#cabecera !== null && normalizeSegmento(this.#cabecera) !== normalizeSegmento(serie);
  }

  /** The row keeps its place among those of its code: another that uses it is no longer beyond doubt. */
  #refuseBajoOtraSerie(fila: FilaTrd): void {
    const escrito = [...segmentsOf(fila.codigo), ...segmentsOf(fila.subserie)].join('.');
    this.#refuse(
      fila,
      escrito,
      `El código ${escrito} está entre las subseries de la serie ${this.#cabecera}.`,
    );
  }

  #nameSerie(fila: FilaTrd, serie: string, esSubserie: boolean): void {
    const otra = this.#serie === null || normalizeSegmento(this.#serie) !== normalizeSegmento(serie);
    const propio = fila.serieNombre ?? (esSubserie ? null : fila.nombre);
    this.#serieNombre = propio ?? (otra ? null : this.#serieNombre);
    this.#serie = serie;
    if (!esSubserie) this.#cabecera = fila.regla.vacia ? serie : null;
  }

  #refuse(fila: FilaTrd, valor: string, motivo: string): void {
    this.#libreta.refuse({ hoja: fila.hoja, fila: fila.fila, columna: fila.columnas.codigo, valor, motivo });
  }
}

function describeSinCodigo(fila: FilaTrd): string {
  const nombre = nameOfFila(fila);
  if (isPie(fila.dependenciaTexto) || isPie(nombre)) return 'pie de la hoja';
  return nombre === null ? 'texto fuera de las columnas' : 'tipo documental';
}

function nameOfSubserie(fila: FilaTrd): string | null {
  const propio = fila.subserieNombre === null || isNoAplica(fila.subserieNombre) ? null : fila.subserieNombre;
  return propio ?? fila.nombre;
}

function segmentsOf(leido: CodigoLeido): readonly string[] {
  return leido !== null && 'segmentos' in leido ? leido.segmentos : [];
}

/** True when every code starts with its own office's, so that it is a prefix and not the number of a serie. */
function allCarryDependencia(
  seccion: Seccion,
  dependencias: ReadonlyMap<FilaTrd, Dependencia | null>,
): boolean {
  const codificadas = seccion.filas.filter((fila) => segmentsOf(fila.codigo).length > 0);
  return codificadas.every((fila) => {
    const dependencia = dependencias.get(fila);
    if (!dependencia) return true;
    return stripPrefijo(segmentsOf(fila.codigo), dependencia.segmentos) !== null;
  });
}

/** Where nothing gives the office's code but the codes do (`100.02.01` under a title without number): their first part. */
function withDependenciaDelCodigo(
  seccion: Seccion,
  dependencias: ReadonlyMap<FilaTrd, Dependencia | null>,
): ReadonlyMap<FilaTrd, Dependencia | null> {
  const escrita = seccion.filas.some((fila) => fila.dependenciaTexto !== null) || seccion.titulo?.codigo;
  const codigos = seccion.filas
    .map((fila) => segmentsOf(fila.codigo))
    .filter((segmentos) => segmentos.length > 0);
  const primero = codigos[0]?.[0];
  const comun = codigos.every(
    (segmentos) => normalizeCodigo(segmentos.slice(0, 1)) === normalizeSegmento(primero ?? ''),
  );
  if (escrita || primero === undefined || !comun || !codigos.some((segmentos) => segmentos.length > 2))
    return dependencias;
  const nombre = seccion.titulo?.nombre ?? null;
  return new Map(seccion.filas.map((fila) => [fila, { segmentos: [primero], nombre }]));
}
