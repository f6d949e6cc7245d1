import { actualizarCalendario } from '../src/services/entidad/actualizar-calendario.ts';
import { definirEntidad } from '../src/services/entidad/definir-entidad.ts';
import { makeActor } from './actor-de-banco.ts';
import type { BaseDeBanco } from './base-de-banco.ts';

/** Version by which the whole archive of the bench is governed. */
export const VERSION = 'TRD-BANCO';
/** One expediente in so many is refused, each for another reason. */
export const UNO_RECHAZADO_CADA = 1_000;

const VERSIONES = `
  INSERT INTO trd_version (codigo, tipo, acta_aprobacion_numero, acta_aprobacion_fecha, acto_convalidacion_numero,
                           acto_convalidacion_fecha, creado_en, creado_por)
  VALUES ('${VERSION}', 'TRD', 'Acta 3', '2008-02-01', 'Resolución 77', '2008-06-30', now(), 'banco')`;

/** Twenty series in four offices, all of them to be eliminated five years after the closing. */
const SERIES = `
  INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, ag, ac, disposicion)
  SELECT v.id, (100 + n % 4 * 10)::text, 'Dependencia ' || n % 4, lpad(n::text, 3, '0'), 'Serie documental ' || n, 2, 3, 'E'
    FROM trd_version v, generate_series(1, 20) AS n WHERE v.codigo = '${VERSION}'`;

/** In the order in which they came to the archive: ids and codes ascend together, as in a real import. */
const EXPEDIENTES = `
  INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo,
                           serie_nombre, fecha_inicial, fecha_final, cierre, cierre_fundamento, soporte, folios, nivel_seguridad,
                           creado_en)
  SELECT 'EXP-' || lpad(n::text, 8, '0'), 'Comunicaciones enviadas a los despachos, carpeta ' || n, s.version_id, s.id,
         s.dependencia_codigo, s.dependencia_nombre, s.serie_codigo, s.serie_nombre, date '2005-01-10', date '2008-12-20',
         CASE WHEN n % ${UNO_RECHAZADO_CADA * 3} = 0 THEN NULL ELSE date '2009-01-15' + (n % 2500)::int END,
         CASE WHEN n % ${UNO_RECHAZADO_CADA * 3} = 0 THEN NULL ELSE 'Auto de cierre' END,
         CASE WHEN n % 4 = 0 THEN 'fisico' ELSE 'electronico' END, 120, (n % 3)::int, now()
    FROM generate_series(1, $1::int) AS n
    JOIN LATERAL (SELECT *, row_number() OVER (ORDER BY id) AS k FROM trd_serie) s ON s.k = n % 20 + 1
   ORDER BY n`;

const UNIDADES = `
  INSERT INTO fisico_unidades (expediente_id, caja, carpeta, folios, folios_texto)
  SELECT id, (row_number() OVER (ORDER BY id) / 20)::text, '1', 120, '120' FROM expedientes WHERE soporte = 'fisico'`;

const RADICADOS = `
  INSERT INTO radicados (expediente_id, numero, asunto, nivel_seguridad, creado_en)
  SELECT id, 'R-' || codigo, 'Oficio', 0, now() FROM expedientes WHERE soporte = 'electronico'`;

/** A third of the refused are open (above), a third lent, a third held. */
const IMPEDIMENTOS = [
  `INSERT INTO prestamos (expediente_id, solicitante, prestado_en)
   SELECT id, 'Despacho', now() FROM expedientes WHERE right(codigo, 8)::int % ${UNO_RECHAZADO_CADA * 3} = ${UNO_RECHAZADO_CADA}`,
  `INSERT INTO retenciones_legales (alcance, expediente_id, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
   SELECT 'expediente', id, 'judicial', 'Auto 1', 'Juzgado 1', 'Proceso en curso', date '2030-01-01', now(), 'banco'
     FROM expedientes WHERE right(codigo, 8)::int % ${UNO_RECHAZADO_CADA * 3} = ${UNO_RECHAZADO_CADA * 2}`,
];

/** Fills the entity with `cuantos` closed expedientes whose retention is over; one in a thousand has an impediment. */
export async function llenarArchivo(base: BaseDeBanco, cuantos: number): Promise<void> {
  const actor = makeActor('PERM_ENTIDAD_ADMIN');
  const servicios = { db: base.db, reloj: { now: () => new Date() } };
  await definirEntidad(servicios, actor, {
    nombre: 'Alcaldía de Mediciones',
    nit: '800000002-8',
    municipio: 'Mediciones',
    correoObservaciones: 'archivo@mediciones.example',
    direccionPublica: 'https://mediciones.example',
  });
  await actualizarCalendario(servicios, actor);
  for (const sentencia of [VERSIONES, SERIES]) await base.admin(sentencia);
  await base.admin(EXPEDIENTES, [cuantos]);
  for (const sentencia of [UNIDADES, RADICADOS, ...IMPEDIMENTOS]) await base.admin(sentencia);
  await base.admin('VACUUM (ANALYZE)');
  await base.admin('CHECKPOINT');
}
