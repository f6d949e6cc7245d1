-- The archive: expedientes, radicados, anexos and the objects that hold their bytes; what may bar a disposal.
-- Source: domain "Tables", execution "Object store".

CREATE TABLE expedientes (
  id                 uuid PRIMARY KEY DEFAULT public.orpyca_uuidv7(),
  codigo             text NOT NULL UNIQUE CHECK (codigo <> ''),
  titulo             text NOT NULL,
  -- Snapshot at the amarre; the instrument itself is reached by trd_serie_id and never by "the current version".
  trd_version_id     bigint NOT NULL REFERENCES trd_version,
  trd_serie_id       bigint NOT NULL REFERENCES trd_serie,
  dependencia_codigo text NOT NULL,
  dependencia_nombre text NOT NULL,
  serie_codigo       text NOT NULL,
  serie_nombre       text,
  subserie_codigo    text,
  subserie_nombre    text,
  reamarrado         boolean NOT NULL DEFAULT false,
  fecha_inicial      date,
  fecha_final        date,
  -- NULL = open (or reopened): never due. *fecha_final* is never taken for it.
  cierre             date,
  cierre_fundamento  text,
  soporte            text NOT NULL CHECK (soporte IN ('fisico', 'electronico', 'hibrido')),
  folios             integer CHECK (folios >= 0),
  nivel_seguridad    smallint NOT NULL DEFAULT 3 CHECK (nivel_seguridad BETWEEN 0 AND 3),
  creado_en          timestamptz NOT NULL,
  CONSTRAINT expediente_cierre_fundado CHECK (cierre IS NULL OR cierre_fundamento IS NOT NULL)
);
CREATE INDEX expedientes_serie ON expedientes (trd_version_id, serie_codigo, subserie_codigo, dependencia_codigo);
CREATE INDEX expedientes_cierre ON expedientes (cierre) WHERE cierre IS NOT NULL;

CREATE TABLE radicados (
  id              uuid PRIMARY KEY DEFAULT public.orpyca_uuidv7(),
  expediente_id   uuid NOT NULL REFERENCES expedientes ON DELETE CASCADE,
  numero          text NOT NULL UNIQUE CHECK (numero <> ''),
  asunto          text NOT NULL,
  fecha           date,
  nivel_seguridad smallint NOT NULL DEFAULT 3 CHECK (nivel_seguridad BETWEEN 0 AND 3),
  creado_en       timestamptz NOT NULL
);
CREATE INDEX radicados_expediente ON radicados (expediente_id);

-- A key of the store is never reused: `aa/<sha256>.<uuid>`. A digest lives at most once.
CREATE TABLE objetos (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256    bytea NOT NULL CHECK (length(sha256) = 32),
  clave     text NOT NULL UNIQUE,
  tamano    bigint NOT NULL CHECK (tamano >= 0),
  estado    text NOT NULL CHECK (estado IN ('vivo', 'destruyendo')),
  creado_en timestamptz NOT NULL
);
CREATE UNIQUE INDEX objetos_digest_vivo ON objetos (sha256) WHERE estado = 'vivo';
CREATE INDEX objetos_destruyendo ON objetos (id) WHERE estado = 'destruyendo';

-- A reserved key: from before its first byte until an objeto takes it, or the sweeper removes it.
CREATE TABLE subidas (
  clave    text PRIMARY KEY,
  vence_en timestamptz NOT NULL
);

-- NO ACTION on purpose: an expediente with one living anexo can't be deleted.
CREATE TABLE anexos (
  id          uuid PRIMARY KEY DEFAULT public.orpyca_uuidv7(),
  radicado_id uuid NOT NULL REFERENCES radicados,
  padre_id    uuid REFERENCES anexos,
  clase       text NOT NULL DEFAULT 'original' CHECK (clase IN ('original', 'version', 'rendicion', 'miniatura', 'texto')),
  nombre      text NOT NULL CHECK (nombre <> ''),
  media_type  text NOT NULL,
  tamano      bigint NOT NULL CHECK (tamano >= 0),
  -- Recorded at intake; what the purge verifies against where no electronic index exists.
  sha256      bytea NOT NULL CHECK (length(sha256) = 32),
  objeto_id   bigint NOT NULL REFERENCES objetos,
  estado      text NOT NULL DEFAULT 'vivo' CHECK (estado IN ('vivo', 'destruyendo')),
  creado_en   timestamptz NOT NULL
);
CREATE INDEX anexos_radicado ON anexos (radicado_id);
CREATE INDEX anexos_objeto ON anexos (objeto_id);
CREATE INDEX anexos_padre ON anexos (padre_id) WHERE padre_id IS NOT NULL;

