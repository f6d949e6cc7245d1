/** Ways in which an observation may reach the entity; all count the same (REQ-OBS-1). */
export const CANALES_OBSERVACION = ['web', 'correo', 'papel', 'agn', 'consejo_territorial'] as const;
export type CanalObservacion = (typeof CANALES_OBSERVACION)[number];
