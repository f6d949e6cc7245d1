import { getLoteDetallado } from '../../services/lote/consultar-lote.ts';
import type { ContextoCli } from '../contexto.ts';

/** The lote that an act is on, and the version it is on: the one the caller read, or the one of this instant. */
export async function findVersion(
  { app, actor }: ContextoCli,
  referencia: string,
  siVersion: string | undefined,
): Promise<{ readonly loteId: string; readonly version: number; readonly codigo: string }> {
  const { lote } = await getLoteDetallado(app.servicios, actor, referencia);
  return {
    loteId: lote.id,
    codigo: lote.codigo,
    version: siVersion === undefined ? lote.version : Number(siVersion),
  };
}
