import { z } from '@hono/zod-openapi';
import { MOTIVOS } from '../domain/admision/motivo.ts';
import { ESTADOS_LOTE } from '../domain/lote/estado-lote.ts';
import type { LoteDetallado } from '../services/lote/consultar-lote.ts';
import type { listItemsDeLote } from '../services/lote/list-items-de-lote.ts';

type Lote = LoteDetallado['lote'];
type Item = Awaited<ReturnType<typeof listItemsDeLote>>[number];

const instante = z.iso.datetime();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const loteResumenSchema = z
  .object({
    id: z.uuid(),
    codigo: z.string().meta({ example: 'LOTE-2026-0001' }),
    estado: z.enum(ESTADOS_LOTE),
    version: z.int().meta({ description: 'La misma del ETag, para If-Match.' }),
    descripcion: z.string(),
    proponente: z.string(),
    propuestoEn: instante,
    publicadoEn: instante.nullable(),
    aprobadoEn: instante.nullable(),
    cerradoEn: instante.nullable(),
    motivoAnulacion: z.string().nullable(),
  })
  .meta({ id: 'LoteResumen' });

const publicacionSchema = z.object({
  url: z.string(),
  publicadoEn: instante,
  primerDia: z.iso.date(),
  ultimoDia: z.iso.date().meta({ description: 'El previsto, hasta que el plazo se cierre con sus pruebas.' }),
  dias: z.int(),
  cerrada: z.boolean(),
  sha256Completo: sha256,
  sha256Publico: sha256,
});

const actaSchema = z.object({
  numero: z.string(),
  items: z.int(),
  cerradaEn: instante,
  artefactos: z.array(
    z.object({
      clase: z.string(),
      rendicion: z.string(),
      estado: z.string(),
      nombre: z.string(),
      sha256: z.string().nullable(),
      tamano: z.int().nullable(),
    }),
  ),
});

export const loteDetalladoSchema = loteResumenSchema
  .extend({
    items: z.int().meta({ description: 'Expedientes del lote que su nivel de acceso alcanza.' }),
    aprobador: z.string().nullable(),
    ejecutor: z.string().nullable(),
    publicacion: publicacionSchema.nullable(),
    ejecucion: z.object({
      total: z.int(),
      pendientes: z.int(),
      esperaFisico: z.int(),
      destruidos: z.int(),
      omitidos: z.int(),
    }),
    omisiones: z.array(z.object({ estado: z.string(), causa: z.string(), cuantas: z.int() })),
    acta: actaSchema.nullable(),
  })
  .meta({ id: 'Lote' });

export const itemSchema = z
  .object({
    orden: z.int(),
    expedienteId: z.uuid(),
    expediente: z.string(),
    titulo: z.string(),
    tituloPublico: z.string(),
    basesLegales: z.array(z.string()),
    nivelSeguridad: z.int().min(0).max(3),
    dependencia: z.string(),
    serie: z.string(),
    subserie: z.string().nullable(),
    instrumento: z.string(),
    disposicion: z.string(),
    cierre: z.iso.date(),
    vencimiento: z.iso.date(),
    aritmetica: z.string(),
    soporte: z.string(),
    folios: z.int().nullable(),
    situacion: z.enum(['activo', 'destruido', 'omitido', 'retirado']),
    causa: z.string().nullable(),
  })
  .meta({ id: 'Item' });

export const rechazadoSchema = z
  .object({
    expedienteId: z.uuid(),
    codigo: z.string(),
    titulo: z.string(),
    motivos: z.array(z.enum(MOTIVOS)),
    vencimientoHabil: z.iso.date().nullable(),
  })
  .meta({ id: 'Rechazado' });

