import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { insertConstancia, lockEnEspera } from '../../db/ejecucion/constancias.queries.ts';
import { lockLote, moveLote } from '../../db/lote/lotes.queries.ts';
import { avisarTrabajo, publicarEvento } from '../../db/outbox.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { exigirPersonaConNivel } from '../../domain/lote/exigir-acto.ts';
import { loteErrors } from '../../domain/lote/lote.errors.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requireLoginReciente } from '../../domain/personas/require-login-reciente.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { type SolicitudIdempotente, withActoTx } from '../idempotencia/with-acto-tx.ts';
import { exigirAlRepetir } from '../lote/exigir-al-repetir.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';

const texto = textoXml.trim().min(2).max(500);

export const registrarConstanciaFisicaSchema = z.strictObject({
  loteId: z.uuid(),
  version: z.int().positive(),
  numero: z.string().trim().min(1).max(60),
  metodo: z.enum(['picado', 'triturado', 'otro']),
  metodoDetalle: texto.nullable().default(null),
  fecha: z.iso.date(),
  lugar: texto,
  unidades: z.int().positive(),
  testigos: z.array(texto).min(1).max(20),
  evidencia: z.strictObject({
    nombre: texto,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Debe ser un SHA-256 en hexadecimal.'),
  }),
  /** Expedientes it covers; without it, all that wait (whole boxes). */
  expedientes: z.array(z.uuid()).min(1).max(10_000).optional(),
});

/**
 * The paper of expedientes that wait for it was destroyed by hand (REQ-EXE-2): records how, when, where, before whom
 * and with which evidence; the executors then finish those ítems. Needs PERM_ELIMINACION_EJECUTAR and a recent login.
 */
export async function registrarConstanciaFisica(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<{ items: number; version: number }> {
  const constancia = parseEntrada(registrarConstanciaFisicaSchema, entrada);
  requirePermiso(actor, 'PERM_ELIMINACION_EJECUTAR');
  requireLoginReciente(actor, new Date());
  const instante = reloj.now();
  const { loteId, version, evidencia, expedientes, ...hechos } = constancia;
  const solicitado = {
    actor,
    solicitud,
    alRepetir: (tx: TenantTx) => exigirAlRepetir(tx, 'ejecutar', loteId, actor),
  };
  return withActoTx(db, solicitado, async (tx) => {
    const lote = await lockLote(tx, loteId, version);
    exigirPersonaConNivel('ejecutar', lote, actor);
    if (lote.estado !== 'en_ejecucion') {
      throw new DomainError(loteErrors.transicion_invalida, {
        detalle: `registrar constancia desde ${lote.estado}`,
      });
    }
    if (hechos.fecha > fechaEnBogota(instante)) {
      throw new DomainError(archivoErrors.constancia_invalida, {
        motivo: `la fecha ${hechos.fecha} todavía no ha llegado.`,
      });
    }
    const itemIds = await lockEnEspera(tx, lote.id, expedientes ?? null);
    if (itemIds.length === 0 || (expedientes !== undefined && itemIds.length !== expedientes.length)) {
      throw new DomainError(archivoErrors.constancia_invalida, {
        motivo: `cubre ${expedientes?.length ?? 0} expedientes indicados y esperan constancia ${itemIds.length}.`,
      });
    }
    await insertConstancia(
      tx,
      {
        ...hechos,
        loteId: lote.id,
        evidenciaNombre: evidencia.nombre,
        evidenciaSha256: evidencia.sha256,
        registradaPor: actorId(actor),
        registradaEn: instante,
      },
      itemIds,
    );
    const nueva = await moveLote(tx, lote.id, 'en_ejecucion', 'en_ejecucion');
    await avisarTrabajo(tx, 'ejecucion');
    const tipo = 'archive.eliminacion_constancia_registrada';
    const datos = {
      codigo: lote.codigo,
      numero: hechos.numero,
      metodo: hechos.metodo,
      items: itemIds.length,
    };
    await publicarEvento(tx, {
      tipo,
      version: 1,
      agregado: lote.id,
      sujeto: lote.id,
      actor,
      ocurridoEn: instante,
      payload: { loteId: lote.id, ...datos },
    });
    await registrarAuditoria(tx, [
      {
        accion: tipo,
        actor,
        instante,
        sujeto: { tipo: 'lote', id: lote.id },
        despues: evidencia.sha256,
        datos,
      },
    ]);
    return { items: itemIds.length, version: nueva };
  });
}
