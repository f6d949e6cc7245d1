import { z } from 'zod';
import { listAlAlcance } from '../../db/archivo/situacion.queries.ts';
import { insertVinculos, listRadicadosPorReferencia } from '../../db/archivo/vinculos.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { refuseEnEliminacion } from '../../domain/archivo/situacion.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import type { ServiciosImportacion } from '../importacion/servicios-importacion.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { type ActosImportados, type Caso, importarActos, type PlanDeActos } from './importar-actos.ts';

const filaSchema = z.object({ radicado: referenciaSchema, citante: referenciaSchema, motivo: textoSchema });
type Fila = z.output<typeof filaSchema>;

const PLAN: PlanDeActos<Fila> = {
  tipo: 'archive.vinculos_importados',
  accion: 'archive.radicado_vinculado',
  columnas: {
    radicado: { rotulo: 'Radicado', obligatoria: true },
    citante: { rotulo: 'Expediente que lo cita', obligatoria: true },
    motivo: { rotulo: 'Motivo', obligatoria: true },
  },
  schema: filaSchema,
  clave: ({ radicado, citante }) => `${radicado}\n${citante}`,
  ubicar: async (tx, datos) => {
    const radicados = await listRadicadosPorReferencia(
      tx,
      datos.map(({ radicado }) => radicado),
    );
    return radicados.map((radicado) => radicado?.expedienteId ?? null);
  },
  noVisible: 'El radicado no existe o no está a su alcance.',
  unaPorExpediente: false,
  decidir: async (tx, casos, actor) => {
    const pares = await readPares(tx, casos, actor);
    return casos.map(({ situacion }, n) => {
      const citanteId = pares[n]?.citanteId ?? null;
      if (citanteId === null) return 'El expediente que lo cita no existe o no está a su alcance.';
      if (citanteId === situacion.id) return 'El radicado pertenece al mismo expediente que lo citaría.';
      return refuseEnEliminacion(situacion)?.message ?? null;
    });
  },
  guardar: async (tx, casos, { actor, instante }) => {
    const pares = await readPares(tx, casos, actor);
    const vinculos = casos.map(({ datos }, n) => ({
      radicadoId: pares[n]?.radicadoId ?? '',
      citanteId: pares[n]?.citanteId ?? '',
      motivo: datos.motivo,
    }));
    const ids = await insertVinculos(tx, vinculos, { actor: actorId(actor), instante });
    return vinculos.map((vinculo, n) => ({ ...vinculo, vinculoId: ids[n] ?? null }));
  },
};

/** The radicado and the citing expediente of each row, by id. */
async function readPares(
  tx: TenantTx,
  casos: readonly Caso<Fila>[],
  actor: Actor,
): Promise<{ radicadoId: string | null; citanteId: string | null }[]> {
  const radicados = await listRadicadosPorReferencia(
    tx,
    casos.map(({ datos }) => datos.radicado),
  );
  const citantes = await listAlAlcance(
    tx,
    casos.map(({ datos }) => datos.citante),
    actor.clearance,
  );
  return casos.map((_caso, n) => ({
    radicadoId: radicados[n]?.id ?? null,
    citanteId: citantes[n] ?? null,
  }));
}

/**
 * Links from a table with the columns Radicado, Expediente que lo cita and Motivo: all or none; one that was pending
 * already stays as it was. As `importarActos`.
 */
export function importarVinculos(
  servicios: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
): Promise<ActosImportados> {
  return importarActos(servicios, actor, entrada, PLAN);
}
