import { z } from 'zod';
import { findSerie, insertCorreccion, type SerieVigente } from '../../db/instrumentos/series.queries.ts';
import { archivoErrors } from '../../domain/archivo/archivo.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { type Actor, actorId } from '../../domain/personas/actor.ts';
import { serieSchema, textoSchema } from '../archivo/entradas.ts';
import type { SolicitudIdempotente } from '../idempotencia/with-acto-tx.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { withVersionTx } from './with-version-tx.ts';

const anos = z.int().min(0).max(999);
const nombre = z.string().trim().min(2).max(300);

/** The field that was wrong and what it should have said. */
const correccionSchema = z.discriminatedUnion('campo', [
  z.strictObject({ campo: z.literal('ag'), valor: anos }),
  z.strictObject({ campo: z.literal('ac'), valor: anos }),
  z.strictObject({ campo: z.literal('disposicion'), valor: z.enum(['CT', 'E', 'S', 'R']) }),
  z.strictObject({ campo: z.literal('serie_nombre'), valor: nombre }),
  z.strictObject({ campo: z.literal('subserie_nombre'), valor: nombre }),
]);

export const corregirTrdSchema = z.strictObject({
  ...serieSchema.shape,
  correccion: correccionSchema,
  motivo: textoSchema,
  acto: textoSchema,
});

const CAMPOS = {
  ag: 'ag',
  ac: 'ac',
  disposicion: 'disposicion',
  serie_nombre: 'serieNombre',
  subserie_nombre: 'subserieNombre',
} as const satisfies Record<string, keyof SerieVigente>;

export interface TrdCorregida {
  readonly version: string;
  readonly serie: string;
  readonly campo: keyof typeof CAMPOS;
  readonly anterior: string | null;
  readonly nuevo: string;
}

/**
 * Adds a correction to a serie, by an act: it is read with the version from now on, touches no frozen ítem, and makes a
 * draft ítem that used the old value fail at publication (REQ-INS-2). Errors: `trd_version_no_existe`,
 * `serie_no_encontrada`, `correccion_sin_cambio`. Needs PERM_ARCHIVO_GESTIONAR.
 */
export function corregirTrd(
  servicios: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
  solicitud: SolicitudIdempotente | null = null,
): Promise<TrdCorregida> {
  const { correccion, motivo, acto, ...referencia } = parseEntrada(corregirTrdSchema, entrada);
  const { version, serie: codigo } = referencia;
  return withVersionTx(servicios, { actor, solicitud, version }, async (tx, versionId, instante) => {
    const serie = await findSerie(tx, referencia);
    if (serie === null) throw new DomainError(archivoErrors.serie_no_encontrada, { version, serie: codigo });
    const { campo, valor } = correccion;
    const actual = serie[CAMPOS[campo]];
    const [anterior, nuevo] = [actual === null ? null : String(actual), String(valor)];
    if (anterior === nuevo) throw new DomainError(archivoErrors.correccion_sin_cambio, { campo, nuevo });
    const hecho = { campo, anterior, nuevo };
    await insertCorreccion(tx, {
      serieId: serie.id,
      ...hecho,
      motivo,
      acto,
      actor: actorId(actor),
      instante,
    });
    return {
      vista: { version, serie: codigo, ...hecho },
      asiento: {
        tipo: 'archive.trd_corregida',
        sujeto: { tipo: 'trd_version', id: version },
        agregado: `trd_version:${versionId}`,
        datos: { ...referencia, ...hecho },
        reservado: { motivo, acto },
      },
    };
  });
}
