import { lockAdvisory } from './advisory-keys.ts';
import type { TenantTx } from './tenant-tx.ts';

/** What makes two requests the same one. The surface builds it; verbs only pass it on. */
export interface SolicitudIdempotente {
  /** Method and pattern of the route, not the path: `POST /lotes/{id}/publicar`. */
  readonly ruta: string;
  readonly clave: string;
  /** SHA-256 of method, path, If-Match and body: 32 bytes. */
  readonly huella: Uint8Array;
  /** Status with which the surface answers a success. */
  readonly estadoHttp: number;
  /** Kept for ever, not 30 days: ejecutar, aprobar, anular. */
  readonly paraSiempre: boolean;
}

export interface RespuestaGuardada {
  readonly mismaHuella: boolean;
  readonly cuerpo: string;
}

/** Makes equal requests wait for each other until the end of the transaction. Taken before any row lock. */
export async function lockClave(tx: TenantTx, actor: string, solicitud: SolicitudIdempotente): Promise<void> {
  await lockAdvisory(tx, 'idempotencia', [actor, solicitud.ruta, solicitud.clave]);
}

/** The answer this key already had, unless it has expired. */
export async function findRespuesta(
  tx: TenantTx,
  actor: string,
  solicitud: SolicitudIdempotente,
): Promise<RespuestaGuardada | null> {
  const rows = await tx.query<{ mismaHuella: boolean; cuerpo: string }>(
    `SELECT huella = $4 AS "mismaHuella", cuerpo FROM idempotencia
      WHERE actor = $1 AND ruta = $2 AND clave = $3
        AND (expira_en IS NULL OR expira_en > clock_timestamp())`,
    [actor, solicitud.ruta, solicitud.clave, Buffer.from(solicitud.huella)],
  );
  return rows[0] ?? null;
}

/** Stores the answer in the act's own transaction; an expired one under the same key makes room first. */
export async function guardarRespuesta(
  tx: TenantTx,
  actor: string,
  solicitud: SolicitudIdempotente,
  cuerpo: string,
): Promise<void> {
  const { ruta, clave, huella, estadoHttp, paraSiempre } = solicitud;
  await tx.query('DELETE FROM idempotencia WHERE actor = $1 AND ruta = $2 AND clave = $3', [
    actor,
    ruta,
    clave,
  ]);
  await tx.query(
    `INSERT INTO idempotencia (actor, ruta, clave, huella, estado_http, cuerpo, expira_en)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN NULL ELSE clock_timestamp() + interval '30 days' END)`,
    [actor, ruta, clave, Buffer.from(huella), estadoHttp, cuerpo, paraSiempre],
  );
}
