import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresEmbebido } from '../adapters/postgres-embebido/start-postgres-embebido.ts';
import type { Config } from '../config/config-blocks.ts';
import { bootstrapRoles } from '../db/migrate/bootstrap-roles.ts';
import { migrate } from '../db/migrate/migrate.ts';
import type { Logger } from '../observability/logger.ts';
import type { Cierre } from './close-all.ts';

const BASE_EMBEBIDA = 'orpycamcp';

/** What opening needs besides the configuration: where to log, what to keep out of it, and how it will be closed. */
export interface Apertura {
  readonly logger: Logger;
  readonly secretos: string[];
  readonly cierres: Cierre[];
}

interface Base {
  readonly appUrl: string;
  /** With the audit role; null where this process was not given it. */
  readonly auditoriaUrl: string | null;
  readonly migracionesUrl: string | null;
}

/** The configured database as it is; or the embedded one, with its roles made and its migrations applied. */
export async function openBase(config: Config, carpetaDatos: string, apertura: Apertura): Promise<Base> {
  const { url, auditoriaUrl, migracionesUrl, bloqueoMigracionesS } = config.baseDatos;
  if (url !== null) return { appUrl: url, auditoriaUrl, migracionesUrl };
  const { logger, secretos, cierres } = apertura;
  const servidor = await startPostgresEmbebido({
    carpeta: join(carpetaDatos, 'postgres'),
    log: (linea) => logger.info(linea),
  });
  cierres.push(() => servidor.stop());
  const passwords = derivePasswords(servidor.password);
  secretos.push(servidor.password, ...Object.values(passwords));
  const urls = await bootstrapRoles(servidor.superuserUrl, { database: BASE_EMBEBIDA, passwords });
  const { aplicadas } = await migrate({ url: urls.ownerUrl, lockTimeoutS: bloqueoMigracionesS });
  logger.info({ aplicadas }, 'embedded database is up to date');
  return { appUrl: urls.appUrl, auditoriaUrl: urls.auditUrl, migracionesUrl: urls.ownerUrl };
}

/** The same at every start and in every process that shares the server, and nothing more to keep secret. */
function derivePasswords(secret: string): Record<'owner' | 'app' | 'audit' | 'verifier', string> {
  const derive = (papel: string): string => createHmac('sha256', secret).update(papel).digest('base64url');
  return {
    owner: derive('owner'),
    app: derive('app'),
    audit: derive('audit'),
    verifier: derive('verifier'),
  };
}
