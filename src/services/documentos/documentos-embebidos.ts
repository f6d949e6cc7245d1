import { listAnexos } from '../../db/documentos/inventario.queries.ts';
import { listPurgados } from '../../db/documentos/purga.queries.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import { runBounded } from '../../domain/run-bounded.ts';
import type { Documentos, RadicadoInventariado } from '../ports/documentos.ts';
import { purgarAnexos } from './purgar-anexos.ts';
import type { ServiciosDocumentos } from './servicios-documentos.ts';
import { verificarIntegridad } from './verificar-integridad.ts';

const PREGUNTAS_A_LA_VEZ = 8;

/**
 * The document service in this process, over this database and store. It lives among the services, not the adapters,
 * because it is verbs over our own tables: the contract that we serve to others calls the same.
 */
export function documentosEmbebidos(servicios: ServiciosDocumentos): Documentos {
  const { db, lectura } = servicios;
  return {
    inventariar: (slug, radicadoIds) => inventariar(servicios, slug, radicadoIds),
    verificarIntegridad: (orden) => verificarIntegridad(servicios, orden),
    purgar: (orden) => purgarAnexos(servicios, orden),
    listPurgados: (slug, itemIds) =>
      withTenantTx(db, slug, (tx) => listPurgados(tx, itemIds), { readOnly: true }),
    probarAusencia: async (slug, claves) => {
      const lector = lectura(slug);
      const vistos = await runBounded(claves, PREGUNTAS_A_LA_VEZ, (clave) => lector.head(clave));
      return claves.filter((_, n) => vistos[n] !== null);
    },
  };
}

async function inventariar(
  { db }: Pick<ServiciosDocumentos, 'db'>,
  slug: string,
  radicadoIds: readonly string[],
): Promise<RadicadoInventariado[]> {
  const anexos = await withTenantTx(db, slug, (tx) => listAnexos(tx, radicadoIds), { readOnly: true });
  const porRadicado = Map.groupBy(anexos, ({ radicadoId }) => radicadoId);
  return [...new Set(radicadoIds)]
    .sort()
    .map((radicadoId) => ({ radicadoId, anexos: porRadicado.get(radicadoId) ?? [] }));
}
