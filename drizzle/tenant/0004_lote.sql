-- The lote, its frozen ítems, living membership, and what the engine itself guarantees about them.
-- Source: domain "Tables" and "Lifecycle", ADR-063 D1, D2, D4.

-- Gapless numbers per class and year: taken under the row's lock, in the transaction of the act they number.
CREATE TABLE eliminacion_contadores (
  clase     text NOT NULL CHECK (clase IN ('lote', 'acta', 'observacion')),
  ejercicio integer NOT NULL,
  ultimo    integer NOT NULL CHECK (ultimo >= 0),
  PRIMARY KEY (clase, ejercicio)
);

CREATE TABLE eliminacion_lotes (
  id               uuid PRIMARY KEY DEFAULT public.orpyca_uuidv7(),
  codigo           text NOT NULL UNIQUE,
  ejercicio        integer NOT NULL,
  consecutivo      integer NOT NULL CHECK (consecutivo > 0),
  estado           text NOT NULL CHECK (estado IN ('borrador', 'publicado', 'aprobado', 'en_ejecucion', 'ejecutado', 'ejecutado_parcial', 'anulado')),
  -- If-Match of every act on the lote.
  version          integer NOT NULL DEFAULT 1,
  nivel_seguridad  smallint NOT NULL CHECK (nivel_seguridad BETWEEN 0 AND 3),
  descripcion      text NOT NULL,
  criterio         jsonb NOT NULL,
  total_items      integer NOT NULL DEFAULT 0 CHECK (total_items >= 0),
  -- What the criterion reached and admission refused, when it was proposed.
  rechazados       integer NOT NULL DEFAULT 0 CHECK (rechazados >= 0),
  proponente_id    text NOT NULL,
  proponente_nombre text NOT NULL,
  propuesto_en     timestamptz NOT NULL,
  publicador_id    text,
  publicado_en     timestamptz,
  aprobador_id     text,
  aprobador_nombre text,
  aprobado_en      timestamptz,
  ejecutor_id      text,
  ejecutor_nombre  text,
  ejecutor_es_proponente_permitido boolean NOT NULL DEFAULT false,
  ejecucion_iniciada_en timestamptz,
  cerrado_en       timestamptz,
  anulado_en       timestamptz,
  anulado_causa    text,
  anulado_motivo   text,
  UNIQUE (ejercicio, consecutivo),
  CONSTRAINT eliminacion_lote_separacion_aprobador CHECK (aprobador_id IS NULL OR aprobador_id <> proponente_id),
  CONSTRAINT eliminacion_lote_separacion_ejecutor CHECK (
    ejecutor_id IS NULL OR (ejecutor_id <> aprobador_id AND (ejecutor_id <> proponente_id OR ejecutor_es_proponente_permitido))),
  -- Without this, leaving a column empty would be a way around the separation.
  CONSTRAINT eliminacion_lote_actos_con_autor CHECK (
    estado IN ('borrador', 'anulado')
    OR (num_nulls(publicador_id, publicado_en) = 0
        AND (estado = 'publicado' OR num_nulls(aprobador_id, aprobador_nombre, aprobado_en) = 0)
        AND (estado IN ('publicado', 'aprobado') OR num_nulls(ejecutor_id, ejecutor_nombre, ejecucion_iniciada_en) = 0))),
  CONSTRAINT eliminacion_lote_anulado_motivado CHECK ((estado = 'anulado') = (anulado_motivo IS NOT NULL))
);
CREATE INDEX eliminacion_lotes_estado ON eliminacion_lotes (estado, codigo);

