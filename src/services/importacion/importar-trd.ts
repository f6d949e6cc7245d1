import { createHash } from 'node:crypto';
import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { insertSeriesTrd, insertVersionTrd } from '../../db/importacion/trd.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';
import { ImportacionRechazada } from '../../domain/importacion/importacion-rechazada.ts';
import type { Informe } from '../../domain/importacion/informe/informe.ts';
import { parseTrd } from '../../domain/importacion/trd/parse-trd.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import { parseEntrada } from '../parse-entrada.ts';
import { archivoSchema, type ServiciosImportacion } from './servicios-importacion.ts';

const actoSchema = z.strictObject({ numero: z.string().trim().min(1).max(100), fecha: z.iso.date() });

const importarTrdSchema = z.strictObject({
  archivo: archivoSchema,
  version: z.string().trim().min(1).max(100),
  tipo: z.enum(['TRD', 'TVD']).default('TRD'),
  actaAprobacion: actoSchema.optional(),
  actoConvalidacion: actoSchema.optional(),
  rusd: z.string().trim().min(1).max(200).optional(),
  vigenteDesde: z.iso.date().optional(),
  aceptarParcial: z.boolean().default(false),
});
type ImportarTrd = z.output<typeof importarTrdSchema>;

export interface TrdImportada {
  readonly versionId: number;
  readonly version: string;
  readonly series: number;
  readonly informe: Informe;
}

/**
 * Imports a retention schedule as a new version (REQ-INS-3): all of the file or, unless `aceptarParcial`, nothing of
 * it. Errors: `importacion_rechazada` with the report, `trd_version_ya_existe`, those of the reader. Needs
 * PERM_ARCHIVO_IMPORTAR.
 */
export async function importarTrd(
  { db, reloj, tablas }: ServiciosImportacion,
  actor: Actor,
  entrada: unknown,
): Promise<TrdImportada> {
  const datos = parseEntrada(importarTrdSchema, entrada);
  requirePermiso(actor, 'PERM_ARCHIVO_IMPORTAR');
  const { archivo, version, tipo, aceptarParcial } = datos;
  const hojas = tablas.leerTabla(archivo.nombre, archivo.bytes);
  const leida = await parseTrd(hojas, { archivo: archivo.nombre, tipo, aceptarParcial });
  const informe = warnActos(leida.informe, datos);
  if (!informe.importado) throw new ImportacionRechazada(informe);
  const instante = reloj.now();
  const versionId = await withTenantTx(db, actor.tenant, async (tx) => {
    const id = await insertVersion(tx, datos, actor, instante);
    await insertSeriesTrd(tx, id, leida.series);
    await anunciar(tx, { id, datos, series: leida.series.length, informe, actor, instante });
    return id;
  });
  return { versionId, version, series: leida.series.length, informe };
}

async function insertVersion(
  tx: TenantTx,
  datos: ImportarTrd,
  actor: Actor,
  instante: Date,
): Promise<number> {
  const id = await insertVersionTrd(tx, {
    codigo: datos.version,
    tipo: datos.tipo,
    actaAprobacion: datos.actaAprobacion ?? null,
    actoConvalidacion: datos.actoConvalidacion ?? null,
    rusd: datos.rusd ?? null,
    vigenteDesde: datos.vigenteDesde ?? null,
    archivoNombre: datos.archivo.nombre,
    archivoSha256: digestOf(datos),
    creadoEn: instante,
    creadoPor: actorId(actor),
  });
  if (id === null) throw new DomainError(importacionErrors.trd_version_ya_existe, { version: datos.version });
  return id;
}

function digestOf({ archivo }: ImportarTrd): string {
  return createHash('sha256').update(archivo.bytes).digest('hex');
}

interface Importacion {
  readonly id: number;
  readonly datos: ImportarTrd;
  readonly series: number;
  readonly informe: Informe;
  readonly actor: Actor;
  readonly instante: Date;
}

async function anunciar(tx: TenantTx, importacion: Importacion): Promise<void> {
  const { id, datos, series, informe, actor, instante } = importacion;
  const accion = 'archive.trd_importada';
  const { version: codigo, tipo } = datos;
  await publicarEvento(tx, {
    tipo: accion,
    version: 1,
    agregado: `trd_version:${id}`,
    sujeto: codigo,
    actor,
    ocurridoEn: instante,
    payload: { version: codigo, tipo, series },
  });
  const { nombre } = datos.archivo;
  const resumen = { ...informe.resumen };
  await registrarAuditoria(tx, [
    {
      accion,
      actor,
      instante,
      sujeto: { tipo: 'trd_version', id: codigo },
      despues: digestOf(datos),
      datos: { archivo: nombre, tipo, series, parcial: datos.aceptarParcial, filas: resumen },
    },
  ]);
}

/** A version without its two acts may enter, but nothing under it can be proposed (REQ-INS-1): it is said at once. */
function warnActos(
  informe: Informe,
  { actaAprobacion, actoConvalidacion, rusd, version }: ImportarTrd,
): Informe {
  const faltan = [
    ...(actaAprobacion === undefined ? ['el acta de aprobación del comité'] : []),
    ...(actoConvalidacion === undefined ? ['el acto de convalidación'] : []),
  ];
  const textos = [
    ...(faltan.length === 0
      ? []
      : [`La versión «${version}» queda sin ${faltan.join(' ni ')}: nada de ella podrá proponerse.`]),
    ...(rusd === undefined ? [`La versión «${version}» queda sin inscripción en el RUSD.`] : []),
  ];
  return { ...informe, avisos: [...informe.avisos, ...textos.map((texto) => ({ hoja: '', texto }))] };
}
