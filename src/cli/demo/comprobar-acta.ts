import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { verificarActa } from '../../services/acta/verificar-acta.ts';
import type { AlmacenWorm } from '../../services/ports/almacen-worm.ts';

const run = promisify(execFile);

/** Copies a file out of the store, for people and tools to read. */
export async function extraer(worm: AlmacenWorm, clave: string, destino: string): Promise<string> {
  await mkdir(dirname(destino), { recursive: true });
  const { contenido } = await worm.get(clave);
  await pipeline(contenido, createWriteStream(destino));
  return destino;
}

export async function verificarPropia(firmada: string, ancla: string, ahora: Date): Promise<boolean> {
  const informe = await verificarActa({ origen: createReadStream(firmada), anclas: [ancla], ahora });
  return informe.valida;
}

/** What xmlsec1 says of the sealed acta; null where it is not installed. */
export async function verificarXmlsec1(firmada: string, ancla: string): Promise<boolean | null> {
  const trusted = `${firmada}.ca.pem`;
  await writeFile(trusted, ancla);
  const options = ['--verify', '--enabled-key-data', 'x509', '--enabled-reference-uris', 'empty,same-doc'];
  try {
    await run('xmlsec1', [...options, '--trusted-pem', trusted, firmada]);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return false;
  }
}