-- No foreign key to expedientes: the frozen ítem outlives what it speaks of.
CREATE TABLE eliminacion_lote_items (
  id                      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id                 uuid NOT NULL REFERENCES eliminacion_lotes,
  orden                   integer NOT NULL CHECK (orden > 0),
  expediente_id           uuid NOT NULL,
  expediente_codigo       text NOT NULL,
  titulo                  text NOT NULL,
  nivel_seguridad         smallint NOT NULL CHECK (nivel_seguridad BETWEEN 0 AND 3),
  dependencia_codigo      text NOT NULL,
  dependencia_nombre      text NOT NULL,
  trd_version_codigo      text NOT NULL,
  trd_tipo                text NOT NULL,
  trd_serie               text NOT NULL,
  trd_serie_nombre        text,
  trd_subserie            text,
  trd_subserie_nombre     text,
  trd_acto_convalidacion  text,
  trd_acto_convalidacion_fecha date,
  trd_acta_aprobacion     text,
  trd_acta_aprobacion_fecha date,
  ag                      integer,
  ac                      integer NOT NULL,
  disposicion             text NOT NULL,
  fundamento              text NOT NULL,
  fecha_inicial           date,
  fecha_final             date,
  cierre                  date NOT NULL,
  vencimiento             date NOT NULL,
  vencimiento_habil       date NOT NULL,
  vencimiento_aritmetica  text NOT NULL,
  soporte                 text NOT NULL,
  folios                  integer,
  -- FUID columns of its storage units: [{caja, carpeta, tomo, otro, folios, frecuencia, notas}].
  unidades                jsonb NOT NULL DEFAULT '[]',
  radicados_al_proponer   integer NOT NULL,
  sal                     bytea NOT NULL CHECK (length(sal) = 16),
  retirado_de_lote_codigo text,
  retirado_causa          text,
  -- The public rendering: proposed by the service, confirmed by a person while in borrador.
  titulo_publico          text NOT NULL,
  enmascaramiento         text[] NOT NULL DEFAULT '{}',
  revisado_por            text,
  revisado_en             timestamptz,
  CONSTRAINT eliminacion_item_orden_unico UNIQUE (lote_id, orden) DEFERRABLE INITIALLY IMMEDIATE,
  CONSTRAINT eliminacion_item_expediente_unico UNIQUE (lote_id, expediente_id),
  CONSTRAINT eliminacion_item_antecedente CHECK ((retirado_de_lote_codigo IS NULL) = (retirado_causa IS NULL))
);
CREATE INDEX eliminacion_items_expediente ON eliminacion_lote_items (expediente_id);
-- The net of `instrumento_sin_datos` (ADR-063 D4): binds every new row.
ALTER TABLE eliminacion_lote_items ADD CONSTRAINT eliminacion_item_instrumento_completo CHECK (
  num_nulls(trd_serie_nombre, trd_acto_convalidacion, trd_acto_convalidacion_fecha, trd_acta_aprobacion, trd_acta_aprobacion_fecha) = 0
  AND (trd_subserie IS NULL OR trd_subserie_nombre IS NOT NULL)) NOT VALID;

CREATE TABLE eliminacion_expediente_en_lote (
  expediente_id uuid PRIMARY KEY REFERENCES expedientes ON DELETE CASCADE,
  lote_id       uuid NOT NULL,
  item_id       bigint NOT NULL UNIQUE
);
CREATE INDEX eliminacion_expediente_en_lote_lote ON eliminacion_expediente_en_lote (lote_id);

