import { z } from 'zod';
import { type ExpedientePorCerrar, lockPorCerrar, updateCierres } from '../../db/archivo/cierres.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError, type Fault } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

export const cerrarExpedientesSchema = z.strictObject({
  fundamento: z.string().trim().min(5).max(1_000),
  cierres: z
    .array(z.strictObject({ codigo: z.string().trim().min(1), fecha: z.iso.date() }))
    .min(1)
    .max(50_000),
});

/**
 * Records the closing date of many open expedientes at once, on one fundamento: from then on their retention runs. All
 * or none: each faulty row is named (unknown or out of reach, already closed, repeated, in the future, before it began).
 * Needs PERM_ARCHIVO_GESTIONAR.
 */
export async function cerrarExpedientes(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ cerrados: number }> {
  const { fundamento, cierres } = parseEntrada(cerrarExpedientesSchema, entrada);
  requirePermiso(actor, 'PERM_ARCHIVO_GESTIONAR');
  const instante = reloj.now();
  const solicitado = { actor, solicitud, alRepetir: () => Promise.resolve() };
  return withActoTx(db, solicitado, async (tx) => {
    const filas = await lockPorCerrar(tx, cierres);
    const faltas = findFaltas(filas, actor, fechaEnBogota(instante));
    if (faltas.length > 0) {
      throw new DomainError(archivoErrors.cierre_invalido, { cuantos: faltas.length }, { faults: faltas });
    }
    const cerrados = await updateCierres(tx, cierres, fundamento);
    const tipo = 'archive.expedientes_cerrados';
    await publicarEvento(tx, {
      tipo,
      version: 1,
      agregado: 'expedientes',
      sujeto: 'expedientes',
      actor,
      ocurridoEn: instante,
      payload: { cerrados },
    });
    await registrarAuditoria(
      tx,
      filas.map(({ id, codigo, fecha }) => ({
        accion: 'archive.expediente_cerrado',
        actor,
        instante,
        sujeto: { tipo: 'expediente', id: id ?? codigo },
        datos: { codigo, cierre: fecha, fundamento },
      })),
    );
    return { cerrados };
  });
}

function findFaltas(filas: readonly ExpedientePorCerrar[], actor: Actor, hoy: string): Fault[] {
  const vistos = new Set<string>();
  return filas.flatMap((fila) => {
    const repetido = vistos.has(fila.codigo);
    vistos.add(fila.codigo);
    const motivo = repetido ? 'El expediente está repetido.' : findFalta(fila, actor, hoy);
    return motivo === null ? [] : [{ campo: 'cierres', fila: fila.n, valor: fila.codigo, motivo }];
  });
}

function findFalta(fila: ExpedientePorCerrar, actor: Actor, hoy: string): string | null {
  if (fila.id === null || fila.nivel === null || fila.nivel > actor.clearance) {
    return 'El expediente no existe o no está a su alcance.';
  }
  if (fila.cierre !== null) return `El expediente ya está cerrado desde ${fila.cierre}.`;
  if (fila.fecha > hoy) return `La fecha de cierre ${fila.fecha} todavía no ha llegado.`;
  if (fila.fechaInicial !== null && fila.fecha < fila.fechaInicial) {
    return `La fecha de cierre ${fila.fecha} es anterior a la fecha inicial ${fila.fechaInicial}.`;
  }
  return null;
}
