import { z } from 'zod';
import {
  insertMovimientos,
  insertUnidades,
  listUnidades,
  type Unidad,
} from '../../db/archivo/unidades.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { isMismoLugar, type Lugar, mudarA } from '../../domain/archivo/lugar.ts';
import { refuseEnLote } from '../../domain/archivo/situacion.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import type { ServiciosImportacion } from '../importacion/servicios-importacion.ts';
import { lugarSchema, referenciaSchema, textoSchema } from './entradas.ts';
import { type ActosImportados, type Caso, importarActos, type PlanDeActos } from './importar-actos.ts';

const filaSchema = z
  .object({
    expediente: referenciaSchema,
    /** Which of its units, where it has several. */
    unidad: z.coerce.number({ error: 'Debe ser el número de la unidad.' }).int().positive().optional(),
    ubicacion: z.string().optional(),
    caja: z.string().optional(),
    carpeta: z.string().optional(),
    acto: textoSchema,
  })
  .transform(({ expediente, unidad, acto, ...hacia }, ctx) => {
    const lugar = lugarSchema.safeParse(hacia);
    for (const { message } of lugar.error?.issues ?? []) ctx.addIssue({ code: 'custom', message });
    return { expediente, unidad: unidad ?? null, acto, hacia: lugar.data ?? {} };
  });
type Fila = z.output<typeof filaSchema>;

const VACIO: Lugar = { ubicacion: null, caja: null, carpeta: null };

const PLAN: PlanDeActos<Fila> = {
  tipo: 'archive.ubicaciones_importadas',
  accion: 'archive.unidad_trasladada',
  columnas: {
    expediente: { rotulo: 'Expediente', obligatoria: true },
    unidad: { rotulo: 'Unidad', obligatoria: false },
    ubicacion: { rotulo: 'Ubicación', obligatoria: false },
    caja: { rotulo: 'Caja', obligatoria: false },
    carpeta: { rotulo: 'Carpeta', obligatoria: false },
    acto: { rotulo: 'Acto', obligatoria: true },
  },
  schema: filaSchema,
  clave: ({ expediente, unidad }) => `${expediente}\n${unidad}`,
  ubicar: async (_tx, datos) => datos.map(({ expediente }) => expediente),
  noVisible: 'El expediente no existe o no está a su alcance.',
  unaPorExpediente: false,
  decidir: async (tx, casos, actor) => {
    const unidades = await readUnidades(tx, casos);
    const vistas = new Map<string, number>();
    return casos.map((caso) => {
      const suyas = unidades.get(caso.situacion.id) ?? [];
      const lugar = `${caso.situacion.id} ${chooseUnidad(caso.datos, suyas)?.id}`;
      const previa = vistas.get(lugar);
      vistas.set(lugar, previa ?? caso.fila);
      if (previa !== undefined) return `Mueve la misma unidad que la fila ${previa}.`;
      return findFalta(caso, suyas) ?? refuseEnLote(caso.situacion, actor)?.message ?? null;
    });
  },
  guardar: async (tx, casos, { actor, instante }) => {
    const unidades = await readUnidades(tx, casos);
    const elegidas: (Unidad | null)[] = casos.map(({ situacion, datos }) =>
      chooseUnidad(datos, unidades.get(situacion.id) ?? []),
    );
    const sinUnidad = casos.filter((_caso, n) => elegidas[n] === null);
    const nuevas = await insertUnidades(
      tx,
      sinUnidad.map(({ situacion }) => ({ expedienteId: situacion.id, ...VACIO })),
    );
    const movimientos = casos.map(({ situacion, datos }, n) => {
      const unidad = elegidas[n] ?? null;
      const desde = unidad === null ? VACIO : mudarA(unidad, {});
      const unidadId = unidad?.id ?? nuevas.shift() ?? 0;
      const hacia = mudarA(desde, datos.hacia);
      return {
        unidadId,
        expedienteId: situacion.id,
        clase: 'traslado' as const,
        desde,
        hacia,
        acto: datos.acto,
      };
    });
    await insertMovimientos(tx, movimientos, { actor: actorId(actor), instante });
    return movimientos.map(({ unidadId, desde, hacia, acto }) => ({
      unidadId,
      desde: { ...desde },
      hacia: { ...hacia },
      acto,
    }));
  },
};

/** What the row says that its expediente does not bear out, or null. */
function findFalta({ situacion, datos }: Caso<Fila>, suyas: readonly Unidad[]): string | null {
  if (situacion.soporte === 'electronico') return 'El expediente es electrónico: no tiene unidades físicas.';
  if (datos.unidad === null && suyas.length > 1) {
    return `El expediente tiene ${suyas.length} unidades: diga cuál en la columna «Unidad».`;
  }
  const elegida = chooseUnidad(datos, suyas);
  if (elegida === null) {
    return datos.unidad === null ? null : `El expediente no tiene la unidad ${datos.unidad}.`;
  }
  const quieta = isMismoLugar(mudarA(elegida, {}), mudarA(elegida, datos.hacia));
  return quieta ? 'La unidad ya está en ese lugar.' : null;
}

/** The unit that a row names, or the only one; null where there is none. */
function chooseUnidad({ unidad }: Pick<Fila, 'unidad'>, suyas: readonly Unidad[]): Unidad | null {
  return (unidad === null ? suyas[0] : suyas.find(({ id }) => id === unidad)) ?? null;
}

async function readUnidades(tx: TenantTx, casos: readonly Caso<Fila>[]): Promise<Map<string, Unidad[]>> {
  const unidades = await listUnidades(
    tx,
    casos.map(({ situacion }) => situacion.id),
  );
  return Map.groupBy(unidades, ({ expedienteId }) => expedienteId);
}

/**
 * Where the paper is, from a table with the columns Expediente, Acto and at least one of Ubicación, Caja and Carpeta
 * (and Unidad, where an expediente has several): all or none. As `importarActos`.
 */
export function importarUbicaciones(
  servicios: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
): Promise<ActosImportados> {
  return importarActos(servicios, actor, entrada, PLAN);
}
