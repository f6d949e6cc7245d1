import { DomainError } from '../../domain/errors/domain-error.ts';
import { generalErrors } from '../../domain/errors/general.errors.ts';
import type { Criterio } from '../../domain/lote/criterio-propuesta.ts';
import type { EstadoLote } from '../../domain/lote/estado-lote.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** A lote as the verbs decide on it and as its page shows it. */
export interface Lote {
  readonly id: string;
  readonly codigo: string;
  readonly estado: EstadoLote;
  readonly version: number;
  readonly nivelSeguridad: NivelSeguridad;
  readonly descripcion: string;
  readonly totalItems: number;
  /** Expedientes of the criterion that admission refused at the proposal. */
  readonly rechazados: number;
  readonly proponenteId: string;
  readonly proponenteNombre: string;
  readonly propuestoEn: Date;
  readonly publicadoEn: Date | null;
  readonly aprobadorId: string | null;
  readonly aprobadorNombre: string | null;
  readonly aprobadoEn: Date | null;
  readonly ejecutorId: string | null;
  readonly ejecutorNombre: string | null;
  readonly cerradoEn: Date | null;
  readonly anuladoMotivo: string | null;
}

const COLUMNS = `id, codigo, estado, version, nivel_seguridad AS "nivelSeguridad", descripcion, total_items AS "totalItems", rechazados,
  proponente_id AS "proponenteId", proponente_nombre AS "proponenteNombre", propuesto_en AS "propuestoEn",
  publicado_en AS "publicadoEn", aprobador_id AS "aprobadorId", aprobador_nombre AS "aprobadorNombre",
  aprobado_en AS "aprobadoEn", ejecutor_id AS "ejecutorId", ejecutor_nombre AS "ejecutorNombre",
  cerrado_en AS "cerradoEn", anulado_motivo AS "anuladoMotivo"`;

/** The lote, or null. `referencia` is its id or its code. */
export async function findLote(tx: TenantTx, referencia: string): Promise<Lote | null> {
  const [row] = await tx.query<Lote>(
    `SELECT ${COLUMNS} FROM eliminacion_lotes WHERE id::text = $1 OR codigo = $1`,
    [referencia],
  );
  return row ?? null;
}

/** The same, kept from moving until the commit (FOR SHARE): any number may hold it at once. */
export async function findLoteQuieto(tx: TenantTx, referencia: string): Promise<Lote | null> {
  const [row] = await tx.query<Lote>(
    `SELECT ${COLUMNS} FROM eliminacion_lotes WHERE id::text = $1 OR codigo = $1 FOR SHARE`,
    [referencia],
  );
  return row ?? null;
}

export async function getLote(tx: TenantTx, referencia: string): Promise<Lote> {
  const lote = await findLote(tx, referencia);
  if (lote === null) throw new DomainError(loteErrors.lote_no_encontrado);
  return lote;
}

/**
 * The lote, locked for an act that moves it (FOR NO KEY UPDATE: ítem and omisión triggers take FOR SHARE on it).
 * `version` is the caller's If-Match; a stale one is `version_obsoleta`.
 */
export async function lockLote(tx: TenantTx, id: string, version: number): Promise<Lote> {
  const [row] = await tx.query<Lote>(
    `SELECT ${COLUMNS} FROM eliminacion_lotes WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  if (row === undefined) throw new DomainError(loteErrors.lote_no_encontrado);
  if (row.version !== version) throw new DomainError(generalErrors.version_obsoleta);
  return row;
}

/** A page of lotes, newest code last. `despuesDe` = last code already seen. */
export async function listLotes(
  tx: TenantTx,
  pagina: {
    readonly despuesDe?: string;
    readonly limite: number;
    readonly estado?: EstadoLote;
    readonly soloPublicados?: boolean;
  },
): Promise<Lote[]> {
  return tx.query<Lote>(
    `SELECT ${COLUMNS} FROM eliminacion_lotes
      WHERE codigo > $1 AND ($3::text IS NULL OR estado = $3) AND (NOT $4::boolean OR publicado_en IS NOT NULL)
      ORDER BY codigo LIMIT $2`,
    [pagina.despuesDe ?? '', pagina.limite, pagina.estado ?? null, pagina.soloPublicados === true],
  );
}

export interface NuevoLote {
  readonly ejercicio: number;
  readonly consecutivo: number;
  readonly codigo: string;
  readonly nivelSeguridad: NivelSeguridad;
  readonly descripcion: string;
  readonly criterio: Criterio;
  readonly proponenteId: string;
  readonly proponenteNombre: string;
  readonly propuestoEn: Date;
}

/** Inserts a borrador and gives its id. */
export async function insertLote(tx: TenantTx, lote: NuevoLote): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO eliminacion_lotes (codigo, ejercicio, consecutivo, estado, nivel_seguridad, descripcion, criterio,
                                    proponente_id, proponente_nombre, propuesto_en)
     VALUES ($1, $2, $3, 'borrador', $4, $5, $6::jsonb, $7, $8, $9) RETURNING id`,
    [
      lote.codigo,
      lote.ejercicio,
      lote.consecutivo,
      lote.nivelSeguridad,
      lote.descripcion,
      JSON.stringify(lote.criterio),
      lote.proponenteId,
      lote.proponenteNombre,
      lote.propuestoEn,
    ],
  );
  if (row === undefined) throw new Error('lote not inserted');
  return row.id;
}

