import type { ActaItem, Rendicion } from '../../domain/acta/acta-item.ts';
import { hashHoja } from '../../domain/acta/merkle.ts';
import { canonicalizarDentro } from '../canonico/canonicalizar.ts';
import { type Elemento, el, hoja, hojaOpcional } from '../canonico/elemento.ts';
import { ESPACIO_ACTA } from '../definicion/espacio-acta.ts';

/** Scope inside an acta: the default namespace only. */
export const AMBITO_ACTA = { '': ESPACIO_ACTA } as const;

/** An item as it stands in the document (no `xmlns`) and its Merkle leaf, digested over the item as apex. */
export interface ItemEmitido {
  readonly bytes: Uint8Array;
  readonly hoja: Uint8Array;
}

const ABRE = '<item>';
const ABRE_APICE = Buffer.from(`<item xmlns="${ESPACIO_ACTA}">`);

/** Merkle leaf of an item from its bytes in the document: as apex it also carries the default namespace. */
export function hojaDeItem(bytes: Uint8Array): Uint8Array {
  return hashHoja(ABRE_APICE, bytes.subarray(ABRE.length));
}

function renderTitulo(item: ActaItem, rendicion: Rendicion): Elemento {
  return rendicion === 'completa'
    ? hoja('titulo', item.titulo)
    : el('titulo', { fundamentoReserva: item.fundamentoReserva }, item.tituloPublico);
}

function elementoItem(item: ActaItem, rendicion: Rendicion): Elemento {
  const { serie, vencimiento, antecedente, constanciaFisica } = item;
  return el(
    'item',
    {},
    hoja('orden', item.orden),
    hoja('expedienteId', item.expedienteId),
    hoja('expedienteCodigo', item.expedienteCodigo),
    renderTitulo(item, rendicion),
    el(
      'serie',
      { dependencia: serie.dependencia, subserie: serie.subserie, version: serie.version },
      serie.codigo,
    ),
    hoja('serieNombre', item.serieNombre),
    hojaOpcional('subserieNombre', item.subserieNombre),
    el('actoConvalidacionTrd', { fecha: item.actoConvalidacionTrd.fecha }, item.actoConvalidacionTrd.numero),
    el('actaAprobacionTrd', { fecha: item.actaAprobacionTrd.fecha }, item.actaAprobacionTrd.numero),
    hoja('disposicion', item.disposicion),
    hoja('fundamento', item.fundamento),
    el('fechasExtremas', { inicio: item.fechasExtremas.inicio, fin: item.fechasExtremas.fin }),
    hoja('cierre', item.cierre),
    el(
      'vencimiento',
      { ag: vencimiento.ag, ac: vencimiento.ac, termino: vencimiento.termino },
      vencimiento.vence,
    ),
    hoja('soporte', item.soporte),
    hojaOpcional('folios', item.folios),
    hoja('radicadosEliminados', item.radicadosEliminados),
    hoja('anexosEliminados', item.anexosEliminados),
    hoja('destruccion', item.destruidoEn),
    rendicion === 'completa' ? hoja('sal', item.sal) : null,
    antecedente && el('antecedente', { lote: antecedente.lote, causa: antecedente.causa }),
    item.ampliaciones.map(({ numero, anexos, motivo }) => el('ampliacion', { numero, anexos }, motivo)),
    constanciaFisica &&
      el(
        'constanciaFisica',
        { numero: constanciaFisica.numero, metodo: constanciaFisica.metodo, fecha: constanciaFisica.fecha },
        constanciaFisica.lugar,
      ),
  );
}

/**
 * The canonical bytes of one destroyed expediente and its Merkle leaf, in one rendering. A lápida stores both of
 * each. Throws `xml_texto_invalido`, naming the field, for text that XML can't carry.
 */
export function renderItem(item: ActaItem, rendicion: Rendicion): ItemEmitido {
  const bytes = Buffer.from(canonicalizarDentro(elementoItem(item, rendicion), AMBITO_ACTA));
  return { bytes, hoja: hojaDeItem(bytes) };
}
