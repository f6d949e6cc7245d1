import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DomainError, type ErrorParams } from '../../domain/errors/domain-error.ts';
import { type Ajustes, isEfimero } from './ajustes.ts';
import { type Binarios, copyBinariosDelPaquete, readBinarios, readBinariosDelPaquete } from './binarios.ts';
import {
  type Candado,
  esperarCandadoExclusivo,
  tryCandadoCompartido,
  tryCandadoExclusivo,
} from './candado.ts';
import {
  type CarpetaServidor,
  ensureLockFile,
  prepareCarpetaServidor,
  readVersionDatos,
} from './carpeta-servidor.ts';
import {
  buildSuperuserUrl,
  type Conexion,
  choosePuerto,
  conexionPath,
  findConexion,
  generateClave,
  HOST,
  saveConexion,
} from './conexion.ts';
import { initCluster } from './init-cluster.ts';
import { postgresEmbebidoErrors } from './postgres-embebido.errors.ts';
import { type PostmasterPid, postmasterPidPath } from './postmaster-pid.ts';
import {
  disarmPidFile,
  endOrphans,
  type Servidor,
  spawnServidor,
  stopServidor,
  waitWhile,
} from './servidor.ts';

export interface OpcionesPostgresEmbebido {
  /** Folder of this server alone: data, port and password, log, locks; as root, binaries. Created when missing. */
  readonly carpeta: string;
  /** `bin` folder of an installed server to run instead of the one that came with npm. */
  readonly binarios?: string;
  readonly ajustes?: Ajustes;
  /** Receives one Spanish sentence per step worth knowing. */
  readonly log?: (linea: string) => void;
}

/** A running embedded server, in use by this process until `stop`. */
export interface PostgresEmbebido {
  readonly superuserUrl: string;
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly carpeta: string;
  readonly pid: number;
  /** True when it was already running. */
  readonly adoptado: boolean;
  /** Lets go of the server and shuts it down, unless another process uses it. Call it last. Idempotent. */
  stop(): Promise<void>;
}

interface Contexto extends Servidor {
  readonly log: (linea: string) => void;
}

interface EnMarcha {
  readonly conexion: Conexion;
  readonly pid: number;
  readonly adoptado: boolean;
}

const PLAZO_CANDADO_MS = 180_000;
const PLAZO_ARRANQUE_MS = 120_000;
const PLAZO_PARADA_MS = 60_000;
const INTENTOS_PUERTO = 5;
const INTENTOS_MEMORIA = 60;

/**
 * Starts the PostgreSQL server of a folder, or adopts the one that already runs on it; the data survive anything.
 * It listens on 127.0.0.1 with a random port and password, and outlives this process when this process is killed.
 * Errors: the `postgres_embebido_*` of the catalogue.
 */
export async function startPostgresEmbebido(opciones: OpcionesPostgresEmbebido): Promise<PostgresEmbebido> {
  const lugar = await prepareCarpetaServidor(opciones.carpeta);
  const contexto: Contexto = {
    ...lugar,
    binarios: await chooseBinarios(opciones.binarios, lugar),
    ajustes: opciones.ajustes ?? {},
    log: opciones.log ?? (() => undefined),
  };
  const arranque = await ensureLockFile(lugar, 'arranque.lock');
  const uso = await ensureLockFile(lugar, 'uso.lock');
  return withCandado(arranque, lugar.carpeta, async () => {
    const enMarcha = await ensureRunning(contexto);
    const compartido = tryCandadoCompartido(uso);
    if (compartido === null) throw ocupado(lugar.carpeta);
    return {
      superuserUrl: buildSuperuserUrl(enMarcha.conexion),
      host: HOST,
      port: enMarcha.conexion.puerto,
      password: enMarcha.conexion.clave,
      carpeta: lugar.carpeta,
      pid: enMarcha.pid,
      adoptado: enMarcha.adoptado,
      stop: onlyOnce(() => releaseServidor(contexto, arranque, uso, compartido)),
    };
  });
}

async function chooseBinarios(bin: string | undefined, lugar: CarpetaServidor): Promise<Binarios> {
  if (bin !== undefined) return readBinarios(bin, lugar.cuenta);
  if (lugar.cuenta === null) return readBinariosDelPaquete();
  return copyBinariosDelPaquete(join(lugar.carpeta, 'binarios'), lugar.cuenta);
}

async function ensureRunning(contexto: Contexto): Promise<EnMarcha> {
  const conexion = await ensureCluster(contexto);
  const estado = await waitWhile(
    contexto.pgdata,
    PLAZO_ARRANQUE_MS,
    (e) => e.tipo === 'vivo' && e.datos.fase !== 'ready',
  );
  if (estado.tipo === 'ajeno') throw ajeno(contexto, estado.datos);
  if (estado.tipo === 'vivo') return adopt(contexto, conexion, estado.datos);
  if (estado.tipo === 'ilegible' || (estado.tipo === 'caducado' && estado.pidReutilizado)) {
    await disarmPidFile(contexto.pgdata);
  }
  return launch(contexto, conexion);
}

