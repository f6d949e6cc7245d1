import { defineErrors } from './domain-error.ts';

/** Why the migrator refuses to run. Every message is for the person who operates the service. */
export const migracionesErrors = defineErrors({
  migracion_cerrojo_ocupado: {
    kind: 'unavailable',
    titulo: 'Otra migración está en curso',
    mensaje:
      'Otra migración tiene el cerrojo desde hace {segundos} s (pid {pid}); se esperó {espera} s y se desistió.',
  },
  migracion_cerrojo_perdido: {
    kind: 'internal',
    titulo: 'Se perdió el cerrojo de migraciones',
    mensaje: 'El cerrojo de migraciones no está en esta conexión ({detalle}); no se aplicó nada más.',
  },
  migracion_conexion_intermediada: {
    kind: 'precondition',
    titulo: 'La conexión para migrar debe ser directa',
    mensaje:
      'MIGRATIONS_DATABASE_URL pasa por un intermediario de conexiones ({detalle}). Apúntela al servidor PostgreSQL directamente.',
  },
  migracion_archivo_editado: {
    kind: 'precondition',
    titulo: 'Migración editada',
    mensaje:
      'El archivo {archivo} ya se aplicó en {ambito} con otro contenido (aplicado {aplicado}, ahora {actual}). Una migración aplicada no se edita: añada otra.',
  },
  migracion_archivo_saltado: {
    kind: 'precondition',
    titulo: 'Migración fuera de orden',
    mensaje:
      'El archivo {archivo} no está aplicado en {ambito}, pero sí {posterior}, que le sigue. Renómbrelo con el número siguiente.',
  },
  migracion_programa_antiguo: {
    kind: 'precondition',
    titulo: 'La base es más nueva que este programa',
    mensaje:
      'En {ambito} está aplicada {archivo}, que este programa no conoce: es una versión anterior a la base. Use la versión nueva.',
  },
  migracion_archivo_perdido: {
    kind: 'precondition',
    titulo: 'Falta una migración aplicada',
    mensaje: 'En {ambito} está aplicada {archivo}, pero ese archivo ya no existe entre las migraciones.',
  },
  migracion_pendiente: {
    kind: 'unavailable',
    titulo: 'Faltan migraciones',
    mensaje:
      'En {ambito} faltan migraciones por aplicar (la primera: {archivo}). Ejecute `eliminacion migrate`.',
  },
  migracion_nombre_invalido: {
    kind: 'precondition',
    titulo: 'Nombre de migración inválido',
    mensaje: 'El archivo {archivo} no se puede aplicar: {motivo}.',
  },
  migracion_sentencia_prohibida: {
    kind: 'precondition',
    titulo: 'Sentencia prohibida en una migración',
    mensaje:
      'El archivo {archivo} contiene {sentencia} en la línea {linea}, que no puede ir dentro de una transacción.',
  },
  migracion_fallida: {
    kind: 'internal',
    titulo: 'Falló una migración',
    mensaje: 'Falló {archivo} en {ambito}, línea {linea}: {motivo}. No quedó nada de ese archivo.',
  },
});
