import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { confirmVersionPublica } from '../../db/lote/items.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirPersonaConNivel } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { exigirAlRepetir } from './exigir-al-repetir.ts';

export const confirmarVersionPublicaSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
});

/**
 * A person confirms the proposed public rendering of every row of a draft that still waits (REQ-PUB-2). Gives how many
 * rows and the lote's new version. Needs PERM_ELIMINACION_PUBLICAR and clearance over the whole lote.
 */
export async function confirmarVersionPublica(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ filas: number; version: number }> {
  const { loteId, version } = parseEntrada(confirmarVersionPublicaSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_PUBLICAR');
  const instante = reloj.now();
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirAlRepetir(tx, 'publicar', loteId, actor),
  };
  return withActoTx(db, solicitado, async (tx) => {
    const lote = await lockLote(tx, loteId, version);
    exigirPersonaConNivel('publicar', lote, actor);
    if (lote.estado !== 'borrador') {
      throw new DomainError(loteErrors.inventario_congelado, { detalle: lote.codigo });
    }
    const filas = await confirmVersionPublica(tx, lote.id, { por: actorId(actor), en: instante });
    const nueva = await moveLote(tx, lote.id, 'borrador', 'borrador');
    await registrarAuditoria(tx, [
      {
        accion: 'archive.eliminacion_version_publica_confirmada',
        actor,
        instante,
        sujeto: { tipo: 'lote', id: lote.id },
        datos: { codigo: lote.codigo, filas },
      },
    ]);
    return { filas, version: nueva };
  });
}
