import { z } from 'zod';
import { textoXml } from './texto-xml.ts';
import {
  actoNumerado,
  cantidad,
  codigoCausa,
  fechaCivil,
  identificador,
  instante,
  metodoFisico,
  ordinal,
  sha256Hex,
} from './tipos-acta.ts';

const entidad = z.strictObject({ nombre: textoXml, nit: textoXml, tenant: textoXml });

const lote = z.strictObject({
  codigo: textoXml,
  id: identificador,
  estado: z.enum(['ejecutado', 'ejecutado_parcial']),
});

const asistente = z.strictObject({
  nombre: textoXml,
  rol: textoXml,
  voto: z.enum(['favor', 'contra', 'abstencion', 'sin_voto']),
});

const comite = z.strictObject({
  nombre: textoXml,
  acta: actoNumerado,
  asistentes: z.array(asistente).min(1),
  decision: z.enum(['aprobado', 'aprobado_parcial']),
  conceptoTecnico: actoNumerado.extend({ sha256: sha256Hex }),
});

/** `disponibilidad` null: the probes were switched off, and the acta says so. */
const publicacion = z.strictObject({
  url: textoXml,
  primerDia: fechaCivil,
  ultimoDia: fechaCivil,
  diasHabiles: ordinal,
  calendario: textoXml,
  disponibilidad: z
    .strictObject({
      umbralPorcentaje: z.int().min(1).max(100),
      diasAcreditados: cantidad,
      diasNoContados: cantidad,
    })
    .nullable(),
  sha256Completo: sha256Hex,
  sha256Publico: sha256Hex,
});

/** One answer covers the rows it names; no rows = the whole lote. A late observation may have none. */
const observacion = z.strictObject({
  numero: textoXml,
  recibidaEn: instante,
  extemporanea: z.boolean(),
  respuestas: z.array(
    z.strictObject({
      filas: z.array(ordinal),
      resultado: z.enum(['aceptada', 'rechazada']),
      motivo: textoXml,
    }),
  ),
});

const fila = z.strictObject({ orden: ordinal, expedienteId: identificador, expedienteCodigo: textoXml });

const retirado = fila.extend({ causa: codigoCausa, motivo: textoXml, acto: textoXml });

const resumen = z.strictObject({
  series: z
    .array(
      z.strictObject({
        codigo: textoXml,
        subserie: textoXml.nullable(),
        nombre: textoXml,
        subserieNombre: textoXml.nullable(),
        expedientes: ordinal,
      }),
    )
    .min(1),
  expedientes: ordinal,
  radicados: cantidad,
  anexos: cantidad,
  folios: cantidad,
  unidades: cantidad,
  metros: z.string().regex(/^(0|[1-9]\d{0,8})(\.\d{1,3})?$/, 'debe ser un decimal con punto'),
  bytesLiberados: cantidad,
  objetosConservados: cantidad,
  omitidos: cantidad,
  retirados: cantidad,
});

const metodo = z.strictObject({
  electronico: z.enum(['borrado_verificado', 'borrado_todas_las_versiones', 'no_aplica']),
  constancias: z.array(
    z.strictObject({
      numero: ordinal,
      metodo: metodoFisico,
      fecha: fechaCivil,
      lugar: textoXml,
      unidades: cantidad,
      testigos: z.array(textoXml),
      evidenciaSha256: sha256Hex.nullable(),
    }),
  ),
});

const omision = fila.extend({ causa: codigoCausa, claseError: textoXml.nullable() });

/** `vence` with its date while the copy lives on; `destruida` with the date it ceased. No copies = "no declaradas". */
const copia = z.strictObject({ lugar: textoXml, estado: z.enum(['destruida', 'vence']), fecha: fechaCivil });

/** A hold that arrived while the run was going; `posicion` = expedientes already destroyed at that instant. */
const aviso = z.strictObject({ instante, posicion: cantidad, texto: textoXml });

const saldo = z.strictObject({
  items: ordinal,
  destruidos: ordinal,
  omitidos: cantidad,
  retirados: cantidad,
});

const firmante = z.strictObject({
  nombre: textoXml,
  cargo: textoXml,
  tipo: z.enum(['sello', 'personal']),
});

/**
 * Every fact of an acta that is not a row of its inventory, frozen as JSON by the transaction that closes the run;
 * the XML is a pure function of it and of the items. Keys stand in the document's order.
 */
export const actaCabeceraSchema = z.strictObject({
  version: z.literal('1.0'),
  nivel: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  entidad,
  numero: z.string().regex(/^ACTA-\d{4}-\d{4,}$/, 'debe ser ACTA-{ejercicio}-{nnnn}'),
  fecha: fechaCivil,
  lote,
  comite,
  publicacion,
  observaciones: z.array(observacion),
  retirados: z.array(retirado),
  resumen,
  metodo,
  omisiones: z.array(omision),
  copias: z.array(copia),
  avisos: z.array(aviso),
  saldo,
  firmantes: z.array(firmante).min(1),
});

export type ActaCabecera = z.infer<typeof actaCabeceraSchema>;
