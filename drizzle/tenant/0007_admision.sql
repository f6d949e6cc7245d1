-- Admission: one set-based evaluation for the explorer, the dry run, the proposal and every re-check.
-- A plain SQL function of one SELECT, so that the planner inlines it and the caller's filters reach the tables.
-- Source: domain "Admission", REQ-RET-1..3, REQ-HOLD-3..5, REQ-INS-1.

-- p_hoy: civil date in Bogotá · p_calendario: calendar version in force · p_lote: the lote being re-checked, or NULL.
-- motivos: every reason, in the order of the norm; the first is *the* reason; empty = admitted.
CREATE FUNCTION eliminacion_evaluar_admision(p_hoy date, p_calendario bigint, p_lote uuid)
RETURNS TABLE (
  expediente_id uuid, expediente_codigo text, titulo text, nivel_seguridad smallint,
  dependencia_codigo text, dependencia_nombre text,
  trd_version_id bigint, trd_version_codigo text, trd_tipo text,
  serie_codigo text, serie_nombre text, subserie_codigo text, subserie_nombre text,
  acto_convalidacion_numero text, acto_convalidacion_fecha date, acta_aprobacion_numero text, acta_aprobacion_fecha date,
  ag integer, ac integer, disposicion text,
  fecha_inicial date, fecha_final date, cierre date,
  vencimiento date, vencimiento_habil date,
  soporte text, folios integer, motivos text[])
LANGUAGE sql STABLE AS $$
  SELECT e.id, e.codigo, e.titulo, e.nivel_seguridad,
         e.dependencia_codigo, e.dependencia_nombre,
         e.trd_version_id, s.version_codigo, s.tipo,
         e.serie_codigo, coalesce(e.serie_nombre, s.serie_nombre), e.subserie_codigo, coalesce(e.subserie_nombre, s.subserie_nombre),
         s.acto_convalidacion_numero, s.acto_convalidacion_fecha, s.acta_aprobacion_numero, s.acta_aprobacion_fecha,
         s.ag, s.ac, s.disposicion,
         e.fecha_inicial, e.fecha_final, e.cierre,
         r.fin, coalesce(n.siguiente_habil, r.fin),
         e.soporte, e.folios,
         array_remove(ARRAY[
           CASE WHEN EXISTS (SELECT FROM eliminacion_expediente_en_lote p
                              WHERE p.expediente_id = e.id AND p.lote_id IS DISTINCT FROM p_lote)
                THEN 'ya_en_otro_lote' END,
           CASE WHEN e.cierre IS NULL THEN 'expediente_abierto' END,
           CASE WHEN s.disposicion IS NOT NULL AND NOT (s.disposicion = 'E' OR (s.disposicion = 'S'
                       AND EXISTS (SELECT FROM trd_muestras m WHERE m.expediente_id = e.id AND NOT m.en_muestra)))
                THEN 'disposicion_no_eliminable' END,
           -- What the calendar does not cover is unknown, and unknown is never due.
           CASE WHEN e.cierre IS NOT NULL AND r.anos IS NOT NULL
                     AND NOT coalesce(coalesce(n.siguiente_habil, r.fin) < p_hoy AND r.fin BETWEEN v.desde AND v.hasta
                                      AND p_hoy BETWEEN v.desde AND v.hasta, false)
                THEN 'retencion_vigente' END,
           CASE WHEN coalesce(e.serie_nombre, s.serie_nombre) IS NULL
                  OR (e.subserie_codigo IS NOT NULL AND coalesce(e.subserie_nombre, s.subserie_nombre) IS NULL)
                  OR num_nulls(s.acto_convalidacion_numero, s.acto_convalidacion_fecha,
                               s.acta_aprobacion_numero, s.acta_aprobacion_fecha, s.disposicion, r.anos) > 0
                THEN 'instrumento_sin_datos' END,
           CASE WHEN EXISTS (SELECT FROM trd_revisiones t WHERE t.version_id = e.trd_version_id AND t.resuelta_en IS NULL
                              AND (t.serie_id IS NULL OR t.serie_id = e.trd_serie_id))
                THEN 'trd_revision_pendiente' END,
           CASE WHEN e.reamarrado AND NOT EXISTS (SELECT FROM expediente_indice i WHERE i.expediente_id = e.id AND i.worm)
                THEN 'indice_sin_worm' END,
           -- One branch per scope, each on its own index.
           CASE WHEN EXISTS (SELECT FROM retenciones_legales h WHERE h.levantada_en IS NULL AND h.alcance = 'expediente' AND h.expediente_id = e.id)
                  OR EXISTS (SELECT FROM retenciones_legales h WHERE h.levantada_en IS NULL AND h.alcance = 'serie' AND h.serie_codigo = e.serie_codigo)
                  OR EXISTS (SELECT FROM retenciones_legales h WHERE h.levantada_en IS NULL AND h.alcance = 'subserie' AND h.serie_codigo = e.serie_codigo AND h.subserie_codigo = e.subserie_codigo)
                  OR EXISTS (SELECT FROM retenciones_legales h WHERE h.levantada_en IS NULL AND h.alcance = 'dependencia' AND h.dependencia_codigo = e.dependencia_codigo)
                  OR EXISTS (SELECT FROM retenciones_legales h JOIN eliminacion_expediente_en_lote p ON p.lote_id = h.lote_id
                              WHERE h.levantada_en IS NULL AND h.alcance = 'lote' AND p.expediente_id = e.id)
                  OR EXISTS (SELECT FROM retenciones_legales h WHERE h.levantada_en IS NULL AND h.alcance = 'todo')
                THEN 'retencion_legal' END,
           CASE WHEN EXISTS (SELECT FROM prestamos p WHERE p.expediente_id = e.id AND p.devuelto_en IS NULL) THEN 'en_prestamo' END,
           CASE WHEN EXISTS (SELECT FROM transferencias t WHERE t.expediente_id = e.id AND t.terminada_en IS NULL) THEN 'transferencia_en_curso' END,
           CASE WHEN EXISTS (SELECT FROM radicados d JOIN vinculos k ON k.radicado_id = d.id
                              WHERE d.expediente_id = e.id AND k.resuelto_en IS NULL)
                THEN 'vinculado_a_otro_expediente' END,
           CASE WHEN e.soporte <> 'electronico' AND NOT EXISTS (
                       SELECT FROM fisico_unidades f WHERE f.expediente_id = e.id AND num_nonnulls(f.ubicacion, f.caja, f.carpeta) > 0)
                THEN 'fisico_sin_ubicacion' END
         ], NULL)
    FROM expedientes e
    JOIN trd_serie_vigente s ON s.id = e.trd_serie_id
    JOIN calendario_versiones v ON v.id = p_calendario
   -- A TVD counts AC only; a TRD sums AG + AC once (29 Feb → 28 Feb in a common year).
   CROSS JOIN LATERAL (SELECT CASE WHEN s.tipo = 'TVD' THEN s.ac ELSE s.ag + s.ac END AS anos) a
   CROSS JOIN LATERAL (SELECT a.anos, (e.cierre + make_interval(years => a.anos))::date AS fin) r
    LEFT JOIN calendario_no_habiles n ON n.version_id = p_calendario AND n.fecha = r.fin
$$;

DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION eliminacion_evaluar_admision(date, bigint, uuid) TO %I', current_schema());
END $$;
