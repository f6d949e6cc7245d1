import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresEmbebido } from '../../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import { bootstrapRoles } from '../../src/db/migrate/bootstrap-roles.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { provisionTenant } from '../../src/db/migrate/provision-tenant.ts';
import { Proceso } from '../crash/proceso.ts';
import { type CarpetasEmbebido, makeCarpetasEmbebido, startRapido } from '../support/carpetas-embebido.ts';
import type { BaseDePrueba } from '../support/postgres.ts';
import { BancoEjecutor } from './ejecutor-banco.ts';

const BASE = 'archivo';
let carpetas: CarpetasEmbebido;
let carpeta: string;
let servidor: PostgresEmbebido;
let banco: BancoEjecutor;

/** A server of its own, that this test alone kills. */
async function prepararBase(): Promise<BaseDePrueba> {
  const passwords = {
    owner: 'uno-largo',
    app: 'otro-largo',
    audit: 'tercero-largo',
    verifier: 'cuarto-largo',
  };
  const urls = await bootstrapRoles(servidor.superuserUrl, { database: BASE, passwords });
  await migrate({ url: urls.ownerUrl });
  await provisionTenant({ url: urls.ownerUrl, slug: 'demo', nombre: 'Alcaldía', nit: '899999001-7' });
  return { ...urls, nombre: BASE, superuserUrl: servidor.superuserUrl, drop: () => Promise.resolve() };
}

beforeAll(async () => {
  carpetas = await makeCarpetasEmbebido();
  carpeta = carpetas.vacia();
  servidor = await startRapido(carpeta);
  banco = await BancoEjecutor.abrir(await prepararBase());
}, 180_000);
afterAll(async () => {
  await banco.cerrar();
  await carpetas.remove();
});

it('la base de datos muere en plena ejecución y vuelve: el mismo ejecutor sigue y termina, sin contar un solo intento', async () => {
  const lote = await banco.ordenar(await banco.sembrar(120), 5);
  const ejecutor = Proceso.servicio(banco.env);
  try {
    await banco.hasta(async () => (await banco.progreso(lote)).destruidos >= 20, 120_000);
    process.kill(servidor.pid, 'SIGKILL');
    await ejecutor.diga(/executor sweep failed/);
    await sleep(500);
    servidor = await startRapido(carpeta);
    const { destruidos } = await banco.progreso(lote);
    expect(destruidos).toBeGreaterThanOrEqual(20);
    expect(destruidos).toBeLessThan(120);
    const desde = Date.now();
    await banco.hasta(async () => (await banco.progreso(lote)).destruidos > destruidos);
    expect(Date.now() - desde).toBeLessThan(10_000);
    expect(await banco.cerrado(lote, 120_000)).toBe('ejecutado');
    expect(ejecutor.terminado).toBeNull();
  } finally {
    await ejecutor.eliminar();
  }
  const cuentas = await banco.escenario.fila(
    `SELECT (SELECT count(*) FROM eliminacion_lapidas) AS lapidas,
            (SELECT count(*) FROM audit_log WHERE accion = 'archive.expediente_eliminado_trd') AS asientos,
            (SELECT sum(intentos_purga) FROM eliminacion_lote_progreso) AS intentos,
            (SELECT count(*) FROM anexos) AS anexos, (SELECT count(*) FROM objetos) AS objetos`,
  );
  expect(cuentas).toEqual({ lapidas: 120, asientos: 120, intentos: 0, anexos: 0, objetos: 0 });
}, 300_000);
