import { createHash } from 'node:crypto';
import type { ActoDestruccion, FuenteLapida } from '../../db/ejecucion/lapidas.queries.ts';
import { canonicalJson } from '../../domain/json-canonico.ts';
import { renderInstante } from '../../domain/plazos/bogota.ts';
import type { TramoEnCurso } from './tramo-en-curso.ts';

export interface PaginaLibro {
  readonly fuentes: readonly FuenteLapida[];
  readonly acto: ActoDestruccion;
  /** From 1, under one claim. */
  readonly pagina: number;
}

/**
 * Writes a batch to the *libro de destrucciones*, under WORM: one canonical JSON line per expediente, numbered, each
 * with the SHA-256 of the line before it. The key carries the ficha and the page: an attempt that did not commit and the
 * one that repeats it are two pages, never two contents of one. Gives the key.
 */
export async function writeLibro(
  { servicios, slug, tramo }: TramoEnCurso,
  { fuentes, acto, pagina }: PaginaLibro,
): Promise<string> {
  const clave = `libro/${tramo.loteId}/${tramo.id}.${tramo.ficha}-${pagina}.jsonl`;
  await servicios.worm(slug).put(clave, renderLineas(tramo.loteId, fuentes, acto));
  return clave;
}

async function* renderLineas(
  loteId: string,
  fuentes: readonly FuenteLapida[],
  acto: ActoDestruccion,
): AsyncGenerator<Uint8Array, void, undefined> {
  let anterior = '';
  for (const [index, fuente] of fuentes.entries()) {
    const linea = canonicalJson({
      n: index + 1,
      anterior,
      loteId,
      expedienteId: fuente.expedienteId,
      codigo: fuente.expedienteCodigo,
      intencion: fuente.intencionDigest,
      anexos: fuente.digests,
      ejecutor: acto.ejecutorId,
      instante: renderInstante(acto.destruidoEn),
    });
    anterior = createHash('sha256').update(linea).digest('hex');
    yield Buffer.from(`${linea}\n`);
  }
}
