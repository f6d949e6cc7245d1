import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { descargarActa } from '../../services/acta/descargar-acta.ts';
import { getLoteDetallado, listLotes } from '../../services/lote/consultar-lote.ts';
import { listItemsDeLote } from '../../services/lote/list-items-de-lote.ts';
import { withContexto } from '../contexto.ts';
import { type Comunes, withComunes } from '../opciones.ts';
import { type Salida, writeResultado } from '../salida.ts';
import { buildVistaBreve, buildVistaLote, renderLote } from './vista-lote.ts';

const LIMITE = 200;

interface OpcionesPagina extends Comunes {
  readonly despues?: string;
}

interface OpcionesActa extends Comunes {
  readonly version: string;
  readonly archivo?: string;
}

/** `lote listar|ver|items|acta`: what anybody who may consult reads, as far as clearance reaches. */
export function registerConsultas(lote: Command, salida: Salida): void {
  withComunes(lote.command('listar'))
    .description(`Lotes de la entidad, por código (${LIMITE} por página)`)
    .option('--despues <codigo>', 'último código ya visto')
    .action((opciones: OpcionesPagina) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const { despues } = opciones;
        const pagina = { limite: LIMITE, ...(despues === undefined ? {} : { despuesDe: despues }) };
        const lotes = await listLotes(app.servicios, actor, pagina);
        const lineas = lotes.map(({ codigo, estado, descripcion }) => `${codigo}\t${estado}\t${descripcion}`);
        const vacia = ['No hay lotes.'];
        writeResultado(
          salida,
          opciones,
          { lotes: lotes.map(buildVistaBreve) },
          lineas.length > 0 ? lineas : vacia,
        );
      }),
    );
  withComunes(lote.command('ver'))
    .description('Un lote: su publicación, su avance y su acta')
    .argument('<lote>', 'código o identificador')
    .action((referencia: string, opciones: Comunes) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const detalle = await getLoteDetallado(app.servicios, actor, referencia);
        writeResultado(salida, opciones, buildVistaLote(detalle), renderLote(detalle));
      }),
    );
  withComunes(lote.command('items'))
    .description(`Expedientes de un lote, por renglón (${LIMITE} por página)`)
    .argument('<lote>', 'código o identificador')
    .option('--despues <orden>', 'último renglón ya visto')
    .action((referencia: string, opciones: OpcionesPagina) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const pagina = { limite: LIMITE, despuesDe: Number(opciones.despues ?? 0) || 0 };
        const items = await listItemsDeLote(app.servicios, actor, referencia, pagina);
        writeResultado(
          salida,
          opciones,
          { items },
          items.map(({ orden, expedienteCodigo, titulo, situacion, causa }) =>
            [orden, expedienteCodigo, causa === null ? situacion : `${situacion} (${causa})`, titulo].join(
              '\t',
            ),
          ),
        );
      }),
    );
  registerActa(lote, salida);
}

function registerActa(lote: Command, salida: Salida): void {
  withComunes(lote.command('acta'))
    .description('Descarga el acta de un lote')
    .argument('<lote>', 'código o identificador')
    .option('--version <version>', 'firmada u original', 'firmada')
    .option('--archivo <ruta>', 'dónde se guarda; si no se dice, con su propio nombre en esta carpeta')
    .action((referencia: string, opciones: OpcionesActa) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const { db, reloj, worm } = app.servicios;
        const servicios = { db, reloj, worm, bitacora: app.logger };
        const { nombre, sha256, tamano, abrir } = await descargarActa(
          servicios,
          actor,
          referencia,
          opciones.version,
        );
        const archivo = opciones.archivo ?? nombre;
        await saveNuevo(archivo, abrir);
        writeResultado(salida, opciones, { archivo, sha256, tamano }, [
          `${archivo}: ${tamano} bytes, SHA-256 ${sha256}`,
        ]);
      }),
    );
}

/** Writes a file that is not there yet, or leaves none; what is already there is never touched, nor asked for in vain. */
async function saveNuevo(archivo: string, abrir: () => Promise<Readable>): Promise<void> {
  const destino = await open(archivo, 'wx');
  try {
    await pipeline(await abrir(), destino.createWriteStream());
  } catch (error) {
    await destino.close();
    await rm(archivo);
    throw error;
  }
}
