-- Runs, tramos, lápidas, actas: what destroying needs and what stays of it.
-- Source: execution "Phases", acta "From close to file", REQ-EXE-1..3, REQ-LAP-1, REQ-ACT-1..3.

CREATE TABLE eliminacion_ejecuciones (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id         uuid NOT NULL REFERENCES eliminacion_lotes,
  n               integer NOT NULL CHECK (n > 0),
  clase           text NOT NULL CHECK (clase IN ('inicial', 'reintento')),
  estado          text NOT NULL CHECK (estado IN ('en_curso', 'terminada', 'bloqueada')),
  -- Authority captured when the person confirmed; the engine acts on it and on nothing newer.
  ejecutor_id     text NOT NULL,
  ejecutor_nombre text NOT NULL,
  iniciada_en     timestamptz NOT NULL,
  terminada_en    timestamptz,
  destruidos      integer,
  omitidos        integer,
  bloqueo         text,
  UNIQUE (lote_id, n)
);
CREATE UNIQUE INDEX eliminacion_ejecucion_una_viva ON eliminacion_ejecuciones (lote_id) WHERE estado <> 'terminada';

-- A claim is one row: owner, lease by the database's clock, and a fencing number that only grows.
CREATE TABLE eliminacion_lote_tramos (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id      uuid NOT NULL REFERENCES eliminacion_lotes,
  ejecucion_id bigint NOT NULL REFERENCES eliminacion_ejecuciones,
  n            integer NOT NULL,
  orden_desde  integer NOT NULL,
  orden_hasta  integer NOT NULL CHECK (orden_hasta >= orden_desde),
  estado       text NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'terminado')),
  propietario  text,
  vence_en     timestamptz,
  proximo_intento timestamptz,
  ficha        bigint NOT NULL DEFAULT 0,
  UNIQUE (ejecucion_id, n)
);
CREATE INDEX eliminacion_tramos_pendientes ON eliminacion_lote_tramos (ejecucion_id, n) WHERE estado = 'pendiente';

-- One paper certificate covers whole boxes: 1..n ítems.
CREATE TABLE eliminacion_constancias_fisicas (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id          uuid NOT NULL REFERENCES eliminacion_lotes,
  numero           text NOT NULL,
  metodo           text NOT NULL CHECK (metodo IN ('picado', 'triturado', 'otro')),
  metodo_detalle   text,
  fecha            date NOT NULL,
  lugar            text NOT NULL,
  unidades         integer NOT NULL CHECK (unidades > 0),
  testigos         text[] NOT NULL CHECK (cardinality(testigos) >= 1),
  evidencia_nombre text NOT NULL,
  evidencia_sha256 text NOT NULL CHECK (evidencia_sha256 ~ '^[0-9a-f]{64}$'),
  registrada_por   text NOT NULL,
  registrada_en    timestamptz NOT NULL,
  UNIQUE (lote_id, numero),
  CHECK (metodo <> 'otro' OR metodo_detalle IS NOT NULL)
);
CREATE TABLE eliminacion_constancia_items (
  item_id       bigint PRIMARY KEY,
  constancia_id bigint NOT NULL REFERENCES eliminacion_constancias_fisicas
);
CREATE INDEX eliminacion_constancia_items_constancia ON eliminacion_constancia_items (constancia_id);

