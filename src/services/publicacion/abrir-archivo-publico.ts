import type { Readable } from 'node:stream';
import { findActaDeLote, listArtefactos } from '../../db/acta/actas.queries.ts';
import { findLote } from '../../db/lote/lotes.queries.ts';
import { findPublicacion } from '../../db/lote/publicaciones.queries.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { getTenant } from '../../db/tenants/get-tenant.ts';
import type { Servicios } from '../servicios.ts';

/** A file anybody may have: its bytes must be consumed or destroyed. */
export interface ArchivoPublico {
  readonly nombre: string;
  readonly tipo: string;
  readonly sha256: string;
  readonly tamano: number;
  readonly contenido: Readable;
}

interface Ficha extends Omit<ArchivoPublico, 'tamano' | 'contenido'> {
  readonly clave: string;
}

/** The frozen public inventory of a lote, or the sealed public rendering of its acta; null where there is none. */
export async function openArchivoPublico(
  { db, worm }: Pick<Servicios, 'db' | 'worm'>,
  slug: string,
  codigo: string,
  clase: 'inventario' | 'acta',
): Promise<ArchivoPublico | null> {
  await getTenant(db, slug);
  const ficha = await withTenantTx(db, slug, (tx) => findFicha(tx, codigo, clase), { readOnly: true });
  if (ficha === null) return null;
  const { clave, ...resto } = ficha;
  return { ...resto, ...(await worm(slug).get(clave)) };
}

async function findFicha(tx: TenantTx, codigo: string, clase: 'inventario' | 'acta'): Promise<Ficha | null> {
  const lote = await findLote(tx, codigo);
  if (lote === null || lote.publicadoEn === null) return null;
  if (clase === 'inventario') {
    const publicacion = await findPublicacion(tx, lote.id);
    if (publicacion === null) return null;
    const { clavePublico: clave, sha256Publico: sha256 } = publicacion;
    return {
      clave,
      sha256,
      nombre: `${lote.codigo}-inventario.jsonl`,
      tipo: 'application/x-ndjson; charset=utf-8',
    };
  }
  const acta = await findActaDeLote(tx, lote.id);
  const sello = acta === null ? undefined : (await listArtefactos(tx, acta.id)).find(isSelloPublico);
  if (sello === undefined || sello.clave === null || sello.sha256 === null) return null;
  return { clave: sello.clave, sha256: sello.sha256, nombre: sello.nombre, tipo: 'application/xml' };
}

function isSelloPublico(artefacto: { rendicion: string; clase: string; estado: string }): boolean {
  return (
    artefacto.rendicion === 'publica' && artefacto.clase === 'sello' && artefacto.estado === 'verificado'
  );
}
