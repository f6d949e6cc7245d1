import { addDays, buildFechaCivil, type FechaCivil } from '../../plazos/fecha-civil.ts';

const DIA_CERO = buildFechaCivil(1899, 12, 30);
const ULTIMO = 109_573;
/** The 29 February 1900 that spreadsheets count and that never was. */
const DIA_INEXISTENTE = 60;

/** The civil day of a serial's whole part (1900 system), or null outside 1900–2199 and for the day that never was. */
export function dayOfSerial(serial: number): FechaCivil | null {
  const dia = Math.floor(serial);
  if (dia < 1 || dia > ULTIMO || dia === DIA_INEXISTENTE) return null;
  return addDays(DIA_CERO, dia < DIA_INEXISTENTE ? dia + 1 : dia);
}
