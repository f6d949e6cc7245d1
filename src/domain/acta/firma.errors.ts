import { defineErrors } from '../errors/domain-error.ts';

/** What can be wrong with a signing key, its certificate, or an act of signing. */
export const firmaErrors = defineErrors({
  firmante_ilegible: {
    kind: 'precondition',
    titulo: 'No se pudo leer la clave de firma',
    mensaje: 'No se pudo leer «{archivo}»: {detalle}.',
  },
  firmante_no_utilizable: {
    kind: 'precondition',
    titulo: 'La clave o el certificado de firma no sirven',
    mensaje: 'No se puede firmar con «{sujeto}»: {detalle}.',
  },
  firma_fallida: {
    kind: 'internal',
    titulo: 'La firma del acta falló',
    mensaje: 'No se firmó el acta: {detalle}.',
  },
});
