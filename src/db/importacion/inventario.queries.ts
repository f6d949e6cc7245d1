import { uuidv7 } from 'uuidv7';
import type { ExpedienteFuid } from '../../domain/importacion/fuid/agrupar-expedientes.ts';
import type { TenantTx } from '../tenant-tx.ts';
import type { SerieVigente } from './trd.queries.ts';

export interface InventarioNuevo {
  readonly versionId: number;
  readonly nivel: number;
  /** Said of the closings that the inventory gives. */
  readonly cierreFundamento: string;
  readonly creadoEn: Date;
  readonly expedientes: readonly ExpedienteFuid<SerieVigente>[];
}

const FILAS_POR_SENTENCIA = 2_000;
const CODIGOS_POR_SENTENCIA = 10_000;

/** Which of these codes an expediente has, or had before it was eliminated. */
export async function listCodigosOcupados(tx: TenantTx, codigos: readonly string[]): Promise<Set<string>> {
  const ocupados = new Set<string>();
  for (let desde = 0; desde < codigos.length; desde += CODIGOS_POR_SENTENCIA) {
    const filas = await tx.query<{ codigo: string }>(
      `SELECT codigo FROM expedientes WHERE codigo = ANY ($1::text[])
       UNION SELECT expediente_codigo FROM eliminacion_lapidas WHERE expediente_codigo = ANY ($1::text[])`,
      [codigos.slice(desde, desde + CODIGOS_POR_SENTENCIA)],
    );
    for (const { codigo } of filas) ocupados.add(codigo);
  }
  return ocupados;
}

/**
 * Inserts the expedientes, their serie as it reads at this instant, and then their units; set by set in the caller's
 * transaction. Gives how many expedientes went in: fewer than asked when another import took a code meanwhile.
 */
export async function insertInventario(tx: TenantTx, inventario: InventarioNuevo): Promise<number> {
  const conId = inventario.expedientes.map((expediente) => ({ id: uuidv7(), expediente }));
  let insertados = 0;
  for (let desde = 0; desde < conId.length; desde += FILAS_POR_SENTENCIA) {
    insertados += await insertExpedientes(tx, inventario, conId.slice(desde, desde + FILAS_POR_SENTENCIA));
  }
  if (insertados < conId.length) return insertados;
  const unidades = conId.flatMap(({ id, expediente }) =>
    expediente.unidades.map((unidad) => ({ id, ...unidad })),
  );
  for (let desde = 0; desde < unidades.length; desde += FILAS_POR_SENTENCIA) {
    await insertUnidades(tx, unidades.slice(desde, desde + FILAS_POR_SENTENCIA));
  }
  return insertados;
}

async function insertExpedientes(
  tx: TenantTx,
  { versionId, nivel, cierreFundamento, creadoEn }: InventarioNuevo,
  filas: readonly { readonly id: string; readonly expediente: ExpedienteFuid<SerieVigente> }[],
): Promise<number> {
  const datos = filas.map(({ id, expediente: { serie, unidades: _, ...expediente } }) => ({
    id,
    serieId: serie.id,
    ...expediente,
  }));
  return tx.execute(
    `INSERT INTO expedientes (id, codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre,
       serie_codigo, serie_nombre, subserie_codigo, subserie_nombre, fecha_inicial, fecha_final, cierre,
       cierre_fundamento, soporte, folios, nivel_seguridad, creado_en)
     SELECT e.id, e.codigo, e.titulo, s.version_id, s.id, s.dependencia_codigo, s.dependencia_nombre, s.serie_codigo,
            s.serie_nombre, s.subserie_codigo, s.subserie_nombre, e."fechaInicial", e."fechaFinal", e.cierre,
            CASE WHEN e.cierre IS NOT NULL THEN $3 END, e.soporte, e.folios, $4, $5
       FROM jsonb_to_recordset($2::jsonb) AS e (id uuid, "serieId" bigint, codigo text, titulo text,
            "fechaInicial" date, "fechaFinal" date, cierre date, soporte text, folios integer)
       JOIN trd_serie_vigente s ON s.id = e."serieId" AND s.version_id = $1
     ON CONFLICT (codigo) DO NOTHING`,
    [versionId, JSON.stringify(datos), cierreFundamento, nivel, creadoEn],
  );
}

async function insertUnidades(tx: TenantTx, unidades: readonly object[]): Promise<void> {
  await tx.execute(
    `INSERT INTO fisico_unidades (expediente_id, orden_origen, caja, carpeta, tomo, otro, ubicacion, descripcion,
       fecha_inicial, fecha_final, folios, folios_texto, frecuencia, notas)
     SELECT u.id, u.orden, u.caja, u.carpeta, u.tomo, u.otro, u.ubicacion, u.titulo, u."fechaInicial", u."fechaFinal",
            u.folios, u."foliosTexto", u.frecuencia, u.notas
       FROM jsonb_to_recordset($1::jsonb) AS u (id uuid, orden text, caja text, carpeta text, tomo text, otro text,
            ubicacion text, titulo text, "fechaInicial" date, "fechaFinal" date, folios integer, "foliosTexto" text,
            frecuencia text, notas text)`,
    [JSON.stringify(unidades)],
  );
}
