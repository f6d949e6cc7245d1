import { z } from 'zod';
import {
  closeIntegrantes,
  type IntegranteVigente,
  insertIntegrantes,
  listIntegrantes,
  lockEntidad,
} from '../../db/entidad/comite.queries.ts';
import { findFaltaComite, isMismoIntegrante, ROLES_COMITE } from '../../domain/entidad/comite.ts';
import { entidadErrors } from '../../domain/entidad/entidad.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { parseFechaCivil } from '../../domain/plazos/fecha-civil.ts';
import { asentarActo } from '../archivo/asentar-acto.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

const texto = z.string().trim().min(2).max(300);

export const definirComiteSchema = z.strictObject({
  /** Who is in it from that day on, whole. */
  integrantes: z
    .array(z.strictObject({ nombre: texto, cargo: texto, rol: z.enum(ROLES_COMITE), vota: z.boolean() }))
    .min(2)
    .max(50),
  acto: texto,
  desde: z.iso.date(),
});

export interface ComiteDefinido {
  readonly entran: number;
  readonly salen: number;
  readonly siguen: number;
}

/**
 * Designates the committee by an act (REQ-DEC-1): who stays keeps their own designation, who leaves ends the day
 * before. The same composition changes nothing. Errors: `comite_invalido`, `entidad_sin_definir`. Needs
 * PERM_ENTIDAD_ADMIN.
 */
export function definirComite(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<ComiteDefinido> {
  const { integrantes, acto, desde: pedida } = parseEntrada(definirComiteSchema, entrada);
  requirePermiso(actor, 'PERM_ENTIDAD_ADMIN');
  exigirValido(findFaltaComite(integrantes));
  const desde = parseFechaCivil(pedida);
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(db, solicitado, async (tx) => {
    if (!(await lockEntidad(tx))) throw new DomainError(entidadErrors.entidad_sin_definir);
    const vigentes = await listIntegrantes(tx);
    const salen = vigentes.filter((uno) => !integrantes.some((otro) => isMismoIntegrante(uno, otro)));
    const entran = integrantes.filter((uno) => !vigentes.some((otro) => isMismoIntegrante(uno, otro)));
    const vista = {
      entran: entran.length,
      salen: salen.length,
      siguen: integrantes.length - entran.length,
    };
    if (entran.length + salen.length === 0) return vista;
    exigirValido(findAnterior(vigentes, desde));
    await closeIntegrantes(
      tx,
      salen.map(({ id }) => id),
      desde,
    );
    await insertIntegrantes(tx, entran, { acto, desde });
    await asentarActo(tx, {
      tipo: 'archive.comite_definido',
      actor,
      instante,
      sujeto: { tipo: 'entidad', id: actor.tenant },
      datos: { ...vista, desde },
      reservado: { acto, integrantes: integrantes.map((integrante) => ({ ...integrante })) },
    });
    return vista;
  });
}

function exigirValido(motivo: string | null): void {
  if (motivo !== null) throw new DomainError(entidadErrors.comite_invalido, { motivo });
}

function findAnterior(vigentes: readonly IntegranteVigente[], desde: string): string | null {
  const posterior = vigentes.find((integrante) => integrante.desde > desde);
  return posterior === undefined
    ? null
    : `${posterior.nombre} fue designado el ${posterior.desde}, después del ${desde}.`;
}
