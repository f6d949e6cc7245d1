import { canonicalJson, type JsonValue } from '../json-canonico.ts';

/** A row of the inventory as it was frozen: FUID columns plus the instrument and the arithmetic (REQ-INV-1). */
export interface FilaInventario {
  readonly orden: number;
  readonly expedienteId: string;
  readonly expedienteCodigo: string;
  readonly titulo: string;
  readonly tituloPublico: string;
  readonly enmascaramiento: readonly string[];
  readonly nivelSeguridad: number;
  readonly dependenciaCodigo: string;
  readonly dependenciaNombre: string;
  readonly trdVersionCodigo: string;
  readonly trdTipo: string;
  readonly serie: string;
  readonly serieNombre: string;
  readonly subserie: string | null;
  readonly subserieNombre: string | null;
  readonly actoConvalidacion: { readonly numero: string; readonly fecha: string };
  readonly actaAprobacion: { readonly numero: string; readonly fecha: string };
  readonly ag: number | null;
  readonly ac: number;
  readonly disposicion: string;
  readonly fundamento: string;
  readonly fechaInicial: string | null;
  readonly fechaFinal: string | null;
  readonly cierre: string;
  readonly vencimiento: string;
  readonly vencimientoHabil: string;
  readonly vencimientoAritmetica: string;
  readonly soporte: string;
  readonly folios: number | null;
  readonly unidades: JsonValue;
}

/** One line of the complete dataset: canonical JSON, ending in a line feed. */
export function renderFilaCompleta(fila: FilaInventario): string {
  return `${canonicalJson({ ...fila })}\n`;
}

/**
 * One line of the public dataset: the same row and ids with the reviewed título. Notes of the storage units are free
 * text nobody reviewed, and where the título is masked everything that could say the same is left out.
 */
export function renderFilaPublica(fila: FilaInventario): string {
  const { titulo: _titulo, tituloPublico, enmascaramiento, unidades, ...resto } = fila;
  return `${canonicalJson({ ...resto, titulo: tituloPublico, basesLegales: enmascaramiento, unidades: withoutNotas(unidades) })}\n`;
}

function withoutNotas(unidades: JsonValue): JsonValue {
  if (!Array.isArray(unidades)) return [];
  return unidades.map((unidad: JsonValue) =>
    unidad !== null && typeof unidad === 'object' && !Array.isArray(unidad)
      ? Object.fromEntries(Object.entries(unidad).filter(([campo]) => campo !== 'notas' && campo !== 'otro'))
      : null,
  );
}
