import type { Actor } from './actor.ts';

/** This service acting by itself, on authority that a person gave before: it holds no permission of its own. */
export function buildActorSistema(tenant: string, papel: string): Actor {
  return {
    kind: 'sistema',
    issuer: 'orpycamcp',
    sub: papel,
    nombre: `Servicio de eliminación (${papel})`,
    documentoIdentidad: null,
    tenant,
    permisos: new Set(),
    clearance: 3,
    autenticadoEn: null,
    canal: 'interno',
    ip: null,
    agente: null,
    requestId: `interno-${papel}`,
  };
}
