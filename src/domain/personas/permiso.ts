/** Every permission of the service. None implies another, and no role is given EJECUTAR by default. */
export const PERMISOS = [
  'PERM_ELIMINACION_CONSULTAR',
  'PERM_ELIMINACION_PROPONER',
  'PERM_ELIMINACION_PUBLICAR',
  'PERM_ELIMINACION_APROBAR',
  'PERM_ELIMINACION_EJECUTAR',
  'PERM_RETENCION_LEGAL',
  'PERM_ARCHIVO_IMPORTAR',
  'PERM_ARCHIVO_GESTIONAR',
  'PERM_ENTIDAD_ADMIN',
  'PERM_DLQ_ADMIN',
  'PERM_AUDITORIA',
] as const;

export type Permiso = (typeof PERMISOS)[number];

export function isPermiso(value: string): value is Permiso {
  return (PERMISOS as readonly string[]).includes(value);
}
