import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresEmbebido } from '../src/adapters/postgres-embebido/start-postgres-embebido.ts';
import { bootstrapRoles } from '../src/db/migrate/bootstrap-roles.ts';
import { provisionTenant } from '../src/db/migrate/provision-tenant.ts';
import { volcarEsquema } from '../src/db/migrate/volcar-esquema.ts';

/** Writes drizzle/esquema.txt from the migrations: a server for a minute, one tenant, its catalogue. */
const DESTINO = join(import.meta.dirname, '../drizzle/esquema.txt');

const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion-esquema-'));
try {
  await chmod(carpeta, 0o711);
  await writeFile(DESTINO, await dump());
  console.log('drizzle/esquema.txt está al día con las migraciones.');
} finally {
  await rm(carpeta, { recursive: true, force: true });
}

async function dump(): Promise<string> {
  const servidor = await startPostgresEmbebido({ carpeta: join(carpeta, 'postgres') });
  try {
    const clave = randomBytes(18).toString('base64url');
    const { ownerUrl: url } = await bootstrapRoles(servidor.superuserUrl, {
      database: 'esquema',
      passwords: { owner: clave, app: clave, audit: clave, verifier: clave },
    });
    await provisionTenant({ url, slug: 'modelo', nombre: 'Modelo', nit: '1' });
    return await volcarEsquema(url, 'tenant_modelo');
  } finally {
    await servidor.stop();
  }
}
