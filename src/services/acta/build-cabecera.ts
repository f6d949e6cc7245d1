import {
  getDecision,
  hasElectronico,
  listConstancias,
  listCopias,
  listObservaciones,
  listOmitidos,
  listRetirados,
  readNivelInventario,
  readResumen,
} from '../../db/acta/cabecera.queries.ts';
import { getEntidad } from '../../db/entidad/entidad.queries.ts';
import type { Lote } from '../../db/lote/lotes.queries.ts';
import { findPublicacion } from '../../db/lote/publicaciones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import type { ActaCabecera } from '../../domain/acta/acta-cabecera.ts';
import { parseActaCabecera } from '../../domain/acta/parse-acta.ts';
import { fechaEnBogota, renderInstante } from '../../domain/plazos/bogota.ts';
import { evaluarVentana } from '../publicacion/evaluar-ventana.ts';

/**
 * Every fact of the acta that is not a row, read in the transaction that closes the run and frozen there: from then on
 * the document is a pure function of it and of the lápidas (REQ-ACT-1).
 */
export async function buildCabecera(
  tx: TenantTx,
  lote: Lote,
  acta: {
    readonly numero: string;
    readonly estadoLote: 'ejecutado' | 'ejecutado_parcial';
    readonly instante: Date;
  },
): Promise<ActaCabecera> {
  const entidad = await getEntidad(tx);
  const decision = await getDecision(tx, lote.id);
  const resumen = await readResumen(tx, lote.id);
  const observaciones = await listObservaciones(tx, lote.id);
  return parseActaCabecera({
    version: '1.0',
    nivel: await readNivelInventario(tx, lote.id),
    entidad: { nombre: entidad.nombre, nit: entidad.nit, tenant: tx.slug },
    numero: acta.numero,
    fecha: fechaEnBogota(acta.instante),
    lote: { codigo: lote.codigo, id: lote.id, estado: acta.estadoLote },
    comite: {
      nombre: 'Comité Institucional de Gestión y Desempeño',
      acta: { numero: decision.actaNumero, fecha: decision.actaFecha },
      asistentes: decision.asistentes.map(({ nombre, rol, voto }) => ({ nombre, rol, voto })),
      decision: decision.retirados > 0 ? 'aprobado_parcial' : 'aprobado',
      conceptoTecnico: {
        numero: decision.conceptoNumero,
        fecha: decision.conceptoFecha,
        sha256: decision.conceptoSha256,
      },
    },
    publicacion: await buildPublicacion(tx, lote, acta.instante),
    observaciones: observaciones.map(({ recibidaEn, ...resto }) => ({
      ...resto,
      recibidaEn: renderInstante(recibidaEn),
    })),
    retirados: await listRetirados(tx, lote.id),
    resumen,
    metodo: {
      electronico: (await hasElectronico(tx, lote.id)) ? 'borrado_verificado' : 'no_aplica',
      constancias: await listConstancias(tx, lote.id),
    },
    omisiones: await listOmitidos(tx, lote.id),
    copias: await listCopias(tx, lote.id),
    avisos: [],
    saldo: {
      items: lote.totalItems,
      destruidos: resumen.expedientes,
      omitidos: resumen.omitidos,
      retirados: resumen.retirados,
    },
    firmantes: [
      { nombre: entidad.nombre, cargo: 'Sello institucional', tipo: 'sello' },
      ...decision.asistentes
        .filter(({ rol }) => rol === 'presidente' || rol === 'secretario_tecnico')
        .map(({ nombre, cargo }) => ({ nombre, cargo, tipo: 'personal' })),
    ],
  });
}

async function buildPublicacion(
  tx: TenantTx,
  lote: Lote,
  instante: Date,
): Promise<ActaCabecera['publicacion']> {
  const publicacion = await findPublicacion(tx, lote.id);
  if (publicacion === null || publicacion.ultimoDia === null)
    throw new Error(`lote ${lote.codigo}: window not closed`);
  const ventana = await evaluarVentana(tx, publicacion, instante);
  return {
    url: publicacion.url,
    primerDia: publicacion.primerDia,
    ultimoDia: publicacion.ultimoDia,
    diasHabiles: publicacion.dias,
    calendario: ventana.calendario,
    disponibilidad: {
      umbralPorcentaje: publicacion.umbral,
      diasAcreditados: ventana.contados,
      diasNoContados: ventana.diasSinEvidencia.length,
    },
    sha256Completo: publicacion.sha256Completo,
    sha256Publico: publicacion.sha256Publico,
  };
}
