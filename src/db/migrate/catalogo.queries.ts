/** One line about one object. Lines with an order keep it; the others are sorted as text, in JavaScript. */
export interface FilaCatalogo {
  readonly objeto: string;
  readonly linea: string;
  readonly orden?: number;
}

/** The schema itself, and what it gives to others. MAINTAIN exists from 17 on and nobody is given it. */
const ESQUEMA = `
  SELECT n.nspname::text AS objeto,
         concat_ws(' ', acl.privilege_type, 'TO', coalesce(r.rolname, 'PUBLIC')) AS linea
    FROM pg_namespace n, aclexplode(n.nspacl) acl LEFT JOIN pg_roles r ON r.oid = acl.grantee
   WHERE n.nspname = $1 AND acl.grantee <> n.nspowner`;

const TABLAS = `
  SELECT c.relname::text AS objeto, linea, orden
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL (
      SELECT 0 AS orden,
             concat_ws(' ', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'p' THEN 'PARTITIONED TABLE' ELSE 'TABLE' END,
                       'OWNER', pg_get_userbyid(c.relowner), array_to_string(c.reloptions, ' ')) AS linea
      UNION ALL
      SELECT a.attnum::int,
             concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
                       CASE WHEN a.attcollation <> t.typcollation
                            THEN 'COLLATE ' || (SELECT collname FROM pg_collation WHERE oid = a.attcollation) END,
                       CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                       CASE a.attidentity WHEN 'a' THEN 'IDENTITY ALWAYS' WHEN 'd' THEN 'IDENTITY BY DEFAULT' END,
                       CASE WHEN a.attgenerated = 's' THEN 'GENERATED' WHEN d.oid IS NOT NULL THEN 'DEFAULT' END,
                       pg_get_expr(d.adbin, d.adrelid))
        FROM pg_attribute a
        JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    ) AS lineas
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v')`;

/** From 18 on NOT NULL is a constraint too; it is told with its column. */
const RESTRICCIONES = `
  SELECT c.conrelid::regclass::text AS objeto, c.conname || ' ' || pg_get_constraintdef(c.oid) AS linea
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
   WHERE n.nspname = $1 AND c.conrelid <> 0 AND c.contype IN ('c', 'f', 'p', 'u', 'x')`;

const INDICES = `
  SELECT i.indrelid::regclass::text AS objeto, pg_get_indexdef(i.indexrelid) AS linea
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`;

const DISPARADORES = `
  SELECT t.tgrelid::regclass::text AS objeto,
         concat_ws(' ', pg_get_triggerdef(t.oid), CASE WHEN t.tgenabled <> 'O' THEN 'ENABLED ' || t.tgenabled::text END)
           AS linea
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND NOT t.tgisinternal`;

const VISTAS = `
  SELECT c.relname::text AS objeto, pg_get_viewdef(c.oid) AS linea
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind = 'v'`;

const TIPOS = `
  SELECT t.typname::text AS objeto,
         CASE t.typtype
           WHEN 'e' THEN (SELECT 'ENUM ' || string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)
                            FROM pg_enum WHERE enumtypid = t.oid)
           WHEN 'd' THEN concat_ws(' ', 'DOMAIN', format_type(t.typbasetype, t.typtypmod),
                                   (SELECT string_agg(pg_get_constraintdef(oid), ' ' ORDER BY conname)
                                      FROM pg_constraint WHERE contypid = t.oid AND contype = 'c'))
           ELSE (SELECT 'COMPOSITE ' || string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
                   FROM pg_attribute WHERE attrelid = t.typrelid AND attnum > 0 AND NOT attisdropped)
         END AS linea
    FROM pg_type t
    JOIN pg_namespace n ON n.oid = t.typnamespace
    LEFT JOIN pg_class c ON c.oid = t.typrelid
   WHERE n.nspname = $1 AND (t.typtype IN ('e', 'd') OR c.relkind = 'c')`;

const FUNCIONES = `
  SELECT p.oid::regprocedure::text AS objeto, linea, orden
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    CROSS JOIN LATERAL (
      SELECT 0 AS orden, 'OWNER ' || pg_get_userbyid(p.proowner) AS linea
      UNION ALL
      SELECT 1, pg_get_functiondef(p.oid)
    ) AS lineas
   WHERE n.nspname = $1 AND p.prokind IN ('f', 'p')`;

/** The owner is told only where it gave up a right. */
const PERMISOS_TABLAS = `
  SELECT c.relname::text AS objeto,
         concat_ws(' ', string_agg(acl.privilege_type, ', ' ORDER BY acl.privilege_type COLLATE "C"),
                   'TO', coalesce(r.rolname, 'PUBLIC')) AS linea
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL aclexplode(c.relacl) acl
    LEFT JOIN pg_roles r ON r.oid = acl.grantee
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'S') AND acl.privilege_type <> 'MAINTAIN'
   GROUP BY c.relname, c.relkind, r.rolname, acl.grantee, c.relowner
  HAVING acl.grantee <> c.relowner OR (c.relkind <> 'S' AND count(*) < 7)`;

const PERMISOS_COLUMNAS = `
  SELECT c.relname::text AS objeto,
         concat_ws(' ', acl.privilege_type,
                   '(' || string_agg(a.attname, ', ' ORDER BY a.attname COLLATE "C") || ')',
                   'TO', coalesce(r.rolname, 'PUBLIC')) AS linea
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL aclexplode(a.attacl) acl
    LEFT JOIN pg_roles r ON r.oid = acl.grantee
   WHERE n.nspname = $1 AND acl.grantee <> c.relowner
   GROUP BY c.relname, r.rolname, acl.privilege_type`;

const PERMISOS_FUNCIONES = `
  SELECT p.oid::regprocedure::text AS objeto,
         concat_ws(' ', acl.privilege_type, 'TO', coalesce(r.rolname, 'PUBLIC')) AS linea
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
    LEFT JOIN pg_roles r ON r.oid = acl.grantee
   WHERE n.nspname = $1 AND acl.grantee <> p.proowner`;

const PERMISOS_FUTUROS = `
  SELECT coalesce(n.nspname::text, 'toda la base') AS objeto,
         concat_ws(' ', d.defaclobjtype, acl.privilege_type, 'TO', coalesce(r.rolname, 'PUBLIC')) AS linea
    FROM pg_default_acl d
    LEFT JOIN pg_namespace n ON n.oid = d.defaclnamespace
    CROSS JOIN LATERAL aclexplode(d.defaclacl) acl
    LEFT JOIN pg_roles r ON r.oid = acl.grantee
   WHERE (n.nspname = $1 OR n.oid IS NULL AND $1 = 'public') AND acl.privilege_type <> 'MAINTAIN'`;

/** Section of the dump → the query of its lines, with the schema as its only parameter. */
export const CONSULTAS_CATALOGO: Readonly<Record<string, string>> = {
  Esquema: ESQUEMA,
  Tablas: TABLAS,
  Restricciones: RESTRICCIONES,
  Índices: INDICES,
  Disparadores: DISPARADORES,
  Vistas: VISTAS,
  Tipos: TIPOS,
  Funciones: FUNCIONES,
  'Permisos sobre tablas': PERMISOS_TABLAS,
  'Permisos sobre columnas': PERMISOS_COLUMNAS,
  'Permisos sobre funciones': PERMISOS_FUNCIONES,
  'Permisos de lo que se cree': PERMISOS_FUTUROS,
};
