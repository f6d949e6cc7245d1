import net from 'node:net';
import pg from 'pg';

/** Which of the two real backends gets the next request, and whether the handshake tells the truth. */
export interface Conducta {
  /** `peticion` counts from 0; `texto` is what the client sent, readable where it is SQL. */
  elegir(peticion: number, texto: string): 0 | 1;
  /** Process number to announce instead of that of the first backend. */
  readonly pidAnunciado?: number;
}

export interface Intermediario {
  readonly url: string;
  close(): Promise<void>;
}

const LISTO = 'Z'.charCodeAt(0);

/**
 * A pooler in transaction mode, in little: it logs in by itself to two backends, lets anybody in, and sends each
 * request to the one that its conduct says.
 */
export async function abrirIntermediario(url: string, conducta: Conducta): Promise<Intermediario> {
  const backends = await Promise.all([openBackend(url), openBackend(url)]);
  const server = net.createServer((socket) => serve(socket, backends, conducta));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const propia = new URL(url);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('sin puerto');
  propia.port = String(address.port);
  return {
    url: propia.href,
    close: async () => {
      for (const backend of backends) backend.socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Backend {
  readonly socket: net.Socket;
  readonly pid: number;
}

/** node-postgres logs in over a socket of ours; afterwards the socket is ours alone. */
async function openBackend(url: string): Promise<Backend> {
  const socket = new net.Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  socket.removeAllListeners('data');
  return { socket, pid: rows[0]?.pid ?? 0 };
}

function serve(socket: net.Socket, backends: readonly Backend[], conducta: Conducta): void {
  const [first] = backends;
  let peticion = 0;
  let elegido: Backend | undefined;
  const answer = (data: Buffer) => {
    socket.write(data);
    // ReadyForQuery is always the last message of an answer: one byte, its length, one byte.
    if (data.length >= 6 && data[data.length - 6] === LISTO) elegido = undefined;
  };
  for (const backend of backends) backend.socket.on('data', answer);
  socket.on('close', () => {
    for (const backend of backends) backend.socket.off('data', answer);
  });
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(handshake(conducta.pidAnunciado ?? first?.pid ?? 0));
    socket.on('data', (data: Buffer) => {
      if (data[0] === 'X'.charCodeAt(0)) return;
      if (elegido === undefined) {
        elegido = backends[conducta.elegir(peticion, data.toString('latin1'))];
        peticion += 1;
      }
      elegido?.socket.write(data);
    });
  });
}

/** AuthenticationOk, BackendKeyData, ReadyForQuery. */
function handshake(pid: number): Buffer {
  const ok = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const key = Buffer.alloc(13);
  key.write('K', 0, 'latin1');
  key.writeInt32BE(12, 1);
  key.writeInt32BE(pid, 5);
  const ready = Buffer.from([LISTO, 0, 0, 0, 5, 'I'.charCodeAt(0)]);
  return Buffer.concat([ok, key, ready]);
}
