import type { Asiento } from '../../src/db/auditoria/registrar-auditoria.ts';
import type { Actor } from '../../src/domain/personas/actor.ts';

export function actorDePrueba(cambios: Partial<Actor> = {}): Actor {
  return {
    kind: 'persona',
    issuer: 'https://identidad.prueba',
    sub: 'archivista',
    nombre: 'Ana Archivista',
    documentoIdentidad: null,
    tenant: 'demo',
    permisos: new Set(),
    clearance: 0,
    autenticadoEn: null,
    canal: 'api',
    ip: '192.0.2.7',
    agente: 'prueba',
    requestId: 'solicitud-1',
    ...cambios,
  };
}

export function asientoDePrueba(cambios: Partial<Asiento> = {}): Asiento {
  return {
    accion: 'archive.prueba_hecha',
    actor: actorDePrueba(),
    instante: new Date('2026-03-02T15:04:05.678Z'),
    sujeto: { tipo: 'lote', id: 'LOTE-2026-0001' },
    ...cambios,
  };
}
