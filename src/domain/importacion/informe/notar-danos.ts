import type { FilaTabular } from '../tabla.ts';
import { lineOfCelda } from '../texto/leer-celda.ts';
import { findTextoDanado } from '../texto/texto-danado.ts';
import type { Libreta } from './libreta.ts';

/** Refuses a row with damaged text anywhere in it, telling what was probably meant; it is never repaired here. */
export function refuseTextoDanado(hoja: string, fila: FilaTabular, libreta: Libreta): void {
  for (const [columna, celda] of fila.celdas) {
    if (typeof celda.valor !== 'string') continue;
    const supuesto = findTextoDanado(celda.valor);
    if (supuesto === null) continue;
    const quizas = supuesto === '' ? ' y no se puede saber qué decía.' : `: quizá decía «${supuesto}».`;
    libreta.refuse({
      hoja,
      fila: fila.numero,
      columna,
      valor: lineOfCelda(celda) ?? '',
      motivo: `Texto dañado por un cambio de codificación${quizas} Corríjalo en el archivo.`,
    });
  }
}
