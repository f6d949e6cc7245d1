import { z } from '@hono/zod-openapi';
import { actaCabeceraSchema } from '../domain/acta/acta-cabecera.ts';
import { NIVELES } from '../domain/personas/nivel-seguridad.ts';
import type { ActaConsultada } from '../services/acta/consultar-acta.ts';

const artefactoSchema = z.object({
  clase: z.enum(['original', 'sello']),
  rendicion: z.enum(['completa', 'publica']),
  estado: z.enum(['pendiente', 'emitido', 'sellado', 'almacenado', 'verificado']),
  nombre: z.string(),
  sha256: z.string().nullable(),
  tamano: z.int().nullable(),
});

/** Its facts, without the rows: those that left and those that failed are read with the lote's ítems. */
export const actaSchema = actaCabeceraSchema
  .pick({
    numero: true,
    fecha: true,
    entidad: true,
    lote: true,
    comite: true,
    publicacion: true,
    observaciones: true,
    resumen: true,
    metodo: true,
    copias: true,
    avisos: true,
    saldo: true,
    firmantes: true,
  })
  .extend({
    nivelSeguridad: z.union(NIVELES.map((nivel) => z.literal(nivel))),
    cerradaEn: z.iso.datetime(),
    items: z.int(),
    sha256: z
      .string()
      .nullable()
      .meta({ description: 'Del original; nulo mientras el acta se está emitiendo.' }),
    raizMerkle: z.string().nullable(),
    artefactos: z.array(artefactoSchema),
  })
  .meta({ id: 'Acta' });

export function renderActa({
  cabecera,
  items,
  cerradaEn,
  artefactos,
}: ActaConsultada): z.input<typeof actaSchema> {
  const { version: _version, nivel, retirados: _retirados, omisiones: _omisiones, ...hechos } = cabecera;
  const original = artefactos.find(
    ({ rendicion, clase }) => rendicion === 'completa' && clase === 'original',
  );
  return {
    ...hechos,
    nivelSeguridad: nivel,
    cerradaEn: cerradaEn.toISOString(),
    items,
    sha256: original?.sha256 ?? null,
    raizMerkle: original?.raizMerkle ?? null,
    artefactos: artefactos.map(({ clase, rendicion, estado, nombre, sha256, tamano }) => ({
      clase,
      rendicion,
      estado,
      nombre,
      sha256,
      tamano,
    })),
  };
}