-- Work state of each ítem; the intention in it is written once.
CREATE TABLE eliminacion_lote_progreso (
  item_id          bigint PRIMARY KEY,
  lote_id          uuid NOT NULL,
  expediente_id    uuid NOT NULL,
  orden            integer NOT NULL,
  estado           text NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'en_curso', 'espera_fisico', 'destruido', 'omitido')),
  tramo_id         bigint NOT NULL,
  radicado_ids     uuid[],
  anexo_ids        uuid[],
  anexo_tamanos    bigint[],
  anexo_digests    bytea[],
  intencion_digest text,
  intencion_en     timestamptz,
  intentos_purga   integer NOT NULL DEFAULT 0,
  proximo_intento  timestamptz,
  ultimo_error     text,
  CONSTRAINT eliminacion_intencion_completa CHECK (
    num_nonnulls(radicado_ids, anexo_ids, anexo_tamanos, anexo_digests, intencion_digest, intencion_en) IN (0, 6)),
  CONSTRAINT eliminacion_intencion_paralela CHECK (
    intencion_en IS NULL OR (cardinality(anexo_ids) = cardinality(anexo_tamanos) AND cardinality(anexo_ids) = cardinality(anexo_digests))),
  CONSTRAINT eliminacion_destruido_con_intencion CHECK (estado NOT IN ('destruido', 'espera_fisico') OR intencion_en IS NOT NULL)
);
CREATE INDEX eliminacion_progreso_tramo ON eliminacion_lote_progreso (tramo_id, orden);
CREATE INDEX eliminacion_progreso_lote ON eliminacion_lote_progreso (lote_id, estado);
CREATE INDEX eliminacion_progreso_expediente ON eliminacion_lote_progreso (expediente_id);

CREATE TABLE eliminacion_lote_omision (
  item_id       bigint PRIMARY KEY,
  lote_id       uuid NOT NULL,
  expediente_id uuid NOT NULL,
  estado        text NOT NULL CHECK (estado IN ('omitido', 'reintentando', 'ejecutado', 'retirado')),
  causa         text NOT NULL CHECK (causa IN (
    'expediente_abierto', 'disposicion_no_eliminable', 'retencion_vigente', 'instrumento_sin_datos', 'trd_revision_pendiente',
    'indice_sin_worm', 'retencion_legal', 'en_prestamo', 'transferencia_en_curso', 'vinculado_a_otro_expediente',
    'fisico_sin_ubicacion', 'expediente_cambio', 'inventario_anexos_cambio', 'integridad', 'fisico_pendiente',
    'documento_ausente', 'servicio_documentos', 'almacen', 'observacion_aceptada', 'excluido_comite', 'aplazado_comite',
    'destruccion_parcial')),
  detalle       text NOT NULL,
  motivo        text,
  actor         text NOT NULL,
  instante      timestamptz NOT NULL
);
CREATE INDEX eliminacion_omision_lote ON eliminacion_lote_omision (lote_id, estado);
CREATE INDEX eliminacion_omision_expediente ON eliminacion_lote_omision (expediente_id, instante DESC);

CREATE TABLE eliminacion_lote_omision_historia (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id  bigint NOT NULL,
  lote_id  uuid NOT NULL,
  estado   text NOT NULL,
  causa    text NOT NULL,
  detalle  text NOT NULL,
  motivo   text,
  actor    text NOT NULL,
  instante timestamptz NOT NULL
);
CREATE INDEX eliminacion_omision_historia_item ON eliminacion_lote_omision_historia (item_id, id);

CREATE TABLE eliminacion_publicaciones (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id           uuid NOT NULL UNIQUE REFERENCES eliminacion_lotes,
  url               text NOT NULL,
  publicado_en      timestamptz NOT NULL,
  primer_dia        date NOT NULL,
  dias              integer NOT NULL CHECK (dias >= 60),
  ultimo_dia_previsto date NOT NULL,
  calendario_id     bigint NOT NULL REFERENCES calendario_versiones,
  umbral_disponibilidad smallint NOT NULL CHECK (umbral_disponibilidad BETWEEN 1 AND 100),
  filas             integer NOT NULL CHECK (filas > 0),
  sha256_completo   text NOT NULL CHECK (sha256_completo ~ '^[0-9a-f]{64}$'),
  sha256_publico    text NOT NULL CHECK (sha256_publico ~ '^[0-9a-f]{64}$'),
  clave_completo    text NOT NULL,
  clave_publico     text NOT NULL,
  -- Set once by the act that finds the window over: the last counted day and 24:00 Bogotá of it.
  ultimo_dia        date,
  cierre_en         timestamptz
);

