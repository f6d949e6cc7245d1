import { scanXmlWhole } from '../xml/escanear-xml.ts';
import type { PartesZip } from './zip.ts';

export interface Relacion {
  readonly id: string;
  /** Last word of the type's address: `worksheet`, `comments`, `sharedStrings`… */
  readonly tipo: string;
  /** Absolute name of the part inside the container. */
  readonly parte: string;
}

/** The relations of one part (of the container itself where `parte` is empty). None where it declares none. */
export async function readRelaciones(archivo: string, partes: PartesZip, parte: string): Promise<Relacion[]> {
  const corte = parte.lastIndexOf('/') + 1;
  const carpeta = parte.slice(0, corte);
  const nombre = `${carpeta}_rels/${parte.slice(corte)}.rels`;
  const relaciones: Relacion[] = [];
  if (!partes.has(nombre)) return relaciones;
  await scanXmlWhole(archivo, nombre, partes.read(nombre), {
    abre: (elemento, atributos) => {
      if (elemento !== 'Relationship' || atributos['TargetMode'] === 'External') return;
      relaciones.push({
        id: atributos['Id'] ?? '',
        tipo: (atributos['Type'] ?? '').split('/').at(-1) ?? '',
        parte: resolveParte(carpeta, atributos['Target'] ?? ''),
      });
    },
  });
  return relaciones;
}

function resolveParte(carpeta: string, destino: string): string {
  const segmentos: string[] = [];
  for (const segmento of (destino.startsWith('/') ? destino : carpeta + destino).split('/')) {
    if (segmento === '..') segmentos.pop();
    else if (segmento !== '' && segmento !== '.') segmentos.push(segmento);
  }
  return segmentos.join('/');
}
