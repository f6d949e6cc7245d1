import type { JsonValue } from '../../domain/json-canonico.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Everything a lápida and its item in the acta are written from: what the ítem froze and what its intention lists. */
export interface FuenteLapida {
  readonly itemId: number;
  readonly expedienteId: string;
  readonly expedienteCodigo: string;
  readonly orden: number;
  readonly titulo: string;
  readonly tituloPublico: string;
  readonly enmascaramiento: readonly string[];
  readonly nivelSeguridad: number;
  readonly dependenciaCodigo: string;
  readonly trdVersionCodigo: string;
  readonly trdSerie: string;
  readonly trdSerieNombre: string;
  readonly trdSubserie: string | null;
  readonly trdSubserieNombre: string | null;
  readonly actoConvalidacion: { readonly numero: string; readonly fecha: string };
  readonly actaAprobacion: { readonly numero: string; readonly fecha: string };
  readonly disposicion: 'E' | 'S';
  readonly fundamento: string;
  readonly ag: number | null;
  readonly ac: number;
  readonly fechaInicial: string | null;
  readonly fechaFinal: string | null;
  readonly cierre: string;
  readonly vencimiento: string;
  readonly vencimientoHabil: string;
  readonly soporte: 'fisico' | 'electronico' | 'hibrido';
  readonly folios: number | null;
  readonly sal: Buffer;
  readonly antecedenteLote: string | null;
  readonly antecedenteCausa: string | null;
  readonly radicados: number;
  readonly anexos: number;
  readonly intencionDigest: string;
  readonly digests: JsonValue;
  readonly constanciaId: number | null;
  /** Position of the constancia among those of its lote, from 1. */
  readonly constanciaN: number | null;
  readonly constanciaMetodo: 'picado' | 'triturado' | 'otro' | null;
  readonly constanciaFecha: string | null;
  readonly constanciaLugar: string | null;
}

/** Facts of the ítems of a batch, by orden. */
export async function listFuentesLapida(tx: TenantTx, itemIds: readonly number[]): Promise<FuenteLapida[]> {
  return tx.query<FuenteLapida>(
    `SELECT i.id AS "itemId", i.expediente_id AS "expedienteId", i.expediente_codigo AS "expedienteCodigo", i.orden, i.titulo,
            i.titulo_publico AS "tituloPublico", i.enmascaramiento, i.nivel_seguridad AS "nivelSeguridad",
            i.dependencia_codigo AS "dependenciaCodigo", i.trd_version_codigo AS "trdVersionCodigo", i.trd_serie AS "trdSerie",
            i.trd_serie_nombre AS "trdSerieNombre", i.trd_subserie AS "trdSubserie", i.trd_subserie_nombre AS "trdSubserieNombre",
            jsonb_build_object('numero', i.trd_acto_convalidacion, 'fecha', i.trd_acto_convalidacion_fecha) AS "actoConvalidacion",
            jsonb_build_object('numero', i.trd_acta_aprobacion, 'fecha', i.trd_acta_aprobacion_fecha) AS "actaAprobacion",
            i.disposicion, i.fundamento, i.ag, i.ac, i.fecha_inicial AS "fechaInicial", i.fecha_final AS "fechaFinal", i.cierre,
            i.vencimiento, i.vencimiento_habil AS "vencimientoHabil", i.soporte, i.folios, i.sal,
            i.retirado_de_lote_codigo AS "antecedenteLote", i.retirado_causa AS "antecedenteCausa",
            cardinality(p.radicado_ids) AS radicados, cardinality(p.anexo_ids) AS anexos, p.intencion_digest AS "intencionDigest",
            coalesce((SELECT jsonb_agg(jsonb_build_object('anexo', u.anexo, 'tamano', u.tamano, 'sha256', encode(u.digest, 'hex')) ORDER BY u.n)
                        FROM unnest(p.anexo_ids, p.anexo_tamanos, p.anexo_digests) WITH ORDINALITY AS u (anexo, tamano, digest, n)), '[]') AS digests,
            k.id AS "constanciaId", k.n AS "constanciaN", k.metodo AS "constanciaMetodo", k.fecha AS "constanciaFecha", k.lugar AS "constanciaLugar"
       FROM eliminacion_lote_progreso p
       JOIN eliminacion_lote_items i ON i.id = p.item_id
       LEFT JOIN eliminacion_constancia_items ci ON ci.item_id = p.item_id
       LEFT JOIN (SELECT c.*, row_number() OVER (PARTITION BY c.lote_id ORDER BY c.id) AS n FROM eliminacion_constancias_fisicas c
                   WHERE c.lote_id IN (SELECT lote_id FROM eliminacion_lote_progreso WHERE item_id = ANY ($1::bigint[]))) k
         ON k.id = ci.constancia_id
      WHERE p.item_id = ANY ($1::bigint[]) ORDER BY i.orden`,
    [itemIds],
  );
}

/** Ítems with a radicado or an anexo alive that their intention does not list: nothing of them may be deleted. */
export async function listFueraDeIntencion(tx: TenantTx, itemIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ itemId: number }>(
    `SELECT p.item_id AS "itemId" FROM eliminacion_lote_progreso p
      WHERE p.item_id = ANY ($1::bigint[])
        AND (EXISTS (SELECT FROM radicados r WHERE r.expediente_id = p.expediente_id AND NOT r.id = ANY (p.radicado_ids))
          OR EXISTS (SELECT FROM radicados r JOIN anexos a ON a.radicado_id = r.id WHERE r.expediente_id = p.expediente_id))`,
    [itemIds],
  );
  return rows.map(({ itemId }) => itemId);
}

