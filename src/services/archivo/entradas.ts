import { z } from 'zod';

/** Id or code of an expediente. */
export const referenciaSchema = z.string().trim().min(1).max(200);

/** A reason, an act or a name that a person writes. */
export const textoSchema = z.string().trim().min(3).max(1_000);

const sitio = z.string().trim().min(1).max(200);

/** Where a storage unit is, in whole or in part. */
export const lugarSchema = z
  .strictObject({ ubicacion: sitio.optional(), caja: sitio.optional(), carpeta: sitio.optional() })
  .refine((lugar) => Object.values(lugar).some((parte) => parte !== undefined), {
    message: 'Diga al menos la ubicación, la caja o la carpeta.',
  });

const codigo = z.string().trim().min(1).max(100);

/** A serie as people call it: version, office, serie and, where it has one, subserie. */
export const serieSchema = z.strictObject({
  version: codigo,
  dependencia: codigo,
  serie: codigo,
  subserie: codigo.nullable().default(null),
});
