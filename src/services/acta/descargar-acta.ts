import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Artefacto, type ClaseArtefacto, listArtefactos } from '../../db/acta/actas.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { actaErrors } from '../../domain/acta/acta.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { requirePermiso } from '../../domain/personas/require-permiso.ts';
import type { AlmacenWorm } from '../ports/almacen-worm.ts';
import type { Bitacora } from '../ports/bitacora.ts';
import type { Servicios } from '../servicios.ts';
import { getActaAlAlcance } from './get-acta-al-alcance.ts';

export interface DescargaActa {
  readonly nombre: string;
  readonly sha256: string;
  readonly tamano: number;
  /** The bytes, known to be those of `sha256`; chains the download, without waiting for it nor failing with it. */
  abrir(): Promise<Readable>;
}

interface Guardado {
  readonly clave: string;
  readonly nombre: string;
  readonly sha256: string;
  readonly tamano: number;
}

export interface ServiciosDescarga extends Pick<Servicios, 'db' | 'reloj' | 'worm'> {
  readonly bitacora: Bitacora;
}

/** `original` = the bytes that the acta's SHA-256 anchors; `firmada` = the sealed file in force. */
const CLASES: ReadonlyMap<string, ClaseArtefacto> = new Map([
  ['firmada', 'sello'],
  ['original', 'original'],
] as const);

/**
 * The signed file of an acta, or its original (ADR-063 D5). Bytes that are not those of the anchored SHA-256 are never
 * given. Errors: `acta_version_desconocida`, `lote_no_encontrado`, `acta_no_emitida`, `acta_sin_firma`,
 * `acta_sobre_su_clearance`; on opening, `artefacto_no_disponible`. Needs PERM_ELIMINACION_CONSULTAR and clearance over the acta's whole inventory.
 */
export async function descargarActa(
  servicios: ServiciosDescarga,
  actor: Actor,
  referencia: string,
  version: string,
): Promise<DescargaActa> {
  requirePermiso(actor, 'PERM_ELIMINACION_CONSULTAR');
  const clase = CLASES.get(version);
  if (clase === undefined) {
    const admitidas = [...CLASES.keys()].join(' o ');
    throw new DomainError(actaErrors.acta_version_desconocida, { version, admitidas });
  }
  const { numero, artefacto } = await withTenantTx(
    servicios.db,
    actor.tenant,
    (tx) => findGuardado(tx, referencia, clase, actor),
    { readOnly: true },
  );
  const { nombre, sha256, tamano } = artefacto;
  const descarga = { numero, version, sha256 };
  return {
    nombre,
    sha256,
    tamano,
    abrir: async () => {
      const contenido = await openVerificado(servicios, actor.tenant, artefacto);
      void registrarDescarga(servicios, actor, descarga);
      return contenido;
    },
  };
}

async function findGuardado(
  tx: TenantTx,
  referencia: string,
  clase: ClaseArtefacto,
  actor: Actor,
): Promise<{ numero: string; artefacto: Guardado }> {
  const { lote, acta } = await getActaAlAlcance(tx, referencia, actor.clearance);
  const artefactos = await listArtefactos(tx, acta.id);
  const artefacto = findCompleto(artefactos, clase);
  if (artefacto !== null) return { numero: acta.numero, artefacto };
  if (clase === 'sello' && findCompleto(artefactos, 'original') !== null) {
    throw new DomainError(actaErrors.acta_sin_firma, { acta: acta.numero });
  }
  throw new DomainError(actaErrors.acta_no_emitida, { lote: lote.codigo });
}

/** Only what is already kept under WORM can be given. */
function findCompleto(artefactos: readonly Artefacto[], clase: ClaseArtefacto): Guardado | null {
  const hallado = artefactos.find((uno) => uno.rendicion === 'completa' && uno.clase === clase);
  if (hallado === undefined || !['almacenado', 'verificado'].includes(hallado.estado)) return null;
  const { clave, nombre, sha256, tamano } = hallado;
  return clave === null || sha256 === null || tamano === null ? null : { clave, nombre, sha256, tamano };
}

async function openVerificado(
  { worm, bitacora }: ServiciosDescarga,
  tenant: string,
  { clave, nombre, sha256, tamano }: Guardado,
): Promise<Readable> {
  try {
    const guardado = await digestOf(worm(tenant), clave);
    if (guardado !== sha256) throw new Error(`stored bytes have SHA-256 ${guardado}, not ${sha256}`);
    const abierto = await worm(tenant).get(clave);
    if (abierto.tamano === tamano) return abierto.contenido;
    abierto.contenido.destroy();
    throw new Error(`stored file has ${abierto.tamano} bytes, not ${tamano}`);
  } catch (error) {
    bitacora.error({ err: error, tenant, artefacto: nombre }, 'artefact can not be served');
    throw new DomainError(actaErrors.artefacto_no_disponible, { artefacto: nombre }, { cause: error });
  }
}

async function digestOf(worm: AlmacenWorm, clave: string): Promise<string> {
  const { contenido } = await worm.get(clave);
  const digest = createHash('sha256');
  for await (const bloque of contenido) digest.update(bloque);
  return digest.digest('hex');
}

/** The one audit entry that may fail (ADR-063 D5): it is logged then, and the download goes on. */
async function registrarDescarga(
  { db, reloj, bitacora }: ServiciosDescarga,
  actor: Actor,
  datos: { readonly numero: string; readonly version: string; readonly sha256: string },
): Promise<void> {
  try {
    await withTenantTx(db, actor.tenant, (tx) =>
      registrarAuditoria(tx, [
        {
          accion: 'archive.eliminacion_acta_descargada',
          actor,
          instante: reloj.now(),
          sujeto: { tipo: 'acta', id: datos.numero },
          datos,
        },
      ]),
    );
  } catch (error) {
    bitacora.error({ err: error, acta: datos.numero }, 'download of an acta was not chained');
  }
}
