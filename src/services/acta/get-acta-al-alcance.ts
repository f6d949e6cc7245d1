import type { Acta } from '../../db/acta/actas.queries.ts';
import { existsActa, findActaAlAlcance } from '../../db/acta/consulta-actas.queries.ts';
import { getLote, type Lote } from '../../db/lote/lotes.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { actaErrors } from '../../domain/acta/acta.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { NivelSeguridad } from '../../domain/personas/nivel-seguridad.ts';

/**
 * A lote and its acta, with the clearance in the WHERE. Errors: `lote_no_encontrado`, `acta_no_emitida`, and
 * `acta_sobre_su_clearance`, which hides nothing from who already sees the lote (ADR-063 D5).
 */
export async function getActaAlAlcance(
  tx: TenantTx,
  referencia: string,
  clearance: NivelSeguridad,
): Promise<{ lote: Lote; acta: Acta }> {
  const lote = await getLote(tx, referencia);
  const acta = await findActaAlAlcance(tx, lote.id, clearance);
  if (acta !== null) return { lote, acta };
  if (await existsActa(tx, lote.id)) {
    throw new DomainError(actaErrors.acta_sobre_su_clearance, { lote: lote.codigo });
  }
  throw new DomainError(actaErrors.acta_no_emitida, { lote: lote.codigo });
}