CREATE TABLE expediente_indice (
  expediente_id uuid PRIMARY KEY REFERENCES expedientes ON DELETE CASCADE,
  sha256        text NOT NULL,
  worm          boolean NOT NULL DEFAULT false,
  sellado_en    timestamptz NOT NULL
);

CREATE TABLE fisico_unidades (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  expediente_id uuid NOT NULL REFERENCES expedientes ON DELETE CASCADE,
  orden_origen  text,
  caja          text,
  carpeta       text,
  tomo          text,
  otro          text,
  ubicacion     text,
  descripcion   text,
  fecha_inicial date,
  fecha_final   date,
  folios        integer CHECK (folios >= 0),
  folios_texto  text,
  frecuencia    text,
  notas         text
);
CREATE INDEX fisico_unidades_expediente ON fisico_unidades (expediente_id);

-- Loans, transfers and holds outlive what they speak of: no foreign key to expedientes.
CREATE TABLE prestamos (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  expediente_id uuid NOT NULL,
  solicitante   text NOT NULL,
  prestado_en   timestamptz NOT NULL,
  devuelto_en   timestamptz
);
CREATE INDEX prestamos_activos ON prestamos (expediente_id) WHERE devuelto_en IS NULL;

CREATE TABLE transferencias (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  expediente_id uuid NOT NULL,
  destino       text NOT NULL,
  iniciada_en   timestamptz NOT NULL,
  terminada_en  timestamptz
);
CREATE INDEX transferencias_en_curso ON transferencias (expediente_id) WHERE terminada_en IS NULL;

CREATE TABLE vinculos (
  id                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  radicado_id           uuid NOT NULL REFERENCES radicados ON DELETE CASCADE,
  expediente_citante_id uuid NOT NULL,
  creado_en             timestamptz NOT NULL,
  resuelto_en           timestamptz,
  resolucion            text CHECK (resolucion IN ('copia', 'referencia_actualizada', 'confirmado'))
);
CREATE INDEX vinculos_pendientes ON vinculos (radicado_id) WHERE resuelto_en IS NULL;

-- One row, and one indexed column, per kind of scope: every check has one branch per scope (an OR costs 50 ×).
CREATE TABLE retenciones_legales (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alcance            text NOT NULL CHECK (alcance IN ('expediente', 'subserie', 'serie', 'dependencia', 'lote', 'todo')),
  expediente_id      uuid,
  serie_codigo       text,
  subserie_codigo    text,
  dependencia_codigo text,
  lote_id            uuid,
  clase              text NOT NULL CHECK (clase IN ('ddhh_dih', 'judicial', 'disciplinario_fiscal', 'orden_agn_consejo', 'observacion', 'aplazamiento', 'otro')),
  mandato            text NOT NULL,
  autoridad          text NOT NULL,
  motivo             text NOT NULL,
  revision_en        date NOT NULL,
  impuesta_en        timestamptz NOT NULL,
  impuesta_por       text NOT NULL,
  levantada_en       timestamptz,
  levantada_por      text,
  levantada_motivo   text,
  CONSTRAINT retencion_alcance_completo CHECK (
    CASE alcance
      WHEN 'expediente'  THEN expediente_id IS NOT NULL AND num_nonnulls(serie_codigo, subserie_codigo, dependencia_codigo, lote_id) = 0
      WHEN 'serie'       THEN serie_codigo IS NOT NULL AND num_nonnulls(expediente_id, subserie_codigo, dependencia_codigo, lote_id) = 0
      WHEN 'subserie'    THEN num_nonnulls(serie_codigo, subserie_codigo) = 2 AND num_nonnulls(expediente_id, dependencia_codigo, lote_id) = 0
      WHEN 'dependencia' THEN dependencia_codigo IS NOT NULL AND num_nonnulls(expediente_id, serie_codigo, subserie_codigo, lote_id) = 0
      WHEN 'lote'        THEN lote_id IS NOT NULL AND num_nonnulls(expediente_id, serie_codigo, subserie_codigo, dependencia_codigo) = 0
      ELSE num_nonnulls(expediente_id, serie_codigo, subserie_codigo, dependencia_codigo, lote_id) = 0
    END),
  CONSTRAINT retencion_levanta_otro CHECK (levantada_por IS NULL OR levantada_por <> impuesta_por),
  CONSTRAINT retencion_levantada_completa CHECK (num_nonnulls(levantada_en, levantada_por, levantada_motivo) IN (0, 3))
);
CREATE INDEX retenciones_expediente ON retenciones_legales (expediente_id) WHERE levantada_en IS NULL AND alcance = 'expediente';
CREATE INDEX retenciones_serie ON retenciones_legales (serie_codigo) WHERE levantada_en IS NULL AND alcance = 'serie';
CREATE INDEX retenciones_subserie ON retenciones_legales (serie_codigo, subserie_codigo) WHERE levantada_en IS NULL AND alcance = 'subserie';
CREATE INDEX retenciones_dependencia ON retenciones_legales (dependencia_codigo) WHERE levantada_en IS NULL AND alcance = 'dependencia';
CREATE INDEX retenciones_lote ON retenciones_legales (lote_id) WHERE levantada_en IS NULL AND alcance = 'lote';
CREATE INDEX retenciones_todo ON retenciones_legales (alcance) WHERE levantada_en IS NULL AND alcance = 'todo';

