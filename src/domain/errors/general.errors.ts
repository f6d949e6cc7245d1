import { defineErrors } from './domain-error.ts';

/** Errors that belong to no entity: identity, permission, input, versions, and the database itself. */
export const generalErrors = defineErrors({
  error_interno: {
    kind: 'internal',
    titulo: 'Error interno',
    mensaje:
      'Ocurrió un error que no se esperaba. Informe el número de la solicitud a quien administra el servicio.',
  },
  no_encontrado: {
    kind: 'not_found',
    titulo: 'No se encontró',
    mensaje: 'Lo solicitado no existe o no está a su alcance.',
  },
  no_autenticado: {
    kind: 'unauthenticated',
    titulo: 'Falta identificarse',
    mensaje: 'La solicitud no trae una identidad válida.',
  },
  sin_permiso: {
    kind: 'forbidden',
    titulo: 'Sin permiso',
    mensaje: 'Su usuario no tiene el permiso {permiso}.',
  },
  entrada_invalida: {
    kind: 'validation',
    titulo: 'Datos inválidos',
    mensaje: 'Los datos enviados tienen faltas; cada una se detalla con su campo y su motivo.',
  },
  version_obsoleta: {
    kind: 'conflict',
    titulo: 'Versión obsoleta',
    mensaje: 'Otra persona modificó este registro después de que usted lo leyó. Vuelva a consultarlo.',
  },
  idempotencia_distinta: {
    kind: 'validation',
    titulo: 'Clave de idempotencia reutilizada',
    mensaje: 'La clave de idempotencia ya se usó con una solicitud distinta.',
  },
  tenant_desconocido: {
    kind: 'not_found',
    titulo: 'Entidad desconocida',
    mensaje: 'No existe la entidad «{tenant}».',
  },
  tenant_suspendido: {
    kind: 'forbidden',
    titulo: 'Entidad suspendida',
    mensaje: 'La entidad «{tenant}» está suspendida.',
  },
  tenant_en_aprovisionamiento: {
    kind: 'unavailable',
    titulo: 'Entidad en preparación',
    mensaje: 'La entidad «{tenant}» todavía se está preparando.',
  },
  tenant_slug_invalido: {
    kind: 'validation',
    titulo: 'Nombre corto inválido',
    mensaje:
      'El nombre corto «{tenant}» no es válido: de 2 a 41 letras minúsculas sin tilde, cifras o guion bajo, y empieza por letra.',
  },
  tenant_ya_existe: {
    kind: 'conflict',
    titulo: 'La entidad ya existe',
    mensaje: 'La entidad «{tenant}» ya existe con otro nombre o NIT ({nombre}, {nit}).',
  },
  base_no_disponible: {
    kind: 'unavailable',
    titulo: 'Base de datos no disponible',
    mensaje: 'La base de datos no responde. Intente de nuevo en unos momentos.',
  },
  tiempo_agotado: {
    kind: 'unavailable',
    titulo: 'Tiempo agotado',
    mensaje: 'La operación tardó más de lo permitido y se canceló; no dejó cambios.',
  },
  recurso_ocupado: {
    kind: 'conflict',
    titulo: 'Recurso ocupado',
    mensaje: 'Otra operación está usando este registro. Intente de nuevo en unos momentos.',
  },
  conflicto_de_concurrencia: {
    kind: 'conflict',
    titulo: 'Conflicto con otra operación',
    mensaje: 'Otra operación cambió los mismos registros al mismo tiempo. Intente de nuevo.',
  },
  registro_inmutable: {
    kind: 'conflict',
    titulo: 'Registro inmutable',
    mensaje: 'Este registro solo admite añadir: no se modifica ni se borra ({detalle}).',
  },
});
