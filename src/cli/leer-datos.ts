import { readFile } from 'node:fs/promises';
import { DomainError } from '../domain/errors/domain-error.ts';
import { operacionErrors } from '../domain/errors/operacion.errors.ts';

/** The JSON object of a file, or of standard input for `-`. Throws `archivo_de_orden_invalido`. */
export async function readDatos(ruta: string): Promise<object> {
  const archivo = ruta === '-' ? '(entrada)' : ruta;
  try {
    const texto = ruta === '-' ? await readEntrada() : await readFile(ruta, 'utf8');
    const datos: unknown = JSON.parse(texto);
    if (datos !== null && typeof datos === 'object' && !Array.isArray(datos)) return datos;
  } catch (cause) {
    const detalle = cause instanceof SyntaxError ? 'no es JSON' : 'no existe o no se puede leer';
    throw new DomainError(operacionErrors.archivo_de_orden_invalido, { archivo, detalle }, { cause });
  }
  throw new DomainError(operacionErrors.archivo_de_orden_invalido, {
    archivo,
    detalle: 'debe ser un objeto JSON',
  });
}

async function readEntrada(): Promise<string> {
  const trozos: Buffer[] = [];
  for await (const trozo of process.stdin) trozos.push(trozo as Buffer);
  return Buffer.concat(trozos).toString('utf8');
}
