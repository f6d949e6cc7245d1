/** The facts of one item that the acta's totals must agree with. */
export interface HechosItem {
  readonly orden: number;
  readonly serie: string;
  readonly subserie: string | null;
  readonly folios: number;
  readonly radicados: number;
  readonly anexos: number;
}

export interface Rango {
  readonly desde: number;
  readonly hasta: number;
}

/** Key of a serie or subserie in the summary. */
export function claveSerie(serie: string, subserie: string | null): string {
  return JSON.stringify([serie, subserie]);
}

/**
 * Counts an inventory as it streams by. Memory grows with series and gaps, not with items. `huecos` are the rows of
 * the lote that do not stand in the inventory, so far.
 */
export class RecuentoInventario {
  readonly series = new Map<string, number>();
  readonly huecos: Rango[] = [];
  expedientes = 0;
  radicados = 0;
  anexos = 0;
  folios = 0;
  ultimoOrden = 0;
  /** The first row out of sequence, or null. */
  desordenado: number | null = null;

  add(item: HechosItem): void {
    if (item.orden <= this.ultimoOrden) this.desordenado ??= item.orden;
    if (item.orden > this.ultimoOrden + 1) {
      this.huecos.push({ desde: this.ultimoOrden + 1, hasta: item.orden - 1 });
    }
    this.ultimoOrden = item.orden;
    this.expedientes += 1;
    this.radicados += item.radicados;
    this.anexos += item.anexos;
    this.folios += item.folios;
    const clave = claveSerie(item.serie, item.subserie);
    this.series.set(clave, (this.series.get(clave) ?? 0) + 1);
  }
}
