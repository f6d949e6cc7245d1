import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { CuentaSistema } from './cuenta-sistema.ts';
import { hasErrorCode } from './error-code.ts';
import { SUPERUSUARIO } from './init-cluster.ts';
import { postgresEmbebidoErrors } from './postgres-embebido.errors.ts';

/** How to reach the embedded server; kept in a file that only its account reads. */
export interface Conexion {
  readonly puerto: number;
  readonly clave: string;
}

const conexionSchema = z.object({ puerto: z.int().min(1).max(65_535), clave: z.string().min(1) });

export const HOST = '127.0.0.1';

/** URL of the server's superuser, on the maintenance database. */
export function buildSuperuserUrl({ puerto, clave }: Conexion): string {
  return `postgres://${SUPERUSUARIO}:${encodeURIComponent(clave)}@${HOST}:${puerto}/postgres`;
}

/** Path of the file with port and password. */
export function conexionPath(carpeta: string): string {
  return join(carpeta, 'conexion.json');
}

/** The kept connection, or null before the first start. Throws `postgres_embebido_clave` when it can't be read. */
export async function findConexion(carpeta: string): Promise<Conexion | null> {
  const archivo = conexionPath(carpeta);
  try {
    return conexionSchema.parse(JSON.parse(await readFile(archivo, 'utf8')));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    const detalle = error instanceof Error ? error.message : String(error);
    throw new DomainError(
      postgresEmbebidoErrors.postgres_embebido_clave,
      { carpeta, archivo, detalle },
      { cause: error },
    );
  }
}

/** Replaces the kept connection, whole or not at all. The caller holds the start lock. */
export async function saveConexion(
  carpeta: string,
  conexion: Conexion,
  cuenta: CuentaSistema | null,
): Promise<void> {
  const temporal = `${conexionPath(carpeta)}.nuevo`;
  const archivo = await open(temporal, 'w', 0o600);
  try {
    await archivo.chmod(0o600);
    await archivo.writeFile(`${JSON.stringify(conexion)}\n`);
    await archivo.sync();
  } finally {
    await archivo.close();
  }
  if (cuenta !== null) await chown(temporal, cuenta.uid, cuenta.gid);
  await rename(temporal, conexionPath(carpeta));
}

/** A password nobody has to type. */
export function generateClave(): string {
  return randomBytes(32).toString('base64url');
}

/** That port when it is free on 127.0.0.1, else a random free one; `null` asks for a random one. */
export async function choosePuerto(preferido: number | null): Promise<number> {
  const libre = preferido === null ? null : await tryListen(preferido);
  return libre ?? (await tryListen(0)) ?? Promise.reject(new Error('No hay puertos libres en 127.0.0.1.'));
}

function tryListen(puerto: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const servidor = createServer();
    servidor.once('error', (error) => {
      if (hasErrorCode(error, 'EADDRINUSE', 'EACCES')) resolve(null);
      else reject(error);
    });
    servidor.listen({ port: puerto, host: HOST, exclusive: true }, () => {
      const direccion = servidor.address();
      servidor.close(() =>
        resolve(direccion !== null && typeof direccion === 'object' ? direccion.port : null),
      );
    });
  });
}
