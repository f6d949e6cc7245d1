import { puntoDeFalloMortal } from '../../src/adapters/punto-de-fallo/punto-de-fallo-mortal.ts';
import { documentosEmbebidos } from '../../src/services/documentos/documentos-embebidos.ts';
import { subirAnexo } from '../../src/services/documentos/subir-anexo.ts';
import type { ItemPorPurgar } from '../../src/services/ports/documentos.ts';
import { sinPuntoDeFallo } from '../../src/services/ports/punto-de-fallo.ts';
import { bytesDe, makeActor, openServicios, SLUG } from './documentos-banco.ts';

/** What the process is to do before it is killed; one JSON argument. */
export interface Encargo {
  readonly appUrl: string;
  readonly carpeta: string;
  readonly fallarEn: string | null;
  readonly purgar?: readonly ItemPorPurgar[];
  /** Uploads each text to the radicado; `sinFin` starts over for ever. */
  readonly subir?: {
    readonly radicado: string;
    readonly textos: readonly string[];
    readonly sinFin: boolean;
  };
}

const encargo = JSON.parse(process.argv[2] ?? '{}') as Encargo;
const { appUrl, carpeta, fallarEn } = encargo;
const puntoDeFallo = fallarEn === null ? sinPuntoDeFallo : puntoDeFalloMortal(fallarEn);
const servicios = openServicios({ appUrl, carpeta, puntoDeFallo, conexiones: 2 });
process.stdout.write('listo\n');
if (encargo.purgar !== undefined) {
  await documentosEmbebidos(servicios).purgar({ slug: SLUG, loteId: '', items: encargo.purgar });
}
if (encargo.subir !== undefined) {
  const { radicado, textos, sinFin } = encargo.subir;
  do {
    for (const texto of textos) {
      await subirAnexo(servicios, makeActor(), { radicado, nombre: 'oficio.pdf' }, bytesDe(texto));
    }
  } while (sinFin);
}
await servicios.db.close();
