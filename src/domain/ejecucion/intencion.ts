import { createHash } from 'node:crypto';
import { canonicalJson } from '../json-canonico.ts';

/** The immutable lists of what is destroyed of one expediente; both sorted by id. */
export interface ContenidoIntencion {
  readonly expedienteId: string;
  readonly radicadoIds: readonly string[];
  readonly anexos: readonly { readonly anexoId: string; readonly tamano: number; readonly sha256: string }[];
}

/** SHA-256, hex, of the intention's canonical JSON: the same lists give the same digest for ever. */
export function computeIntencionDigest({ expedienteId, radicadoIds, anexos }: ContenidoIntencion): string {
  const contenido = canonicalJson({
    anexos: anexos.map(({ anexoId, tamano, sha256 }) => ({ anexoId, tamano, sha256 })),
    expedienteId,
    radicadoIds,
  });
  return createHash('sha256').update(contenido).digest('hex');
}