CREATE TABLE eliminacion_disponibilidad (
  publicacion_id bigint NOT NULL REFERENCES eliminacion_publicaciones,
  fecha          date NOT NULL,
  esperados      integer NOT NULL CHECK (esperados > 0),
  exitosos       integer NOT NULL CHECK (exitosos >= 0),
  fallidos       integer NOT NULL CHECK (fallidos >= 0),
  ultimo_sondeo  timestamptz NOT NULL,
  PRIMARY KEY (publicacion_id, fecha)
);

CREATE TABLE eliminacion_observaciones (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero          text NOT NULL UNIQUE,
  lote_id         uuid NOT NULL REFERENCES eliminacion_lotes,
  canal           text NOT NULL CHECK (canal IN ('web', 'correo', 'papel', 'agn', 'consejo_territorial')),
  recibida_en     timestamptz NOT NULL,
  a_tiempo        boolean NOT NULL,
  texto           text NOT NULL,
  observador      jsonb NOT NULL
);
CREATE TABLE eliminacion_observacion_filas (
  observacion_id bigint NOT NULL REFERENCES eliminacion_observaciones,
  item_id        bigint NOT NULL,
  desenlace      text CHECK (desenlace IN ('aceptada', 'rechazada')),
  motivacion     text,
  respondida_en  timestamptz,
  respondida_por text,
  PRIMARY KEY (observacion_id, item_id),
  CHECK (num_nonnulls(desenlace, motivacion, respondida_en, respondida_por) IN (0, 4))
);

CREATE TABLE eliminacion_decisiones (
  id                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id               uuid NOT NULL REFERENCES eliminacion_lotes,
  sentido               text NOT NULL CHECK (sentido IN ('aprobado', 'rechazado')),
  acta_comite_numero    text NOT NULL CHECK (acta_comite_numero <> ''),
  acta_comite_fecha     date NOT NULL,
  concepto_numero       text NOT NULL CHECK (concepto_numero <> ''),
  concepto_fecha        date NOT NULL,
  concepto_sha256       text NOT NULL CHECK (concepto_sha256 ~ '^[0-9a-f]{64}$'),
  -- What the committee saw: the complete published dataset, minus the ítems that had left.
  sha256_completo       text NOT NULL,
  retirados             integer NOT NULL,
  aprobador_id          text NOT NULL,
  aprobador_nombre      text NOT NULL,
  decidido_en           timestamptz NOT NULL
);
CREATE TABLE eliminacion_decision_asistentes (
  decision_id bigint NOT NULL REFERENCES eliminacion_decisiones,
  n           integer NOT NULL,
  nombre      text NOT NULL,
  cargo       text NOT NULL,
  rol         text NOT NULL CHECK (rol IN ('presidente', 'secretario_tecnico', 'miembro', 'control_interno', 'invitado')),
  voto        text NOT NULL CHECK (voto IN ('favor', 'contra', 'abstencion', 'sin_voto')),
  PRIMARY KEY (decision_id, n),
  CONSTRAINT decision_sin_voto CHECK (rol NOT IN ('control_interno', 'invitado') OR voto = 'sin_voto')
);

