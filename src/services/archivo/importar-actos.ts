import { createHash } from 'node:crypto';
import { z } from 'zod';
import { lockSituaciones } from '../../db/archivo/situacion.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { type ColumnaActo, type FilaLeida, readFilas } from '../../domain/archivo/leer-filas.ts';
import type { Situacion } from '../../domain/archivo/situacion.ts';
import { DomainError, type Fault } from '../../domain/errors/domain-error.ts';
import { zodFaults } from '../../domain/errors/zod-faults.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';
import type { JsonValue } from '../../domain/json-canonico.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { archivoSchema, type ServiciosImportacion } from '../importacion/servicios-importacion.ts';
import { parseEntrada } from '../parse-entrada.ts';

export const importarActosSchema = z.strictObject({ archivo: archivoSchema });

export interface ActosImportados {
  readonly filas: number;
}

/** One sound row: where it is, what it says, and the expediente it acts on, locked. */
export interface Caso<Datos> {
  readonly fila: number;
  readonly datos: Datos;
  readonly situacion: Situacion;
}

export interface Firma {
  readonly actor: Actor;
  readonly instante: Date;
}

/** What one kind of bulk act is made of. */
export interface PlanDeActos<Datos> {
  /** Name of the event of the file, and of the audit entry of each of its acts. */
  readonly tipo: string;
  readonly accion: string;
  readonly columnas: Readonly<Record<string, ColumnaActo>>;
  readonly schema: z.ZodType<Datos>;
  /** What the same row twice would repeat. */
  readonly clave: (datos: Datos) => string;
  /** Ids or codes of the expedientes that the rows act on; null where a row names nothing that exists. */
  readonly ubicar: (tx: TenantTx, datos: readonly Datos[]) => Promise<readonly (string | null)[]>;
  readonly noVisible: string;
  /** Whether two rows on one expediente are always a mistake, however each of them names it. */
  readonly unaPorExpediente: boolean;
  /** Why each case is refused, or null. */
  readonly decidir: (tx: TenantTx, casos: readonly Caso<Datos>[], actor: Actor) => Promise<(string | null)[]>;
  /** Does them all; gives what the audit keeps of each. */
  readonly guardar: (
    tx: TenantTx,
    casos: readonly Caso<Datos>[],
    firma: Firma,
  ) => Promise<{ readonly [clave: string]: JsonValue }[]>;
}

const MAXIMO_FILAS = 50_000;
const MAXIMO_FALTAS = 500;

/**
 * Records every act of a table, or none: each faulty row is named. Errors: `importacion_rechazada` with the faults,
 * those of the reader. Needs PERM_ARCHIVO_GESTIONAR.
 */
export async function importarActos<Datos>(
  { db, reloj, tablas }: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
  plan: PlanDeActos<Datos>,
): Promise<ActosImportados> {
  const { archivo } = parseEntrada(importarActosSchema, entrada);
  requirePermiso(actor, 'PERM_ARCHIVO_GESTIONAR');
  const { nombre, bytes } = archivo;
  const leidas = await readFilas(tablas.leerTabla(nombre, bytes), plan.columnas);
  refuse(nombre, leidas.faltas);
  if (leidas.filas.length === 0) refuse(nombre, [{ motivo: 'El archivo no tiene filas.' }]);
  if (leidas.filas.length > MAXIMO_FILAS)
    refuse(nombre, [{ motivo: `El archivo pasa de ${MAXIMO_FILAS} filas.` }]);
  const { filas, faltas } = parseFilas(leidas.filas, plan);
  refuse(nombre, faltas);
  const firma = { actor, instante: reloj.now() };
  return withTenantTx(db, actor.tenant, async (tx) => {
    const casos = await lockCasos(tx, { nombre, filas, plan, actor });
    const motivos = await plan.decidir(tx, casos, actor);
    refuse(
      nombre,
      casos.flatMap(({ fila }, n) => toFault(fila, motivos[n] ?? null)),
    );
    const datos = await plan.guardar(tx, casos, firma);
    await anunciar(tx, { archivo, plan, casos, datos, ...firma });
    return { filas: casos.length };
  });
}

interface FilaConDatos<Datos> {
  readonly fila: number;
  readonly datos: Datos;
}

