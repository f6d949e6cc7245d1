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
  acta_no_emitida: {
    kind: 'not_found',
    titulo: 'El acta no se ha emitido',
    mensaje: 'El lote {lote} no tiene acta, o su archivo todavía se está emitiendo.',
  },
  acta_sin_firma: {
    kind: 'precondition',
    titulo: 'El acta no está sellada todavía',
    mensaje: 'El acta {acta} ya se emitió y todavía no se ha sellado; su original puede descargarse.',
  },
  acta_sobre_su_clearance: {
    kind: 'forbidden',
    titulo: 'El acta supera su nivel de acceso',
    mensaje: 'El acta del lote {lote} incluye expedientes de un nivel que usted no alcanza.',
  },
  artefacto_no_disponible: {
    kind: 'unavailable',
    titulo: 'El archivo no está disponible',
    mensaje: 'El archivo {artefacto} no puede entregarse ahora. Intente de nuevo en unos momentos.',
  },
  acta_version_desconocida: {
    kind: 'validation',
    titulo: 'No hay esa versión del acta',
    mensaje: 'La versión «{version}» no existe: pida {admitidas}.',
  },
});
