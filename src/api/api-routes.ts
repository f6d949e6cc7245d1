import { actaRoutes } from './acta.routes.ts';
import { actosLoteRoutes } from './actos-lote.routes.ts';
import { candidatosRoutes } from './candidatos.routes.ts';
import { ejecucionRoutes } from './ejecucion.routes.ts';
import { entidadRoutes } from './entidad.routes.ts';
import { expedientesRoutes } from './expedientes.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { inventarioLoteRoutes } from './inventario-lote.routes.ts';
import { lotesRoutes } from './lotes.routes.ts';
import { observacionesRoutes } from './observaciones.routes.ts';
import { retencionesRoutes } from './retenciones.routes.ts';
import type { Route } from './route.ts';
import { sesionRoutes } from './sesion.routes.ts';

/** The table of routes. What is not here does not exist, and each row says who may. */
export const API_ROUTES: readonly Route[] = [
  ...lotesRoutes,
  ...candidatosRoutes,
  ...actosLoteRoutes,
  ...inventarioLoteRoutes,
  ...observacionesRoutes,
  ...ejecucionRoutes,
  ...actaRoutes,
  ...retencionesRoutes,
  ...expedientesRoutes,
  ...entidadRoutes,
  ...sesionRoutes,
  ...healthRoutes,
];
