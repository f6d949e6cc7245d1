import { defineErrors } from '../errors/domain-error.ts';

/** What can be wrong with the content of an acta or with the XML that should carry it. */
export const actaErrors = defineErrors({
  acta_contenido_invalido: {
    kind: 'validation',
    titulo: 'Los datos del acta no son válidos',
    mensaje: 'El acta no puede emitirse con estos datos: {detalle}.',
  },
  xml_texto_invalido: {
    kind: 'validation',
    titulo: 'Texto que no puede escribirse en XML',
    mensaje: 'El campo «{campo}» contiene caracteres que un documento XML no admite.',
  },
  acta_no_cuadra: {
    kind: 'internal',
    titulo: 'El acta no cuadra con su inventario',
    mensaje: 'El acta {numero} no se emite: {detalle}.',
  },
  xml_inseguro: {
    kind: 'validation',
    titulo: 'XML no admitido',
    mensaje: 'El documento XML no se admite: {detalle}.',
  },
});
