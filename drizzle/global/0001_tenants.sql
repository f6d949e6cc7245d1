-- What every tenant needs: closed defaults, an identifier, the append-only guard, and the list of tenants.

-- A function is executable by nobody until a migration grants it: SECURITY DEFINER must never be open by default.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO orpycamcp_verifier;

-- UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, version 7, random rest. PostgreSQL has its own only from 18.
CREATE FUNCTION orpyca_uuidv7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$
  SELECT encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
          FROM 1 FOR 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;
GRANT EXECUTE ON FUNCTION orpyca_uuidv7() TO PUBLIC;

-- Guard of append-only tables: BEFORE UPDATE OR DELETE and BEFORE TRUNCATE, per statement. It binds the owner too.
CREATE FUNCTION orpyca_solo_anexar() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'ORP01',
    MESSAGE = 'registro_inmutable',
    DETAIL = format('%s en %s', TG_OP, TG_TABLE_NAME);
END
$$;

CREATE TABLE tenants (
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z][a-z0-9_]{1,40}$'),
  nombre text NOT NULL CHECK (nombre <> ''),
  nit text NOT NULL CHECK (nit <> ''),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  provisioning_status text NOT NULL DEFAULT 'pending' CHECK (provisioning_status IN ('pending', 'active')),
  cluster_key text NOT NULL DEFAULT 'principal',
  creado_en timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON tenants TO orpycamcp_app, orpycamcp_audit;
