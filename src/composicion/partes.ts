import type { Config } from '../config/config-blocks.ts';
import type { Database } from '../db/database.ts';
import type { HealthRegistry } from '../observability/health-registry.ts';
import type { Logger } from '../observability/logger.ts';
import type { AlmacenLecturaPorEntidad, AlmacenPorEntidad } from '../services/ports/almacen.ts';
import type { AlmacenWormPorEntidad } from '../services/ports/almacen-worm.ts';
import type { Firmante } from '../services/ports/firma.ts';
import type { PuntoDeFallo } from '../services/ports/punto-de-fallo.ts';
import type { Reloj } from '../services/ports/reloj.ts';

/** What the rest of the process is built from, once the configuration has become real things. */
export interface Partes {
  readonly config: Config;
  readonly logger: Logger;
  readonly reloj: Reloj;
  readonly db: Database;
  /** With the audit role where there is one: verifies the chains and records that it did. */
  readonly auditoria: Database;
  /** Address with the application role. */
  readonly appUrl: string;
  /** Address with the owner role, for migrations and provisioning; null where this process was not given it. */
  readonly migracionesUrl: string | null;
  readonly carpetaDatos: string;
  /** Living objects, a handle to them that can only read, and what is written once. */
  readonly almacen: AlmacenPorEntidad;
  readonly lectura: AlmacenLecturaPorEntidad;
  readonly worm: AlmacenWormPorEntidad;
  /** Null where this process neither signs nor was given a key. */
  readonly firmante: Firmante | null;
  /** Authorities, in PEM, that this installation itself made and so may vouch for; none with a key of one's own. */
  readonly anclasFirma: readonly string[];
  readonly health: HealthRegistry;
  readonly puntoDeFallo: PuntoDeFallo;
}
