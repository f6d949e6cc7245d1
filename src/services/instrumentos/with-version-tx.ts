import { lockVersion } from '../../db/instrumentos/series.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { asentarActo } from '../archivo/asentar-acto.ts';
import type { ActoHecho } from '../archivo/with-expediente-tx.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import type { Servicios } from '../servicios.ts';

interface PedidoSobreVersion {
  readonly actor: Actor;
  readonly solicitud: SolicitudIdempotente | null;
  /** Code of the version, or how to find it; whoever finds none says so by throwing. */
  readonly version: string | ((tx: TenantTx) => Promise<string>);
}

/**
 * One act on one version of TRD or TVD: permission, key, the version locked against the admissions that read it, then
 * `acto`, its audit and event. Instruments have no level: a repetition needs the permission and nothing else.
 * `trd_version_no_existe`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function withVersionTx<V>(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  { actor, solicitud, version }: PedidoSobreVersion,
  acto: (tx: TenantTx, versionId: number, instante: Date) => Promise<ActoHecho<V>>,
): Promise<V> {
  requirePermiso(actor, 'PERM_ARCHIVO_GESTIONAR');
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(
    db,
    solicitado,
    async (tx) => {
      const codigo = typeof version === 'string' ? version : await version(tx);
      const versionId = await lockVersion(tx, codigo);
      if (versionId === null)
        throw new DomainError(importacionErrors.trd_version_no_existe, { version: codigo });
      const { vista, asiento } = await acto(tx, versionId, instante);
      if (asiento !== null) await asentarActo(tx, { ...asiento, actor, instante });
      return vista;
    },
    { reintentar: true },
  );
}
