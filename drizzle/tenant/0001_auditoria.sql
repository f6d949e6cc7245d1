-- The tenant's audit chain, its outbox and its idempotency keys.
--
-- Rules of every tenant file: names are unqualified except `public.…`; the role of the tenant is named as its
-- schema, so grants go through format('%I', current_schema()); functions are executable by nobody until granted;
-- SECURITY DEFINER always with SET search_path FROM CURRENT.
--
-- The chain. Row n holds
--     hash(n) = SHA-256( utf8( n in decimal || LF || hex(hash(n-1)) || LF || contenido ) )
--     hash(0) = SHA-256( utf8( 'orpycamcp-auditoria-1' || LF || name of the schema ) )
-- where hex is lower case and `contenido` is the canonical JSON text, byte for byte as it was written: jsonb would
-- reorder its keys. The number is inside, so rows can't be renumbered; the schema is at the start, so a chain
-- can't be passed off as that of another tenant.

CREATE TABLE audit_log (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  prev_hash bytea NOT NULL CHECK (octet_length(prev_hash) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  contenido text NOT NULL,
  accion text NOT NULL GENERATED ALWAYS AS (contenido::jsonb ->> 'accion') STORED,
  actor text NOT NULL GENERATED ALWAYS AS (contenido::jsonb #>> '{actor,id}') STORED,
  sujeto_tipo text NOT NULL GENERATED ALWAYS AS (contenido::jsonb #>> '{sujeto,tipo}') STORED,
  sujeto_id text NOT NULL GENERATED ALWAYS AS (contenido::jsonb #>> '{sujeto,id}') STORED,
  instante text NOT NULL GENERATED ALWAYS AS (contenido::jsonb ->> 'instante') STORED,
  resultado text NOT NULL GENERATED ALWAYS AS (contenido::jsonb ->> 'resultado') STORED
);
CREATE INDEX audit_log_sujeto ON audit_log (sujeto_tipo, sujeto_id, seq);

CREATE TABLE audit_head (
  unica boolean PRIMARY KEY DEFAULT true CHECK (unica),
  seq bigint NOT NULL CHECK (seq >= 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO audit_head (seq, hash)
VALUES (0, sha256(convert_to(E'orpycamcp-auditoria-1\n' || current_schema(), 'UTF8')));

-- Links and stores the entries, moves the head, gives its number. The lock on the head row lasts until the commit:
-- appends queue there, so the chain can't fork; under REPEATABLE READ the second one fails instead.
CREATE FUNCTION audit_registrar(contenidos text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
AS $$
DECLARE
  cabeza audit_head;
  texto text;
  nuevo bytea;
BEGIN
  SELECT * INTO STRICT cabeza FROM audit_head FOR UPDATE;
  FOREACH texto IN ARRAY contenidos LOOP
    cabeza.seq := cabeza.seq + 1;
    nuevo := sha256(convert_to(
      cabeza.seq::text || E'\n' || encode(cabeza.hash, 'hex') || E'\n' || texto, 'UTF8'));
    INSERT INTO audit_log (seq, prev_hash, hash, contenido) VALUES (cabeza.seq, cabeza.hash, nuevo, texto);
    cabeza.hash := nuevo;
  END LOOP;
  UPDATE audit_head SET seq = cabeza.seq, hash = cabeza.hash;
  RETURN cabeza.seq;
END
$$;

-- The head only moves forward, and only onto a row that exists.
CREATE FUNCTION audit_cabeza_guardar() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT
AS $$
BEGIN
  IF NEW.seq <= OLD.seq
     OR NOT EXISTS (SELECT FROM audit_log l WHERE l.seq = NEW.seq AND l.hash = NEW.hash) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'ORP01', MESSAGE = 'registro_inmutable', DETAIL = 'la cabeza de la cadena solo avanza';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER audit_log_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION public.orpyca_solo_anexar();
CREATE TRIGGER audit_head_avanza BEFORE UPDATE ON audit_head
  FOR EACH ROW EXECUTE FUNCTION audit_cabeza_guardar();
CREATE TRIGGER audit_head_queda BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION public.orpyca_solo_anexar();

-- Denials per actor, act and minute: the first ten are chained one by one, the rest become one entry with the
-- count, so that a denied actor has no lever on the chain. `asentadas` of `total` are in it; `ultimo` is the text
-- of the latest denial. Rows of minutes gone by are swept.
CREATE TABLE audit_denegaciones (
  actor text NOT NULL,
  accion text NOT NULL,
  minuto timestamptz NOT NULL,
  total integer NOT NULL CHECK (total > 0),
  asentadas integer NOT NULL CHECK (asentadas BETWEEN 0 AND total),
  ultimo text NOT NULL,
  PRIMARY KEY (actor, accion, minuto)
);
CREATE INDEX audit_denegaciones_minuto ON audit_denegaciones (minuto);

-- Domain events, written by the act's own transaction. A relay owns a carril (hash of the aggregate mod 16) and
-- publishes it in id order.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agregado text NOT NULL,
  carril smallint NOT NULL CHECK (carril BETWEEN 0 AND 15),
  event_id uuid NOT NULL UNIQUE,
  event_type text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  actor jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  publicado_en timestamptz
);
CREATE INDEX outbox_pendientes ON outbox (carril, id) WHERE publicado_en IS NULL;

-- The answer of a mutating request, stored in the act's own transaction: the same key gives it again. `huella` is
-- the digest of method, path, If-Match and body. `expira_en` NULL: for ever (ejecutar, aprobar, anular).
CREATE TABLE idempotencia (
  actor text NOT NULL,
  ruta text NOT NULL,
  clave text NOT NULL CHECK (length(clave) BETWEEN 1 AND 255),
  huella bytea NOT NULL CHECK (octet_length(huella) = 32),
  estado_http smallint NOT NULL CHECK (estado_http BETWEEN 200 AND 499),
  cabeceras jsonb NOT NULL DEFAULT '{}',
  cuerpo text NOT NULL,
  creada_en timestamptz NOT NULL DEFAULT clock_timestamp(),
  expira_en timestamptz,
  PRIMARY KEY (actor, ruta, clave)
);
CREATE INDEX idempotencia_expira ON idempotencia (expira_en) WHERE expira_en IS NOT NULL;

DO $$
DECLARE
  esquema text := current_schema();
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I, orpycamcp_audit, orpycamcp_verifier', esquema, esquema);
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO orpycamcp_verifier', esquema);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO orpycamcp_verifier', esquema);
  EXECUTE format('GRANT SELECT ON audit_log, audit_head TO %I, orpycamcp_audit', esquema);
  EXECUTE format('GRANT EXECUTE ON FUNCTION audit_registrar(text[]) TO %I', esquema);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON audit_denegaciones TO %I', esquema);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (publicado_en) ON outbox TO %I', esquema);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON idempotencia TO %I', esquema);
END
$$;