/** Columns an act may write besides the state; names are fixed here, so no column name comes from a caller. */
const COLUMNAS_DE_ACTO = {
  nivelSeguridad: 'nivel_seguridad',
  totalItems: 'total_items',
  publicadorId: 'publicador_id',
  publicadoEn: 'publicado_en',
  aprobadorId: 'aprobador_id',
  aprobadorNombre: 'aprobador_nombre',
  aprobadoEn: 'aprobado_en',
  ejecutorId: 'ejecutor_id',
  ejecutorNombre: 'ejecutor_nombre',
  ejecutorEsProponentePermitido: 'ejecutor_es_proponente_permitido',
  ejecucionIniciadaEn: 'ejecucion_iniciada_en',
  cerradoEn: 'cerrado_en',
  anuladoEn: 'anulado_en',
  anuladoCausa: 'anulado_causa',
  anuladoMotivo: 'anulado_motivo',
} as const;

export type CambioLote = Partial<Record<keyof typeof COLUMNAS_DE_ACTO, string | number | boolean | Date>>;

/**
 * Moves the lote if it is still at `desde` and raises its version; a lost race is `version_obsoleta`.
 * Gives the new version.
 */
export async function moveLote(
  tx: TenantTx,
  id: string,
  desde: EstadoLote,
  hasta: EstadoLote,
  cambio: CambioLote = {},
): Promise<number> {
  const values: unknown[] = [id, desde, hasta];
  const sets = Object.entries(cambio).map(([campo, valor]) => {
    values.push(valor);
    return `${COLUMNAS_DE_ACTO[campo as keyof typeof COLUMNAS_DE_ACTO]} = $${values.length}`;
  });
  const [row] = await tx.query<{ version: number }>(
    `UPDATE eliminacion_lotes SET ${['estado = $3', 'version = version + 1', ...sets].join(', ')}
      WHERE id = $1 AND estado = $2 RETURNING version`,
    values,
  );
  if (row === undefined) throw new DomainError(generalErrors.version_obsoleta);
  return row.version;
}

/** Next gapless number of a class and year, under the counter row's lock until the commit. */
export async function takeConsecutivo(
  tx: TenantTx,
  clase: 'lote' | 'acta' | 'observacion',
  ejercicio: number,
): Promise<number> {
  const [row] = await tx.query<{ ultimo: number }>(
    `INSERT INTO eliminacion_contadores AS c (clase, ejercicio, ultimo) VALUES ($1, $2, 1)
     ON CONFLICT (clase, ejercicio) DO UPDATE SET ultimo = c.ultimo + 1 RETURNING ultimo`,
    [clase, ejercicio],
  );
  if (row === undefined) throw new Error('counter not taken');
  return row.ultimo;
}

/** Facts of the inventory that the lote repeats: how many ítems it has and the highest level among them. */
export async function updateInventario(
  tx: TenantTx,
  id: string,
  inventario: {
    readonly totalItems: number;
    readonly nivelSeguridad: NivelSeguridad;
    readonly rechazados: number;
  },
): Promise<void> {
  await tx.execute(
    'UPDATE eliminacion_lotes SET total_items = $2, nivel_seguridad = $3, rechazados = $4 WHERE id = $1',
    [id, inventario.totalItems, inventario.nivelSeguridad, inventario.rechazados],
  );
}

/** The lote, locked for the engine's own acts, which have no If-Match: they decide on what they find. */
export async function lockLoteSinVersion(tx: TenantTx, id: string): Promise<Lote> {
  const [row] = await tx.query<Lote>(
    `SELECT ${COLUMNS} FROM eliminacion_lotes WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  if (row === undefined) throw new DomainError(loteErrors.lote_no_encontrado);
  return row;
}