-- What a hold says never changes; it is lifted once, and only that is written.
CREATE FUNCTION retencion_solo_se_levanta() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.levantada_en IS NOT NULL
     OR (to_jsonb(OLD) - '{levantada_en,levantada_por,levantada_motivo}'::text[])
        IS DISTINCT FROM (to_jsonb(NEW) - '{levantada_en,levantada_por,levantada_motivo}'::text[]) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'retencion_inmutable', DETAIL = OLD.id::text;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER retenciones_inmutables BEFORE UPDATE ON retenciones_legales
  FOR EACH ROW EXECUTE FUNCTION retencion_solo_se_levanta();
CREATE TRIGGER retenciones_sin_borrado BEFORE DELETE OR TRUNCATE ON retenciones_legales
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

-- The level of an expediente is at least that of each of its radicados; it is only ever raised.
CREATE FUNCTION expediente_eleva_nivel() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE expedientes e SET nivel_seguridad = m.nivel
    FROM (SELECT expediente_id, max(nivel_seguridad) AS nivel FROM nuevos GROUP BY expediente_id) m
   WHERE e.id = m.expediente_id AND e.nivel_seguridad < m.nivel;
  RETURN NULL;
END $$;
CREATE TRIGGER radicados_elevan_nivel_alta AFTER INSERT ON radicados
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION expediente_eleva_nivel();
CREATE TRIGGER radicados_elevan_nivel_cambio AFTER UPDATE ON radicados
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION expediente_eleva_nivel();

CREATE TRIGGER expedientes_sin_truncate BEFORE TRUNCATE ON expedientes FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER radicados_sin_truncate BEFORE TRUNCATE ON radicados FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER anexos_sin_truncate BEFORE TRUNCATE ON anexos FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER objetos_sin_truncate BEFORE TRUNCATE ON objetos FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER expediente_indice_sin_truncate BEFORE TRUNCATE ON expediente_indice FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER fisico_unidades_sin_truncate BEFORE TRUNCATE ON fisico_unidades FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER vinculos_sin_truncate BEFORE TRUNCATE ON vinculos FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER prestamos_sin_borrado BEFORE DELETE OR TRUNCATE ON prestamos FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER transferencias_sin_borrado BEFORE DELETE OR TRUNCATE ON transferencias
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

REVOKE EXECUTE ON FUNCTION expediente_eleva_nivel() FROM PUBLIC;

DO $$
DECLARE rol text := current_schema();
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON expedientes, radicados, anexos, objetos, subidas, fisico_unidades, expediente_indice TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT ON prestamos, transferencias, vinculos, retenciones_legales TO %I', rol);
  EXECUTE format('GRANT UPDATE (devuelto_en) ON prestamos TO %I', rol);
  EXECUTE format('GRANT UPDATE (terminada_en) ON transferencias TO %I', rol);
  EXECUTE format('GRANT UPDATE (resuelto_en, resolucion) ON vinculos TO %I', rol);
  EXECUTE format('GRANT UPDATE (levantada_en, levantada_por, levantada_motivo) ON retenciones_legales TO %I', rol);
END $$;
