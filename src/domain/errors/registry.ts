import { actaErrors } from '../acta/acta.errors.ts';
import { firmaErrors } from '../acta/firma.errors.ts';
import { archivoErrors } from '../archivo/archivo.errors.ts';
import { documentosErrors } from '../documentos/documentos.errors.ts';
import { ejecucionErrors } from '../ejecucion/ejecucion.errors.ts';
import { entidadErrors } from '../entidad/entidad.errors.ts';
import { importacionErrors } from '../importacion/importacion.errors.ts';
import { loteErrors } from '../lote/lote.errors.ts';
import { observacionErrors } from '../observacion/observacion.errors.ts';
import { accesoErrors } from '../personas/acceso.errors.ts';
import { plazoErrors } from '../plazos/plazo.errors.ts';
import { retencionErrors } from '../retencion/retencion.errors.ts';
import { retencionLegalErrors } from '../retencion/retencion-legal.errors.ts';
import type { ErrorDefinition } from './domain-error.ts';
import { generalErrors } from './general.errors.ts';
import { migracionesErrors } from './migraciones.errors.ts';
import { operacionErrors } from './operacion.errors.ts';
import { peticionErrors } from './peticion.errors.ts';

/** Every `*.errors.ts` of the domain, by hand: a test refuses a file that is missing here. */
const CATALOGOS: readonly Readonly<Record<string, ErrorDefinition>>[] = [
  accesoErrors,
  actaErrors,
  archivoErrors,
  documentosErrors,
  ejecucionErrors,
  entidadErrors,
  firmaErrors,
  generalErrors,
  importacionErrors,
  loteErrors,
  migracionesErrors,
  observacionErrors,
  operacionErrors,
  peticionErrors,
  plazoErrors,
  retencionErrors,
  retencionLegalErrors,
];

const DEFINICIONES: ReadonlyMap<string, ErrorDefinition> = indexByCode(
  CATALOGOS.flatMap((catalogo) => Object.values(catalogo)),
);

/** The definition of a code, or null. Triggers raise codes; this is how their text finds its meaning. */
export function findErrorDefinition(code: string): ErrorDefinition | null {
  return DEFINICIONES.get(code) ?? null;
}

/** All definitions in order of code, for the documentation and the pins. */
export function listErrorDefinitions(): readonly ErrorDefinition[] {
  return [...DEFINICIONES.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Throws on a duplicate code: two meanings under one name would reach the reader as either. */
function indexByCode(definitions: readonly ErrorDefinition[]): ReadonlyMap<string, ErrorDefinition> {
  const byCode = new Map<string, ErrorDefinition>();
  for (const definition of definitions) {
    if (byCode.has(definition.code)) throw new Error(`duplicate error code: ${definition.code}`);
    byCode.set(definition.code, definition);
  }
  return byCode;
}
