import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { carpetaDocumentos } from './adapters/documentos/carpeta-documentos.ts';
import { findDesvio } from './adapters/reloj/comparar-relojes.ts';
import { sondearHttp } from './adapters/sondeo/sondear-http.ts';
import { createApiApp } from './api/create-api-app.ts';
import { buildRoles } from './composicion/build-roles.ts';
import {
  buildServicios,
  buildServiciosDocumentos,
  buildServiciosImportacion,
} from './composicion/build-servicios.ts';
import { type Cierre, closeAll } from './composicion/close-all.ts';
import { createIdentificacion } from './composicion/create-identificacion.ts';
import { openPartes, type PartesPropias } from './composicion/open-partes.ts';
import type { Partes } from './composicion/partes.ts';
import type { LoadedConfig } from './config/load-config.ts';
import { readDatabaseClock } from './db/read-database-clock.ts';
import type { Actor } from './domain/personas/actor.ts';
import { createLogger, type LoggerOptions } from './observability/logger.ts';
import { registrarDenegacion } from './services/auditoria/registrar-denegacion.ts';
import type { ServiciosDocumentos } from './services/documentos/servicios-documentos.ts';
import type { ServiciosImportacion } from './services/importacion/servicios-importacion.ts';
import type { FuenteDocumentos } from './services/ports/fuente-documentos.ts';
import type { RolProceso } from './services/ports/rol-proceso.ts';
import type { Sondear } from './services/ports/sondeo.ts';
import type { Servicios } from './services/servicios.ts';
import { mountPublico } from './ui/publico/mount-publico.ts';
import { createAutenticar } from './web/autenticacion/autenticar.ts';
import { type AutenticarOptions, type Credencial, resolveActor } from './web/autenticacion/resolve-actor.ts';
import { type HttpServer, startHttpServer } from './web/http-server.ts';

export interface AppOverrides extends PartesPropias {
  readonly logDestino?: LoggerOptions['destino'];
  /** Replaces the workers of this process. */
  readonly roles?: (partes: Partes) => readonly RolProceso[];
}

/** A service that is built but does not work yet. */
export interface App extends Partes {
  readonly servicios: Servicios;
  readonly serviciosDocumentos: ServiciosDocumentos;
  readonly serviciosImportacion: ServiciosImportacion;
  readonly sondear: Sondear;
  /** Of this program. */
  readonly version: string;
  /** Files of a folder, for the import of documents; nothing outside it can be reached. */
  openCarpetaDocumentos(carpeta: string): FuenteDocumentos;
  /** Who a token is, for surfaces that are not HTTP. */
  identify(credencial: Credencial): Promise<Actor>;
  /** Starts the workers, then listens. Resolves with the address. */
  start(): Promise<string>;
  /** Stops listening, lets what is in course end, closes the database, and its embedded server last. Idempotent. */
  stop(): Promise<void>;
}

const PROYECTO = resolve(import.meta.dirname, '..');

/**
 * Turns a configuration into a service: opens (or starts) its database, its stores and its key, and wires every
 * layer. Whatever was opened is closed again if something fails. Errors: those of the parts, in Spanish.
 */
export async function createApp(loaded: LoadedConfig, overrides: AppOverrides = {}): Promise<App> {
  const secretos = [...loaded.secretos];
  const logger = createLogger({
    nivel: loaded.config.registro.nivel,
    secretos,
    ...(overrides.logDestino === undefined ? {} : { destino: overrides.logDestino }),
  });
  for (const aviso of loaded.avisos) logger.warn(aviso);
  const cierres: Cierre[] = [];
  try {
    const apertura = { logger, secretos, cierres, proyecto: PROYECTO, propias: overrides };
    const partes = await openPartes(loaded.config, apertura);
    return buildApp(partes, (overrides.roles ?? buildRoles)(partes), cierres);
  } catch (error) {
    await closeAll(cierres, logger);
    throw error;
  }
}

function buildApp(partes: Partes, roles: readonly RolProceso[], cierres: Cierre[]): App {
  const { config, logger } = partes;
  const plazoMs = config.entorno.apagadoMaximoS * 1_000;
  let stopping: Promise<void> | null = null;
  const identificacion = createIdentificacion(partes);
  const started: RolProceso[] = [];
  let server: HttpServer | null = null;

  const stop = async (): Promise<void> => {
    const jobs = started.map((rol) => () => rol.stop());
    await Promise.all([server?.stop(plazoMs), ...jobs.map((job) => closeAll([job], logger))]);
    await closeAll(cierres, logger);
  };

  return {
    ...partes,
    servicios: buildServicios(partes),
    serviciosDocumentos: buildServiciosDocumentos(partes),
    serviciosImportacion: buildServiciosImportacion(partes),
    sondear: sondearHttp,
    version: readVersion(),
    openCarpetaDocumentos: carpetaDocumentos,
    identify: (credencial) => resolveActor(identificacion, credencial),
    start: async () => {
      await assertHora(partes);
      const http = createHttp(partes, identificacion, () => stopping !== null);
      for (const rol of roles) {
        started.push(rol);
        await rol.start();
      }
      server = await startHttpServer(http, config.http.host, config.http.puerto);
      return server.url;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Terms are counted by this clock and leases by the database's: they must agree (in production, or no boot). */
async function assertHora({ config, db, reloj, logger }: Partes): Promise<void> {
  const desvio = findDesvio(reloj.now(), await readDatabaseClock(db));
  if (desvio === null) return;
  if (config.entorno.entorno === 'production') throw desvio;
  logger.warn(desvio.message);
}

function createHttp(
  partes: Partes,
  identificacion: AutenticarOptions,
  apagando: () => boolean,
): ReturnType<typeof createApiApp> {
  const { config, logger, db, reloj, worm, health } = partes;
  const app = createApiApp({
    logger,
    saltosProxy: config.http.saltosProxy,
    https: config.http.urlPublica?.startsWith('https:') === true,
    apagando,
    autenticar: createAutenticar(identificacion),
    cuerpoMaximoBytes: config.http.cuerpoMaximoBytes,
    validarRespuestas: config.entorno.entorno !== 'production',
    completa: config.entorno.roles.includes('api'),
    contexto: { servicios: { db, reloj, worm }, bitacora: logger, health, apagando, version: readVersion() },
    registrarDenegacion: ({ actor, codigo, operacion, path }) =>
      registrarDenegacion(db, actor.tenant, {
        accion: `api.${operacion}`,
        actor,
        instante: reloj.now(),
        sujeto: { tipo: 'ruta', id: path },
        datos: { codigo },
      }),
  });
  if (config.entorno.roles.includes('api')) mountPublico(app, { db, reloj, worm });
  return app;
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(PROYECTO, 'package.json'), 'utf8'));
  return version;
}
