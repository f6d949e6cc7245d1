import { startPostgresEmbebido } from '../../src/adapters/postgres-embebido/start-postgres-embebido.ts';

/** A process that starts (or adopts) the embedded server of a folder, says so in one line, and waits to be killed. */
const [carpeta = ''] = process.argv.slice(2);
const { pid, port, adoptado } = await startPostgresEmbebido({ carpeta, ajustes: { fsync: 'off' } });
process.stdout.write(`${JSON.stringify({ pid, port, adoptado })}\n`);
setInterval(() => undefined, 60_000);
