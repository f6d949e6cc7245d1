import { leerActa, parseFirma } from '../../xml/acta/leer-acta.ts';
import type { Elemento } from '../../xml/canonico/elemento.ts';
import { XmlNoCanonico } from '../../xml/canonico/parse-canonico.ts';
import { type FirmaLeida, leerFirma } from '../../xml/firma/leer-firma.ts';
import type { Confianza, QuienFirmo } from './verificacion/comprobar-certificado.ts';
import { ContenidoActa, type ResumenActa } from './verificacion/comprobar-contenido.ts';
import { comprobarFirma } from './verificacion/comprobar-firma.ts';
import { type Comprobacion, Informe } from './verificacion/informe.ts';

export interface SolicitudVerificacion extends Confianza {
  /** The bytes of the acta, e.g. `createReadStream(path)`; read once, never held whole. */
  readonly origen: AsyncIterable<Uint8Array>;
}

export interface InformeVerificacion {
  /** Everything that must hold does, trust included: the certificate leads to one of the given anchors. */
  readonly valida: boolean;
  /** The file is whole and signed by the certificate in it; without anchors that says nothing of whose it is. */
  readonly integra: boolean;
  readonly comprobaciones: readonly Comprobacion[];
  readonly acta: ResumenActa | null;
  readonly firmante: QuienFirmo | null;
  /** SHA-256 of the file, and of its `original` (without the signature), hex; null if it could not be read whole. */
  readonly sha256: string | null;
  readonly sha256Original: string | null;
}

interface Leida {
  readonly contenido: ContenidoActa;
  readonly firma: { elemento: Elemento; leida: FirmaLeida } | null;
  readonly sha256: string;
  readonly sha256SinFirma: string;
}

async function leer(origen: AsyncIterable<Uint8Array>, contenido: ContenidoActa): Promise<Leida> {
  let firma: Leida['firma'] = null;
  let cifras = { sha256: '', sha256SinFirma: '' };
  for await (const pieza of leerActa(origen)) {
    if (pieza.clase === 'raiz') contenido.raiz(pieza.elemento);
    else if (pieza.clase === 'seccion') contenido.seccion(pieza.elemento);
    else if (pieza.clase === 'renglon') contenido.renglon(pieza.elemento, pieza.bytes);
    else if (pieza.clase === 'fin') cifras = pieza;
    else {
      const elemento = parseFirma(pieza.bytes);
      firma = { elemento, leida: leerFirma(elemento) };
    }
  }
  return { contenido, firma, ...cifras };
}

/** Tells a failure to read as the checks that it is a failure of. */
function anotarFalla(error: unknown, informe: Informe): void {
  if (!(error instanceof XmlNoCanonico)) throw error;
  if (error.clase === 'prohibido') informe.fallida('contenido_prohibido', `El archivo ${error.message}.`);
  if (error.clase === 'firma') informe.fallida('firma_unica', `No: ${error.message}.`);
  informe.fallida('estructura', `El archivo no es un acta como las que emite el sistema: ${error.message}.`);
}

/**
 * Verifies an acta offline, with no database, in one pass and bounded memory, by a code path of its own. It never
 * throws for what the file may hold: all is in the report, with what could not be checked. (REQ-ACT-2)
 */
export async function verificarActa(solicitud: SolicitudVerificacion): Promise<InformeVerificacion> {
  const informe = new Informe();
  const contenido = new ContenidoActa();
  let leida: Leida | null = null;
  let firmante: QuienFirmo | null = null;
  try {
    leida = await leer(solicitud.origen, contenido);
  } catch (error) {
    anotarFalla(error, informe);
  }
  if (leida !== null) {
    informe.correcta('contenido_prohibido', 'No se encontró ninguna.');
    informe.correcta('estructura', 'Cada byte está en su forma canónica y cada elemento en su lugar.');
    contenido.comprobar(informe);
    if (leida.firma === null) informe.fallida('firma_unica', 'El acta no lleva firma.');
    else {
      informe.correcta('firma_unica', 'Una firma, al final.');
      const { elemento, leida: firma } = leida.firma;
      firmante = comprobarFirma(elemento, firma, leida.sha256SinFirma, solicitud, informe);
    }
  }
  return {
    valida: informe.valida,
    integra: informe.integra,
    comprobaciones: informe.comprobaciones(),
    acta: contenido.resumen(),
    firmante,
    sha256: leida?.sha256 ?? null,
    sha256Original: leida?.sha256SinFirma ?? null,
  };
}
