import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { type Entidad, upsertEntidad } from '../../db/entidad/entidad.queries.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

const texto = textoXml.trim().min(2).max(300);

export const definirEntidadSchema = z.strictObject({
  nombre: texto,
  nit: texto,
  municipio: texto,
  correoObservaciones: z.email(),
  direccionPublica: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  umbralDisponibilidad: z.int().min(1).max(100).default(80),
  ejecutorPuedeProponer: z.boolean().default(false),
});

/** Records the entity's own facts, printed on inventories and actas; gives them as they were kept. Needs PERM_ENTIDAD_ADMIN. */
export async function definirEntidad(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<Entidad> {
  const entidad = parseEntrada(definirEntidadSchema, entrada);
  requirePermiso(actor, 'PERM_ENTIDAD_ADMIN');
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(db, solicitado, async (tx) => {
    await upsertEntidad(tx, entidad);
    await registrarAuditoria(tx, [
      {
        accion: 'archive.entidad_definida',
        actor,
        instante,
        sujeto: { tipo: 'entidad', id: actor.tenant },
        datos: entidad,
      },
    ]);
    return entidad;
  });
}
