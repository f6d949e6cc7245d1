import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import {
  findRadicado,
  isExpedienteEnEliminacion,
  lockExpedienteParaAnexar,
  lockRadicado,
  type Radicado,
} from '../../db/documentos/radicados.queries.ts';
import {
  deleteSubida,
  findAnexoIgual,
  insertAnexo,
  insertObjeto,
  insertSubida,
  isAnexoDe,
  lockDigest,
  lockObjetoVivo,
} from '../../db/documentos/subidas.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { buildClaveObjeto } from '../../domain/documentos/clave-objeto.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Contenido, Recibido } from '../ports/almacen.ts';
import { exigirAbierto, exigirVisible } from './exigir-receptor.ts';
import { requireIncorporar } from './require-incorporar.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';

const subirAnexoSchema = z.strictObject({
  /** Id or number of the radicado. */
  radicado: z.string().min(1).max(200),
  /** As the sender calls it, in any script: it is data, and never becomes part of a path. */
  nombre: textoXml.max(500),
  mediaType: z
    .string()
    .max(200)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, 'Debe ser un tipo de contenido, como application/pdf.')
    .default('application/octet-stream'),
  clase: z.enum(['original', 'version', 'rendicion', 'miniatura', 'texto']).default('original'),
  /** The anexo that this one is a version or rendition of: of the same radicado. */
  padreId: z.uuid().nullable().default(null),
  /** Answer the anexo that already has this name and these bytes instead of adding another. */
  unaVez: z.boolean().default(false),
});
type Subida = z.output<typeof subirAnexoSchema>;

export interface AnexoSubido {
  readonly anexoId: string;
  readonly radicadoId: string;
  readonly sha256: string;
  readonly tamano: number;
  /** The bytes were there already, and are kept once. */
  readonly compartido: boolean;
  /** The very same anexo was there already; nothing was added (only with `unaVez`). */
  readonly repetido: boolean;
}

/** From the reservation of a key to the anexo that uses it: a move and one short transaction. */
const PLAZO_SUBIDA_S = 3_600;

/**
 * Receives a file of a radicado, streamed. Bytes the entity already keeps are not kept twice. Either the anexo
 * exists with its bytes or there is nothing (what a crash leaves, the sweeper takes). Errors: `radicado_no_encontrado`
 * (also above the clearance), `expediente_cerrado`, `radicado_en_eliminacion`, `documento_demasiado_grande`,
 * `subida_vencida`, `almacen_no_disponible`. Needs PERM_ARCHIVO_IMPORTAR or PERM_ARCHIVO_GESTIONAR.
 */
export async function subirAnexo(
  servicios: Omit<ServiciosDocumentos, 'lectura'>,
  actor: Actor,
  entrada: unknown,
  contenido: Contenido,
): Promise<AnexoSubido> {
  const subida = parseEntrada(subirAnexoSchema, entrada);
  requireIncorporar(actor);
  const { db, reloj, almacen, puntoDeFallo, limiteAnexoBytes } = servicios;
  const slug = actor.tenant;
  // Asked before the first byte, so that nobody sends gigabytes to be refused; asked again where it counts.
  const { id } = await withTenantTx(db, slug, (tx) => exigirRadicado(tx, actor, subida), {
    reintentar: true,
  });
  const guardado = await almacen(slug).put(contenido, {
    maxBytes: limiteAnexoBytes,
    reservar: async ({ sha256 }) => {
      const clave = buildClaveObjeto(sha256, uuidv7());
      await withTenantTx(db, slug, (tx) => insertSubida(tx, clave, PLAZO_SUBIDA_S));
      return clave;
    },
  });
  const anexo = await withTenantTx(
    db,
    slug,
    async (tx) => {
      const radicado = await exigirRadicado(tx, actor, { ...subida, radicado: id });
      const incorporado = await incorporar(tx, { subida, radicado, guardado, actor, instante: reloj.now() });
      await puntoDeFallo.alcanzar('documentos.subida_antes_de_confirmar');
      return incorporado;
    },
    { reintentar: true },
  );
  await puntoDeFallo.alcanzar('documentos.subida_confirmada');
  return anexo;
}

