import { findActaDeLote, listArtefactos } from '../../db/acta/actas.queries.ts';
import { getEntidad } from '../../db/entidad/entidad.queries.ts';
import { listFilasInventario } from '../../db/lote/items.queries.ts';
import { findLote, type Lote, listLotes } from '../../db/lote/lotes.queries.ts';
import { findPublicacion } from '../../db/lote/publicaciones.queries.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { getTenant } from '../../db/tenants/get-tenant.ts';
import type { EstadoLote } from '../../domain/lote/estado-lote.ts';
import type { Servicios } from '../servicios.ts';
import { evaluarVentana } from './evaluar-ventana.ts';

/** A published lote as anybody may read it: the public rendering only, and never who acted. */
export interface PublicacionPublica {
  readonly entidad: { readonly nombre: string; readonly nit: string; readonly correo: string };
  readonly codigo: string;
  readonly estado: EstadoLote;
  readonly descripcion: string;
  readonly motivoAnulacion: string | null;
  readonly filas: number;
  readonly publicadoEn: Date;
  readonly primerDia: string;
  readonly ultimoDia: string;
  readonly diasContados: number;
  readonly dias: number;
  readonly calendario: string;
  readonly sha256Publico: string;
  readonly sha256Completo: string;
  readonly acta: { readonly numero: string; readonly sha256: string } | null;
}

export interface FilaPublica {
  readonly orden: number;
  readonly codigo: string;
  readonly titulo: string;
  readonly basesLegales: readonly string[];
  readonly serie: string;
  readonly fechas: string;
  readonly cierre: string;
  readonly vencimiento: string;
  readonly soporte: string;
}

/**
 * A published lote by its code, with its window counted at this instant; null for what was never published, drafts
 * included. A suspended entity keeps its public pages. No identity is asked for (Ley 1712, art. 11 k; REQ-PUB-3).
 */
export async function findPublicacionPublica(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  slug: string,
  codigo: string,
): Promise<PublicacionPublica | null> {
  await getTenant(db, slug);
  return withTenantTx(
    db,
    slug,
    async (tx) => {
      const lote = await findLote(tx, codigo);
      return lote === null || lote.publicadoEn === null ? null : readPublica(tx, lote, reloj.now());
    },
    { readOnly: true },
  );
}

async function readPublica(tx: TenantTx, lote: Lote, instante: Date): Promise<PublicacionPublica | null> {
  const publicacion = await findPublicacion(tx, lote.id);
  if (publicacion === null) return null;
  const entidad = await getEntidad(tx);
  const ventana = await evaluarVentana(tx, publicacion, instante);
  return {
    entidad: { nombre: entidad.nombre, nit: entidad.nit, correo: entidad.correoObservaciones },
    codigo: lote.codigo,
    estado: lote.estado,
    descripcion: lote.descripcion,
    motivoAnulacion: lote.anuladoMotivo,
    filas: publicacion.filas,
    publicadoEn: publicacion.publicadoEn,
    primerDia: publicacion.primerDia,
    ultimoDia: publicacion.ultimoDia ?? ventana.ultimoDia,
    diasContados: ventana.contados,
    dias: publicacion.dias,
    calendario: ventana.calendario,
    sha256Publico: publicacion.sha256Publico,
    sha256Completo: publicacion.sha256Completo,
    acta: await findActaPublica(tx, lote.id),
  };
}

/** The acta once its public rendering is kept and verified. */
async function findActaPublica(tx: TenantTx, loteId: string): Promise<PublicacionPublica['acta']> {
  const acta = await findActaDeLote(tx, loteId);
  if (acta === null) return null;
  const sello = (await listArtefactos(tx, acta.id)).find(
    ({ rendicion, clase, estado }) => rendicion === 'publica' && clase === 'sello' && estado === 'verificado',
  );
  return sello === undefined || sello.sha256 === null ? null : { numero: acta.numero, sha256: sello.sha256 };
}

/** A page of the public rendering, by orden. The lote must be published: ask `findPublicacionPublica` first. */
export async function listFilasPublicas(
  { db }: Pick<Servicios, 'db'>,
  slug: string,
  codigo: string,
  pagina: { readonly despuesDe: number; readonly limite: number },
): Promise<FilaPublica[]> {
  return withTenantTx(
    db,
    slug,
    async (tx) => {
      const lote = await findLote(tx, codigo);
      if (lote === null || lote.publicadoEn === null) return [];
      const filas = await listFilasInventario(tx, lote.id, pagina);
      return filas.map((fila) => ({
        orden: fila.orden,
        codigo: fila.expedienteCodigo,
        titulo: fila.tituloPublico,
        basesLegales: fila.enmascaramiento,
        serie: [fila.serie, fila.subserie].filter((parte) => parte !== null).join('.'),
        fechas: `${fila.fechaInicial ?? 's.f.'} a ${fila.fechaFinal ?? 's.f.'}`,
        cierre: fila.cierre,
        vencimiento: fila.vencimientoHabil,
        soporte: fila.soporte,
      }));
    },
    { readOnly: true },
  );
}

export interface PublicacionEnLista {
  readonly codigo: string;
  readonly descripcion: string;
  readonly estado: EstadoLote;
  readonly publicadoEn: Date;
  readonly filas: number;
}

/** Published lotes of an entity, by code. `despuesDe` = last code already seen. */
export async function listPublicaciones(
  { db }: Pick<Servicios, 'db'>,
  slug: string,
  pagina: { readonly despuesDe?: string; readonly limite: number },
): Promise<PublicacionEnLista[]> {
  await getTenant(db, slug);
  return withTenantTx(
    db,
    slug,
    async (tx) => {
      const lotes = await listLotes(tx, { ...pagina, soloPublicados: true });
      return lotes.flatMap(({ codigo, descripcion, estado, publicadoEn, totalItems }) =>
        publicadoEn === null ? [] : [{ codigo, descripcion, estado, publicadoEn, filas: totalItems }],
      );
    },
    { readOnly: true },
  );
}