/** Data and connection, made at the first start and never again. */
async function ensureCluster(contexto: Contexto): Promise<Conexion> {
  const { carpeta, pgdata, binarios, cuenta } = contexto;
  const version = await readVersionDatos(pgdata);
  const guardada = await findConexion(carpeta);
  if (version === null) {
    const conexion = guardada ?? { puerto: await choosePuerto(null), clave: generateClave() };
    contexto.log(`Creando una base de datos PostgreSQL ${binarios.version} en ${carpeta}…`);
    await saveConexion(carpeta, conexion, cuenta);
    await initCluster({ ...contexto, clave: conexion.clave, efimero: isEfimero(contexto.ajustes) });
    return conexion;
  }
  if (version !== binarios.version) {
    throw fallo('postgres_embebido_version', { carpeta, datos: version, binarios: binarios.version });
  }
  if (guardada === null) throw claveErronea(carpeta, 'el archivo no existe');
  return guardada;
}

async function adopt(contexto: Contexto, conexion: Conexion, datos: PostmasterPid): Promise<EnMarcha> {
  if (datos.puerto !== conexion.puerto) throw ajeno(contexto, datos);
  await assertOpens(contexto.carpeta, conexion);
  contexto.log(
    `El PostgreSQL embebido de ${contexto.carpeta} ya estaba en marcha (puerto ${conexion.puerto}).`,
  );
  return { conexion, pid: datos.pid, adoptado: true };
}

async function launch(contexto: Contexto, guardada: Conexion): Promise<EnMarcha> {
  let conexion = guardada;
  let puertosPerdidos = 0;
  let esperasMemoria = 0;
  for (;;) {
    conexion = await securePuerto(contexto, conexion);
    const arranque = await spawnServidor(contexto, conexion.puerto, PLAZO_ARRANQUE_MS);
    if (arranque.tipo === 'listo') {
      await assertOpens(contexto.carpeta, conexion);
      contexto.log(
        `PostgreSQL embebido en marcha: ${HOST}:${conexion.puerto}, datos en ${contexto.carpeta}.`,
      );
      return { conexion, pid: arranque.pid, adoptado: false };
    }
    if (arranque.causa === 'puerto' && puertosPerdidos < INTENTOS_PUERTO) {
      puertosPerdidos += 1;
    } else if (arranque.causa === 'memoria' && esperasMemoria < INTENTOS_MEMORIA) {
      esperasMemoria += 1;
      await endOrphans(contexto.pgdata);
      await sleep(500);
    } else {
      throw fallo('postgres_embebido_no_inicia', { carpeta: contexto.carpeta, detalle: arranque.detalle });
    }
  }
}

/** Keeps the port while it is free; takes and notes another one when a stranger has it. */
async function securePuerto(contexto: Contexto, conexion: Conexion): Promise<Conexion> {
  const puerto = await choosePuerto(conexion.puerto);
  if (puerto === conexion.puerto) return conexion;
  contexto.log(`El puerto ${conexion.puerto} está ocupado; el PostgreSQL embebido pasa al ${puerto}.`);
  const nueva = { ...conexion, puerto };
  await saveConexion(contexto.carpeta, nueva, contexto.cuenta);
  return nueva;
}

async function releaseServidor(
  contexto: Contexto,
  arranque: string,
  uso: string,
  compartido: Candado,
): Promise<void> {
  compartido.soltar();
  await withCandado(arranque, contexto.carpeta, async () => {
    const solo = tryCandadoExclusivo(uso);
    if (solo === null) {
      contexto.log('El PostgreSQL embebido sigue en marcha: otro proceso lo usa.');
      return;
    }
    try {
      const rebelde = await stopServidor(contexto.pgdata, PLAZO_PARADA_MS);
      if (rebelde !== null) {
        const params = { carpeta: contexto.carpeta, pid: rebelde, segundos: PLAZO_PARADA_MS / 1000 };
        throw fallo('postgres_embebido_no_para', params);
      }
      contexto.log('PostgreSQL embebido detenido.');
    } finally {
      solo.soltar();
    }
  });
}

async function withCandado<T>(archivo: string, carpeta: string, tarea: () => Promise<T>): Promise<T> {
  const candado = await esperarCandadoExclusivo(archivo, PLAZO_CANDADO_MS);
  if (candado === null) throw ocupado(carpeta);
  try {
    return await tarea();
  } finally {
    candado.soltar();
  }
}

async function assertOpens(carpeta: string, conexion: Conexion): Promise<void> {
  const cliente = new pg.Client({
    connectionString: buildSuperuserUrl(conexion),
    connectionTimeoutMillis: 15_000,
  });
  try {
    await cliente.connect();
    await cliente.query('SELECT 1');
  } catch (error) {
    throw claveErronea(carpeta, error instanceof Error ? error.message : String(error));
  } finally {
    await cliente.end();
  }
}

function onlyOnce(tarea: () => Promise<void>): () => Promise<void> {
  let hecha: Promise<void> | null = null;
  return () => {
    hecha ??= tarea();
    return hecha;
  };
}

function fallo(codigo: keyof typeof postgresEmbebidoErrors, params: ErrorParams): DomainError {
  return new DomainError(postgresEmbebidoErrors[codigo], params);
}

function ocupado(carpeta: string): DomainError {
  return fallo('postgres_embebido_ocupado', { carpeta, segundos: PLAZO_CANDADO_MS / 1000 });
}

function claveErronea(carpeta: string, detalle: string): DomainError {
  return fallo('postgres_embebido_clave', { carpeta, archivo: conexionPath(carpeta), detalle });
}

function ajeno(contexto: Contexto, datos: PostmasterPid): DomainError {
  const archivo = postmasterPidPath(contexto.pgdata);
  return fallo('postgres_embebido_ajeno', {
    archivo,
    pid: datos.pid,
    carpeta: datos.carpeta,
    puerto: datos.puerto,
  });
}
