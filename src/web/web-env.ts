import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '../domain/personas/actor.ts';

/** What every request carries through the web layer. */
export interface WebEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Address of the client as the configured hops tell it; null where the transport has none. */
    ip: string | null;
    /** Who acts, once authenticated. */
    actor?: Actor;
    /** Name of the route's operation, once it is known which route this is. */
    operationId?: string;
    /** Code of the error this request ended in, for the access log. */
    errorCode?: string;
  };
}
