-- Retention instruments, the entity itself, its committee and its calendar.
-- Source: REQ-INS-1..3, REQ-RET-1..2, REQ-DEC-1.

CREATE TABLE entidad (
  unica                boolean PRIMARY KEY DEFAULT true CHECK (unica),
  nombre               text NOT NULL,
  nit                  text NOT NULL,
  municipio            text NOT NULL,
  correo_observaciones text NOT NULL,
  direccion_publica    text NOT NULL,
  -- Percentage of a day's probes that must succeed for the day to count (REQ-PUB-4).
  umbral_disponibilidad smallint NOT NULL DEFAULT 80 CHECK (umbral_disponibilidad BETWEEN 1 AND 100),
  ejecutor_puede_proponer boolean NOT NULL DEFAULT false
);

CREATE TABLE comite_integrantes (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nombre          text NOT NULL,
  cargo           text NOT NULL,
  rol             text NOT NULL CHECK (rol IN ('presidente', 'secretario_tecnico', 'miembro', 'control_interno', 'invitado')),
  vota            boolean NOT NULL,
  acto_designacion text NOT NULL,
  desde           date NOT NULL,
  hasta           date,
  CONSTRAINT comite_sin_voto CHECK (NOT (vota AND rol IN ('control_interno', 'invitado')))
);

-- A calendar version is a frozen set of non-business days, weekends included, so that the roll to the next
-- business day is one join. What lies outside [desde, hasta] is unknown, and unknown is never due.
CREATE TABLE calendario_versiones (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  codigo      text NOT NULL UNIQUE,
  desde       date NOT NULL,
  hasta       date NOT NULL CHECK (hasta > desde),
  -- State of the law and closures it was computed from, so that it can be computed again.
  ley         text NOT NULL,
  cierres     jsonb NOT NULL DEFAULT '[]',
  creado_en   timestamptz NOT NULL
);

CREATE TABLE calendario_no_habiles (
  version_id      bigint NOT NULL REFERENCES calendario_versiones,
  fecha           date NOT NULL,
  siguiente_habil date NOT NULL CHECK (siguiente_habil > fecha),
  motivo          text NOT NULL,
  PRIMARY KEY (version_id, fecha)
);

CREATE TABLE calendario_cierres (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha     date NOT NULL UNIQUE,
  acto      text NOT NULL,
  creado_en timestamptz NOT NULL,
  creado_por text NOT NULL
);

CREATE TABLE trd_version (
  id                         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  codigo                     text NOT NULL UNIQUE CHECK (codigo <> ''),
  tipo                       text NOT NULL CHECK (tipo IN ('TRD', 'TVD')),
  acta_aprobacion_numero     text,
  acta_aprobacion_fecha      date,
  acto_convalidacion_numero  text,
  acto_convalidacion_fecha   date,
  rusd                       text,
  vigente_desde              date,
  vigente_hasta              date,
  archivo_nombre             text,
  archivo_sha256             text,
  creado_en                  timestamptz NOT NULL,
  creado_por                 text NOT NULL
);

CREATE TABLE trd_serie (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version_id         bigint NOT NULL REFERENCES trd_version,
  dependencia_codigo text NOT NULL,
  dependencia_nombre text NOT NULL,
  serie_codigo       text NOT NULL,
  serie_nombre       text,
  subserie_codigo    text,
  subserie_nombre    text,
  -- Years. NULL = the instrument gives no number; the text it gave stays beside it.
  -- The ceiling is the one of the domain: what is above it is no retention, and would overflow an interval.
  ag                 integer CHECK (ag BETWEEN 0 AND 999),
  ac                 integer CHECK (ac BETWEEN 0 AND 999),
  retencion_texto    text,
  disposicion        text CHECK (disposicion IN ('CT', 'E', 'S', 'R')),
  procedimiento      text,
  hoja_origen        text,
  fila_origen        integer,
  CONSTRAINT trd_serie_codigo_unico
    UNIQUE NULLS NOT DISTINCT (version_id, dependencia_codigo, serie_codigo, subserie_codigo)
);

-- Append-only: read together with the version from its instant on, never a rewrite of it.
CREATE TABLE trd_correcciones (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  serie_id       bigint NOT NULL REFERENCES trd_serie,
  campo          text NOT NULL CHECK (campo IN ('ag', 'ac', 'disposicion', 'serie_nombre', 'subserie_nombre')),
  valor_anterior text,
  valor_nuevo    text NOT NULL,
  motivo         text NOT NULL,
  acto           text NOT NULL,
  instante       timestamptz NOT NULL,
  actor          text NOT NULL,
  -- A value that can't be read would break every evaluation, and a correction can't be taken back.
  CONSTRAINT trd_correccion_legible CHECK (
    CASE WHEN campo IN ('ag', 'ac') THEN valor_nuevo ~ '^[0-9]{1,3}$'
         WHEN campo = 'disposicion' THEN valor_nuevo IN ('CT', 'E', 'S', 'R')
         ELSE valor_nuevo <> '' END)
);
CREATE INDEX trd_correcciones_serie ON trd_correcciones (serie_id, campo, id DESC);

