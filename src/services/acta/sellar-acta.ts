import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Acta } from '../../db/acta/actas.queries.ts';
import { firmaErrors } from '../../domain/acta/firma.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Servicios } from '../servicios.ts';
import { verificarActa } from './verificar-acta.ts';

export interface Sellado {
  readonly clave: string;
  readonly sha256: string;
}

interface OrdenSello {
  readonly servicios: Pick<Servicios, 'worm' | 'firmante' | 'firmarActa' | 'reloj' | 'puntoDeFallo'>;
  readonly slug: string;
  readonly acta: Acta;
  /** The emitted file and its digest. */
  readonly archivo: string;
  readonly sha256: string;
  readonly carpeta: string;
  readonly nombre: string;
}

/**
 * Seals an emitted acta and keeps the sealed file under WORM, once: whatever is already there under its key is *the*
 * sealed file (a signature made twice is two different files, so the first one stored wins). The file is verified by a
 * second code path before it is stored; a mismatch is an alarm, never a stored file.
 */
export async function sellarActa(orden: OrdenSello): Promise<Sellado> {
  const { servicios, slug, acta, nombre } = orden;
  const clave = `actas/${acta.numero}/${nombre}`;
  const existente = await servicios.worm(slug).head(clave);
  if (existente !== null) return { clave, sha256: (await digestWorm(servicios, slug, clave)).sha256 };
  const firmada = join(orden.carpeta, nombre);
  const { sha256 } = await servicios.firmarActa({
    original: orden.archivo,
    sha256: orden.sha256,
    firmada,
    firmante: servicios.firmante,
    instante: servicios.reloj.now(),
    rol: 'Sello institucional',
  });
  const faltas = await listFaltas(firmada, servicios.reloj.now());
  if (faltas.length > 0)
    throw new DomainError(firmaErrors.firma_fallida, { detalle: `${nombre}: ${faltas.join('; ')}` });
  await servicios.puntoDeFallo.alcanzar('acta.firmada_sin_guardar');
  await servicios.worm(slug).put(clave, createReadStream(firmada));
  return { clave, sha256 };
}

/** What the verifier, which shares no code with the signer, finds wrong in a sealed file. */
async function listFaltas(archivo: string, ahora: Date): Promise<string[]> {
  const informe = await verificarActa({ origen: createReadStream(archivo), anclas: [], ahora });
  if (informe.integra) return [];
  return informe.comprobaciones
    .filter(({ resultado }) => resultado === 'fallida')
    .map(({ titulo, detalle }) => `${titulo}: ${detalle}`);
}

/** SHA-256 and size of what WORM holds under a key, read to the last byte. */
export async function digestWorm(
  { worm }: Pick<Servicios, 'worm'>,
  slug: string,
  clave: string,
): Promise<{ sha256: string; tamano: number }> {
  const { contenido, tamano } = await worm(slug).get(clave);
  const digest = createHash('sha256');
  for await (const trozo of contenido) digest.update(trozo as Uint8Array);
  return { sha256: digest.digest('hex'), tamano };
}