function parseFilas<Datos>(
  leidas: readonly FilaLeida[],
  { schema, clave }: PlanDeActos<Datos>,
): { filas: FilaConDatos<Datos>[]; faltas: Fault[] } {
  const filas: FilaConDatos<Datos>[] = [];
  const faltas: Fault[] = [];
  const vistas = new Map<string, number>();
  for (const { fila, valores } of leidas) {
    const parsed = schema.safeParse(valores, { reportInput: true });
    if (!parsed.success) {
      faltas.push(...zodFaults(parsed.error).map((falta) => ({ ...falta, fila })));
      continue;
    }
    const previa = vistas.get(clave(parsed.data));
    if (previa !== undefined) faltas.push(repetida(fila, previa));
    vistas.set(clave(parsed.data), previa ?? fila);
    filas.push({ fila, datos: parsed.data });
  }
  return { filas, faltas };
}

interface PorBloquear<Datos> {
  readonly nombre: string;
  readonly filas: readonly FilaConDatos<Datos>[];
  readonly plan: PlanDeActos<Datos>;
  readonly actor: Actor;
}

/** The expedientes of every row, locked; what does not exist and what is out of reach sound the same. */
async function lockCasos<Datos>(
  tx: TenantTx,
  { nombre, filas, plan, actor }: PorBloquear<Datos>,
): Promise<Caso<Datos>[]> {
  const referencias = await plan.ubicar(
    tx,
    filas.map(({ datos }) => datos),
  );
  const situaciones = await lockSituaciones(
    tx,
    referencias.map((referencia) => referencia ?? ''),
  );
  const casos: Caso<Datos>[] = [];
  const faltas: Fault[] = [];
  const vistos = new Map<string, number>();
  filas.forEach(({ fila, datos }, n) => {
    const situacion = situaciones[n] ?? null;
    if (situacion === null || situacion.nivel > actor.clearance) {
      faltas.push({ fila, motivo: plan.noVisible });
      return;
    }
    const previa = vistos.get(situacion.id);
    vistos.set(situacion.id, previa ?? fila);
    if (plan.unaPorExpediente && previa !== undefined) faltas.push(repetida(fila, previa));
    casos.push({ fila, datos, situacion });
  });
  refuse(nombre, faltas);
  return casos;
}

function repetida(fila: number, previa: number): Fault {
  return { fila, motivo: `Repite lo que ya dice la fila ${previa}.` };
}

function toFault(fila: number, motivo: string | null): Fault[] {
  return motivo === null ? [] : [{ fila, motivo }];
}

function refuse(archivo: string, faltas: readonly Fault[]): void {
  if (faltas.length === 0) return;
  const detalle = faltas.length === 1 ? 'tiene una falta.' : `tiene ${faltas.length} faltas.`;
  throw new DomainError(
    importacionErrors.importacion_rechazada,
    { archivo, detalle },
    { faults: faltas.slice(0, MAXIMO_FALTAS) },
  );
}

interface Importados<Datos> extends Firma {
  readonly archivo: z.output<typeof archivoSchema>;
  readonly plan: PlanDeActos<Datos>;
  readonly casos: readonly Caso<Datos>[];
  readonly datos: readonly { readonly [clave: string]: JsonValue }[];
}

async function anunciar<Datos>(tx: TenantTx, importados: Importados<Datos>): Promise<void> {
  const { archivo, plan, casos, datos, actor, instante } = importados;
  const sha256 = createHash('sha256').update(archivo.bytes).digest('hex');
  await publicarEvento(tx, {
    tipo: plan.tipo,
    version: 1,
    agregado: plan.tipo,
    sujeto: sha256,
    actor,
    ocurridoEn: instante,
    payload: { filas: casos.length, sha256 },
  });
  const sujeto = { tipo: 'tabla', id: sha256 };
  await registrarAuditoria(tx, [
    ...casos.map(({ fila, situacion: { id, codigo } }, n) => ({
      accion: plan.accion,
      actor,
      instante,
      sujeto: { tipo: 'expediente', id },
      datos: { expediente: codigo, ...datos[n], tabla: sha256, fila },
    })),
    {
      accion: plan.tipo,
      actor,
      instante,
      sujeto,
      despues: sha256,
      datos: { archivo: archivo.nombre, filas: casos.length },
    },
  ]);
}
