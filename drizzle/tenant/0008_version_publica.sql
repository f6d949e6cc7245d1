-- First proposal of the public rendering of a título; a person confirms or changes it before publication (REQ-PUB-2).
-- Existence is never hidden: what is masked says what it was and on which legal basis.
CREATE FUNCTION eliminacion_proponer_titulo_publico(titulo text, nivel smallint, OUT titulo_publico text, OUT bases text[])
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  datos  CONSTANT text := 'Ley 1581 de 2012, arts. 4 f y 5';
  previo text;
BEGIN
  bases := '{}';
  titulo_publico := titulo;
  IF nivel >= 3 THEN
    titulo_publico := '[título clasificado]';
    bases := ARRAY['Ley 1712 de 2014, art. 18'];
    RETURN;
  ELSIF nivel = 2 THEN
    titulo_publico := '[título reservado]';
    bases := ARRAY['Ley 1712 de 2014, art. 19'];
    RETURN;
  END IF;
  previo := titulo_publico;
  titulo_publico := regexp_replace(titulo_publico, '[[:alnum:]._%+-]+@[[:alnum:].-]+\.[[:alpha:]]{2,}', '[correo]', 'g');
  -- Not word boundaries: «CC52123456» is an identification too.
  titulo_publico := regexp_replace(titulo_publico, '(?<!\d)(3\d{2}|60\d)[ .-]?\d{3}[ .-]?\d{4}(?!\d)', '[teléfono]', 'g');
  titulo_publico := regexp_replace(titulo_publico, '(?<!\d)(\d{1,3}([.,'' ]\d{3}){2,3}|\d{6,11})(-\d)?(?!\d)', '[identificación]', 'g');
  titulo_publico := regexp_replace(titulo_publico,
    '((historias?\s+(laboral(es)?|cl[ií]nicas?)|hojas?\s+de\s+vida)\s*(de la|del|de|[:,-])?\s+)\S.*$', '\1[nombre]', 'i');
  IF titulo_publico <> previo THEN
    bases := ARRAY[datos];
  END IF;
END $$;

DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION eliminacion_proponer_titulo_publico(text, smallint) TO %I', current_schema());
END $$;
