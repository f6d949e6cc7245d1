import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import type { ActoDestruccion, FuenteLapida } from '../../db/ejecucion/lapidas.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import type { ItemPurgado } from '../ports/documentos.ts';

export interface Destruccion {
  readonly slug: string;
  readonly loteId: string;
  readonly acto: ActoDestruccion;
  readonly fuentes: readonly FuenteLapida[];
  readonly purgados: ReadonlyMap<number, ItemPurgado>;
}

const TIPO = 'archive.expediente_eliminado_trd';

/** One event per batch and one audit entry per expediente, in the transaction that deletes them; its last statements. */
export async function announceDestruccion(tx: TenantTx, destruccion: Destruccion): Promise<void> {
  const { slug, loteId, acto, fuentes, purgados } = destruccion;
  if (fuentes.length === 0) return;
  const actor = buildActorSistema(slug, 'executor');
  await publicarEvento(tx, {
    tipo: TIPO,
    version: 1,
    agregado: loteId,
    sujeto: loteId,
    actor,
    ocurridoEn: acto.destruidoEn,
    payload: { loteId, expedientes: fuentes.map(({ expedienteId }) => expedienteId) },
  });
  await registrarAuditoria(
    tx,
    fuentes.map((fuente) => ({
      accion: TIPO,
      actor,
      instante: acto.destruidoEn,
      sujeto: { tipo: 'expediente', id: fuente.expedienteId },
      antes: fuente.intencionDigest,
      datos: {
        loteId,
        codigo: fuente.expedienteCodigo,
        orden: fuente.orden,
        ejecutor: acto.ejecutorId,
        radicados: fuente.radicados,
        anexos: fuente.anexos,
        // Diagnosis only: the counts of the lápida come from the intention.
        confirmado_ultimo_intento: purgados.get(fuente.itemId)?.objetosDestruidos ?? 0,
      },
    })),
  );
}
