import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between the service and its database that a test can cut and mend. */
export interface Intermediario {
  /** The same address, through the wire. */
  readonly url: string;
  cortar(): Promise<void>;
  reparar(): Promise<void>;
}

export async function tenderIntermediario(destino: string): Promise<Intermediario> {
  const { hostname, port } = new URL(destino);
  const vivos = new Set<Socket>();
  let server = await escuchar(0, hostname, Number(port), vivos);
  const propio = puertoDe(server);
  const url = new URL(destino);
  url.hostname = '127.0.0.1';
  url.port = String(propio);
  return {
    url: url.href,
    cortar: async () => {
      const cerrado = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of vivos) socket.destroy();
      await cerrado;
    },
    reparar: async () => {
      server = await escuchar(propio, hostname, Number(port), vivos);
    },
  };
}

async function escuchar(propio: number, host: string, port: number, vivos: Set<Socket>): Promise<Server> {
  const server = createServer((cliente) => {
    const base = connect(port, host);
    for (const socket of [cliente, base]) {
      vivos.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        vivos.delete(socket);
        cliente.destroy();
        base.destroy();
      });
    }
    cliente.pipe(base).pipe(cliente);
  });
  await new Promise<void>((resolve) => server.listen(propio, '127.0.0.1', resolve));
  return server;
}

function puertoDe(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('el intermediario no escucha');
  return address.port;
}
