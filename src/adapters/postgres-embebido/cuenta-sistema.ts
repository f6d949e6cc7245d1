import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { postgresEmbebidoErrors } from './postgres-embebido.errors.ts';

const run = promisify(execFile);

/** The operating-system account a server runs as. */
export interface CuentaSistema {
  readonly uid: number;
  readonly gid: number;
}

const CUENTA = 'postgres';

/** Each makes the account with a tool that some distribution has. */
const creaciones: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', CUENTA],
  ['adduser', '--system', '--group', '--no-create-home', CUENTA],
  ['adduser', '-S', '-D', '-H', CUENTA],
];

/** True when this process is root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for the server when this process is root: `postgres`, created when missing, or an existing account
 * without privileges where nothing can create one. Throws `postgres_embebido_sin_cuenta`.
 */
export async function resolveCuentaSistema(): Promise<CuentaSistema> {
  const existente = await findCuenta(CUENTA);
  if (existente !== null) return existente;
  const fallos: string[] = [];
  for (const [programa, ...argumentos] of creaciones) {
    fallos.push(await tryRun(programa, argumentos));
    const creada = await findCuenta(CUENTA);
    if (creada !== null) return creada;
  }
  const prestada = (await findCuenta('nobody')) ?? (await findCuenta('daemon'));
  if (prestada !== null) return prestada;
  throw new DomainError(postgresEmbebidoErrors.postgres_embebido_sin_cuenta, { detalle: fallos.join('; ') });
}

async function findCuenta(nombre: string): Promise<CuentaSistema | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', nombre]), run('id', ['-g', nombre])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** Runs a tool that may not exist; its failure is only a line of the final explanation. */
async function tryRun(programa: string, argumentos: readonly string[]): Promise<string> {
  try {
    await run(programa, argumentos, { timeout: 30_000 });
    return `${programa}: sin efecto`;
  } catch (error) {
    return `${programa}: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}
