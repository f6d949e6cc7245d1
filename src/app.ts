import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  almacenesEnCarpeta,
  lecturasEnCarpeta,
  wormsEnCarpeta,
} from './adapters/almacen/almacenes-en-carpeta.ts';
import { assertCarpetaMontada, prepararCarpetaAlmacen } from './adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from './adapters/almacen/sistema-archivos-node.ts';
import { cargarFirmantePem, cargarFirmantePkcs12 } from './adapters/firma/cargar-firmante.ts';
import { generarFirmanteDemo } from './adapters/firma/generar-firmante-demo.ts';
import { resolveCarpetaDatos } from './adapters/postgres-embebido/carpeta-datos.ts';
import { startPostgresEmbebido } from './adapters/postgres-embebido/start-postgres-embebido.ts';
import { findDesvio } from './adapters/reloj/comparar-relojes.ts';
import { crearRelojDesde, relojSistema } from './adapters/reloj/reloj-sistema.ts';
import { createApiApp } from './api/create-api-app.ts';
import { buildRoles } from './composicion/build-roles.ts';
import { buildServicios, buildServiciosDocumentos } from './composicion/build-servicios.ts';
import type { Partes } from './composicion/partes.ts';
import type { Config } from './config/config-blocks.ts';
import type { LoadedConfig } from './config/load-config.ts';
import { createDatabase, type Database } from './db/database.ts';
import { bootstrapRoles } from './db/migrate/bootstrap-roles.ts';
import { migrate } from './db/migrate/migrate.ts';
import { verificarEsquema } from './db/migrate/verificar-esquema.ts';
import { readDatabaseClock } from './db/read-database-clock.ts';
import { assertTenantOperable } from './db/tenants/assert-tenant-operable.ts';
import type { Actor } from './domain/personas/actor.ts';
import { createHealthRegistry, type HealthRegistry } from './observability/health-registry.ts';
import { createLogger, type Logger, type LoggerOptions } from './observability/logger.ts';
import { rememberSuccess } from './observability/remember-success.ts';
import { registrarDenegacion } from './services/auditoria/registrar-denegacion.ts';
import type { ServiciosDocumentos } from './services/documentos/servicios-documentos.ts';
import type { Firmante } from './services/ports/firma.ts';
import { type PuntoDeFallo, sinPuntoDeFallo } from './services/ports/punto-de-fallo.ts';
import type { Reloj } from './services/ports/reloj.ts';
import type { RolProceso } from './services/ports/rol-proceso.ts';
import type { Servicios } from './services/servicios.ts';
import { mountPublico } from './ui/publico/mount-publico.ts';
import { createAutenticar } from './web/autenticacion/autenticar.ts';
import {
  createIdentidadesDesarrollo,
  IDENTIDADES_INCLUIDAS,
} from './web/autenticacion/identidades-desarrollo.ts';
import { type AutenticarOptions, type Credencial, resolveActor } from './web/autenticacion/resolve-actor.ts';
import { createVerificarOidc } from './web/autenticacion/verificar-oidc.ts';
import { type HttpServer, startHttpServer } from './web/http-server.ts';

export interface AppOverrides {
  readonly reloj?: Reloj;
  readonly logDestino?: LoggerOptions['destino'];
  readonly puntoDeFallo?: PuntoDeFallo;
  /** Replaces the workers of this process. */
  readonly roles?: (partes: Partes) => readonly RolProceso[];
}

/** A service that is built but does not work yet. */
export interface App extends Partes {
  readonly servicios: Servicios;
  readonly serviciosDocumentos: ServiciosDocumentos;
  /** Who a token is, for surfaces that are not HTTP. */
  identify(credencial: Credencial): Promise<Actor>;
  /** Starts the workers, then listens. Resolves with the address. */
  start(): Promise<string>;
  /** Stops listening, lets what is in course end, closes the database, and its embedded server last. Idempotent. */
  stop(): Promise<void>;
}