CREATE TABLE trd_revisiones (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version_id   bigint NOT NULL REFERENCES trd_version,
  serie_id     bigint REFERENCES trd_serie,
  motivo       text NOT NULL,
  abierta_en   timestamptz NOT NULL,
  abierta_por  text NOT NULL,
  resuelta_en  timestamptz,
  resuelta_por text,
  resolucion   text,
  CHECK ((resuelta_en IS NULL) = (resuelta_por IS NULL))
);
CREATE INDEX trd_revisiones_pendientes ON trd_revisiones (version_id, serie_id) WHERE resuelta_en IS NULL;

-- Outside the sample (`en_muestra = false`) an S expediente may be eliminated (REQ-RET-2).
CREATE TABLE trd_muestras (
  expediente_id uuid PRIMARY KEY,
  en_muestra    boolean NOT NULL,
  criterio      text NOT NULL,
  acto          text NOT NULL,
  actor         text NOT NULL,
  instante      timestamptz NOT NULL
);

-- The instrument as it reads today: each field is its last correction, else what the version says.
CREATE VIEW trd_serie_vigente WITH (security_invoker = true) AS
SELECT s.id, s.version_id, s.dependencia_codigo, s.dependencia_nombre, s.serie_codigo,
       coalesce(n.valor_nuevo, s.serie_nombre)           AS serie_nombre,
       s.subserie_codigo,
       coalesce(sn.valor_nuevo, s.subserie_nombre)       AS subserie_nombre,
       coalesce(g.valor_nuevo::integer, s.ag)            AS ag,
       coalesce(c.valor_nuevo::integer, s.ac)            AS ac,
       coalesce(d.valor_nuevo, s.disposicion)            AS disposicion,
       v.codigo AS version_codigo, v.tipo,
       v.acta_aprobacion_numero, v.acta_aprobacion_fecha,
       v.acto_convalidacion_numero, v.acto_convalidacion_fecha
  FROM trd_serie s
  JOIN trd_version v ON v.id = s.version_id
  LEFT JOIN LATERAL (SELECT valor_nuevo FROM trd_correcciones k WHERE k.serie_id = s.id AND k.campo = 'serie_nombre' ORDER BY k.id DESC LIMIT 1) n ON true
  LEFT JOIN LATERAL (SELECT valor_nuevo FROM trd_correcciones k WHERE k.serie_id = s.id AND k.campo = 'subserie_nombre' ORDER BY k.id DESC LIMIT 1) sn ON true
  LEFT JOIN LATERAL (SELECT valor_nuevo FROM trd_correcciones k WHERE k.serie_id = s.id AND k.campo = 'ag' ORDER BY k.id DESC LIMIT 1) g ON true
  LEFT JOIN LATERAL (SELECT valor_nuevo FROM trd_correcciones k WHERE k.serie_id = s.id AND k.campo = 'ac' ORDER BY k.id DESC LIMIT 1) c ON true
  LEFT JOIN LATERAL (SELECT valor_nuevo FROM trd_correcciones k WHERE k.serie_id = s.id AND k.campo = 'disposicion' ORDER BY k.id DESC LIMIT 1) d ON true;

-- Shared by every table that may only grow. The privilege is the wall; this is the message, and binds the owner too.
CREATE FUNCTION solo_anexar() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'registro_inmutable', DETAIL = TG_TABLE_NAME;
END $$;

CREATE TRIGGER trd_correcciones_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON trd_correcciones
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER calendario_versiones_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON calendario_versiones
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER calendario_no_habiles_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON calendario_no_habiles
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER trd_version_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON trd_version
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER trd_serie_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON trd_serie
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER trd_revisiones_sin_borrado BEFORE DELETE OR TRUNCATE ON trd_revisiones
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER trd_muestras_sin_borrado BEFORE DELETE OR TRUNCATE ON trd_muestras
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER entidad_sin_truncate BEFORE TRUNCATE ON entidad FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER comite_integrantes_sin_truncate BEFORE TRUNCATE ON comite_integrantes FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER calendario_cierres_sin_truncate BEFORE TRUNCATE ON calendario_cierres FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

DO $$
DECLARE rol text := current_schema();
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON entidad, comite_integrantes, trd_revisiones, trd_muestras TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT ON calendario_versiones, calendario_no_habiles, calendario_cierres, trd_version, trd_serie, trd_correcciones TO %I', rol);
  EXECUTE format('GRANT SELECT ON trd_serie_vigente TO %I', rol);
  -- Only so that admission may lock these rows FOR SHARE; the trigger refuses every update.
  EXECUTE format('GRANT UPDATE (creado_en) ON trd_version TO %I', rol);
END $$;
