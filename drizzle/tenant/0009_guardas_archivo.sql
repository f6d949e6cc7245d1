-- The acts of the archive that a living lote forbids, and the ones that a living intention forbids.
-- Each guard locks the expediente (or the version) FOR UPDATE and then reads in a new statement: a guard that only
-- reads is a race. Admission takes FOR KEY SHARE on the expediente and FOR SHARE on the version, so they wait for
-- each other, and whoever comes second sees what the first one did.
-- Source: domain "Living membership" (a)–(c), REQ-HOLD-4, REQ-HOLD-5, REQ-INS-2, REQ-RET-2.

---------------------------------------------------------------------------------------------------------------
-- What the acts need to say of themselves.
ALTER TABLE vinculos
  ADD COLUMN motivo text,
  ADD COLUMN creado_por text,
  ADD COLUMN resuelto_por text,
  ADD COLUMN resolucion_motivo text;
CREATE UNIQUE INDEX vinculos_uno_pendiente ON vinculos (radicado_id, expediente_citante_id) WHERE resuelto_en IS NULL;
CREATE UNIQUE INDEX prestamos_uno_activo ON prestamos (expediente_id) WHERE devuelto_en IS NULL;
CREATE UNIQUE INDEX transferencias_una_en_curso ON transferencias (expediente_id) WHERE terminada_en IS NULL;
CREATE UNIQUE INDEX trd_revisiones_una_abierta ON trd_revisiones (version_id, serie_id) NULLS NOT DISTINCT WHERE resuelta_en IS NULL;

-- Where each storage unit was, where it went, by which act: outlives the unit.
CREATE TABLE movimientos_fisicos (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  unidad_id     bigint NOT NULL,
  expediente_id uuid NOT NULL,
  clase         text NOT NULL CHECK (clase IN ('traslado', 'destruccion')),
  -- {ubicacion, caja, carpeta}, each a text or null.
  desde         jsonb NOT NULL,
  hacia         jsonb NOT NULL,
  acto          text NOT NULL,
  actor         text NOT NULL,
  instante      timestamptz NOT NULL
);
CREATE INDEX movimientos_fisicos_expediente ON movimientos_fisicos (expediente_id, id);
CREATE TRIGGER movimientos_fisicos_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON movimientos_fisicos
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

