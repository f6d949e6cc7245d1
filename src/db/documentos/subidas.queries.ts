import { lockAdvisory } from '../advisory-keys.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Reserves a key before its first byte. The time is the database's: leases never follow the legal clock. */
export async function insertSubida(tx: TenantTx, clave: string, plazoSegundos: number): Promise<void> {
  await tx.execute(
    'INSERT INTO subidas (clave, vence_en) VALUES ($1, clock_timestamp() + make_interval(secs => $2))',
    [clave, plazoSegundos],
  );
}

/** Takes the reservation back; false if the sweeper was first, and then the key's bytes are not to be used. */
export async function deleteSubida(tx: TenantTx, clave: string): Promise<boolean> {
  return (await tx.execute('DELETE FROM subidas WHERE clave = $1', [clave])) === 1;
}

/** Uploads of equal bytes pass one after another from here to their commit. */
export async function lockDigest(tx: TenantTx, sha256: string): Promise<void> {
  await lockAdvisory(tx, 'objeto', [sha256]);
}

/** The living objeto with those bytes, locked against a purge that would decide about it; or null. */
export async function lockObjetoVivo(tx: TenantTx, sha256: string): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `SELECT id FROM objetos WHERE sha256 = decode($1, 'hex') AND estado = 'vivo' FOR UPDATE`,
    [sha256],
  );
  return row?.id ?? null;
}

export interface NuevoObjeto {
  readonly sha256: string;
  readonly clave: string;
  readonly tamano: number;
  readonly estado: 'vivo' | 'destruyendo';
  readonly creadoEn: Date;
}

export async function insertObjeto(tx: TenantTx, objeto: NuevoObjeto): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO objetos (sha256, clave, tamano, estado, creado_en) VALUES (decode($1, 'hex'), $2, $3, $4, $5) RETURNING id`,
    [objeto.sha256, objeto.clave, objeto.tamano, objeto.estado, objeto.creadoEn],
  );
  if (row === undefined) throw new Error('the insert of an objeto gave no row');
  return row.id;
}

export interface NuevoAnexo {
  readonly radicadoId: string;
  readonly padreId: string | null;
  readonly clase: string;
  readonly nombre: string;
  readonly mediaType: string;
  readonly tamano: number;
  readonly sha256: string;
  readonly objetoId: number;
  readonly creadoEn: Date;
}

export async function insertAnexo(tx: TenantTx, anexo: NuevoAnexo): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO anexos (radicado_id, padre_id, clase, nombre, media_type, tamano, sha256, objeto_id, creado_en)
     VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8, $9) RETURNING id`,
    [
      anexo.radicadoId,
      anexo.padreId,
      anexo.clase,
      anexo.nombre,
      anexo.mediaType,
      anexo.tamano,
      anexo.sha256,
      anexo.objetoId,
      anexo.creadoEn,
    ],
  );
  if (row === undefined) throw new Error('the insert of an anexo gave no row');
  return row.id;
}

/** Whether that anexo hangs on that radicado: a version belongs to the radicado of its original. */
export async function isAnexoDe(tx: TenantTx, anexoId: string, radicadoId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM anexos WHERE id = $1 AND radicado_id = $2 AND estado = 'vivo'`, [
    anexoId,
    radicadoId,
  ]);
  return rows.length > 0;
}

/** The anexo of that radicado with that name and bytes, or null: what makes a repeated import change nothing. */
export async function findAnexoIgual(
  tx: TenantTx,
  anexo: { readonly radicadoId: string; readonly nombre: string; readonly sha256: string },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM anexos WHERE radicado_id = $1 AND nombre = $2 AND sha256 = decode($3, 'hex') AND estado = 'vivo'
      ORDER BY id LIMIT 1`,
    [anexo.radicadoId, anexo.nombre, anexo.sha256],
  );
  return row?.id ?? null;
}