---------------------------------------------------------------------------------------------------------------
-- States. One table of lawful moves; everything else is refused here whatever the code believes.
CREATE FUNCTION eliminacion_lote_guarda_estado() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.estado <> OLD.estado AND (OLD.estado, NEW.estado) NOT IN (
      ('borrador', 'publicado'), ('borrador', 'anulado'),
      ('publicado', 'aprobado'), ('publicado', 'anulado'),
      ('aprobado', 'en_ejecucion'), ('aprobado', 'anulado'),
      ('en_ejecucion', 'ejecutado'), ('en_ejecucion', 'ejecutado_parcial'),
      ('ejecutado_parcial', 'en_ejecucion'), ('ejecutado_parcial', 'ejecutado'), ('ejecutado_parcial', 'anulado')) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'transicion_invalida', DETAIL = OLD.estado || ' → ' || NEW.estado;
  END IF;
  IF NEW.estado = 'ejecutado' AND OLD.estado <> 'ejecutado'
     AND EXISTS (SELECT FROM eliminacion_expediente_en_lote WHERE lote_id = NEW.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_lote_ejecutado_con_pertenencia', DETAIL = NEW.codigo;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER eliminacion_lotes_estado BEFORE UPDATE OF estado ON eliminacion_lotes
  FOR EACH ROW EXECUTE FUNCTION eliminacion_lote_guarda_estado();

CREATE FUNCTION eliminacion_lote_nace_borrador() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.estado <> 'borrador' THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'transicion_invalida', DETAIL = '– → ' || NEW.estado;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER eliminacion_lotes_nacimiento BEFORE INSERT ON eliminacion_lotes
  FOR EACH ROW EXECUTE FUNCTION eliminacion_lote_nace_borrador();

CREATE FUNCTION eliminacion_lote_congelado() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'campo_congelado', DETAIL = 'eliminacion_lotes ' || OLD.codigo;
END $$;
CREATE TRIGGER eliminacion_lotes_identidad
  BEFORE UPDATE OF id, codigo, ejercicio, consecutivo, criterio, proponente_id, proponente_nombre, propuesto_en ON eliminacion_lotes
  FOR EACH ROW EXECUTE FUNCTION eliminacion_lote_congelado();
-- What was published stays as it was read; who published or approved is not rewritten.
CREATE TRIGGER eliminacion_lotes_inventario
  BEFORE UPDATE OF nivel_seguridad, descripcion, total_items, rechazados ON eliminacion_lotes
  FOR EACH ROW WHEN (OLD.estado <> 'borrador') EXECUTE FUNCTION eliminacion_lote_congelado();
CREATE TRIGGER eliminacion_lotes_publicacion BEFORE UPDATE OF publicador_id, publicado_en ON eliminacion_lotes
  FOR EACH ROW WHEN (OLD.publicado_en IS NOT NULL) EXECUTE FUNCTION eliminacion_lote_congelado();
CREATE TRIGGER eliminacion_lotes_aprobacion BEFORE UPDATE OF aprobador_id, aprobador_nombre, aprobado_en ON eliminacion_lotes
  FOR EACH ROW WHEN (OLD.aprobado_en IS NOT NULL) EXECUTE FUNCTION eliminacion_lote_congelado();

---------------------------------------------------------------------------------------------------------------
-- Ítems: only a borrador gains, loses or touches rows. The lote row is locked first, then read: a guard that
-- only reads lets a published lote gain a row.
CREATE FUNCTION eliminacion_items_exige_borrador(lotes uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE ajeno text;
BEGIN
  -- Two statements: in one, the planner pushes the condition under the lock, and a draft is then never locked.
  PERFORM 1 FROM eliminacion_lotes WHERE id = ANY (lotes) ORDER BY id FOR SHARE;
  SELECT codigo INTO ajeno FROM eliminacion_lotes WHERE id = ANY (lotes) AND estado <> 'borrador' LIMIT 1;
  IF ajeno IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'inventario_congelado', DETAIL = ajeno;
  END IF;
END $$;

CREATE FUNCTION eliminacion_items_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM eliminacion_items_exige_borrador(ARRAY(SELECT DISTINCT lote_id FROM nuevos));
  -- In id order, so that two overlapping proposals collide (23505) instead of deadlocking.
  INSERT INTO eliminacion_expediente_en_lote (expediente_id, lote_id, item_id)
  SELECT expediente_id, lote_id, id FROM nuevos ORDER BY expediente_id;
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_items_pertenencia_alta AFTER INSERT ON eliminacion_lote_items
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_items_alta();

CREATE FUNCTION eliminacion_items_baja() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM eliminacion_items_exige_borrador(ARRAY(SELECT DISTINCT lote_id FROM viejos));
  DELETE FROM eliminacion_expediente_en_lote p USING viejos v WHERE p.item_id = v.id;
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_items_pertenencia_baja AFTER DELETE ON eliminacion_lote_items
  REFERENCING OLD TABLE AS viejos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_items_baja();

CREATE FUNCTION eliminacion_items_cambio() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM eliminacion_items_exige_borrador(ARRAY(SELECT DISTINCT lote_id FROM viejos));
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_items_solo_borrador AFTER UPDATE ON eliminacion_lote_items
  REFERENCING OLD TABLE AS viejos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_items_cambio();

CREATE FUNCTION eliminacion_item_congelado() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'campo_congelado', DETAIL = 'eliminacion_lote_items ' || OLD.id;
END $$;
CREATE TRIGGER eliminacion_items_congelados BEFORE UPDATE OF
    id, lote_id, expediente_id, expediente_codigo, titulo, nivel_seguridad, dependencia_codigo, dependencia_nombre, trd_version_codigo,
    trd_tipo, trd_serie, trd_serie_nombre, trd_subserie, trd_subserie_nombre, trd_acto_convalidacion,
    trd_acto_convalidacion_fecha, trd_acta_aprobacion, trd_acta_aprobacion_fecha, ag, ac, disposicion, fundamento, fecha_inicial, fecha_final, cierre, vencimiento, vencimiento_habil, vencimiento_aritmetica,
    soporte, folios, unidades, radicados_al_proponer, sal, retirado_de_lote_codigo, retirado_causa ON eliminacion_lote_items
  FOR EACH ROW EXECUTE FUNCTION eliminacion_item_congelado();

---------------------------------------------------------------------------------------------------------------
-- Living membership (ADR-063 D1): nobody writes it but the triggers.
CREATE FUNCTION eliminacion_pertenencia_guarda() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF pg_trigger_depth() <= 1 THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_pertenencia_directa', DETAIL = TG_OP;
  END IF;
  RETURN NULL;
END $$;
-- BEFORE, not AFTER: inside a cascade an AFTER guard sees depth 1 and would refuse every destruction.
CREATE TRIGGER eliminacion_pertenencia_directa BEFORE INSERT OR UPDATE OR DELETE ON eliminacion_expediente_en_lote
  FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_pertenencia_guarda();
CREATE FUNCTION eliminacion_pertenencia_sin_truncate() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_pertenencia_directa', DETAIL = TG_OP;
END $$;
CREATE TRIGGER eliminacion_pertenencia_truncate BEFORE TRUNCATE ON eliminacion_expediente_en_lote
  FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_pertenencia_sin_truncate();

CREATE FUNCTION eliminacion_lotes_liberan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM eliminacion_expediente_en_lote p
   USING nuevos n JOIN viejos v ON v.id = n.id
   WHERE n.estado = 'anulado' AND v.estado <> 'anulado' AND p.lote_id = n.id;
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_lotes_pertenencia AFTER UPDATE ON eliminacion_lotes
  REFERENCING OLD TABLE AS viejos NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_lotes_liberan();

---------------------------------------------------------------------------------------------------------------
-- Omisiones: omitido ↔ reintentando → ejecutado, omitido → retirado; the last two are final. Every change is kept.
-- The lote row is locked first, then read: a draft has no omisiones, and a lote that is over takes no more.
CREATE FUNCTION eliminacion_omision_bloquea_lote(lotes uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE ajeno text;
BEGIN
  PERFORM 1 FROM eliminacion_lotes WHERE id = ANY (lotes) ORDER BY id FOR SHARE;
  SELECT codigo || ' ' || estado INTO ajeno FROM eliminacion_lotes
   WHERE id = ANY (lotes) AND estado NOT IN ('publicado', 'aprobado', 'en_ejecucion', 'ejecutado_parcial') LIMIT 1;
  IF ajeno IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'omision_transicion_invalida', DETAIL = ajeno;
  END IF;
END $$;

CREATE FUNCTION eliminacion_omision_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM eliminacion_omision_bloquea_lote(ARRAY(SELECT DISTINCT lote_id FROM nuevos));
  IF EXISTS (SELECT FROM nuevos WHERE estado NOT IN ('omitido', 'retirado')) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'omision_transicion_invalida', DETAIL = 'alta';
  END IF;
  -- Naming another lote would free a membership without that lote's lock.
  IF EXISTS (SELECT item_id, lote_id, expediente_id FROM nuevos
             EXCEPT
             SELECT i.id, i.lote_id, i.expediente_id FROM eliminacion_lote_items i JOIN nuevos n ON n.item_id = i.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'omision_transicion_invalida', DETAIL = 'ítem de otro lote';
  END IF;
  IF EXISTS (SELECT FROM nuevos n JOIN eliminacion_lapidas l ON l.item_id = n.item_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'omision_transicion_invalida', DETAIL = 'ítem ya destruido';
  END IF;
  INSERT INTO eliminacion_lote_omision_historia (item_id, lote_id, estado, causa, detalle, motivo, actor, instante)
  SELECT item_id, lote_id, estado, causa, detalle, motivo, actor, instante FROM nuevos ORDER BY item_id;
  DELETE FROM eliminacion_expediente_en_lote p USING nuevos n WHERE n.estado = 'retirado' AND p.item_id = n.item_id;
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_omision_entra AFTER INSERT ON eliminacion_lote_omision
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_omision_alta();

CREATE FUNCTION eliminacion_omision_cambio() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM eliminacion_omision_bloquea_lote(ARRAY(SELECT DISTINCT lote_id FROM nuevos));
  IF EXISTS (
    SELECT FROM viejos v JOIN nuevos n ON n.item_id = v.item_id
     WHERE (v.estado, n.estado) NOT IN (
       ('omitido', 'omitido'), ('omitido', 'reintentando'), ('omitido', 'retirado'),
       ('reintentando', 'omitido'), ('reintentando', 'ejecutado'))) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'omision_transicion_invalida', DETAIL = 'cambio';
  END IF;
  INSERT INTO eliminacion_lote_omision_historia (item_id, lote_id, estado, causa, detalle, motivo, actor, instante)
  SELECT item_id, lote_id, estado, causa, detalle, motivo, actor, instante FROM nuevos ORDER BY item_id;
  DELETE FROM eliminacion_expediente_en_lote p USING nuevos n WHERE n.estado = 'retirado' AND p.item_id = n.item_id;
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_omision_cambia AFTER UPDATE ON eliminacion_lote_omision
  REFERENCING OLD TABLE AS viejos NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_omision_cambio();
CREATE TRIGGER eliminacion_omision_identidad BEFORE UPDATE OF item_id, lote_id, expediente_id ON eliminacion_lote_omision
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_omision_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_lote_omision
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_omision_historia_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON eliminacion_lote_omision_historia
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

-- The intention is fixed before the first byte is destroyed, and then never again.
CREATE FUNCTION eliminacion_intencion_inmutable() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'intencion_inmutable', DETAIL = OLD.item_id::text;
END $$;
CREATE TRIGGER eliminacion_progreso_intencion
  BEFORE UPDATE OF radicado_ids, anexo_ids, anexo_tamanos, anexo_digests, intencion_digest, intencion_en ON eliminacion_lote_progreso
  FOR EACH ROW WHEN (OLD.intencion_en IS NOT NULL) EXECUTE FUNCTION eliminacion_intencion_inmutable();
CREATE TRIGGER eliminacion_progreso_identidad
  BEFORE UPDATE OF item_id, lote_id, expediente_id, orden ON eliminacion_lote_progreso
  FOR EACH ROW EXECUTE FUNCTION eliminacion_intencion_inmutable();
CREATE FUNCTION eliminacion_destruido_es_final() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'transicion_invalida', DETAIL = 'destruido → ' || NEW.estado;
END $$;
CREATE TRIGGER eliminacion_progreso_final BEFORE UPDATE OF estado ON eliminacion_lote_progreso
  FOR EACH ROW WHEN (OLD.estado = 'destruido' AND NEW.estado <> 'destruido') EXECUTE FUNCTION eliminacion_destruido_es_final();
CREATE TRIGGER eliminacion_progreso_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_lote_progreso
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

-- Evidence: what was published, observed and decided.
CREATE FUNCTION eliminacion_publicacion_congelada() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'campo_congelado', DETAIL = 'eliminacion_publicaciones ' || OLD.id;
END $$;
CREATE TRIGGER eliminacion_publicaciones_congeladas
  BEFORE UPDATE OF id, lote_id, url, publicado_en, primer_dia, dias, umbral_disponibilidad, filas,
    sha256_completo, sha256_publico, clave_completo, clave_publico
  ON eliminacion_publicaciones FOR EACH ROW EXECUTE FUNCTION eliminacion_publicacion_congelada();
CREATE TRIGGER eliminacion_publicaciones_cierre BEFORE UPDATE OF ultimo_dia, cierre_en, ultimo_dia_previsto, calendario_id ON eliminacion_publicaciones
  FOR EACH ROW WHEN (OLD.ultimo_dia IS NOT NULL) EXECUTE FUNCTION eliminacion_publicacion_congelada();
CREATE TRIGGER eliminacion_publicaciones_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_publicaciones
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_observaciones_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON eliminacion_observaciones
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_decisiones_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON eliminacion_decisiones
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_decision_asistentes_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON eliminacion_decision_asistentes
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_lotes_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_lotes
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_contadores_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_contadores
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_disponibilidad_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_disponibilidad
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_observacion_filas_sin_borrado BEFORE DELETE OR TRUNCATE ON eliminacion_observacion_filas
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER eliminacion_items_sin_truncate BEFORE TRUNCATE ON eliminacion_lote_items
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

REVOKE EXECUTE ON FUNCTION eliminacion_items_alta(), eliminacion_items_baja(), eliminacion_items_cambio(),
  eliminacion_lotes_liberan(), eliminacion_omision_alta(), eliminacion_omision_cambio() FROM PUBLIC;

DO $$
DECLARE rol text := current_schema();
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON eliminacion_contadores, eliminacion_disponibilidad TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT ON eliminacion_lotes TO %I', rol);
  EXECUTE format('GRANT UPDATE (estado, version, nivel_seguridad, descripcion, total_items, rechazados, publicador_id, publicado_en, aprobador_id, aprobador_nombre,
    aprobado_en, ejecutor_id, ejecutor_nombre, ejecutor_es_proponente_permitido, ejecucion_iniciada_en, cerrado_en, anulado_en, anulado_causa, anulado_motivo)
    ON eliminacion_lotes TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON eliminacion_lote_items TO %I', rol);
  EXECUTE format('GRANT UPDATE (orden, titulo_publico, enmascaramiento, revisado_por, revisado_en) ON eliminacion_lote_items TO %I', rol);
  EXECUTE format('GRANT SELECT ON eliminacion_expediente_en_lote, eliminacion_lote_omision_historia TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON eliminacion_lote_progreso TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT ON eliminacion_lote_omision, eliminacion_publicaciones, eliminacion_observaciones, eliminacion_observacion_filas,
    eliminacion_decisiones, eliminacion_decision_asistentes TO %I', rol);
  EXECUTE format('GRANT UPDATE (estado, causa, detalle, motivo, actor, instante) ON eliminacion_lote_omision TO %I', rol);
  EXECUTE format('GRANT UPDATE (ultimo_dia_previsto, ultimo_dia, cierre_en) ON eliminacion_publicaciones TO %I', rol);
  EXECUTE format('GRANT UPDATE (desenlace, motivacion, respondida_en, respondida_por) ON eliminacion_observacion_filas TO %I', rol);
END $$;
