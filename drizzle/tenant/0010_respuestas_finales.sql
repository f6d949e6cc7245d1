-- Rows of an observation are answered once, and stay those that it was about: binds the owner too.
CREATE FUNCTION eliminacion_respuesta_unica() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ORP01', MESSAGE = 'registro_inmutable',
    DETAIL = TG_TABLE_NAME || ' ' || OLD.observacion_id || '/' || OLD.item_id;
END $$;
CREATE TRIGGER eliminacion_observacion_filas_una_respuesta BEFORE UPDATE ON eliminacion_observacion_filas
  FOR EACH ROW WHEN (OLD.desenlace IS NOT NULL OR NEW.observacion_id <> OLD.observacion_id OR NEW.item_id <> OLD.item_id)
  EXECUTE FUNCTION eliminacion_respuesta_unica();
REVOKE EXECUTE ON FUNCTION eliminacion_respuesta_unica() FROM PUBLIC;
