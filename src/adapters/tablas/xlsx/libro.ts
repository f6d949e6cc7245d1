import { refuseIlegible } from '../limites.ts';
import { scanXmlWhole } from '../xml/escanear-xml.ts';
import { readRelaciones } from './relaciones.ts';
import type { PartesZip } from './zip.ts';

export interface HojaDeclarada {
  readonly nombre: string;
  readonly oculta: boolean;
  readonly parte: string;
}

/** What the workbook part says: its sheets in order, where texts and styles are, and which day is number one. */
export interface Libro {
  readonly hojas: readonly HojaDeclarada[];
  readonly cadenas: string | null;
  readonly estilos: string | null;
  readonly sistema1904: boolean;
}

/** Reads the table of contents of a book, or null where the container holds something else. */
export async function readLibro(archivo: string, partes: PartesZip): Promise<Libro | null> {
  const raiz = (await readRelaciones(archivo, partes, '')).find((r) => r.tipo === 'officeDocument');
  if (raiz === undefined || !partes.has(raiz.parte)) return null;
  const relaciones = await readRelaciones(archivo, partes, raiz.parte);
  const porId = new Map(relaciones.map((relacion) => [relacion.id, relacion]));
  const hojas: HojaDeclarada[] = [];
  let sistema1904 = false;
  let esLibro = false;
  await scanXmlWhole(archivo, raiz.parte, partes.read(raiz.parte), {
    abre: (elemento, atributos) => {
      if (elemento === 'workbook') esLibro = true;
      if (elemento === 'workbookPr') sistema1904 = isVerdadero(atributos['date1904']);
      if (elemento !== 'sheet') return;
      const relacion = porId.get(relacionDe(atributos));
      if (relacion?.tipo !== 'worksheet') return;
      const estado = atributos['state'] ?? 'visible';
      hojas.push({ nombre: atributos['name'] ?? '', oculta: estado !== 'visible', parte: relacion.parte });
    },
  });
  if (!esLibro) return null;
  if (hojas.length === 0) refuseIlegible(archivo, 'el libro no tiene ninguna hoja de cálculo.');
  const parteDe = (tipo: string) =>
    relaciones.find((r) => r.tipo === tipo && partes.has(r.parte))?.parte ?? null;
  return { hojas, sistema1904, cadenas: parteDe('sharedStrings'), estilos: parteDe('styles') };
}

/** The relation's id has a prefix of the author's choice (`r:id`); the sheet's own id is `sheetId`. */
function relacionDe(atributos: Readonly<Record<string, string>>): string {
  const nombre = Object.keys(atributos).find((clave) => clave.endsWith(':id'));
  return nombre === undefined ? '' : (atributos[nombre] ?? '');
}

export function isVerdadero(valor: string | undefined): boolean {
  return valor === '1' || valor === 'true' || valor === 'on';
}
