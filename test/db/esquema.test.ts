import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { volcarEsquema } from '../../src/db/migrate/volcar-esquema.ts';
import { rutaEnRepositorio } from '../support/fuentes.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { asSuperuser } from './como-superusuario.ts';

let base: BaseDePrueba;

beforeAll(async () => {
  base = await crearBaseDePrueba();
});
afterAll(async () => {
  await base.drop();
});

describe('el esquema que hacen las migraciones', () => {
  it('es el de drizzle/esquema.txt; si el cambio es a propósito: node scripts/volcar-esquema.ts', async () => {
    const fijado = await readFile(rutaEnRepositorio('drizzle/esquema.txt'), 'utf8');
    expect(await volcarEsquema(base.ownerUrl, 'tenant_demo')).toBe(fijado);
  });

  it('es el mismo para todas las entidades', async () => {
    const demo = await volcarEsquema(base.ownerUrl, 'tenant_demo');
    expect(await volcarEsquema(base.ownerUrl, 'tenant_otra')).toBe(demo);
  });

  it.each([
    'ALTER TABLE tenant_demo.outbox ADD COLUMN x int',
    'GRANT DELETE ON tenant_demo.audit_log TO tenant_demo',
    'GRANT UPDATE (cuerpo) ON tenant_demo.idempotencia TO tenant_demo',
    'ALTER TABLE tenant_demo.audit_log DISABLE TRIGGER audit_log_solo_anexar',
    'DROP INDEX tenant_demo.outbox_pendientes',
    'ALTER FUNCTION tenant_demo.audit_registrar(text[]) SECURITY INVOKER',
    'GRANT EXECUTE ON FUNCTION tenant_demo.audit_cabeza_guardar() TO PUBLIC',
    'ALTER TABLE tenant_demo.outbox OWNER TO orpycamcp_app',
  ])('el volcado nota: %s', async (sql) => {
    const antes = await volcarEsquema(base.ownerUrl, 'tenant_demo');
    await asSuperuser(base, (cliente) => cliente.query(sql));
    expect(await volcarEsquema(base.ownerUrl, 'tenant_demo')).not.toBe(antes);
  });
});