/** Locks expediente, then radicado, and finds both fit to receive. */
async function exigirRadicado(tx: TenantTx, actor: Actor, subida: Subida): Promise<Radicado> {
  const visto = await findRadicado(tx, subida.radicado);
  if (visto === null || visto.nivelSeguridad > actor.clearance) {
    throw new DomainError(documentosErrors.radicado_no_encontrado);
  }
  const expediente = exigirVisible(await lockExpedienteParaAnexar(tx, visto.expedienteId), actor);
  if (await isExpedienteEnEliminacion(tx, expediente.id)) {
    throw new DomainError(documentosErrors.radicado_en_eliminacion, { detalle: visto.numero });
  }
  exigirAbierto(expediente);
  const radicado = await lockRadicado(tx, visto.id);
  if (radicado === null) throw new DomainError(documentosErrors.radicado_no_encontrado);
  if (subida.padreId !== null && !(await isAnexoDe(tx, subida.padreId, radicado.id))) {
    throw new DomainError(documentosErrors.anexo_padre_ajeno, { radicado: radicado.numero });
  }
  return radicado;
}

interface Incorporacion {
  readonly subida: Subida;
  readonly radicado: Radicado;
  readonly guardado: Recibido & { readonly clave: string };
  readonly actor: Actor;
  readonly instante: Date;
}

/**
 * Under the digest's lock: the own reservation becomes the living objeto of these bytes, or, where there is one
 * already, an objeto to be destroyed. Then the anexo.
 */
async function incorporar(tx: TenantTx, incorporacion: Incorporacion): Promise<AnexoSubido> {
  const { subida, radicado, guardado, instante } = incorporacion;
  const { sha256, tamano, clave } = guardado;
  await lockDigest(tx, sha256);
  if (!(await deleteSubida(tx, clave))) throw new DomainError(documentosErrors.subida_vencida);
  const vivo = await lockObjetoVivo(tx, sha256);
  const estado = vivo === null ? 'vivo' : 'destruyendo';
  const propio = await insertObjeto(tx, { sha256, clave, tamano, estado, creadoEn: instante });
  const compartido = vivo !== null;
  const vista = { radicadoId: radicado.id, sha256, tamano, compartido };
  if (subida.unaVez) {
    const igual = await findAnexoIgual(tx, { radicadoId: radicado.id, nombre: subida.nombre, sha256 });
    if (igual !== null) return { ...vista, anexoId: igual, repetido: true };
  }
  const { nombre, mediaType, clase, padreId } = subida;
  const anexoId = await insertAnexo(tx, {
    radicadoId: radicado.id,
    padreId,
    clase,
    nombre,
    mediaType,
    tamano,
    sha256,
    objetoId: vivo ?? propio,
    creadoEn: instante,
  });
  await anunciar(tx, incorporacion, anexoId);
  return { ...vista, anexoId, repetido: false };
}

async function anunciar(tx: TenantTx, incorporacion: Incorporacion, anexoId: string): Promise<void> {
  const { subida, radicado, guardado, actor, instante } = incorporacion;
  const tipo = 'document.anexo_incorporado';
  const { sha256, tamano } = guardado;
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: radicado.id,
    sujeto: anexoId,
    actor,
    ocurridoEn: instante,
    payload: { anexoId, radicadoId: radicado.id, sha256, tamano },
  });
  await registrarAuditoria(tx, [
    {
      accion: tipo,
      actor,
      instante,
      sujeto: { tipo: 'anexo', id: anexoId },
      datos: { radicadoId: radicado.id, nombre: subida.nombre, clase: subida.clase, sha256, tamano },
    },
  ]);
}
