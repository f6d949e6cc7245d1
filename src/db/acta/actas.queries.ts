import type { Rendicion } from '../../domain/acta/acta-item.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface Acta {
  readonly id: number;
  readonly loteId: string;
  readonly numero: string;
  readonly nivelSeguridad: 0 | 1 | 2 | 3;
  readonly items: number;
  /** Canonical JSON of every non-row fact. */
  readonly cabecera: string;
  readonly cerradaEn: Date;
}

const ACTA = `id, lote_id AS "loteId", numero, nivel_seguridad AS "nivelSeguridad", items, cabecera, cerrada_en AS "cerradaEn"`;

export async function insertActa(
  tx: TenantTx,
  acta: Omit<Acta, 'id'> & {
    readonly ejecucionId: number;
    readonly ejercicio: number;
    readonly consecutivo: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO eliminacion_actas (lote_id, ejecucion_id, numero, ejercicio, consecutivo, nivel_seguridad, items, cabecera, cerrada_en)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      acta.loteId,
      acta.ejecucionId,
      acta.numero,
      acta.ejercicio,
      acta.consecutivo,
      acta.nivelSeguridad,
      acta.items,
      acta.cabecera,
      acta.cerradaEn,
    ],
  );
  if (row === undefined) throw new Error('acta not inserted');
  return row.id;
}

export async function findActaDeLote(tx: TenantTx, loteId: string): Promise<Acta | null> {
  const [row] = await tx.query<Acta>(`SELECT ${ACTA} FROM eliminacion_actas WHERE lote_id = $1`, [loteId]);
  return row ?? null;
}

export async function getActa(tx: TenantTx, id: number): Promise<Acta> {
  const [row] = await tx.query<Acta>(`SELECT ${ACTA} FROM eliminacion_actas WHERE id = $1`, [id]);
  if (row === undefined) throw new Error(`acta ${id} does not exist`);
  return row;
}

export type ClaseArtefacto = 'original' | 'sello';
export type EstadoArtefacto = 'pendiente' | 'emitido' | 'sellado' | 'almacenado' | 'verificado';

export interface Artefacto {
  readonly id: number;
  readonly actaId: number;
  readonly rendicion: Rendicion;
  readonly clase: ClaseArtefacto;
  readonly estado: EstadoArtefacto;
  readonly nombre: string;
  readonly sha256: string | null;
  readonly tamano: number | null;
  readonly raizMerkle: string | null;
  readonly clave: string | null;
  readonly intentos: number;
}

const ARTEFACTO = `id, acta_id AS "actaId", rendicion, clase, estado, nombre, sha256, tamano, raiz_merkle AS "raizMerkle", clave, intentos`;

/** The artefacts of an acta, born together: each rendering as emitted and as sealed. */
export async function insertArtefactos(
  tx: TenantTx,
  actaId: number,
  nombres: readonly {
    readonly rendicion: Rendicion;
    readonly clase: ClaseArtefacto;
    readonly nombre: string;
  }[],
  instante: Date,
): Promise<void> {
  await tx.execute(
    `INSERT INTO eliminacion_artefactos (acta_id, rendicion, clase, nombre, actualizado_en)
     SELECT $1, a.rendicion, a.clase, a.nombre, $5 FROM unnest($2::text[], $3::text[], $4::text[]) AS a (rendicion, clase, nombre)`,
    [
      actaId,
      nombres.map(({ rendicion }) => rendicion),
      nombres.map(({ clase }) => clase),
      nombres.map(({ nombre }) => nombre),
      instante,
    ],
  );
}

export async function listArtefactos(tx: TenantTx, actaId: number): Promise<Artefacto[]> {
  return tx.query<Artefacto>(
    `SELECT ${ARTEFACTO} FROM eliminacion_artefactos WHERE acta_id = $1 ORDER BY id`,
    [actaId],
  );
}

/** Actas with an artefact still in the making whose turn has come. */
export async function listActasEnObra(tx: TenantTx, limite: number): Promise<number[]> {
  const rows = await tx.query<{ actaId: number }>(
    `SELECT DISTINCT acta_id AS "actaId" FROM eliminacion_artefactos
      WHERE estado <> 'verificado' AND coalesce(proximo_intento <= clock_timestamp(), true) ORDER BY 1 LIMIT $1`,
    [limite],
  );
  return rows.map(({ actaId }) => actaId);
}

export interface AvanceArtefacto {
  readonly estado: EstadoArtefacto;
  readonly sha256: string;
  readonly tamano: number;
  readonly raizMerkle: string | null;
  readonly clave: string | null;
  readonly instante: Date;
}

/** Moves an artefact forward; another digest, size or key than the anchored one is refused by the engine. */
export async function advanceArtefacto(tx: TenantTx, id: number, avance: AvanceArtefacto): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_artefactos SET estado = $2, sha256 = $3, tamano = $4, raiz_merkle = coalesce($5, raiz_merkle),
            clave = coalesce($6, clave), actualizado_en = $7, ultimo_error = NULL, proximo_intento = NULL WHERE id = $1`,
    [id, avance.estado, avance.sha256, avance.tamano, avance.raizMerkle, avance.clave, avance.instante],
  );
}

/** Counts a failed step of an acta's artefacts; they are left alone until `esperaMs` have passed. */
export async function recordFalloArtefactos(
  tx: TenantTx,
  actaId: number,
  error: string,
  esperaMs: number,
): Promise<void> {
  await tx.execute(
    `UPDATE eliminacion_artefactos SET intentos = intentos + 1, ultimo_error = $2,
            proximo_intento = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
      WHERE acta_id = $1 AND estado <> 'verificado'`,
    [actaId, error.slice(0, 2_000), esperaMs],
  );
}

/** Items of a rendering after `despuesDe`, by orden, exactly as their lápidas hold them. */
export async function listItemsEmitidos(
  tx: TenantTx,
  loteId: string,
  rendicion: Rendicion,
  pagina: { readonly despuesDe: number; readonly limite: number },
): Promise<{ orden: number; bytes: Buffer; hoja: Buffer }[]> {
  const [item, hoja] =
    rendicion === 'completa' ? ['item_completo', 'hoja_completa'] : ['item_publico', 'hoja_publica'];
  return tx.query(
    `SELECT orden, ${item} AS bytes, ${hoja} AS hoja FROM eliminacion_lapidas
      WHERE lote_id = $1 AND orden > $2 ORDER BY orden LIMIT $3`,
    [loteId, pagina.despuesDe, pagina.limite],
  );
}
