import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { WebEnv } from '../web/web-env.ts';
import type { RespuestaArchivo } from './route.ts';

/**
 * Sends a file with back-pressure; a reader that goes away releases it. Whoever already has these very bytes
 * (`If-None-Match`) gets 304, and HEAD gets the headers: neither opens them.
 */
export async function sendArchivo(
  c: Context<WebEnv>,
  { estado, archivo, cabeceras }: RespuestaArchivo,
): Promise<Response> {
  const etag = `"${archivo.sha256}"`;
  const comunes = { ...cabeceras, ETag: etag, 'Cache-Control': 'no-store' };
  if (matches(c.req.header('If-None-Match'), etag))
    return new Response(null, { status: 304, headers: comunes });
  const headers = {
    ...comunes,
    'Content-Type': archivo.tipo,
    'Content-Length': String(archivo.tamano),
    'Content-Disposition': renderContentDisposition(archivo.nombre),
  };
  if (c.req.method === 'HEAD') return new Response(null, { status: estado, headers });
  return c.body(Readable.toWeb(await archivo.abrir()) as ReadableStream, estado, headers);
}

function matches(header: string | undefined, etag: string): boolean {
  const candidatos = (header ?? '').split(',').map((uno) => uno.trim().replace(/^W\//, ''));
  return candidatos.includes('*') || candidatos.includes(etag);
}

/** RFC 6266: an ASCII name for old readers and the true one in UTF-8 (RFC 8187); never a character that breaks out. */
export function renderContentDisposition(nombre: string): string {
  const ascii = nombre
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w. ()-]/g, '_');
  const utf8 = encodeURIComponent(nombre.toWellFormed()).replace(
    /['()*]/g,
    (letra) => `%${letra.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