export const lotePropuestoSchema = z
  .object({
    id: z.uuid(),
    codigo: z.string(),
    version: z.int(),
    evaluados: z.int(),
    admitidos: z.int(),
    porMotivo: z.partialRecord(z.enum(MOTIVOS), z.int()),
    rechazados: z
      .array(rechazadoSchema)
      .meta({ description: 'Los primeros; el primer motivo de cada uno es la causa.' }),
  })
  .meta({ id: 'LotePropuesto' });

export function renderLoteResumen(lote: Lote): z.input<typeof loteResumenSchema> {
  return {
    id: lote.id,
    codigo: lote.codigo,
    estado: lote.estado,
    version: lote.version,
    descripcion: lote.descripcion,
    proponente: lote.proponenteNombre,
    propuestoEn: lote.propuestoEn.toISOString(),
    publicadoEn: renderInstante(lote.publicadoEn),
    aprobadoEn: renderInstante(lote.aprobadoEn),
    cerradoEn: renderInstante(lote.cerradoEn),
    motivoAnulacion: lote.anuladoMotivo,
  };
}

export function renderLoteDetallado(detalle: LoteDetallado): z.input<typeof loteDetalladoSchema> {
  const { lote, publicacion, progreso, omisiones, acta } = detalle;
  return {
    ...renderLoteResumen(lote),
    items: lote.totalItems,
    aprobador: lote.aprobadorNombre,
    ejecutor: lote.ejecutorNombre,
    publicacion: publicacion === null ? null : renderPublicacion(publicacion),
    ejecucion: {
      total: progreso.total,
      pendientes: progreso.pendientes,
      esperaFisico: progreso.esperaFisico,
      destruidos: progreso.destruidos,
      omitidos: progreso.omitidos,
    },
    omisiones: omisiones.map(({ estado, causa, cuantas }) => ({ estado, causa, cuantas })),
    acta: acta === null ? null : renderActa(acta),
  };
}

function renderPublicacion(
  publicacion: NonNullable<LoteDetallado['publicacion']>,
): z.input<typeof publicacionSchema> {
  return {
    url: publicacion.url,
    publicadoEn: publicacion.publicadoEn.toISOString(),
    primerDia: publicacion.primerDia,
    ultimoDia: publicacion.ultimoDia ?? publicacion.ultimoDiaPrevisto,
    dias: publicacion.dias,
    cerrada: publicacion.ultimoDia !== null,
    sha256Completo: publicacion.sha256Completo,
    sha256Publico: publicacion.sha256Publico,
  };
}

function renderActa(acta: NonNullable<LoteDetallado['acta']>): z.input<typeof actaSchema> {
  return {
    numero: acta.numero,
    items: acta.items,
    cerradaEn: acta.cerradaEn.toISOString(),
    artefactos: acta.artefactos.map(({ clase, rendicion, estado, nombre, sha256: huella, tamano }) => ({
      clase,
      rendicion,
      estado,
      nombre,
      sha256: huella,
      tamano,
    })),
  };
}

export function renderItem(item: Item): z.input<typeof itemSchema> {
  return {
    orden: item.orden,
    expedienteId: item.expedienteId,
    expediente: item.expedienteCodigo,
    titulo: item.titulo,
    tituloPublico: item.tituloPublico,
    basesLegales: [...item.enmascaramiento],
    nivelSeguridad: item.nivelSeguridad,
    dependencia: `${item.dependenciaCodigo} ${item.dependenciaNombre}`,
    serie: `${item.serie} ${item.serieNombre}`,
    subserie: item.subserie === null ? null : `${item.subserie} ${item.subserieNombre ?? ''}`.trim(),
    instrumento: `${item.trdTipo} ${item.trdVersionCodigo}`,
    disposicion: item.disposicion,
    cierre: item.cierre,
    vencimiento: item.vencimientoHabil,
    aritmetica: item.vencimientoAritmetica,
    soporte: item.soporte,
    folios: item.folios,
    situacion: itemSchema.shape.situacion.parse(item.situacion),
    causa: item.causa,
  };
}

function renderInstante(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
