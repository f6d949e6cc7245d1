import { z } from 'zod';
import {
  closeRevision,
  findImpedimentos,
  findRevision,
  type Impedimentos,
} from '../../db/instrumentos/revisiones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { textoSchema } from '../archivo/entradas.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { withVersionTx } from './with-version-tx.ts';

export const resolverRevisionTrdSchema = z.strictObject({
  revisionId: z.int().positive(),
  resolucion: textoSchema,
});

export interface RevisionResuelta {
  readonly revisionId: number;
  readonly version: string;
}

/**
 * Resolves a pending revision, once no expediente it covers is in a living lote; the refusal counts and names those
 * within the actor's clearance. Errors: `revision_no_encontrada`, `revision_ya_resuelta`, `revision_con_impedimentos`.
 * Needs PERM_ARCHIVO_GESTIONAR.
 */
export function resolverRevisionTrd(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<RevisionResuelta> {
  const { revisionId, resolucion } = parseEntrada(resolverRevisionTrdSchema, entrada);
  const getRevision = async (tx: TenantTx) => {
    const revision = await findRevision(tx, revisionId);
    if (revision === null) throw new DomainError(archivoErrors.revision_no_encontrada);
    return revision;
  };
  const pedido = { actor, solicitud, version: async (tx: TenantTx) => (await getRevision(tx)).version };
  return withVersionTx(servicios, pedido, async (tx, versionId, instante) => {
    const revision = await getRevision(tx);
    if (revision.resuelta) throw new DomainError(archivoErrors.revision_ya_resuelta);
    const impedimentos = await findImpedimentos(tx, revision, actor.clearance);
    if (impedimentos.hay) {
      throw new DomainError(archivoErrors.revision_con_impedimentos, {
        detalle: renderDetalle(impedimentos),
      });
    }
    await closeRevision(tx, revisionId, { resolucion, actor: actorId(actor), instante });
    const { version } = revision;
    return {
      vista: { revisionId, version },
      asiento: {
        tipo: 'archive.trd_revision_resuelta',
        sujeto: { tipo: 'trd_version', id: version },
        agregado: `trd_version:${versionId}`,
        datos: { revisionId, version },
        reservado: { resolucion },
      },
    };
  });
}

/** How many and which, as far as the reader may know; where they reach none, what the engine itself would say. */
function renderDetalle({ cuantos, codigos }: Impedimentos): string {
  if (cuantos === 0) return 'hay expedientes en lotes';
  const resto = cuantos - codigos.length;
  return `${cuantos}: ${codigos.join(', ')}${resto > 0 ? ` y ${resto} más` : ''}`;
}
