-- The document module: what the engine itself guarantees about radicados, anexos and the bytes they share.
-- Source: execution "Object store" and "Phases" 1-2, REQ-EXE-3.

-- A key says its own digest and can be no path but its own.
ALTER TABLE objetos ADD CONSTRAINT objeto_clave_de_su_digesto CHECK (
  clave ~ '^[0-9a-f]{2}/[0-9a-f]{64}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  AND left(clave, 2) = substr(clave, 4, 2) AND substr(clave, 4, 64) = encode(sha256, 'hex'));
-- A version or rendition belongs to the radicado of its original: one purge takes both.
ALTER TABLE anexos ADD CONSTRAINT anexos_id_radicado UNIQUE (id, radicado_id);
ALTER TABLE anexos ADD CONSTRAINT anexo_padre_del_mismo_radicado
  FOREIGN KEY (padre_id, radicado_id) REFERENCES anexos (id, radicado_id);
CREATE INDEX subidas_vencimiento ON subidas (vence_en);

-- What each ítem's purge did, written with the deletion it speaks of: counts survive any crash and any repetition.
CREATE TABLE documentos_purga_objetos (
  item_id   bigint NOT NULL,
  objeto_id bigint NOT NULL,
  clave     text NOT NULL,
  sha256    bytea NOT NULL CHECK (length(sha256) = 32),
  tamano    bigint NOT NULL CHECK (tamano >= 0),
  resultado text NOT NULL CHECK (resultado IN ('destruido', 'conservado_compartido')),
  instante  timestamptz NOT NULL,
  PRIMARY KEY (item_id, objeto_id)
);
-- Whoever shares it, an objeto is destroyed once.
CREATE UNIQUE INDEX documentos_purga_destruido_una_vez ON documentos_purga_objetos (objeto_id) WHERE resultado = 'destruido';
CREATE TRIGGER documentos_purga_objetos_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON documentos_purga_objetos
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

---------------------------------------------------------------------------------------------------------------
-- An intention lives while its ítem is a member of a living lote; a withdrawn one blocks, and permits, nothing.
CREATE VIEW documentos_intencion_viva AS
  SELECT p.item_id, p.expediente_id, p.radicado_ids, p.anexo_ids
    FROM eliminacion_lote_progreso p JOIN eliminacion_expediente_en_lote m ON m.item_id = p.item_id
   WHERE p.intencion_en IS NOT NULL;

-- The expediente is locked first, then read in a new statement: a guard that only reads is a race. Whoever writes
-- the intention holds the expediente FOR UPDATE.
CREATE FUNCTION documentos_radicado_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE ajeno text;
BEGIN
  PERFORM 1 FROM expedientes WHERE id IN (SELECT expediente_id FROM nuevos) ORDER BY id FOR KEY SHARE;
  SELECT n.numero INTO ajeno FROM nuevos n JOIN documentos_intencion_viva i ON i.expediente_id = n.expediente_id LIMIT 1;
  IF ajeno IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'expediente_en_eliminacion', DETAIL = ajeno;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER radicados_sin_intencion AFTER INSERT ON radicados
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_radicado_alta();

CREATE FUNCTION documentos_anexo_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE ajeno text;
BEGIN
  PERFORM 1 FROM expedientes WHERE id IN (
    SELECT r.expediente_id FROM radicados r WHERE r.id IN (SELECT radicado_id FROM nuevos)) ORDER BY id FOR KEY SHARE;
  SELECT r.numero INTO ajeno
    FROM nuevos n JOIN radicados r ON r.id = n.radicado_id
    JOIN documentos_intencion_viva i ON i.expediente_id = r.expediente_id LIMIT 1;
  IF ajeno IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'radicado_en_eliminacion', DETAIL = ajeno;
  END IF;
  -- FOR SHARE waits for a purge that is deciding about these bytes; then they are read again.
  PERFORM 1 FROM objetos WHERE id IN (SELECT objeto_id FROM nuevos) ORDER BY id FOR SHARE;
  SELECT o.clave INTO ajeno FROM nuevos n JOIN objetos o ON o.id = n.objeto_id
   WHERE o.estado <> 'vivo' OR o.sha256 <> n.sha256 OR o.tamano <> n.tamano OR n.estado <> 'vivo' LIMIT 1;
  IF ajeno IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'objeto_en_destruccion', DETAIL = ajeno;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER anexos_sin_intencion AFTER INSERT ON anexos
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_anexo_alta();

-- Bytes are touched only after their anexo is `destruyendo`, and it becomes that only by a living intention that
-- lists it: here, before the first byte, not when the row goes.
CREATE FUNCTION documentos_anexo_cambio() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE suelto uuid;
BEGIN
  IF EXISTS (SELECT FROM viejos v JOIN nuevos n ON n.id = v.id WHERE v.estado = 'destruyendo' AND n.estado <> 'destruyendo') THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'anexo_en_destruccion', DETAIL = 'destruyendo → vivo';
  END IF;
  SELECT id INTO suelto FROM (
    SELECT n.id FROM nuevos n JOIN viejos v ON v.id = n.id WHERE n.estado = 'destruyendo' AND v.estado = 'vivo'
    EXCEPT
    SELECT unnest(i.anexo_ids) FROM documentos_intencion_viva i WHERE i.expediente_id IN (
      SELECT r.expediente_id FROM radicados r WHERE r.id IN (SELECT radicado_id FROM nuevos))) s LIMIT 1;
  IF suelto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_sin_intencion', DETAIL = 'anexo ' || suelto;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER anexos_destruccion_con_intencion AFTER UPDATE ON anexos
  REFERENCING OLD TABLE AS viejos NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_anexo_cambio();

CREATE FUNCTION documentos_anexo_baja() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE suelto uuid;
BEGIN
  SELECT v.id INTO suelto FROM viejos v WHERE v.estado <> 'destruyendo' LIMIT 1;
  IF suelto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'anexo_en_destruccion', DETAIL = 'vivo ' || suelto;
  END IF;
  SELECT id INTO suelto FROM (
    SELECT v.id FROM viejos v
    EXCEPT
    SELECT unnest(i.anexo_ids) FROM documentos_intencion_viva i WHERE i.expediente_id IN (
      SELECT r.expediente_id FROM radicados r WHERE r.id IN (SELECT radicado_id FROM viejos))) s LIMIT 1;
  IF suelto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'eliminacion_sin_intencion', DETAIL = 'anexo ' || suelto;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER anexos_baja_con_intencion AFTER DELETE ON anexos
  REFERENCING OLD TABLE AS viejos FOR EACH STATEMENT EXECUTE FUNCTION documentos_anexo_baja();

-- An objeto dies when no living anexo uses it, and then never comes back.
CREATE FUNCTION documentos_objeto_final() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'objeto_en_destruccion', DETAIL = OLD.clave;
END $$;
CREATE TRIGGER objetos_no_vuelven BEFORE UPDATE ON objetos
  FOR EACH ROW WHEN (OLD.estado = 'destruyendo' AND NEW.estado <> 'destruyendo') EXECUTE FUNCTION documentos_objeto_final();
CREATE TRIGGER objetos_vivos_no_se_borran BEFORE DELETE ON objetos
  FOR EACH ROW WHEN (OLD.estado = 'vivo') EXECUTE FUNCTION documentos_objeto_final();

CREATE FUNCTION documentos_objeto_cambio() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE usado text;
BEGIN
  SELECT n.clave INTO usado FROM nuevos n
   WHERE n.estado = 'destruyendo' AND EXISTS (SELECT FROM anexos a WHERE a.objeto_id = n.id AND a.estado = 'vivo') LIMIT 1;
  IF usado IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'objeto_en_uso', DETAIL = usado;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER objetos_destruccion_sin_uso AFTER UPDATE ON objetos
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_objeto_cambio();

REVOKE EXECUTE ON FUNCTION documentos_radicado_alta(), documentos_anexo_alta(), documentos_anexo_cambio(), documentos_anexo_baja(),
  documentos_objeto_cambio() FROM PUBLIC;

-- Only the state of an anexo or objeto moves; what a radicado is and where it belongs never does.
DO $$
DECLARE rol text := current_schema();
BEGIN
  EXECUTE format('REVOKE UPDATE ON radicados, anexos, objetos, subidas FROM %I', rol);
  EXECUTE format('GRANT UPDATE (asunto, fecha, nivel_seguridad) ON radicados TO %I', rol);
  EXECUTE format('GRANT UPDATE (estado) ON anexos, objetos TO %I', rol);
  EXECUTE format('GRANT UPDATE (vence_en) ON subidas TO %I', rol);
  EXECUTE format('GRANT SELECT, INSERT ON documentos_purga_objetos TO %I', rol);
  EXECUTE format('GRANT SELECT ON documentos_intencion_viva TO %I', rol);
END $$;
