import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startPostgresEmbebido } from '../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import type { Banco, Corrida, Medida } from './banco.ts';
import { withCarpeta } from './carpeta-de-banco.ts';
import { mediana, redondear } from './mediana.ts';
import { watchMemoria } from './memoria-de-arbol.ts';

const SEGUNDOS = 30;
const MIB = 1024 ** 2;
const PROYECTO = resolve(import.meta.dirname, '..');

export const demo: Banco = {
  nombre: 'demo',
  trabajo:
    'la demostración entera, de las hojas de cálculo al acta verificada, en una carpeta de datos nueva',
  contra: `${SEGUNDOS} segundos`,
  metodo:
    'Tiempo desde que arranca el proceso hasta su línea JSON, con la base de datos por crear. La memoria es la mayor suma de ' +
    'páginas del proceso y de todo lo que arrancó (PostgreSQL incluido), mirada diez veces por segundo. El segundo arranque ' +
    'encuentra el lote terminado y da el mismo resultado.',
  aim: 1,
  direction: '<=',
  maximoS: { rapida: 240, entera: 900 },
  medir,
};

interface Caminata {
  readonly segundos: number;
  readonly picoBytes: number | null;
  readonly destruidos: number;
}

interface Ronda {
  readonly primera: Caminata;
  readonly segunda: Caminata;
  readonly enBase: number;
}

async function medir({ rapida, plazo }: Corrida): Promise<Medida> {
  const rondas: Ronda[] = [];
  for (let n = 0; n < (rapida ? 1 : 3); n += 1)
    rondas.push(await withCarpeta((datos) => andar(datos, plazo)));
  const segundos = mediana(rondas.map(({ primera }) => primera.segundos));
  const picos = rondas.flatMap(({ primera }) => (primera.picoBytes === null ? [] : [primera.picoBytes]));
  return {
    ratio: redondear(segundos / SEGUNDOS, 2),
    rondas: rondas.length,
    tamano: `${rondas[0]?.primera.destruidos ?? 0} expedientes`,
    cifras: {
      primer_arranque_s: redondear(segundos, 1),
      segundo_arranque_s: redondear(mediana(rondas.map(({ segunda }) => segunda.segundos)), 1),
      pico_de_memoria_mib: picos.length === 0 ? null : Math.round(mediana(picos) / MIB),
    },
    recuento: {
      esperado: sum(rondas.map(({ primera }) => primera.destruidos)),
      enBase: sum(rondas.map(({ enBase }) => enBase)),
    },
  };
}

async function andar(datos: string, plazo: AbortSignal): Promise<Ronda> {
  const primera = await caminar(datos, plazo);
  const segunda = await caminar(datos, plazo);
  if (segunda.destruidos !== primera.destruidos) throw new Error('the second start tells another result');
  return { primera, segunda, enBase: await countLapidas(datos) };
}

/** One process; its time runs until it has written its last line, its end is awaited besides. */
async function caminar(datos: string, plazo: AbortSignal): Promise<Caminata> {
  const inicio = performance.now();
  const hijo = spawn(process.execPath, ['src/cli/main.ts', 'demo', '--once', '--json'], {
    cwd: PROYECTO,
    env: { ...process.env, ELIMINACION_DATOS: datos, ELIMINACION_HTTP_PUERTO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: plazo,
  });
  const fin = new Promise<number | null>((done, fail) => {
    hijo.once('error', fail);
    hijo.once('close', done);
  });
  const errores: string[] = [];
  hijo.stderr.setEncoding('utf8').on('data', (texto: string) => errores.push(texto));
  const memoria = hijo.pid === undefined ? null : watchMemoria(hijo.pid);
  let ultima = '';
  let segundos = 0;
  createInterface({ input: hijo.stdout }).on('line', (linea) => {
    ultima = linea;
    segundos = (performance.now() - inicio) / 1000;
  });
  try {
    if ((await fin) !== 0) throw new Error(`the demo failed: ${errores.join('').slice(-2_000)}`);
    return { segundos, picoBytes: (await memoria?.stop()) ?? null, destruidos: readDestruidos(ultima) };
  } finally {
    await memoria?.stop();
  }
}

function readDestruidos(linea: string): number {
  const { conteos }: { conteos?: { destruidos?: unknown } } = JSON.parse(linea);
  if (typeof conteos?.destruidos !== 'number') throw new Error(`not the demo's last line: ${linea}`);
  return conteos.destruidos;
}

async function countLapidas(datos: string): Promise<number> {
  const servidor = await startPostgresEmbebido({ carpeta: join(datos, 'postgres') });
  try {
    const url = new URL(servidor.superuserUrl);
    url.pathname = '/orpycamcp';
    const cliente = new pg.Client({ connectionString: url.href });
    await cliente.connect();
    try {
      const { rows } = await cliente.query<{ n: string }>(
        'SELECT count(*) AS n FROM tenant_demo.eliminacion_lapidas',
      );
      return Number(rows[0]?.n);
    } finally {
      await cliente.end();
    }
  } finally {
    await servidor.stop();
  }
}

function sum(numeros: readonly number[]): number {
  return numeros.reduce((total, uno) => total + uno, 0);
}
