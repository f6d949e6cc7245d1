import { z } from '@hono/zod-openapi';
import type { findExpedienteAlAlcance } from '../services/archivo/find-expediente-al-alcance.ts';
import type { findLapidaAlAlcance } from '../services/ejecucion/find-lapida-al-alcance.ts';

type Expediente = NonNullable<Awaited<ReturnType<typeof findExpedienteAlAlcance>>>;
type Lapida = NonNullable<Awaited<ReturnType<typeof findLapidaAlAlcance>>>;

export const expedienteSchema = z
  .object({
    id: z.uuid(),
    expediente: z.string(),
    titulo: z.string(),
    nivelSeguridad: z.int().min(0).max(3),
    dependencia: z.string(),
    instrumento: z.string(),
    serie: z.string(),
    subserie: z.string().nullable(),
    fechaInicial: z.iso.date().nullable(),
    fechaFinal: z.iso.date().nullable(),
    cierre: z.iso.date().nullable().meta({ description: 'Nulo: sigue abierto y su retención no corre.' }),
    soporte: z.enum(['fisico', 'electronico', 'hibrido']),
    folios: z.int().nullable(),
    radicados: z.int().meta({ description: 'Los que su nivel de acceso alcanza.' }),
  })
  .meta({ id: 'Expediente' });

export const lapidaSchema = z
  .object({
    expedienteId: z.uuid(),
    expediente: z.string(),
    titulo: z.string(),
    nivelSeguridad: z.int().min(0).max(3),
    lote: z.object({ id: z.uuid(), codigo: z.string() }),
    acta: z
      .string()
      .nullable()
      .meta({ description: 'Número del acta; nulo hasta que se cierre la ejecución.' }),
    orden: z.int().meta({ description: 'Su renglón en el inventario.' }),
    instrumento: z.string(),
    serie: z.string(),
    subserie: z.string().nullable(),
    fechaInicial: z.iso.date().nullable(),
    fechaFinal: z.iso.date().nullable(),
    cierre: z.iso.date(),
    soporte: z.string(),
    folios: z.int().nullable(),
    radicados: z.int(),
    anexos: z.int(),
    bytesLiberados: z.int(),
    metodo: z.string(),
    destruidoEn: z.iso.datetime(),
    ejecutor: z.string(),
  })
  .meta({ id: 'Lapida' });

export function renderExpediente(expediente: Expediente): z.input<typeof expedienteSchema> {
  const { codigo, dependenciaCodigo, dependenciaNombre, trdTipo, trdVersionCodigo, ...resto } = expediente;
  const { serie, serieNombre, subserie, subserieNombre, ...hechos } = resto;
  return {
    ...hechos,
    expediente: codigo,
    dependencia: `${dependenciaCodigo} ${dependenciaNombre}`,
    instrumento: `${trdTipo} ${trdVersionCodigo}`,
    serie: renderClase(serie, serieNombre),
    subserie: subserie === null ? null : renderClase(subserie, subserieNombre),
  };
}

export function renderLapida(lapida: Lapida): z.input<typeof lapidaSchema> {
  const { expedienteCodigo, loteId, loteCodigo, actaNumero, trdVersionCodigo, ...resto } = lapida;
  const { serie, serieNombre, subserie, subserieNombre, destruidoEn, ejecutorNombre, ...hechos } = resto;
  return {
    ...hechos,
    expediente: expedienteCodigo,
    lote: { id: loteId, codigo: loteCodigo },
    acta: actaNumero,
    instrumento: trdVersionCodigo,
    serie: renderClase(serie, serieNombre),
    subserie: subserie === null ? null : renderClase(subserie, subserieNombre),
    destruidoEn: destruidoEn.toISOString(),
    ejecutor: ejecutorNombre,
  };
}

function renderClase(codigo: string, nombre: string | null): string {
  return nombre === null ? codigo : `${codigo} ${nombre}`;
}
