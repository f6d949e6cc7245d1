import { z } from 'zod';
import { insertTransferencias } from '../../db/archivo/transferencias.queries.ts';
import { refuseTransferencia } from '../../domain/archivo/situacion.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import type { ServiciosImportacion } from '../importacion/servicios-importacion.ts';
import { referenciaSchema, textoSchema } from './entradas.ts';
import { type ActosImportados, importarActos, type PlanDeActos } from './importar-actos.ts';

const filaSchema = z.object({ expediente: referenciaSchema, destino: textoSchema });

const PLAN: PlanDeActos<z.output<typeof filaSchema>> = {
  tipo: 'archive.transferencias_importadas',
  accion: 'archive.transferencia_iniciada',
  columnas: {
    expediente: { rotulo: 'Expediente', obligatoria: true },
    destino: { rotulo: 'Destino', obligatoria: true },
  },
  schema: filaSchema,
  clave: ({ expediente }) => expediente,
  ubicar: async (_tx, datos) => datos.map(({ expediente }) => expediente),
  noVisible: 'El expediente no existe o no está a su alcance.',
  unaPorExpediente: true,
  decidir: async (_tx, casos, actor) =>
    casos.map(({ situacion }) => refuseTransferencia(situacion, actor)?.message ?? null),
  guardar: async (tx, casos, { instante }) => {
    const transferencias = casos.map(({ situacion, datos }) => ({
      expedienteId: situacion.id,
      destino: datos.destino,
    }));
    const ids = await insertTransferencias(tx, transferencias, instante);
    return transferencias.map(({ destino }, n) => ({ transferenciaId: ids[n] ?? null, destino }));
  },
};

/** Transfers from a table with the columns Expediente and Destino: all or none. As `importarActos`. */
export function importarTransferencias(
  servicios: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
): Promise<ActosImportados> {
  return importarActos(servicios, actor, entrada, PLAN);
}
