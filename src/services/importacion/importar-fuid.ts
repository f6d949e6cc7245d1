import { createHash } from 'node:crypto';
import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { insertInventario, listCodigosOcupados } from '../../db/importacion/inventario.queries.ts';
import { findVersionTrd, listSeriesVigentes, type SerieVigente } from '../../db/importacion/trd.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { ExpedienteFuid } from '../../domain/importacion/fuid/agrupar-expedientes.ts';
import { parseFuid, type ResultadoFuid } from '../../domain/importacion/fuid/parse-fuid.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';
import { ImportacionRechazada } from '../../domain/importacion/importacion-rechazada.ts';
import type { Informe } from '../../domain/importacion/informe/informe.ts';
import { refuseFilas } from '../../domain/importacion/informe/rechazar-filas.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { NIVEL_CLASIFICADA } from '../../domain/personas/nivel-seguridad.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { parseEntrada } from '../parse-entrada.ts';
import { archivoSchema, type ServiciosImportacion } from './servicios-importacion.ts';

const columnaSchema = z.string().trim().min(1).max(200);

const importarFuidSchema = z.strictObject({
  archivo: archivoSchema,
  version: z.string().trim().min(1).max(100),
  /** Who doubts about a record keeps it at the highest level. */
  nivel: z.number().int().min(0).max(NIVEL_CLASIFICADA).default(NIVEL_CLASIFICADA),
  columnaExpediente: columnaSchema.optional(),
  columnaCierre: columnaSchema.optional(),
  dependencia: z.string().trim().min(1).max(100).optional(),
  aceptarParcial: z.boolean().default(false),
});
type ImportarFuid = z.output<typeof importarFuidSchema>;

export interface FuidImportado {
  readonly expedientes: number;
  readonly unidades: number;
  /** How many entered with a closing date; the others are open and never due until they are closed. */
  readonly cerrados: number;
  readonly informe: Informe;
}

/**
 * Imports an inventory under one version of TRD or TVD: rows are units of their expedientes, open unless a column
 * gives their closing (REQ-RET-1). All of the file or, unless `aceptarParcial`, nothing of it. Errors:
 * `trd_version_no_existe`, `importacion_rechazada` with the report, those of the reader. Needs PERM_ARCHIVO_IMPORTAR.
 */
export async function importarFuid(
  { db, reloj, tablas }: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
): Promise<FuidImportado> {
  const datos = parseEntrada(importarFuidSchema, entrada);
  requirePermiso(actor, 'PERM_ARCHIVO_IMPORTAR');
  const instante = reloj.now();
  const { versionId, series } = await withTenantTx(db, actor.tenant, (tx) => readVersion(tx, datos.version), {
    readOnly: true,
  });
  const sha256 = createHash('sha256').update(datos.archivo.bytes).digest('hex');
  const leido = await parseFuid(tablas.leerTabla(datos.archivo.nombre, datos.archivo.bytes), {
    archivo: datos.archivo.nombre,
    version: datos.version,
    series,
    dependencia: datos.dependencia ?? null,
    columnas: { expediente: datos.columnaExpediente ?? null, cierre: datos.columnaCierre ?? null },
    hoy: fechaEnBogota(instante),
    prefijo: `FUID-${sha256.slice(0, 12)}`,
    aceptarParcial: datos.aceptarParcial,
  });
  if (!leido.informe.importado) throw new ImportacionRechazada(leido.informe);
  return withTenantTx(db, actor.tenant, (tx) =>
    save(tx, { datos, versionId, leido, sha256, actor, instante }),
  );
}

async function readVersion(
  tx: TenantTx,
  version: string,
): Promise<{ versionId: number; series: readonly SerieVigente[] }> {
  const versionId = await findVersionTrd(tx, version);
  if (versionId === null) throw new DomainError(importacionErrors.trd_version_no_existe, { version });
  return { versionId, series: await listSeriesVigentes(tx, versionId) };
}

interface Importacion {
  readonly datos: ImportarFuid;
  readonly versionId: number;
  readonly leido: ResultadoFuid<SerieVigente>;
  readonly sha256: string;
  readonly actor: Actor;
  readonly instante: Date;
}

async function save(tx: TenantTx, importacion: Importacion): Promise<FuidImportado> {
  const { datos, versionId, leido, instante } = importacion;
  const { expedientes, informe } = await dropOcupados(tx, leido, datos.aceptarParcial);
  if (!informe.importado) throw new ImportacionRechazada(informe);
  const insertados = await insertInventario(tx, {
    versionId,
    nivel: datos.nivel,
    cierreFundamento: `Inventario «${datos.archivo.nombre}», columna «${datos.columnaCierre}»`,
    creadoEn: instante,
    expedientes,
  });
  if (insertados < expedientes.length) {
    throw new DomainError(importacionErrors.expediente_ya_existe, { archivo: datos.archivo.nombre });
  }
  const unidades = expedientes.reduce((suma, expediente) => suma + expediente.unidades.length, 0);
  const cerrados = expedientes.filter(({ cierre }) => cierre !== null).length;
  const resultado = { expedientes: insertados, unidades, cerrados, informe };
  await anunciar(tx, importacion, resultado);
  return resultado;
}

/** A code that is taken, or that belonged to an eliminated expediente, refuses the rows that bring it again. */
async function dropOcupados(
  tx: TenantTx,
  { expedientes, informe }: ResultadoFuid<SerieVigente>,
  aceptarParcial: boolean,
): Promise<ResultadoFuid<SerieVigente>> {
  const ocupados = await listCodigosOcupados(
    tx,
    expedientes.map(({ codigo }) => codigo),
  );
  const repetidos = expedientes.filter(({ codigo }) => ocupados.has(codigo));
  const fallos = repetidos.flatMap(({ codigo, unidades }) =>
    unidades.map((unidad) => describeOcupado(codigo, unidad)),
  );
  return {
    expedientes: expedientes.filter(({ codigo }) => !ocupados.has(codigo)),
    informe: refuseFilas(informe, fallos, aceptarParcial),
  };
}

function describeOcupado(
  codigo: string,
  { hoja, fila, columnas }: ExpedienteFuid<unknown>['unidades'][number],
) {
  const motivo = `El expediente ${codigo} ya existe, o existió y fue eliminado: no se importa otra vez.`;
  return { hoja, fila, columna: columnas.expediente ?? '', valor: codigo, motivo };
}

async function anunciar(
  tx: TenantTx,
  { datos, versionId, sha256, actor, instante }: Importacion,
  { expedientes, unidades, cerrados, informe }: FuidImportado,
): Promise<void> {
  const accion = 'archive.inventario_importado';
  const conteos = { expedientes, unidades, cerrados };
  await publicarEvento(tx, {
    tipo: accion,
    version: 1,
    agregado: `trd_version:${versionId}`,
    sujeto: sha256,
    actor,
    ocurridoEn: instante,
    payload: { version: datos.version, ...conteos },
  });
  const { version, nivel, aceptarParcial: parcial } = datos;
  const filas = { ...informe.resumen };
  await registrarAuditoria(tx, [
    {
      accion,
      actor,
      instante,
      sujeto: { tipo: 'inventario', id: sha256 },
      despues: sha256,
      datos: { archivo: datos.archivo.nombre, version, nivel, parcial, filas, ...conteos },
    },
  ]);
}
