import type { SolicitudIdempotente } from '../../src/db/idempotencia.queries.ts';
import type { Actor } from '../../src/domain/personas/actor.ts';
import { codigoUnico } from './archivo-de-prueba.ts';
import { makePersona } from './personas.ts';

/** Who may place and lift holds, named by `sub`: two of them are two persons. */
export function makeJuridica(sub: string, cambios: Partial<Actor> = {}): Actor {
  return makePersona('aprobador', {
    sub,
    permisos: new Set(['PERM_RETENCION_LEGAL', 'PERM_ELIMINACION_CONSULTAR']),
    ...cambios,
  });
}

/** What every hold says besides its scope. */
export const SOBRE_MANDATO = {
  clase: 'judicial',
  mandato: 'Auto 123 de 2026',
  autoridad: 'Juzgado 5 Administrativo',
  motivo: 'Acción popular en curso',
  revisionEn: '2027-06-30',
} as const;

/** The request of an act under a key of its own. */
export function solicitudDe(ruta: string): SolicitudIdempotente {
  return { ruta, clave: codigoUnico('K'), huella: Buffer.alloc(32, 1), estadoHttp: 200, paraSiempre: true };
}