CREATE TABLE eliminacion_lapidas (
  expediente_id          uuid PRIMARY KEY,
  expediente_codigo      text NOT NULL UNIQUE,
  lote_id                uuid NOT NULL REFERENCES eliminacion_lotes,
  item_id                bigint NOT NULL UNIQUE REFERENCES eliminacion_lote_items,
  ejecucion_id           bigint NOT NULL REFERENCES eliminacion_ejecuciones,
  orden                  integer NOT NULL,
  titulo                 text NOT NULL,
  nivel_seguridad        smallint NOT NULL CHECK (nivel_seguridad BETWEEN 0 AND 3),
  trd_version_codigo     text NOT NULL,
  trd_serie              text NOT NULL,
  trd_serie_nombre       text NOT NULL,
  trd_subserie           text,
  trd_subserie_nombre    text,
  fecha_inicial          date,
  fecha_final            date,
  cierre                 date NOT NULL,
  soporte                text NOT NULL,
  folios                 integer,
  -- Always from the intention, never from what the last attempt answered (ADR-063 D3).
  radicados_eliminados   integer NOT NULL CHECK (radicados_eliminados >= 0),
  anexos_eliminados      integer NOT NULL CHECK (anexos_eliminados >= 0),
  objetos_destruidos     integer NOT NULL CHECK (objetos_destruidos >= 0),
  objetos_conservados    integer NOT NULL CHECK (objetos_conservados >= 0),
  bytes_liberados        bigint NOT NULL CHECK (bytes_liberados >= 0),
  intencion_digest       text NOT NULL,
  -- [{anexo, tamano, sha256}] as inventoried; which record the bytes were verified against.
  digests                jsonb NOT NULL,
  integridad             text NOT NULL CHECK (integridad IN ('indice_electronico', 'digesto_de_ingreso', 'no_aplica')),
  metodo                 text NOT NULL CHECK (metodo IN ('borrado_verificado', 'borrado_todas_las_versiones', 'picado', 'triturado', 'otro')),
  constancia_id          bigint REFERENCES eliminacion_constancias_fisicas,
  ejecutor_id            text NOT NULL,
  ejecutor_nombre        text NOT NULL,
  destruido_en           timestamptz NOT NULL,
  libro_clave            text NOT NULL,
  -- The acta's canonical bytes of this ítem, in both renderings, and their Merkle leaves.
  item_completo          bytea NOT NULL,
  hoja_completa          bytea NOT NULL CHECK (length(hoja_completa) = 32),
  item_publico           bytea NOT NULL,
  hoja_publica           bytea NOT NULL CHECK (length(hoja_publica) = 32),
  reserva_reevaluar_en   date NOT NULL
);
CREATE INDEX eliminacion_lapidas_lote ON eliminacion_lapidas (lote_id, orden);

CREATE TABLE eliminacion_lapida_radicados (
  radicado_id     uuid PRIMARY KEY,
  expediente_id   uuid NOT NULL,
  numero          text NOT NULL UNIQUE,
  nivel_seguridad smallint NOT NULL CHECK (nivel_seguridad BETWEEN 0 AND 3)
);
CREATE INDEX eliminacion_lapida_radicados_expediente ON eliminacion_lapida_radicados (expediente_id);

CREATE TABLE eliminacion_actas (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id     uuid NOT NULL UNIQUE REFERENCES eliminacion_lotes,
  ejecucion_id bigint NOT NULL REFERENCES eliminacion_ejecuciones,
  numero      text NOT NULL UNIQUE,
  ejercicio   integer NOT NULL,
  consecutivo integer NOT NULL CHECK (consecutivo > 0),
  -- Highest level of its inventory; addenda share it.
  nivel_seguridad smallint NOT NULL CHECK (nivel_seguridad BETWEEN 0 AND 3),
  items       integer NOT NULL CHECK (items > 0),
  -- Every non-row fact, frozen as canonical JSON; the rows are the lápidas.
  cabecera    text NOT NULL,
  cerrada_en  timestamptz NOT NULL,
  UNIQUE (ejercicio, consecutivo)
);

CREATE TABLE eliminacion_artefactos (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acta_id      bigint NOT NULL REFERENCES eliminacion_actas,
  rendicion    text NOT NULL CHECK (rendicion IN ('completa', 'publica')),
  clase        text NOT NULL CHECK (clase IN ('original', 'sello')),
  estado       text NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'emitido', 'sellado', 'almacenado', 'verificado')),
  nombre       text NOT NULL,
  sha256       text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  tamano       bigint,
  raiz_merkle  text CHECK (raiz_merkle ~ '^[0-9a-f]{64}$'),
  clave        text UNIQUE,
  intentos     integer NOT NULL DEFAULT 0,
  ultimo_error text,
  proximo_intento timestamptz,
  actualizado_en timestamptz NOT NULL,
  UNIQUE (acta_id, rendicion, clase),
  CONSTRAINT eliminacion_artefacto_anclado CHECK (estado = 'pendiente' OR (sha256 IS NOT NULL AND tamano IS NOT NULL)),
  CONSTRAINT eliminacion_artefacto_guardado CHECK (estado NOT IN ('almacenado', 'verificado') OR clave IS NOT NULL)
);
CREATE INDEX eliminacion_artefactos_en_obra ON eliminacion_artefactos (id) WHERE estado <> 'verificado';

