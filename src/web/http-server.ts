import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { WebEnv } from './web-env.ts';

export interface HttpServer {
  /** Address it listens on, with the port the system gave if 0 was asked for. */
  readonly url: string;
  /** Takes no new connection, lets requests in course end, and cuts those that last longer than the time given. */
  stop(plazoMs: number): Promise<void>;
}

/** Longer than any answer of ours takes to begin; also the defence against clients that send a byte a minute. */
const PLAZO_CABECERAS_MS = 20_000;
const PLAZO_PETICION_MS = 300_000;

/** Listens; rejects when the address is taken or not ours. */
export async function startHttpServer(app: Hono<WebEnv>, host: string, port: number): Promise<HttpServer> {
  const server = createServer(
    { headersTimeout: PLAZO_CABECERAS_MS, requestTimeout: PLAZO_PETICION_MS },
    getRequestListener(app.fetch),
  );
  await listen(server, host, port);
  return { url: renderUrl(server, host), stop: (plazoMs) => stop(server, plazoMs) };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, () => {
    server.off('error', reject);
    resolve();
  });
  return promise;
}

function renderUrl(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

async function stop(server: Server, plazoMs: number): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), plazoMs);
  await closed.promise;
  clearTimeout(cut);
}
