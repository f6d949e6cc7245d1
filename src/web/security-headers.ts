import type { MiddlewareHandler } from 'hono';
import type { WebEnv } from './web-env.ts';

/** A page that needs more (its own style sheet) states its own policy; nothing ever allows inline script. */
const POLITICA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const CABECERAS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLITICA,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
};

const HSTS = 'max-age=63072000; includeSubDomains';

/** Safe headers on every answer, errors included; a handler may replace one on purpose. */
export function securityHeaders(https: boolean): MiddlewareHandler<WebEnv> {
  const headers = Object.entries(https ? { ...CABECERAS, 'Strict-Transport-Security': HSTS } : CABECERAS);
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}
