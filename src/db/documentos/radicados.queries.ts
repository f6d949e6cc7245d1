import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** What receiving a document asks of an expediente. */
export interface ExpedienteReceptor {
  readonly id: string;
  readonly codigo: string;
  readonly cerrado: boolean;
  readonly nivelSeguridad: NivelSeguridad;
}

export interface Radicado {
  readonly id: string;
  readonly expedienteId: string;
  readonly numero: string;
  readonly nivelSeguridad: NivelSeguridad;
}

const EXPEDIENTE = `id, codigo, cierre IS NOT NULL AS cerrado, nivel_seguridad AS "nivelSeguridad"`;
const RADICADO = `id, expediente_id AS "expedienteId", numero, nivel_seguridad AS "nivelSeguridad"`;

/** By id or code, or null; locked so that it neither closes nor takes another radicado until the commit. */
export async function lockExpedienteParaRadicar(
  tx: TenantTx,
  referencia: string,
): Promise<ExpedienteReceptor | null> {
  const [row] = await tx.query<ExpedienteReceptor>(
    `SELECT ${EXPEDIENTE} FROM expedientes WHERE id::text = $1 OR codigo = $1 FOR NO KEY UPDATE`,
    [referencia],
  );
  return row ?? null;
}

/** Locked so that it does not close until the commit; several anexos may enter it at once. */
export async function lockExpedienteParaAnexar(tx: TenantTx, id: string): Promise<ExpedienteReceptor | null> {
  const [row] = await tx.query<ExpedienteReceptor>(
    `SELECT ${EXPEDIENTE} FROM expedientes WHERE id = $1 FOR SHARE`,
    [id],
  );
  return row ?? null;
}

/** By id or number, or null. */
export async function findRadicado(tx: TenantTx, referencia: string): Promise<Radicado | null> {
  const [row] = await tx.query<Radicado>(
    `SELECT ${RADICADO} FROM radicados WHERE id::text = $1 OR numero = $1`,
    [referencia],
  );
  return row ?? null;
}

/** Locked against a purge until the commit. Null if it is gone. */
export async function lockRadicado(tx: TenantTx, id: string): Promise<Radicado | null> {
  const [row] = await tx.query<Radicado>(
    `SELECT ${RADICADO} FROM radicados WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return row ?? null;
}

/** Whether a living intention covers the expediente. Read after its lock, in a new statement. */
export async function isExpedienteEnEliminacion(tx: TenantTx, expedienteId: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM documentos_intencion_viva WHERE expediente_id = $1 LIMIT 1', [
    expedienteId,
  ]);
  return rows.length > 0;
}

/** Whether a radicado with that number was destroyed. */
export async function isNumeroEliminado(tx: TenantTx, numero: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM eliminacion_lapida_radicados WHERE numero = $1', [numero]);
  return rows.length > 0;
}

export interface NuevoRadicado {
  readonly expedienteId: string;
  readonly numero: string;
  readonly asunto: string;
  readonly fecha: string | null;
  readonly nivelSeguridad: NivelSeguridad;
  readonly creadoEn: Date;
}

/** Id of the new radicado; null if its number is taken. */
export async function insertRadicado(tx: TenantTx, radicado: NuevoRadicado): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO radicados (expediente_id, numero, asunto, fecha, nivel_seguridad, creado_en)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (numero) DO NOTHING RETURNING id`,
    [
      radicado.expedienteId,
      radicado.numero,
      radicado.asunto,
      radicado.fecha,
      radicado.nivelSeguridad,
      radicado.creadoEn,
    ],
  );
  return row?.id ?? null;
}