type Cierre = () => Promise<void>;

const PROYECTO = resolve(import.meta.dirname, '..');
const BASE_EMBEBIDA = 'orpycamcp';
const TENANT_VIGENTE_MS = 1_000;
const ESQUEMA_VIGENTE_MS = 30_000;
const FIRMA_VIGENTE_MS = 60_000;

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
    const partes = await openPartes(loaded.config, { logger, secretos, overrides, cierres });
    return buildApp(partes, (overrides.roles ?? buildRoles)(partes), cierres);
  } catch (error) {
    await closeAll(cierres, logger);
    throw error;
  }
}

interface Apertura {
  readonly logger: Logger;
  readonly secretos: string[];
  readonly overrides: AppOverrides;
  readonly cierres: Cierre[];
}

async function openPartes(config: Config, apertura: Apertura): Promise<Partes> {
  const { logger, overrides } = apertura;
  const carpetaDatos = await resolveCarpetaDatos({ proyecto: PROYECTO, configurada: config.baseDatos.datos });
  const reloj = overrides.reloj ?? chooseReloj(config);
  const { appUrl, migracionesUrl } = await openBase(config, carpetaDatos, apertura);
  const db = createDatabase({
    url: appUrl,
    max: config.baseDatos.conexionesMaximas,
    applicationName: 'orpycamcp-eliminacion',
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  apertura.cierres.push(() => db.close());
  const health = createHealthRegistry({ logger });
  const almacenes = await openAlmacenes(config, carpetaDatos);
  const puntoDeFallo = overrides.puntoDeFallo ?? sinPuntoDeFallo;
  const firmante = await openFirmante(config, carpetaDatos, reloj);
  registerChecks(health, { db, almacenes, firmante });
  return {
    config,
    logger,
    reloj,
    db,
    appUrl,
    migracionesUrl,
    carpetaDatos,
    almacen: almacenesEnCarpeta({ carpeta: almacenes.vivo, puntoDeFallo }),
    lectura: lecturasEnCarpeta({ carpeta: almacenes.vivo }),
    worm: wormsEnCarpeta({ carpeta: almacenes.worm }),
    firmante,
    health,
    puntoDeFallo,
  };
}

function chooseReloj({ entorno }: Config): Reloj {
  return entorno.relojPrueba === null ? relojSistema : crearRelojDesde(entorno.relojPrueba);
}

interface Base {
  readonly appUrl: string;
  readonly migracionesUrl: string | null;
}

/** The configured database as it is; or the embedded one, with its roles made and its migrations applied. */
async function openBase(config: Config, carpetaDatos: string, apertura: Apertura): Promise<Base> {
  const { url, migracionesUrl, bloqueoMigracionesS } = config.baseDatos;
  if (url !== null) return { appUrl: url, migracionesUrl };
  const { logger, secretos, cierres } = apertura;
  const servidor = await startPostgresEmbebido({
    carpeta: join(carpetaDatos, 'postgres'),
    log: (linea) => logger.info(linea),
  });
  cierres.push(() => servidor.stop());
  const passwords = derivePasswords(servidor.password);
  secretos.push(servidor.password, ...Object.values(passwords));
  const urls = await bootstrapRoles(servidor.superuserUrl, { database: BASE_EMBEBIDA, passwords });
  const { aplicadas } = await migrate({ url: urls.ownerUrl, lockTimeoutS: bloqueoMigracionesS });
  logger.info({ aplicadas }, 'embedded database is up to date');
  return { appUrl: urls.appUrl, migracionesUrl: urls.ownerUrl };
}

/** The same at every start and in every process that shares the server, and nothing more to keep secret. */
function derivePasswords(secret: string): Record<'owner' | 'app' | 'audit' | 'verifier', string> {
  const derive = (papel: string): string => createHmac('sha256', secret).update(papel).digest('base64url');
  return {
    owner: derive('owner'),
    app: derive('app'),
    audit: derive('audit'),
    verifier: derive('verifier'),
  };
}

interface CarpetasAlmacen {
  readonly vivo: string;
  readonly worm: string;
}

/** In production a store is prepared once, by hand: an unmounted disk must not pass for an empty store. */
async function openAlmacenes({ almacen, entorno }: Config, carpetaDatos: string): Promise<CarpetasAlmacen> {
  const carpetas = {
    vivo: resolve(almacen.vivo ?? join(carpetaDatos, 'almacen', 'vivo')),
    worm: resolve(almacen.worm ?? join(carpetaDatos, 'almacen', 'worm')),
  };
  if (entorno.entorno !== 'production') {
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpetas.vivo);
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpetas.worm);
  }
  return carpetas;
}

