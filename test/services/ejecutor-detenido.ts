import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load-config.ts';

/** The service, which stops dead (SIGSTOP) the first time that it reaches a point, and goes on from there if woken up. */
const [punto = ''] = process.argv.slice(2);
let detenido = false;
const alcanzar = (nombre: string): Promise<void> => {
  if (nombre === punto && !detenido) {
    detenido = true;
    process.kill(process.pid, 'SIGSTOP');
  }
  return Promise.resolve();
};
const app = await createApp(loadConfig(process.env), { puntoDeFallo: { alcanzar } });
await app.start();
process.on('SIGTERM', () => void app.stop());
