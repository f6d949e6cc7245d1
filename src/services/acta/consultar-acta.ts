import { type Artefacto, listArtefactos } from '../../db/acta/actas.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { ActaCabecera } from '../../domain/acta/acta-cabecera.ts';
import { parseActaCabecera } from '../../domain/acta/parse-acta.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { Servicios } from '../servicios.ts';
import { getActaAlAlcance } from './get-acta-al-alcance.ts';

export interface ActaConsultada {
  readonly cabecera: ActaCabecera;
  readonly items: number;
  readonly cerradaEn: Date;
  readonly artefactos: readonly Artefacto[];
}

/**
 * The acta of a lote (id or code) and how far its files have come. Errors: `lote_no_encontrado`, `acta_no_emitida`,
 * `acta_sobre_su_clearance`. Needs PERM_ELIMINACION_CONSULTAR and clearance over its whole inventory.
 */
export async function consultarActa(
  { db }: Pick<Servicios, 'db'>,
  actor: Actor,
  referencia: string,
): Promise<ActaConsultada> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  return withTenantTx(
    db,
    actor.tenant,
    async (tx) => {
      const { acta } = await getActaAlAlcance(tx, referencia, actor.clearance);
      const frozen: unknown = JSON.parse(acta.cabecera);
      return {
        cabecera: parseActaCabecera(frozen),
        items: acta.items,
        cerradaEn: acta.cerradaEn,
        artefactos: await listArtefactos(tx, acta.id),
      };
    },
    { readOnly: true },
  );
}
