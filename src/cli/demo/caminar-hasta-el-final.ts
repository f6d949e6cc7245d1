import { listLotes } from '../../services/lote/consultar-lote.ts';
import { avanzarLote, cargarArchivo, proponer } from './caminar.ts';
import { type Caminata, descripcionDe } from './caminata.ts';
import { leerResultado, type ResultadoDemo } from './resultado.ts';

/** Walks from wherever the database says this walk is, to its verified acta. */
export async function caminarHastaElFinal(caminata: Caminata): Promise<ResultadoDemo> {
  const loteId = (await findLoteDeCaminata(caminata)) ?? (await nacer(caminata));
  while (await avanzarLote(caminata, loteId));
  return leerResultado(caminata, loteId);
}

async function nacer(caminata: Caminata): Promise<string> {
  await cargarArchivo(caminata);
  return proponer(caminata);
}

async function findLoteDeCaminata(caminata: Caminata): Promise<string | null> {
  const lotes = await listLotes(caminata.app.servicios, await caminata.actor('comite'), { limite: 500 });
  return lotes.find(({ descripcion }) => descripcion === descripcionDe(caminata.n))?.id ?? null;
}
