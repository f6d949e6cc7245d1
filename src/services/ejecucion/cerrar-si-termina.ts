import { insertActa, insertArtefactos } from '../../db/acta/actas.queries.ts';
import { type Asiento, registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { blockEjecucion, finishEjecucion, readBalance } from '../../db/ejecucion/cierre.queries.ts';
import { findEjecucionViva, readProgreso } from '../../db/ejecucion/ejecuciones.queries.ts';
import { type Lote, lockLoteSinVersion, moveLote, takeConsecutivo } from '../../db/lote/lotes.queries.ts';
import { avisarTrabajo, publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { RENDICIONES } from '../../domain/acta/acta-item.ts';
import { findDesbalance } from '../../domain/ejecucion/balance.ts';
import { canonicalJson } from '../../domain/json-canonico.ts';
import { renderNumeroActa } from '../../domain/lote/numeracion.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import { ejercicioEnBogota } from '../../domain/plazos/bogota.ts';
import { buildCabecera } from '../acta/build-cabecera.ts';
import type { Servicios } from '../servicios.ts';

export type ResultadoCierre = 'abierta' | 'cerrada' | 'bloqueada';

/**
 * Closes the run of a lote if nothing is pending or waiting: recounts under the lote's lock, checks the invariant,
 * moves the lote, and freezes number and header of the acta if anything was destroyed. In a transaction of its own,
 * after the batches have committed: two executors that each counted inside their batch would both see one pending.
 * Whoever comes second finds it closed. A count that does not balance blocks the run and changes nothing else.
 */
export async function cerrarSiTermina(
  { db, reloj, puntoDeFallo }: Pick<Servicios, 'db' | 'reloj' | 'puntoDeFallo'>,
  slug: string,
  loteId: string,
): Promise<ResultadoCierre> {
  const instante = reloj.now();
  const actor = buildActorSistema(slug, 'executor');
  const resultado = await withTenantTx(db, slug, async (tx): Promise<ResultadoCierre> => {
    const lote = await lockLoteSinVersion(tx, loteId);
    if (lote.estado !== 'en_ejecucion') return 'cerrada';
    const ejecucion = await findEjecucionViva(tx, loteId);
    if (ejecucion === null || ejecucion.estado === 'bloqueada') return 'bloqueada';
    const progreso = await readProgreso(tx, loteId);
    if (progreso.pendientes + progreso.esperaFisico > 0) return 'abierta';
    const balance = await readBalance(tx, loteId);
    const desbalance = findDesbalance(balance);
    if (desbalance !== null) {
      await blockEjecucion(tx, ejecucion.id, desbalance);
      await registrarAuditoria(tx, [
        {
          accion: 'archive.eliminacion_ejecucion_bloqueada',
          actor,
          instante,
          sujeto: { tipo: 'lote', id: loteId },
          datos: { desbalance },
        },
      ]);
      return 'bloqueada';
    }
    await finishEjecucion(tx, ejecucion.id, { ...balance, instante });
    const estado = balance.omitidos === 0 ? 'ejecutado' : 'ejecutado_parcial';
    await moveLote(tx, loteId, 'en_ejecucion', estado, { cerradoEn: instante });
    const asientos = await announceCierre(tx, { lote, estado, destruidos: balance.lapidas, actor, instante });
    if (balance.lapidas > 0) {
      asientos.push(
        await freezeActa(tx, {
          lote,
          estado,
          ejecucionId: ejecucion.id,
          items: balance.lapidas,
          actor,
          instante,
        }),
      );
    }
    await registrarAuditoria(tx, asientos);
    await puntoDeFallo.alcanzar('cierre.antes_de_confirmar');
    return 'cerrada';
  });
  if (resultado === 'cerrada') await puntoDeFallo.alcanzar('cierre.confirmado');
  return resultado;
}

interface Cierre {
  readonly lote: Lote;
  readonly estado: 'ejecutado' | 'ejecutado_parcial';
  readonly actor: Actor;
  readonly instante: Date;
}

async function announceCierre(
  tx: TenantTx,
  cierre: Cierre & { readonly destruidos: number },
): Promise<Asiento[]> {
  const { lote, estado, destruidos, actor, instante } = cierre;
  const tipo = `archive.eliminacion_lote_${estado}`;
  const datos = { codigo: lote.codigo, destruidos };
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: lote.id,
    sujeto: lote.id,
    actor,
    ocurridoEn: instante,
    payload: { loteId: lote.id, ...datos },
  });
  return [{ accion: tipo, actor, instante, sujeto: { tipo: 'lote', id: lote.id }, datos }];
}

/** Takes the next number and freezes the header; the files are made afterwards, outside. */
async function freezeActa(
  tx: TenantTx,
  cierre: Cierre & { readonly ejecucionId: number; readonly items: number },
): Promise<Asiento> {
  const { lote, estado, ejecucionId, items, actor, instante } = cierre;
  const ejercicio = ejercicioEnBogota(instante);
  const consecutivo = await takeConsecutivo(tx, 'acta', ejercicio);
  const numero = renderNumeroActa(ejercicio, consecutivo);
  const cabecera = await buildCabecera(tx, lote, { numero, estadoLote: estado, instante });
  const actaId = await insertActa(tx, {
    loteId: lote.id,
    ejecucionId,
    numero,
    ejercicio,
    consecutivo,
    nivelSeguridad: cabecera.nivel,
    items,
    cabecera: canonicalJson(cabecera),
    cerradaEn: instante,
  });
  const nombres = RENDICIONES.flatMap((rendicion) => {
    const base = rendicion === 'completa' ? numero : `${numero}-publica`;
    return [
      { rendicion, clase: 'original' as const, nombre: `${base}.xml` },
      { rendicion, clase: 'sello' as const, nombre: `${base}-firmada.xml` },
    ];
  });
  await insertArtefactos(tx, actaId, nombres, instante);
  await avisarTrabajo(tx, 'acta');
  return {
    accion: 'archive.eliminacion_acta_numerada',
    actor,
    instante,
    sujeto: { tipo: 'acta', id: numero },
    datos: { loteId: lote.id, items },
  };
}
