import { dayOfSerial } from '../fecha/serial.ts';
import type { Celda, FilaTabular } from '../tabla.ts';
import { isNoAplica } from './normalizar.ts';

/** A cell as people read it, spaces (also non-breaking) collapsed; null when blank. Lines are kept apart. */
export function textOfCelda(celda: Celda | undefined): string | null {
  if (celda === undefined || celda.valor === null) return null;
  if (celda.tipo === 'fecha') return dayOfSerial(Number(celda.valor)) ?? String(celda.valor);
  if (celda.tipo === 'numero') return renderNumero(celda);
  if (typeof celda.valor === 'boolean') return celda.valor ? 'VERDADERO' : 'FALSO';
  const texto = String(celda.valor)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
  return texto === '' ? null : texto;
}

/** As `textOfCelda`, on one line. */
export function lineOfCelda(celda: Celda | undefined): string | null {
  return textOfCelda(celda)?.replace(/\n+/g, ' ') ?? null;
}

/** As `lineOfCelda`, and null too for what means nothing (`N/A`, `-`). */
export function dataOfCelda(celda: Celda | undefined): string | null {
  const texto = lineOfCelda(celda);
  return texto === null || isNoAplica(texto) ? null : texto;
}

/** A whole number under a format of zeros (`00`, `0.00`) shows them; anything else as the number it is. */
function renderNumero(celda: Celda): string {
  const numero = Number(celda.valor);
  const ceros = /^(0+)(?:\.(0+))?$/.exec(celda.formato ?? '');
  if (ceros === null || numero < 0) return String(numero);
  const decimales = ceros[2]?.length ?? 0;
  if (Number(numero.toFixed(decimales)) !== numero) return String(numero);
  const [entera = '', decimal] = numero.toFixed(decimales).split('.');
  const rellena = entera.padStart(ceros[1]?.length ?? 1, '0');
  return decimal === undefined ? rellena : `${rellena}.${decimal}`;
}

/** True when every non-empty cell is an error or a formula without result: a row that only looks full. */
export function isSoloFormulasRotas(fila: FilaTabular): boolean {
  const llenas = [...fila.celdas.values()].filter(
    (celda) => celda.tipo === 'formula' || textOfCelda(celda) !== null,
  );
  return llenas.length > 0 && llenas.every((celda) => celda.tipo === 'error' || celda.tipo === 'formula');
}

/** True when no cell says anything. */
export function isFilaVacia(fila: FilaTabular): boolean {
  return [...fila.celdas.values()].every((celda) => celda.tipo !== 'formula' && textOfCelda(celda) === null);
}
