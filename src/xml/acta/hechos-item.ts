import type { HechosItem } from '../../domain/acta/recuento-inventario.ts';
import { type Elemento, findAtributo, findHijo, textoDe } from '../canonico/elemento.ts';

function numeroEn(item: Elemento, nombre: string): number {
  const elemento = findHijo(item, nombre);
  return elemento === null ? 0 : Number(textoDe(elemento));
}

/** What the totals need of an item already validated against its definition. */
export function hechosDeItem(item: Elemento): HechosItem {
  const serie = findHijo(item, 'serie');
  return {
    orden: numeroEn(item, 'orden'),
    serie: serie === null ? '' : textoDe(serie),
    subserie: serie === null ? null : findAtributo(serie, 'subserie'),
    folios: numeroEn(item, 'folios'),
    radicados: numeroEn(item, 'radicadosEliminados'),
    anexos: numeroEn(item, 'anexosEliminados'),
  };
}
