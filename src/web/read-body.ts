import { DomainError } from '../domain/errors/domain-error.ts';
import { peticionErrors } from '../domain/errors/peticion.errors.ts';

/**
 * The whole body, never more than `maximo` bytes in memory: a declared length is believed only to refuse sooner.
 * Throws `cuerpo_demasiado_grande`.
 */
export async function readBody(request: Request, maximo: number): Promise<Uint8Array> {
  const tooBig = new DomainError(peticionErrors.cuerpo_demasiado_grande, { maximo });
  if (Number(request.headers.get('Content-Length') ?? 0) > maximo) throw tooBig;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maximo) throw tooBig;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** Parses a JSON body. Throws `tipo_no_admitido` for another type, `cuerpo_ilegible` for broken text. */
export function parseJsonBody(body: Uint8Array, contentType: string | undefined): unknown {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw new DomainError(peticionErrors.tipo_no_admitido, { esperado: 'application/json' });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new DomainError(peticionErrors.cuerpo_ilegible, {}, { cause: error });
  }
}