CREATE TABLE eliminacion_copias_respaldo (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id     uuid NOT NULL REFERENCES eliminacion_lotes,
  lugar       text NOT NULL,
  destruida_en timestamptz,
  vence_el    date,
  registrada_por text NOT NULL,
  registrada_en timestamptz NOT NULL,
  CHECK (num_nonnulls(destruida_en, vence_el) >= 1)
);

---------------------------------------------------------------------------------------------------------------
-- What a lápida says of counts is what the intention says, checked where it is written; and it is left only for what
-- is still in its lote: a withdrawn ítem's intention permits nothing.
CREATE FUNCTION eliminacion_lapida_cuadra() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE malo text;
BEGIN
  SELECT n.expediente_codigo INTO malo
    FROM nuevos n LEFT JOIN eliminacion_lote_progreso p ON p.item_id = n.item_id AND p.expediente_id = n.expediente_id
    LEFT JOIN eliminacion_expediente_en_lote m ON m.item_id = n.item_id AND m.lote_id = n.lote_id
   WHERE p.intencion_en IS NULL OR m.item_id IS NULL
      OR n.radicados_eliminados <> cardinality(p.radicado_ids)
      OR n.anexos_eliminados <> cardinality(p.anexo_ids)
      OR n.intencion_digest <> p.intencion_digest
   LIMIT 1;
  IF malo IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_lapida_sin_intencion', DETAIL = malo;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER eliminacion_lapidas_cuadran AFTER INSERT ON eliminacion_lapidas
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_lapida_cuadra();

CREATE FUNCTION eliminacion_exige_lapida() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE suelto text;
BEGIN
  SELECT v.codigo INTO suelto FROM viejos v
   WHERE NOT EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_id = v.id) LIMIT 1;
  IF suelto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_sin_lapida', DETAIL = suelto;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER expedientes_con_lapida AFTER DELETE ON expedientes
  REFERENCING OLD TABLE AS viejos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_exige_lapida();

CREATE FUNCTION eliminacion_no_resucita() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE muerto text;
BEGIN
  SELECT n.codigo INTO muerto FROM nuevos n
   WHERE EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_id = n.id)
      OR EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_codigo = n.codigo) LIMIT 1;
  IF muerto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'expediente_ya_eliminado', DETAIL = muerto;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER expedientes_no_resucitan AFTER INSERT ON expedientes
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_no_resucita();

-- Nor by renaming a living one: read after the index has waited for whoever was destroying that code.
CREATE FUNCTION eliminacion_no_toma_nombre() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_id = NEW.id)
     OR EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_codigo = NEW.codigo) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'expediente_ya_eliminado', DETAIL = NEW.codigo;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER expedientes_no_toman_nombre AFTER UPDATE OF id, codigo ON expedientes
  FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.codigo <> NEW.codigo) EXECUTE FUNCTION eliminacion_no_toma_nombre();

-- The intention that lists it must be of a member, or of an ítem that has its lápida (the cascade from expedientes).
CREATE FUNCTION eliminacion_radicado_listado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE suelto text;
BEGIN
  SELECT v.numero INTO suelto FROM viejos v
   WHERE NOT EXISTS (SELECT FROM eliminacion_lote_progreso p
                      WHERE p.expediente_id = v.expediente_id AND v.id = ANY (p.radicado_ids)
                        AND (EXISTS (SELECT FROM eliminacion_expediente_en_lote m WHERE m.item_id = p.item_id)
                          OR EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.item_id = p.item_id))) LIMIT 1;
  IF suelto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_sin_intencion', DETAIL = suelto;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER radicados_con_intencion AFTER DELETE ON radicados
  REFERENCING OLD TABLE AS viejos FOR EACH STATEMENT EXECUTE FUNCTION eliminacion_radicado_listado();

