import { defineErrors } from '../errors/domain-error.ts';

export const importacionErrors = defineErrors({
  archivo_no_legible: {
    kind: 'validation',
    titulo: 'El archivo no se puede leer',
    mensaje: 'No se puede leer «{archivo}»: {detalle}.',
  },
  tabla_formato_no_admitido: {
    kind: 'validation',
    titulo: 'El formato del archivo no se admite',
    mensaje:
      '«{archivo}» no se puede importar: {detalle} Se admiten XLSX (Excel 2007 o posterior), CSV y XML.',
  },
  tabla_ilegible: {
    kind: 'validation',
    titulo: 'El archivo está dañado o no es lo que dice ser',
    mensaje: '«{archivo}» no se puede leer: {detalle}',
  },
  tabla_demasiado_grande: {
    kind: 'limit',
    titulo: 'El archivo supera los límites de lectura',
    mensaje: '«{archivo}» supera un límite de lectura: {detalle}',
  },
  importacion_rechazada: {
    kind: 'validation',
    titulo: 'El archivo no se importó',
    mensaje: 'No se importó nada de «{archivo}»: {detalle}',
  },
  expediente_ya_existe: {
    kind: 'conflict',
    titulo: 'Un expediente ya existe',
    mensaje:
      'Mientras se importaba «{archivo}», otra importación registró alguno de sus expedientes. Intente de nuevo.',
  },
  trd_version_ya_existe: {
    kind: 'conflict',
    titulo: 'La versión de la TRD ya existe',
    mensaje: 'Ya hay una versión «{version}». Una versión no se reescribe: importe otra con otro código.',
  },
  trd_version_no_existe: {
    kind: 'not_found',
    titulo: 'La versión de la TRD no existe',
    mensaje: 'No hay ninguna versión «{version}» de TRD o TVD. Impórtela antes con «import trd».',
  },
});
