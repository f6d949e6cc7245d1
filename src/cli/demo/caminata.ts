import type { App } from '../../app.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { listExpedientes } from '../../services/archivo/list-expedientes.ts';
import type { Narrador } from './narrador.ts';
import type { RelojDemo } from './reloj-demo.ts';

/** Entity of the demo. */
export const TENANT_DEMO = 'demo';

/** An expediente as the archive's own list gives it. */
export type ExpedienteDeCaminata = Awaited<ReturnType<typeof listExpedientes>>[number];

/** What each step of a walk works with. */
export interface Caminata {
  readonly app: App;
  /** Where the running service answers. */
  readonly url: string;
  readonly reloj: RelojDemo;
  readonly narrador: Narrador;
  /** Number of the walk, from 1: each has expedientes and a lote of its own. */
  readonly n: number;
  /** One of the development identities: nobody holds two neighbouring acts. */
  actor(nombre: 'archivo' | 'publicacion' | 'comite' | 'ejecutor' | 'administracion'): Promise<Actor>;
}

/** Codes of the expedientes of a walk begin so. */
export function prefijoDe(n: number): string {
  return `AV${String(n).padStart(2, '0')}-`;
}

/** How a lote of the demo is recognised by a later start. */
export function descripcionDe(n: number): string {
  return `Demostración ${n}: comprobantes, comunicaciones y circulares con retención cumplida`;
}
