import { z } from 'zod';
import { retieExpediente } from '../../db/archivo/amarres.queries.ts';
import { findSerie, getSerie, type SerieVigente } from '../../db/instrumentos/series.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { exigirAdmitido, refuseEnEliminacion, refuseEnLote } from '../../domain/archivo/situacion.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema, serieSchema, textoSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const reamarrarExpedienteSchema = z.strictObject({
  expediente: referenciaSchema,
  /** The serie of another version that will govern it. */
  ...serieSchema.shape,
  acto: textoSchema,
  motivo: textoSchema,
});

export interface ExpedienteReamarrado {
  readonly expedienteId: string;
  readonly expediente: string;
  readonly version: string;
  readonly serie: string;
}

/**
 * Ties an expediente to a serie of another version, by an act (REQ-INS-2): its snapshot is taken anew, and until its
 * index is under WORM it is not eliminated. Errors: `expediente_no_encontrado`, `serie_no_encontrada`,
 * `amarre_misma_version`, `expediente_en_eliminacion`, `expediente_en_lote`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function reamarrarExpediente(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<ExpedienteReamarrado> {
  const { expediente, acto, motivo, ...referencia } = parseEntrada(reamarrarExpedienteSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion) => {
    const serie = await findSerie(tx, referencia);
    if (serie === null)
      throw new DomainError(archivoErrors.serie_no_encontrada, {
        version: referencia.version,
        serie: referencia.serie,
      });
    const { id, codigo } = situacion;
    const anterior = await getSerie(tx, situacion.trdSerieId);
    if (serie.versionId === anterior.versionId) {
      throw new DomainError(archivoErrors.amarre_misma_version, {
        expediente: codigo,
        version: serie.versionCodigo,
      });
    }
    exigirAdmitido(refuseEnEliminacion(situacion) ?? refuseEnLote(situacion, actor));
    await retieExpediente(tx, id, serie);
    return {
      vista: {
        expedienteId: id,
        expediente: codigo,
        version: serie.versionCodigo,
        serie: serie.serieCodigo,
      },
      asiento: {
        tipo: 'archive.expediente_reamarrado',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, desde: locate(anterior), hacia: locate(serie) },
        reservado: { acto, motivo },
      },
    };
  });
}

function locate({ versionCodigo, dependenciaCodigo, serieCodigo, subserieCodigo }: SerieVigente) {
  return {
    version: versionCodigo,
    dependencia: dependenciaCodigo,
    serie: serieCodigo,
    subserie: subserieCodigo,
  };
}
