import { renderInstante } from '../plazos/bogota.ts';
import type { ActaItem } from './acta-item.ts';
import { parseActaItem } from './parse-acta.ts';

/** What an item of the acta is made of: the frozen ítem, counts of its intention, and its paper certificate. */
export interface FuenteActaItem {
  readonly orden: number;
  readonly expedienteId: string;
  readonly expedienteCodigo: string;
  readonly titulo: string;
  readonly tituloPublico: string;
  readonly enmascaramiento: readonly string[];
  readonly dependenciaCodigo: string;
  readonly trdVersionCodigo: string;
  readonly trdSerie: string;
  readonly trdSerieNombre: string;
  readonly trdSubserie: string | null;
  readonly trdSubserieNombre: string | null;
  readonly actoConvalidacion: { readonly numero: string; readonly fecha: string };
  readonly actaAprobacion: { readonly numero: string; readonly fecha: string };
  readonly disposicion: 'E' | 'S';
  readonly fundamento: string;
  readonly ag: number | null;
  readonly ac: number;
  readonly fechaInicial: string | null;
  readonly fechaFinal: string | null;
  readonly cierre: string;
  readonly vencimiento: string;
  readonly vencimientoHabil: string;
  readonly soporte: 'fisico' | 'electronico' | 'hibrido';
  readonly folios: number | null;
  readonly sal: Uint8Array;
  readonly antecedenteLote: string | null;
  readonly antecedenteCausa: string | null;
  readonly radicados: number;
  readonly anexos: number;
  readonly constanciaN: number | null;
  readonly constanciaMetodo: 'picado' | 'triturado' | 'otro' | null;
  readonly constanciaFecha: string | null;
  readonly constanciaLugar: string | null;
}

/** The acta's item of a destroyed expediente: a pure function of append-only facts (REQ-ACT-1). */
export function buildActaItem(fuente: FuenteActaItem, destruidoEn: Date): ActaItem {
  return parseActaItem({
    orden: fuente.orden,
    expedienteId: fuente.expedienteId,
    expedienteCodigo: fuente.expedienteCodigo,
    titulo: fuente.titulo,
    tituloPublico: fuente.tituloPublico,
    fundamentoReserva: fuente.enmascaramiento.length === 0 ? null : fuente.enmascaramiento.join('; '),
    serie: {
      version: fuente.trdVersionCodigo,
      dependencia: fuente.dependenciaCodigo,
      codigo: fuente.trdSerie,
      subserie: fuente.trdSubserie,
    },
    serieNombre: fuente.trdSerieNombre,
    subserieNombre: fuente.trdSubserieNombre,
    actoConvalidacionTrd: fuente.actoConvalidacion,
    actaAprobacionTrd: fuente.actaAprobacion,
    disposicion: fuente.disposicion,
    fundamento: fuente.fundamento,
    fechasExtremas: { inicio: fuente.fechaInicial, fin: fuente.fechaFinal },
    cierre: fuente.cierre,
    // A TVD has no archivo de gestión: it counts AC only.
    vencimiento: {
      ag: fuente.ag ?? 0,
      ac: fuente.ac,
      termino: fuente.vencimiento,
      vence: fuente.vencimientoHabil,
    },
    soporte: fuente.soporte,
    folios: fuente.folios,
    radicadosEliminados: fuente.radicados,
    anexosEliminados: fuente.anexos,
    destruidoEn: renderInstante(destruidoEn),
    sal: Buffer.from(fuente.sal).toString('hex'),
    antecedente:
      fuente.antecedenteLote === null || fuente.antecedenteCausa === null
        ? null
        : { lote: fuente.antecedenteLote, causa: fuente.antecedenteCausa },
    ampliaciones: [],
    constanciaFisica: buildConstancia(fuente),
  });
}

function buildConstancia(fuente: FuenteActaItem): ActaItem['constanciaFisica'] {
  const {
    constanciaN: numero,
    constanciaMetodo: metodo,
    constanciaFecha: fecha,
    constanciaLugar: lugar,
  } = fuente;
  return numero === null || metodo === null || fecha === null || lugar === null
    ? null
    : { numero, metodo, fecha, lugar };
}
