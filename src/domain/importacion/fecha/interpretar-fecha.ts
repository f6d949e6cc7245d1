import { DomainError } from '../../errors/domain-error.ts';
import { buildFechaCivil, type FechaCivil } from '../../plazos/fecha-civil.ts';
import type { Celda } from '../tabla.ts';
import { lineOfCelda } from '../texto/leer-celda.ts';
import { isNoAplica, normalizeTexto } from '../texto/normalizar.ts';
import { dayOfSerial } from './serial.ts';

/** In which order a column's heading says that day and month are written. */
export type OrdenFecha = 'dma' | 'mda';

/** What a date cell says. `hora` is the fraction of a day it carried; `escritaDma`, that its text put the day first. */
export type FechaLeida =
  | {
      readonly clase: 'fecha';
      readonly fecha: FechaCivil;
      readonly hora: number;
      readonly escritaDma: boolean;
    }
  | { readonly clase: 'sin_fecha' }
  | { readonly clase: 'vacia' }
  | { readonly clase: 'invalida'; readonly motivo: string };

const MESES = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'];
const COMO_ESCRIBIR = 'Escriba AAAA-MM-DD, o «s.f.» si no tiene fecha.';

/**
 * The civil day of a cell. A serial gives the day of its whole part, whatever its hour: nothing is re-dated. Text is
 * AAAA-MM-DD, D-M-A or D/M/A (or the heading's order). What could be read in two ways is `invalida`.
 */
export function interpretFecha(celda: Celda | undefined, orden: OrdenFecha = 'dma'): FechaLeida {
  if (celda === undefined || celda.valor === null) {
    return celda?.tipo === 'formula'
      ? invalid('La fórmula no tiene un resultado guardado.')
      : { clase: 'vacia' };
  }
  if (celda.tipo === 'error') return invalid('La celda tiene un error de fórmula.');
  if (celda.tipo === 'fecha') return readSerial(Number(celda.valor));
  if (celda.tipo === 'numero') return invalid(describeNumero(Number(celda.valor)));
  const texto = lineOfCelda(celda);
  return texto === null ? { clase: 'vacia' } : readTexto(texto, orden);
}

function describeNumero(numero: number): string {
  return Number.isInteger(numero) && numero >= 1500 && numero <= 2200
    ? `Solo trae el año. ${COMO_ESCRIBIR}`
    : `Es un número sin formato de fecha. ${COMO_ESCRIBIR}`;
}

function readSerial(serial: number): FechaLeida {
  const fecha = dayOfSerial(serial);
  if (fecha === null) return invalid('El número no corresponde a un día de los años 1900 a 2199.');
  return { clase: 'fecha', fecha, hora: serial - Math.floor(serial), escritaDma: false };
}

function readTexto(texto: string, orden: OrdenFecha): FechaLeida {
  if (isSinFecha(texto)) return { clase: 'sin_fecha' };
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?.*)?$/.exec(texto);
  if (iso !== null) {
    const hora = (Number(iso[4] ?? 0) * 3600 + Number(iso[5] ?? 0) * 60 + Number(iso[6] ?? 0)) / 86_400;
    return build(Number(iso[1]), Number(iso[2]), Number(iso[3]), hora, false);
  }
  const partes = /^(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4})$/.exec(texto);
  if (partes !== null) return readPartes(Number(partes[1]), Number(partes[2]), Number(partes[3]), orden);
  const conMes = /^(\d{1,2})(?: DE)? ([A-Z]{3,10})(?: DE(?:L)?)? (\d{4})$/.exec(normalizeTexto(texto));
  const mes = conMes === null ? 0 : MESES.indexOf((conMes[2] ?? '').slice(0, 3)) + 1;
  if (conMes !== null && mes > 0) return build(Number(conMes[3]), mes, Number(conMes[1]), 0, false);
  return invalid(describeTexto(texto));
}

function readPartes(primera: number, segunda: number, ano: number, orden: OrdenFecha): FechaLeida {
  const [dia, mes] = orden === 'dma' ? [primera, segunda] : [segunda, primera];
  if (mes > 12 && dia <= 12) {
    return invalid(`El mes ${mes} no existe: parece escrita con el mes y el día cambiados. ${COMO_ESCRIBIR}`);
  }
  return build(ano, mes, dia, 0, orden === 'dma');
}

function isSinFecha(texto: string): boolean {
  return isNoAplica(texto) || /^(S ?\/? ?F|SIN FECHAS?)$/.test(normalizeTexto(texto));
}

function describeTexto(texto: string): string {
  if (/^\d{4}$/.test(texto)) return `Solo trae el año. ${COMO_ESCRIBIR}`;
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(texto)) return `El año tiene dos cifras. ${COMO_ESCRIBIR}`;
  return `No es una fecha. ${COMO_ESCRIBIR}`;
}

function build(ano: number, mes: number, dia: number, hora: number, escritaDma: boolean): FechaLeida {
  if (ano < 1500 || ano > 2199) return invalid(`El año ${ano} no es verosímil. ${COMO_ESCRIBIR}`);
  try {
    return { clase: 'fecha', fecha: buildFechaCivil(ano, mes, dia), hora, escritaDma };
  } catch (error) {
    if (error instanceof DomainError) return invalid(`Ese día no existe. ${COMO_ESCRIBIR}`);
    throw error;
  }
}

function invalid(motivo: string): FechaLeida {
  return { clase: 'invalida', motivo };
}