-- The tramo row is its own fence: the number never goes back, and a finished tramo stays finished.
CREATE FUNCTION eliminacion_tramo_guarda() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.ficha < OLD.ficha OR (OLD.estado = 'terminado' AND NEW.estado <> 'terminado') THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'transicion_invalida', DETAIL = 'tramo ' || OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER eliminacion_tramos_guarda BEFORE UPDATE OF ficha, estado ON eliminacion_lote_tramos
  FOR EACH ROW EXECUTE FUNCTION eliminacion_tramo_guarda();

-- No gap, no double: the next acta of a year is the last one plus one.
CREATE FUNCTION eliminacion_acta_consecutiva() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.consecutivo <> 1 + coalesce((SELECT max(consecutivo) FROM eliminacion_actas WHERE ejercicio = NEW.ejercicio), 0) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'numeracion_con_salto', DETAIL = NEW.numero;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER eliminacion_actas_consecutivas BEFORE INSERT ON eliminacion_actas
  FOR EACH ROW EXECUTE FUNCTION eliminacion_acta_consecutiva();

-- The authority that a person gave is not rewritten, and a run that is over stays so.
CREATE FUNCTION eliminacion_ejecucion_congelada() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'campo_congelado', DETAIL = 'eliminacion_ejecuciones ' || OLD.id;
END $$;
CREATE TRIGGER eliminacion_ejecuciones_autoridad
  BEFORE UPDATE OF id, lote_id, n, clase, ejecutor_id, ejecutor_nombre, iniciada_en ON eliminacion_ejecuciones
  FOR EACH ROW EXECUTE FUNCTION eliminacion_ejecucion_congelada();
CREATE TRIGGER eliminacion_ejecuciones_terminadas BEFORE UPDATE ON eliminacion_ejecuciones
  FOR EACH ROW WHEN (OLD.estado = 'terminada') EXECUTE FUNCTION eliminacion_ejecucion_congelada();

-- A digest is anchored once; a state never goes back; an artefact does not become another.
CREATE FUNCTION eliminacion_artefacto_guarda() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF ROW (NEW.acta_id, NEW.rendicion, NEW.clase, NEW.nombre) IS DISTINCT FROM ROW (OLD.acta_id, OLD.rendicion, OLD.clase, OLD.nombre)
     OR (OLD.sha256 IS NOT NULL AND (NEW.sha256 IS DISTINCT FROM OLD.sha256 OR NEW.tamano IS DISTINCT FROM OLD.tamano
        OR NEW.raiz_merkle IS DISTINCT FROM OLD.raiz_merkle))
     OR (OLD.clave IS NOT NULL AND NEW.clave IS DISTINCT FROM OLD.clave) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'artefacto_distinto', DETAIL = OLD.nombre;
  END IF;
  IF array_position(ARRAY['pendiente', 'emitido', 'sellado', 'almacenado', 'verificado'], NEW.estado)
     < array_position(ARRAY['pendiente', 'emitido', 'sellado', 'almacenado', 'verificado'], OLD.estado) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'transicion_invalida', DETAIL = OLD.estado || ' → ' || NEW.estado;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER eliminacion_artefactos_guarda BEFORE UPDATE ON eliminacion_artefactos
  FOR EACH ROW EXECUTE FUNCTION eliminacion_artefacto_guarda();

DO $$
DECLARE
  tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['eliminacion_lapidas', 'eliminacion_lapida_radicados', 'eliminacion_actas',
    'eliminacion_constancias_fisicas', 'eliminacion_constancia_items', 'eliminacion_copias_respaldo'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar()',
      tabla || '_solo_anexar', tabla);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO %I', tabla, current_schema());
  END LOOP;
  FOREACH tabla IN ARRAY ARRAY['eliminacion_artefactos', 'eliminacion_ejecuciones', 'eliminacion_lote_tramos'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar()',
      tabla || '_sin_borrado', tabla);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO %I', tabla, current_schema());
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION eliminacion_lapida_cuadra(), eliminacion_exige_lapida(), eliminacion_no_resucita(),
  eliminacion_no_toma_nombre(), eliminacion_radicado_listado() FROM PUBLIC;