export interface NuevaLapida {
  readonly itemId: number;
  readonly objetosDestruidos: number;
  readonly objetosConservados: number;
  readonly bytesLiberados: number;
  readonly integridad: string;
  readonly metodo: string;
  readonly libroClave: string;
  readonly itemCompleto: Uint8Array;
  readonly hojaCompleta: Uint8Array;
  readonly itemPublico: Uint8Array;
  readonly hojaPublica: Uint8Array;
}

export interface ActoDestruccion {
  readonly ejecucionId: number;
  readonly ejecutorId: string;
  readonly ejecutorNombre: string;
  readonly destruidoEn: Date;
}

/** What is left of each expediente: its lápida and the numbers of its radicados. Counts come from the intention. */
export async function insertLapidas(
  tx: TenantTx,
  lapidas: readonly NuevaLapida[],
  acto: ActoDestruccion,
): Promise<void> {
  const column = <K extends keyof NuevaLapida>(key: K): NuevaLapida[K][] =>
    lapidas.map((lapida) => lapida[key]);
  await tx.execute(
    `INSERT INTO eliminacion_lapidas (
       expediente_id, expediente_codigo, lote_id, item_id, ejecucion_id, orden, titulo, nivel_seguridad, trd_version_codigo,
       trd_serie, trd_serie_nombre, trd_subserie, trd_subserie_nombre, fecha_inicial, fecha_final, cierre, soporte, folios,
       radicados_eliminados, anexos_eliminados, objetos_destruidos, objetos_conservados, bytes_liberados, intencion_digest, digests,
       integridad, metodo, constancia_id, ejecutor_id, ejecutor_nombre, destruido_en, libro_clave,
       item_completo, hoja_completa, item_publico, hoja_publica, reserva_reevaluar_en)
     SELECT i.expediente_id, i.expediente_codigo, i.lote_id, i.id, $12, i.orden, i.titulo, i.nivel_seguridad, i.trd_version_codigo,
            i.trd_serie, i.trd_serie_nombre, i.trd_subserie, i.trd_subserie_nombre, i.fecha_inicial, i.fecha_final, i.cierre, i.soporte, i.folios,
            cardinality(p.radicado_ids), cardinality(p.anexo_ids), n.destruidos, n.conservados, n.bytes, p.intencion_digest,
            coalesce((SELECT jsonb_agg(jsonb_build_object('anexo', u.anexo, 'tamano', u.tamano, 'sha256', encode(u.digest, 'hex')) ORDER BY u.n)
                        FROM unnest(p.anexo_ids, p.anexo_tamanos, p.anexo_digests) WITH ORDINALITY AS u (anexo, tamano, digest, n)), '[]'),
            n.integridad, n.metodo, ci.constancia_id, $13, $14, $15, n.libro, n.item_completo, n.hoja_completa, n.item_publico, n.hoja_publica,
            -- REQ-LAP-2: reserva is looked at again within 15 years.
            ($15::timestamptz AT TIME ZONE 'America/Bogota' + interval '15 years')::date
       FROM unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[])
              AS n (item_id, destruidos, conservados, bytes, integridad, metodo, libro, item_completo, hoja_completa, item_publico, hoja_publica)
       JOIN eliminacion_lote_progreso p ON p.item_id = n.item_id
       JOIN eliminacion_lote_items i ON i.id = n.item_id
       LEFT JOIN eliminacion_constancia_items ci ON ci.item_id = n.item_id`,
    [
      column('itemId'),
      column('objetosDestruidos'),
      column('objetosConservados'),
      column('bytesLiberados'),
      column('integridad'),
      column('metodo'),
      column('libroClave'),
      column('itemCompleto').map(toBuffer),
      column('hojaCompleta').map(toBuffer),
      column('itemPublico').map(toBuffer),
      column('hojaPublica').map(toBuffer),
      acto.ejecucionId,
      acto.ejecutorId,
      acto.ejecutorNombre,
      acto.destruidoEn,
    ],
  );
  await tx.execute(
    `INSERT INTO eliminacion_lapida_radicados (radicado_id, expediente_id, numero, nivel_seguridad)
     SELECT r.id, r.expediente_id, r.numero, r.nivel_seguridad FROM radicados r
       JOIN eliminacion_lote_progreso p ON p.expediente_id = r.expediente_id
      WHERE p.item_id = ANY ($1::bigint[])`,
    [column('itemId')],
  );
}

/** Deletes the expedientes (their radicados, membership and units go with them) and marks the ítems destroyed. */
export async function deleteDestruidos(tx: TenantTx, itemIds: readonly number[]): Promise<void> {
  await tx.execute(
    `DELETE FROM expedientes e USING eliminacion_lote_progreso p
      WHERE p.item_id = ANY ($1::bigint[]) AND e.id = p.expediente_id`,
    [itemIds],
  );
  await tx.execute(
    `UPDATE eliminacion_lote_progreso SET estado = 'destruido', ultimo_error = NULL WHERE item_id = ANY ($1::bigint[])`,
    [itemIds],
  );
  await tx.execute(
    `UPDATE eliminacion_lote_omision SET estado = 'ejecutado' WHERE item_id = ANY ($1::bigint[]) AND estado = 'reintentando'`,
    [itemIds],
  );
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
