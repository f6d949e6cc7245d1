import type { Ejecucion } from '../../db/ejecucion/ejecuciones.queries.ts';
import { insertOmisiones } from '../../db/ejecucion/intenciones.queries.ts';
import {
  type ActoDestruccion,
  deleteDestruidos,
  type FuenteLapida,
  insertLapidas,
  listFuentesLapida,
  listFueraDeIntencion,
  type NuevaLapida,
} from '../../db/ejecucion/lapidas.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { RENDICIONES } from '../../domain/acta/acta-item.ts';
import { buildActaItem } from '../../domain/acta/build-acta-item.ts';
import { ejecucionErrors } from '../../domain/ejecucion/ejecucion.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { actorId } from '../../domain/personas/actor.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import { renderItem } from '../../xml/acta/render-item.ts';
import type { ItemPurgado } from '../ports/documentos.ts';
import { announceDestruccion } from './announce-destruccion.ts';
import { type TramoEnCurso, withTramoTx } from './tramo-en-curso.ts';
import { writeLibro } from './write-libro.ts';

/**
 * Phase 3: no lápida without proof that the bytes are absent, asked with a credential that can only read. The batch is
 * written to the libro de destrucciones, under WORM, before the transaction that leaves the lápidas and deletes the
 * rows commits. Repeating it after a crash gives the same lápidas. `pagina`: which page of the libro under this claim.
 */
export async function dejarLapidas(
  obra: TramoEnCurso,
  ejecucion: Ejecucion,
  purgados: readonly ItemPurgado[],
  pagina: number,
): Promise<number> {
  const { servicios, slug, tramo } = obra;
  const itemIds = purgados.map(({ itemId }) => itemId);
  await exigirAusencia(obra, itemIds);
  await servicios.puntoDeFallo.alcanzar('lapida.ausencia_probada');
  // Fenced, although it only reads: who has lost the tramo writes nothing, not even a page of the libro.
  const fuentes = await withTramoTx(obra, (tx) => listFuentesLapida(tx, itemIds));
  const acto: ActoDestruccion = {
    ejecucionId: ejecucion.id,
    ejecutorId: ejecucion.ejecutorId,
    ejecutorNombre: ejecucion.ejecutorNombre,
    destruidoEn: servicios.reloj.now(),
  };
  const libroClave = await writeLibro(obra, { fuentes, acto, pagina });
  await servicios.puntoDeFallo.alcanzar('lapida.libro_escrito');
  const resultados = new Map(purgados.map((purgado) => [purgado.itemId, purgado]));
  const dejadas = await withTramoTx(obra, async (tx) => {
    const fuera = await omitirFueraDeIntencion(tx, obra, itemIds);
    const vivas = fuentes.filter(({ itemId }) => !fuera.has(itemId));
    const lapidas = vivas.map((fuente) =>
      buildLapida(fuente, resultados.get(fuente.itemId), acto, libroClave),
    );
    await insertLapidas(tx, lapidas, acto);
    await deleteDestruidos(
      tx,
      lapidas.map(({ itemId }) => itemId),
    );
    await servicios.puntoDeFallo.alcanzar('lapida.antes_de_confirmar');
    await announceDestruccion(tx, { slug, loteId: tramo.loteId, acto, fuentes: vivas, purgados: resultados });
    return vivas.length;
  });
  await servicios.puntoDeFallo.alcanzar('lapida.confirmada');
  return dejadas;
}

async function exigirAusencia({ servicios, slug }: TramoEnCurso, itemIds: readonly number[]): Promise<void> {
  const objetos = await servicios.documentos.listPurgados(slug, itemIds);
  const claves = objetos.filter(({ resultado }) => resultado === 'destruido').map(({ clave }) => clave);
  const presentes = await servicios.documentos.probarAusencia(slug, claves);
  if (presentes.length > 0) {
    throw new DomainError(ejecucionErrors.bytes_presentes, { cuantos: presentes.length });
  }
}

async function omitirFueraDeIntencion(
  tx: TenantTx,
  obra: TramoEnCurso,
  itemIds: readonly number[],
): Promise<Set<number>> {
  const fuera = await listFueraDeIntencion(tx, itemIds);
  const acto = {
    actor: actorId(buildActorSistema(obra.slug, 'executor')),
    instante: obra.servicios.reloj.now(),
  };
  const detalle = 'quedó vivo un radicado o un anexo que la intención no lista';
  await insertOmisiones(
    tx,
    obra.tramo.loteId,
    fuera.map((itemId) => ({ itemId, causa: 'inventario_anexos_cambio', detalle })),
    acto,
  );
  return new Set(fuera);
}

function buildLapida(
  fuente: FuenteLapida,
  purgado: ItemPurgado | undefined,
  acto: ActoDestruccion,
  libroClave: string,
): NuevaLapida {
  const item = buildActaItem(fuente, acto.destruidoEn);
  const [completa, publica] = RENDICIONES.map((rendicion) => renderItem(item, rendicion));
  if (completa === undefined || publica === undefined) throw new Error('an acta has two renderings');
  return {
    itemId: fuente.itemId,
    objetosDestruidos: purgado?.objetosDestruidos ?? 0,
    objetosConservados: purgado?.objetosConservados ?? 0,
    bytesLiberados: purgado?.bytesLiberados ?? 0,
    integridad: fuente.anexos === 0 ? 'no_aplica' : 'digesto_de_ingreso',
    metodo: fuente.constanciaMetodo ?? 'borrado_verificado',
    libroClave,
    itemCompleto: completa.bytes,
    hojaCompleta: completa.hoja,
    itemPublico: publica.bytes,
    hojaPublica: publica.hoja,
  };
}
