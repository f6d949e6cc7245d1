import { z } from 'zod';
import { insertRevision } from '../../db/instrumentos/revisiones.queries.ts';
import { findSerie } from '../../db/instrumentos/series.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { serieSchema, textoSchema } from '../archivo/entradas.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { withVersionTx } from './with-version-tx.ts';

export const abrirRevisionTrdSchema = z.strictObject({
  version: serieSchema.shape.version,
  /** One serie of it; the whole version where it is not told. */
  serie: serieSchema.omit({ version: true }).optional(),
  motivo: textoSchema,
});

export interface RevisionAbierta {
  readonly revisionId: number;
  readonly version: string;
}

/**
 * Opens a revision of a version or of one serie: while it is pending nothing it covers is admitted, published or
 * approved. Waits for the proposals that are reading the version. Errors: `trd_version_no_existe`,
 * `serie_no_encontrada`, `revision_ya_abierta`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function abrirRevisionTrd(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<RevisionAbierta> {
  const { version, serie, motivo } = parseEntrada(abrirRevisionTrdSchema, entrada);
  return withVersionTx(servicios, { actor, solicitud, version }, async (tx, versionId, instante) => {
    const hallada = serie === undefined ? null : await findSerie(tx, { version, ...serie });
    if (serie !== undefined && hallada === null) {
      throw new DomainError(archivoErrors.serie_no_encontrada, { version, serie: serie.serie });
    }
    const revisionId = await insertRevision(tx, {
      versionId,
      serieId: hallada?.id ?? null,
      motivo,
      actor: actorId(actor),
      instante,
    });
    if (revisionId === null) throw new DomainError(archivoErrors.revision_ya_abierta, { version });
    return {
      vista: { revisionId, version },
      asiento: {
        tipo: 'archive.trd_revision_abierta',
        sujeto: { tipo: 'trd_version', id: version },
        agregado: `trd_version:${versionId}`,
        datos: { revisionId, version, serie: serie ?? null },
        reservado: { motivo },
      },
    };
  });
}
