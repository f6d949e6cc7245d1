import { migrate } from '../../src/db/migrate/migrate.ts';

/** A process that runs several migrators at once and says in one line how many files each applied. */
const [url = '', drizzleDir = '', cuantos = '1'] = process.argv.slice(2);
const resultados = await Promise.all(
  Array.from({ length: Number(cuantos) }, () => migrate({ url, drizzleDir, lockTimeoutS: 120 })),
);
process.stdout.write(`${JSON.stringify(resultados.map(({ aplicadas }) => aplicadas))}\n`);
