import { access, constants } from 'node:fs/promises';
import { assertCarpetaMontada } from '../adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from '../adapters/almacen/sistema-archivos-node.ts';
import type { Database } from '../db/database.ts';
import { verificarEsquema } from '../db/migrate/verificar-esquema.ts';
import { readDatabaseClock } from '../db/read-database-clock.ts';
import type { HealthRegistry } from '../observability/health-registry.ts';
import { rememberSuccess } from '../observability/remember-success.ts';
import type { Firmante } from '../services/ports/firma.ts';
import type { CarpetasAlmacen } from './open-almacenes.ts';

const ESQUEMA_VIGENTE_MS = 30_000;
const FIRMA_VIGENTE_MS = 60_000;

interface Comprobables {
  readonly db: Database;
  readonly almacenes: CarpetasAlmacen;
  readonly firmante: Firmante | null;
}

/** What `/readyz` asks: database, schema, stores, key. The costly ones are asked again only after a while. */
export function registerChecks(health: HealthRegistry, { db, almacenes, firmante }: Comprobables): void {
  const esquema = rememberSuccess(ESQUEMA_VIGENTE_MS, () => verificarEsquema(db));
  health.register('base_de_datos', async () => {
    await readDatabaseClock(db);
  });
  health.register('migraciones', () => esquema(''));
  for (const [nombre, carpeta] of Object.entries(almacenes)) {
    health.register(`almacen_${nombre}`, async () => {
      await assertCarpetaMontada(sistemaArchivosNode, carpeta);
      await access(carpeta, constants.W_OK);
    });
  }
  if (firmante !== null) {
    const firma = rememberSuccess(FIRMA_VIGENTE_MS, async () => {
      await firmante.firmar(Buffer.from('comprobación'));
    });
    health.register('firma', () => firma(''));
  }
}
