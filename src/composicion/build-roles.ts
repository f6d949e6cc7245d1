import { sondearHttp } from '../adapters/sondeo/sondear-http.ts';
import type { Rol } from '../config/entorno.config.ts';
import { createAvisos } from '../db/avisos.ts';
import type { RolProceso } from '../services/ports/rol-proceso.ts';
import { createArtefactos } from '../services/roles/artefactos.ts';
import { createEjecutor } from '../services/roles/ejecutor.ts';
import { createMantenimiento } from '../services/roles/mantenimiento.ts';
import { buildPropietario } from '../services/roles/propietario.ts';
import { buildServicios, buildServiciosDocumentos } from './build-servicios.ts';
import type { Partes } from './partes.ts';

export interface OpcionesRoles {
  /** Somebody else makes the availability probes: the demo, which moves its own clock through the window. */
  readonly sinSondeos?: boolean;
}

/** The workers that this process was configured with, after the one connection that listens for all of them. */
export function buildRoles(
  partes: Partes,
  { sinSondeos = false }: OpcionesRoles = {},
): readonly RolProceso[] {
  const servicios = buildServicios(partes);
  const { logger: bitacora, appUrl, config } = partes;
  const avisos = createAvisos(appUrl, (error) => bitacora.warn({ err: error }, 'listening connection lost'));
  const deRol: Partial<Record<Rol, RolProceso>> = {
    executor: createEjecutor({ servicios, avisos, bitacora, propietario: buildPropietario() }),
    signature: createArtefactos({ servicios, avisos, bitacora }),
    housekeeping: createMantenimiento({
      servicios: buildServiciosDocumentos(partes),
      bitacora,
      sondear: sinSondeos ? null : sondearHttp,
    }),
  };
  const roles = config.entorno.roles.flatMap((rol) => deRol[rol] ?? []);
  // Started first, stopped with the others: a closed listener only makes whoever waits look by itself.
  return [{ nombre: 'avisos', start: () => avisos.start(), stop: () => avisos.close() }, ...roles];
}
