import { spawnSync } from 'node:child_process';
import { exigirTodo } from '../support/datos-compartidos.ts';

export interface Salida {
  readonly codigo: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const presentes = new Map<string, boolean>();

function estaPresente(programa: string): boolean {
  const conocido = presentes.get(programa);
  if (conocido !== undefined) return conocido;
  const esta = spawnSync(programa, ['--version']).error === undefined;
  presentes.set(programa, esta);
  return esta;
}

/**
 * Runs an independent tool; null where it is not installed. That is said aloud, and is a failure where the suite must
 * be complete.
 */
export function correrExterna(
  programa: string,
  args: readonly string[],
  entrada?: Uint8Array,
): Salida | null {
  if (!estaPresente(programa)) {
    const mensaje = `Falta ${programa}: esta comprobación independiente no se hizo (paquetes libxml2-utils y xmlsec1).`;
    if (exigirTodo) throw new Error(mensaje);
    process.stderr.write(`${mensaje}\n`);
    return null;
  }
  const { status, stdout, stderr, error } = spawnSync(programa, args, {
    input: entrada ?? Buffer.alloc(0),
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return { codigo: status ?? -1, stdout, stderr: stderr.toString() };
}

/** Verdict of xmlsec1, told not to trust bare keys or outside references; null where it is not installed. */
export function verificarConXmlsec(archivo: string, rutaAncla: string): boolean | null {
  const salida = correrExterna('xmlsec1', [
    '--verify',
    '--enabled-key-data',
    'x509',
    '--enabled-reference-uris',
    'empty,same-doc',
    '--verification-time',
    '2026-12-01 12:00:00',
    '--trusted-pem',
    rutaAncla,
    archivo,
  ]);
  return salida === null ? null : salida.codigo === 0;
}