async function openFirmante(config: Config, carpetaDatos: string, reloj: Reloj): Promise<Firmante | null> {
  const { clave, contrasena } = config.firma;
  const ahora = reloj.now();
  if (clave !== null) {
    return /\.pem$/i.test(clave)
      ? cargarFirmantePem(
          { clave, certificado: clave, ...(contrasena === null ? {} : { frase: contrasena }) },
          ahora,
        )
      : cargarFirmantePkcs12(clave, contrasena ?? '', ahora);
  }
  if (config.entorno.entorno === 'production') return null;
  const demo = {
    nombre: 'Entidad de demostración',
    carpeta: join(carpetaDatos, 'firma-demo'),
    desde: new Date('2020-01-01T00:00:00-05:00'),
    hasta: new Date('2049-12-31T00:00:00-05:00'),
  };
  return (await generarFirmanteDemo(demo, ahora)).firmante;
}

interface Comprobables {
  readonly db: Database;
  readonly almacenes: CarpetasAlmacen;
  readonly firmante: Firmante | null;
}

function registerChecks(health: HealthRegistry, { db, almacenes, firmante }: Comprobables): void {
  const esquema = rememberSuccess(ESQUEMA_VIGENTE_MS, () => verificarEsquema(db));
  health.register('base_de_datos', async () => {
    await readDatabaseClock(db);
  });
  health.register('migraciones', () => esquema(''));
  for (const [nombre, carpeta] of Object.entries(almacenes)) {
    health.register(`almacen_${nombre}`, async () => {
      await assertCarpetaMontada(sistemaArchivosNode, carpeta);
      await access(carpeta, constants.W_OK);
    });
  }
  if (firmante !== null) {
    const firma = rememberSuccess(FIRMA_VIGENTE_MS, async () => {
      await firmante.firmar(Buffer.from('comprobación'));
    });
    health.register('firma', () => firma(''));
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
    contexto: { servicios: { db, reloj, worm }, health, apagando, version: readVersion() },
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

function createIdentificacion({ config, logger, db }: Partes): AutenticarOptions {
  const { emisores, toleranciaRelojS, desarrollo } = config.identidad;
  const production = config.entorno.entorno === 'production';
  const identidades = desarrollo === 'auto' ? IDENTIDADES_INCLUIDAS : desarrollo;
  const conDesarrollo = identidades !== 'no' && !(production && desarrollo === 'auto');
  return {
    verificarOidc: createVerificarOidc({ emisores, toleranciaS: toleranciaRelojS, logger }),
    verificarDesarrollo: conDesarrollo ? createIdentidadesDesarrollo(production, identidades) : null,
    assertTenantOperable: rememberSuccess(TENANT_VIGENTE_MS, (slug) => assertTenantOperable(db, slug)),
  };
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(PROYECTO, 'package.json'), 'utf8'));
  return version;
}

/** In reverse order of opening; one that fails does not keep the others open. */
async function closeAll(cierres: readonly Cierre[], logger: Logger): Promise<void> {
  for (const cierre of cierres.toReversed()) {
    try {
      await cierre();
    } catch (error) {
      logger.error({ err: error }, 'a part did not close cleanly');
    }
  }
}
