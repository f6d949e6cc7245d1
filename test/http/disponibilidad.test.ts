import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AppDePrueba, arrancarApp } from './arrancar-app.ts';
import { tenderIntermediario } from './intermediario.ts';

interface Disponibilidad {
  readonly status: number;
  readonly estado: string;
  readonly motivos: Readonly<Record<string, string | null>>;
}

async function disponibilidad({ url }: Pick<AppDePrueba, 'url'>): Promise<Disponibilidad> {
  const respuesta = await fetch(`${url}/readyz`);
  const { estado, comprobaciones } = (await respuesta.json()) as {
    estado: string;
    comprobaciones: { nombre: string; motivo: string | null }[];
  };
  const motivos = Object.fromEntries(comprobaciones.map(({ nombre, motivo }) => [nombre, motivo]));
  return { status: respuesta.status, estado, motivos };
}

const TODO_BIEN = {
  base_de_datos: null,
  migraciones: null,
  almacen_vivo: null,
  almacen_worm: null,
  firma: null,
};

async function comoSuperusuario(url: string, sql: string): Promise<void> {
  const cliente = new pg.Client({ connectionString: url });
  await cliente.connect();
  await cliente.query(sql);
  await cliente.end();
}

describe('la disponibilidad', () => {
  it('dice que todo funciona', async () => {
    const prueba = await arrancarApp();
    expect(await disponibilidad(prueba)).toEqual({ status: 200, estado: 'listo', motivos: TODO_BIEN });
    await prueba.stop();
  });

  it('dice que falta la base cuando se va, la API responde 503, y todo vuelve con ella', async () => {
    const prueba = await arrancarApp();
    const cable = await tenderIntermediario(prueba.base.appUrl);
    const cortada = await arrancarApp({ DATABASE_URL: cable.url });
    expect((await disponibilidad(cortada)).status).toBe(200);
    await cable.cortar();
    const api = await cortada.api('/sesion', { como: 'dev:archivo' });
    expect([api.status, api.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await api.json()).toMatchObject({ code: 'base_no_disponible' });
    await expect
      .poll(() => disponibilidad(cortada), { timeout: 5_000 })
      .toMatchObject({
        status: 503,
        estado: 'no_listo',
        motivos: { base_de_datos: 'Base de datos no disponible.', almacen_vivo: null },
      });
    expect((await fetch(`${cortada.url}/healthz`)).status).toBe(200);
    await cable.reparar();
    await expect.poll(() => disponibilidad(cortada), { timeout: 5_000 }).toMatchObject({ status: 200 });
    await cortada.stop();
    await cable.cortar();
    await prueba.stop();
  });

  it('dice que faltan migraciones, sin nombrar entidades', async () => {
    const prueba = await arrancarApp();
    await comoSuperusuario(
      prueba.base.superuserUrl,
      "DELETE FROM public.schema_migrations WHERE ambito = 'tenant_demo' AND nombre = (SELECT max(nombre) FROM public.schema_migrations WHERE ambito = 'tenant_demo')",
    );
    const { status, motivos } = await disponibilidad(prueba);
    expect([status, motivos['migraciones']]).toEqual([503, 'Faltan migraciones.']);
    await prueba.stop();
  });

  it('dice que falta un almacén cuando su disco no está', async () => {
    const prueba = await arrancarApp();
    await rm(join(prueba.app.carpetaDatos, 'almacen', 'worm'), { recursive: true });
    const { status, motivos } = await disponibilidad(prueba);
    expect([status, motivos['almacen_vivo']]).toEqual([503, null]);
    expect(motivos['almacen_worm']).toMatch(/disponible/);
    await prueba.stop();
  });

  it('un proceso sin el papel api solo cuenta su salud', async () => {
    const prueba = await arrancarApp({ ELIMINACION_ROLES: 'executor' });
    expect((await fetch(`${prueba.url}/readyz`)).status).toBe(200);
    for (const path of ['/docs', '/openapi.json', '/api/v1/eliminacion/sesion']) {
      expect((await fetch(`${prueba.url}${path}`)).status).toBe(404);
    }
    await prueba.stop();
  });
});
