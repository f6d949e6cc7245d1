import { z } from 'zod';
import { insertPrestamos } from '../../db/archivo/prestamos.queries.ts';
import { refusePrestamo } from '../../domain/archivo/situacion.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { ServiciosImportacion } from '../importacion/servicios-importacion.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { type ActosImportados, importarActos, type PlanDeActos } from './importar-actos.ts';

const filaSchema = z.object({ expediente: referenciaSchema, solicitante: textoSchema });

const PLAN: PlanDeActos<z.output<typeof filaSchema>> = {
  tipo: 'archive.prestamos_importados',
  accion: 'archive.expediente_prestado',
  columnas: {
    expediente: { rotulo: 'Expediente', obligatoria: true },
    solicitante: { rotulo: 'Solicitante', obligatoria: true },
  },
  schema: filaSchema,
  clave: ({ expediente }) => expediente,
  ubicar: async (_tx, datos) => datos.map(({ expediente }) => expediente),
  noVisible: 'El expediente no existe o no está a su alcance.',
  unaPorExpediente: true,
  decidir: async (_tx, casos, actor) =>
    casos.map(({ situacion }) => refusePrestamo(situacion, actor)?.message ?? null),
  guardar: async (tx, casos, { instante }) => {
    const prestamos = casos.map(({ situacion, datos }) => ({
      expedienteId: situacion.id,
      solicitante: datos.solicitante,
    }));
    const ids = await insertPrestamos(tx, prestamos, instante);
    return prestamos.map(({ solicitante }, n) => ({ prestamoId: ids[n] ?? null, solicitante }));
  },
};

/** Loans from a table with the columns Expediente and Solicitante: all or none. As `importarActos`. */
export function importarPrestamos(
  servicios: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
): Promise<ActosImportados> {
  return importarActos(servicios, actor, entrada, PLAN);
}