---------------------------------------------------------------------------------------------------------------
-- In a living lote: not lent, not transferred, not moved, not tied to another instrument.
CREATE FUNCTION archivo_exige_fuera_de_lote(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE miembro text;
BEGIN
  PERFORM 1 FROM expedientes WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  SELECT e.codigo INTO miembro FROM eliminacion_expediente_en_lote p JOIN expedientes e ON e.id = p.expediente_id
   WHERE p.expediente_id = ANY (ids) ORDER BY e.codigo LIMIT 1;
  IF miembro IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'expediente_en_lote', DETAIL = miembro;
  END IF;
END $$;

-- Covered by a living intention: what it is made of does not change any more.
CREATE FUNCTION archivo_exige_sin_intencion(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE cubierto text;
BEGIN
  PERFORM 1 FROM expedientes WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  SELECT e.codigo INTO cubierto FROM documentos_intencion_viva i JOIN expedientes e ON e.id = i.expediente_id
   WHERE i.expediente_id = ANY (ids) ORDER BY e.codigo LIMIT 1;
  IF cubierto IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'expediente_en_eliminacion', DETAIL = cubierto;
  END IF;
END $$;

-- A loan or a transfer that is already over when it is recorded is history, and guards nothing.
CREATE FUNCTION archivo_prestamo_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM archivo_exige_fuera_de_lote(ARRAY(SELECT expediente_id FROM nuevos WHERE devuelto_en IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER prestamos_fuera_de_lote AFTER INSERT ON prestamos
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION archivo_prestamo_alta();

CREATE FUNCTION archivo_transferencia_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM archivo_exige_fuera_de_lote(ARRAY(SELECT expediente_id FROM nuevos WHERE terminada_en IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER transferencias_fuera_de_lote AFTER INSERT ON transferencias
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION archivo_transferencia_alta();

-- What is over stays over: open again, it would be a loan that no guard looked at.
CREATE FUNCTION archivo_acto_final() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'registro_inmutable', DETAIL = TG_TABLE_NAME || ' ' || OLD.id;
END $$;
CREATE TRIGGER prestamos_devueltos BEFORE UPDATE ON prestamos
  FOR EACH ROW WHEN (OLD.devuelto_en IS NOT NULL) EXECUTE FUNCTION archivo_acto_final();
CREATE TRIGGER transferencias_terminadas BEFORE UPDATE ON transferencias
  FOR EACH ROW WHEN (OLD.terminada_en IS NOT NULL) EXECUTE FUNCTION archivo_acto_final();
CREATE TRIGGER vinculos_resueltos BEFORE UPDATE ON vinculos
  FOR EACH ROW WHEN (OLD.resuelto_en IS NOT NULL) EXECUTE FUNCTION archivo_acto_final();
CREATE TRIGGER trd_revisiones_resueltas BEFORE UPDATE ON trd_revisiones
  FOR EACH ROW WHEN (OLD.resuelta_en IS NOT NULL) EXECUTE FUNCTION archivo_acto_final();

---------------------------------------------------------------------------------------------------------------
-- Physical moves. Whether the paper of an ítem goes to its destruction: its lote runs and its intention is written.
CREATE FUNCTION archivo_en_destruccion(p_expediente uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM documentos_intencion_viva i
      JOIN eliminacion_expediente_en_lote p ON p.item_id = i.item_id
      JOIN eliminacion_lotes l ON l.id = p.lote_id
     WHERE i.expediente_id = p_expediente AND l.estado = 'en_ejecucion')
$$;

CREATE FUNCTION archivo_movimiento_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.clase = 'traslado' THEN
    PERFORM archivo_exige_fuera_de_lote(ARRAY[NEW.expediente_id]);
    RETURN NEW;
  END IF;
  PERFORM 1 FROM expedientes WHERE id = NEW.expediente_id FOR UPDATE;
  IF NOT archivo_en_destruccion(NEW.expediente_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'movimiento_sin_ejecucion', DETAIL = NEW.unidad_id::text;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER movimientos_fisicos_guarda BEFORE INSERT ON movimientos_fisicos
  FOR EACH ROW EXECUTE FUNCTION archivo_movimiento_alta();

-- Nor by writing another place over the old one.
CREATE FUNCTION archivo_unidad_se_mueve() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM expedientes WHERE id IN (OLD.expediente_id, NEW.expediente_id) ORDER BY id FOR UPDATE;
  IF OLD.expediente_id <> NEW.expediente_id OR NOT archivo_en_destruccion(NEW.expediente_id) THEN
    PERFORM archivo_exige_fuera_de_lote(ARRAY[OLD.expediente_id, NEW.expediente_id]);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fisico_unidades_se_mueven BEFORE UPDATE OF expediente_id, ubicacion, caja, carpeta, tomo, otro ON fisico_unidades
  FOR EACH ROW WHEN (ROW (OLD.expediente_id, OLD.ubicacion, OLD.caja, OLD.carpeta, OLD.tomo, OLD.otro)
    IS DISTINCT FROM ROW (NEW.expediente_id, NEW.ubicacion, NEW.caja, NEW.carpeta, NEW.tomo, NEW.otro))
  EXECUTE FUNCTION archivo_unidad_se_mueve();

---------------------------------------------------------------------------------------------------------------
-- Reopening, closing again and re-tying. A BEFORE trigger: the lock of the update itself lets FOR KEY SHARE through.
CREATE FUNCTION archivo_expediente_cambia() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM archivo_exige_sin_intencion(ARRAY[OLD.id]);
  IF ROW (OLD.trd_version_id, OLD.trd_serie_id) IS DISTINCT FROM ROW (NEW.trd_version_id, NEW.trd_serie_id) THEN
    PERFORM archivo_exige_fuera_de_lote(ARRAY[OLD.id]);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER expedientes_amarre_y_cierre BEFORE UPDATE OF cierre, trd_version_id, trd_serie_id ON expedientes
  FOR EACH ROW WHEN (ROW (OLD.cierre, OLD.trd_version_id, OLD.trd_serie_id)
    IS DISTINCT FROM ROW (NEW.cierre, NEW.trd_version_id, NEW.trd_serie_id))
  EXECUTE FUNCTION archivo_expediente_cambia();

-- The sample and the electronic index of what is being destroyed.
CREATE FUNCTION archivo_hecho_de_expediente() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM archivo_exige_sin_intencion(ARRAY[NEW.expediente_id]);
  RETURN NEW;
END $$;
CREATE TRIGGER trd_muestras_sin_intencion BEFORE INSERT OR UPDATE ON trd_muestras
  FOR EACH ROW EXECUTE FUNCTION archivo_hecho_de_expediente();
CREATE TRIGGER expediente_indice_sin_intencion BEFORE INSERT OR UPDATE ON expediente_indice
  FOR EACH ROW EXECUTE FUNCTION archivo_hecho_de_expediente();

CREATE FUNCTION archivo_indice_inmutable() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'indice_inmutable', DETAIL = OLD.sha256;
END $$;
CREATE TRIGGER expediente_indice_bajo_worm BEFORE UPDATE ON expediente_indice
  FOR EACH ROW WHEN (OLD.worm AND (NEW.sha256 <> OLD.sha256 OR NOT NEW.worm)) EXECUTE FUNCTION archivo_indice_inmutable();

-- A link pauses the ítem of the radicado it cites (REQ-HOLD-4); once that is being destroyed it comes too late.
-- BEFORE each row: its foreign key locks the radicado, and the order is expediente first.
CREATE FUNCTION archivo_vinculo_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM archivo_exige_sin_intencion(ARRAY(SELECT r.expediente_id FROM radicados r WHERE r.id = NEW.radicado_id));
  RETURN NEW;
END $$;
CREATE TRIGGER vinculos_sin_intencion BEFORE INSERT ON vinculos
  FOR EACH ROW EXECUTE FUNCTION archivo_vinculo_alta();

---------------------------------------------------------------------------------------------------------------
-- Instruments. Opening a revision and correcting a version wait for the admissions that are reading it.
CREATE FUNCTION archivo_revision_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM trd_version WHERE id = NEW.version_id FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER trd_revisiones_bloquean_version BEFORE INSERT ON trd_revisiones
  FOR EACH ROW EXECUTE FUNCTION archivo_revision_alta();

CREATE FUNCTION archivo_correccion_alta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM trd_version v WHERE v.id = (SELECT s.version_id FROM trd_serie s WHERE s.id = NEW.serie_id) FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER trd_correcciones_bloquean_version BEFORE INSERT ON trd_correcciones
  FOR EACH ROW EXECUTE FUNCTION archivo_correccion_alta();

-- It is not resolved while expedientes of what it revises are in a living lote.
CREATE FUNCTION archivo_revision_resuelve() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM trd_version WHERE id = NEW.version_id FOR UPDATE;
  IF EXISTS (SELECT FROM expedientes e JOIN eliminacion_expediente_en_lote p ON p.expediente_id = e.id
              WHERE e.trd_version_id = NEW.version_id AND (NEW.serie_id IS NULL OR e.trd_serie_id = NEW.serie_id)) THEN
    RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'revision_con_impedimentos', DETAIL = 'hay expedientes en lotes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trd_revisiones_sin_impedimentos BEFORE UPDATE OF resuelta_en ON trd_revisiones
  FOR EACH ROW WHEN (OLD.resuelta_en IS NULL AND NEW.resuelta_en IS NOT NULL) EXECUTE FUNCTION archivo_revision_resuelve();

---------------------------------------------------------------------------------------------------------------
-- A member of the committee was designated by an act: that does not change; it only ends.
CREATE TRIGGER comite_integrantes_congelados
  BEFORE UPDATE OF id, nombre, cargo, rol, vota, acto_designacion, desde ON comite_integrantes
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER comite_integrantes_sin_borrado BEFORE DELETE ON comite_integrantes
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();
CREATE TRIGGER calendario_cierres_solo_anexar BEFORE UPDATE OR DELETE ON calendario_cierres
  FOR EACH STATEMENT EXECUTE FUNCTION solo_anexar();

-- An announced last day is never brought forward (domain "The clock").
CREATE FUNCTION archivo_ventana_no_se_acorta() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'campo_congelado', DETAIL = 'el último día anunciado, ' || OLD.ultimo_dia_previsto;
END $$;
CREATE TRIGGER eliminacion_publicaciones_no_se_acortan BEFORE UPDATE OF ultimo_dia_previsto ON eliminacion_publicaciones
  FOR EACH ROW WHEN (NEW.ultimo_dia_previsto < OLD.ultimo_dia_previsto) EXECUTE FUNCTION archivo_ventana_no_se_acorta();

REVOKE EXECUTE ON FUNCTION archivo_exige_fuera_de_lote(uuid[]), archivo_exige_sin_intencion(uuid[]), archivo_en_destruccion(uuid),
  archivo_prestamo_alta(), archivo_transferencia_alta(), archivo_movimiento_alta(), archivo_unidad_se_mueve(),
  archivo_expediente_cambia(), archivo_hecho_de_expediente(), archivo_vinculo_alta(), archivo_revision_alta(),
  archivo_correccion_alta(), archivo_revision_resuelve() FROM PUBLIC;

DO $$
DECLARE rol text := current_schema();
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON movimientos_fisicos TO %I', rol);
  EXECUTE format('GRANT UPDATE (resuelto_por, resolucion_motivo) ON vinculos TO %I', rol);
  EXECUTE format('REVOKE UPDATE ON trd_revisiones, comite_integrantes FROM %I', rol);
  EXECUTE format('GRANT UPDATE (resuelta_en, resuelta_por, resolucion) ON trd_revisiones TO %I', rol);
  EXECUTE format('GRANT UPDATE (hasta) ON comite_integrantes TO %I', rol);
  EXECUTE format('REVOKE DELETE ON expediente_indice FROM %I', rol);
  -- An open window is counted again with another calendar; the trigger refuses it once it is closed.
  EXECUTE format('GRANT UPDATE (calendario_id) ON eliminacion_publicaciones TO %I', rol);
END $$;
