import { isNoAplica, normalizeTexto } from '../texto/normalizar.ts';

/** Keep for ever, eliminate, select, reproduce. */
export type Disposicion = 'CT' | 'E' | 'S' | 'R';

export interface Marcas {
  readonly ct: boolean;
  readonly e: boolean;
  readonly s: boolean;
  readonly r: boolean;
}

/** Either a disposition, or why there is none; null when nothing is marked. */
export type DisposicionLeida = { readonly disposicion: Disposicion } | { readonly motivo: string } | null;

/**
 * REQ-INS-3: any CT is CT; S with R is S; R, alone or with E, is R (never eliminable); S with E says two things.
 */
export function combineMarcas({ ct, e, s, r }: Marcas): DisposicionLeida {
  if (ct) return { disposicion: 'CT' };
  if (s && e) return { motivo: 'Marca a la vez selección y eliminación: la disposición es ambigua.' };
  if (s) return { disposicion: 'S' };
  if (r) return { disposicion: 'R' };
  return e ? { disposicion: 'E' } : null;
}

const PALABRAS: readonly (readonly [keyof Marcas, RegExp])[] = [
  ['ct', /^(C ?T|C TOTAL|CONSERVACION( TOTAL| PERMANENTE)?)$/],
  ['e', /^(E|ELIMINACION|ELIMINAR)$/],
  ['s', /^(S|SELECCION)$/],
  ['r', /^(R|D|M|M ?T|MICROFILMACION|DIGITALIZACION|REPRODUCCION|REPROGRAFIA|(M|MEDIOS?) ?TEC(NO|NI)\w*)\b/],
];

/** A disposition in words (`ELIMINACION`, `C.TOTAL / M.TECNOLOGICO`); each part must be known. */
export function parseDisposicion(texto: string): DisposicionLeida {
  if (isNoAplica(texto)) return null;
  const marcas = { ct: false, e: false, s: false, r: false };
  for (const parte of texto.split(/[/,;+\n]|\s[yY]\s|\s-\s/)) {
    const normal = normalizeTexto(parte);
    const marca = PALABRAS.find(([, palabra]) => palabra.test(normal))?.[0];
    if (marca === undefined) return { motivo: `No se reconoce la disposición «${texto}» (CT, E, S, M o D).` };
    marcas[marca] = true;
  }
  return combineMarcas(marcas);
}

/** True, false, or null for something that is neither a mark nor its absence. */
export function parseMarca(texto: string | null, rotulo: string): boolean | null {
  if (texto === null) return false;
  if (/^[✓✔√☑●•■*]$/u.test(texto)) return true;
  const normal = normalizeTexto(texto);
  if (/^(X+|SI)$/.test(normal) || normal === rotulo) return true;
  return isNoAplica(texto) || normal === 'NO' ? false : null;
}
