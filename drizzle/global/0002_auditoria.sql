-- Audit chain of the SYSTEM tenant, the runs of its verification, and the breaks that are known and declared.
-- The chain is the one of drizzle/tenant/0001_auditoria.sql, where it is explained.

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

GRANT SELECT ON audit_log, audit_head TO orpycamcp_app, orpycamcp_audit;
GRANT EXECUTE ON FUNCTION audit_registrar(text[]) TO orpycamcp_app;

-- One row per verification. Monitoring, not proof: the proof is to verify again. Only the audit role writes it,
-- so that the application can't record a verification that did not happen.
CREATE TABLE audit_chain_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  iniciada_en timestamptz NOT NULL,
  terminada_en timestamptz NOT NULL DEFAULT clock_timestamp(),
  completa boolean NOT NULL,
  cadenas integer NOT NULL CHECK (cadenas >= 0),
  asientos bigint NOT NULL CHECK (asientos >= 0),
  roturas integer NOT NULL CHECK (roturas >= 0),
  roturas_declaradas integer NOT NULL CHECK (roturas_declaradas >= 0),
  detalle jsonb NOT NULL
);
CREATE INDEX audit_chain_runs_completas ON audit_chain_runs (id) WHERE completa;

-- A break that is known (a restored backup, a repaired row) and by which act it was accepted: it is told apart
-- from new ones, never hidden. Written by the owner.
CREATE TABLE audit_roturas_declaradas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cadena text NOT NULL,
  clase text NOT NULL,
  desde bigint NOT NULL CHECK (desde >= 0),
  hasta bigint NOT NULL,
  fundamento text NOT NULL CHECK (fundamento <> ''),
  declarada_por text NOT NULL CHECK (declarada_por <> ''),
  declarada_en timestamptz NOT NULL,
  CHECK (hasta >= desde)
);

CREATE TRIGGER audit_chain_runs_solo_anexar BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain_runs
  FOR EACH STATEMENT EXECUTE FUNCTION public.orpyca_solo_anexar();
CREATE TRIGGER audit_roturas_declaradas_solo_anexar
  BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_roturas_declaradas
  FOR EACH STATEMENT EXECUTE FUNCTION public.orpyca_solo_anexar();

REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_chain_runs FROM orpycamcp_owner;
GRANT INSERT, SELECT ON audit_chain_runs TO orpycamcp_audit;
GRANT SELECT ON audit_chain_runs TO orpycamcp_app;
GRANT SELECT ON audit_roturas_declaradas TO orpycamcp_app, orpycamcp_audit;
