import { EventEmitter } from 'node:events';
import pg from 'pg';

/** Work announced by a transaction that committed: `clase` is `ejecucion`, `acta`, `outbox`… */
export interface Aviso {
  readonly tenant: string;
  readonly clase: string;
}

/** One direct listening connection per process; it feeds all its roles. */
export interface Avisos {
  /** Opens the connection; resolves at once, whether or not it could. */
  start(): Promise<void>;
  /** Resolves at the next announcement of that kind, at `plazoMs`, or when the signal aborts; whichever is first. */
  wait(clase: string, plazoMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const CANAL = 'orpycamcp';
const RECONEXION_MS = 1_000;

/**
 * Listens on the database's channel. While the connection is down nothing is announced, so whoever waits must also look
 * by itself now and then; after each reconnection everybody is woken once.
 */
export function createAvisos(url: string, onError: (error: Error) => void): Avisos {
  const eventos = new EventEmitter();
  eventos.setMaxListeners(0);
  let cerrado = false;
  let cliente: pg.Client | null = null;
  let reconexion: NodeJS.Timeout | null = null;

  const retry = (error: Error): void => {
    if (cerrado || reconexion !== null) return;
    onError(error);
    reconexion = setTimeout(() => {
      reconexion = null;
      void connect();
    }, RECONEXION_MS);
  };

  async function connect(): Promise<void> {
    if (cerrado) return;
    const nuevo = new pg.Client({
      connectionString: url,
      application_name: 'orpycamcp-avisos',
      keepAlive: true,
    });
    nuevo.on('error', retry);
    nuevo.on('notification', ({ payload }) => {
      const [tenant, clase] = (payload ?? '').split(':');
      if (tenant !== undefined && clase !== undefined) eventos.emit(clase, { tenant, clase } satisfies Aviso);
    });
    try {
      await nuevo.connect();
      await nuevo.query(`LISTEN ${CANAL}`);
      cliente = nuevo;
      for (const clase of eventos.eventNames()) eventos.emit(clase);
    } catch (error) {
      retry(error instanceof Error ? error : new Error(String(error)));
    }
  }

  let conectado: Promise<void> = Promise.resolve();
  return {
    start: () => {
      conectado = connect();
      return conectado;
    },
    wait: (clase, plazoMs, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          eventos.off(clase, done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, plazoMs);
        eventos.on(clase, done);
        signal.addEventListener('abort', done, { once: true });
        if (signal.aborted) done();
      }),
    close: async () => {
      cerrado = true;
      if (reconexion !== null) clearTimeout(reconexion);
      await conectado;
      await cliente?.end();
    },
  };
}
