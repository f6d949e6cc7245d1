import { z } from 'zod';
import { findIndice, upsertIndice } from '../../db/archivo/amarres.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { exigirAdmitido, refuseEnEliminacion } from '../../domain/archivo/situacion.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { referenciaSchema } from './entradas.ts';
import { withExpedienteTx } from './with-expediente-tx.ts';

export const registrarIndiceSchema = z.strictObject({
  expediente: referenciaSchema,
  /** SHA-256 of the sealed index, in lower case hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'Debe ser un SHA-256 en hexadecimal minúsculo.' }),
  /** Whether it is kept where nobody can change it. */
  worm: z.boolean().default(false),
});

export interface IndiceRegistrado {
  readonly expedienteId: string;
  readonly expediente: string;
  readonly sha256: string;
  readonly worm: boolean;
}

/**
 * Records the sealed electronic index of an expediente. The same one twice changes nothing; one under WORM is never
 * replaced. Errors: `expediente_no_encontrado`, `indice_inmutable`, `expediente_en_eliminacion`. Needs
 * PERM_ARCHIVO_GESTIONAR.
 */
export function registrarIndice(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<IndiceRegistrado> {
  const { expediente, sha256, worm } = parseEntrada(registrarIndiceSchema, entrada);
  return withExpedienteTx(servicios, { actor, solicitud, expediente }, async (tx, situacion, instante) => {
    const { id, codigo } = situacion;
    const previo = await findIndice(tx, id);
    const vista = { expedienteId: id, expediente: codigo, sha256, worm };
    if (previo?.sha256 === sha256 && previo.worm === worm) return { vista, asiento: null };
    exigirAdmitido(refuseEnEliminacion(situacion));
    if (previo?.worm === true) {
      throw new DomainError(archivoErrors.indice_inmutable, { detalle: previo.sha256 });
    }
    await upsertIndice(tx, id, { sha256, worm }, instante);
    return {
      vista,
      asiento: {
        tipo: 'archive.indice_registrado',
        sujeto: { tipo: 'expediente', id },
        datos: { expediente: codigo, sha256, worm, anterior: previo?.sha256 ?? null },
      },
    };
  });
}
