-- Papeles y base de datos del servicio, una vez por servidor. Como superusuario y conectado a la base «postgres»:
--   psql -v ON_ERROR_STOP=1 -v owner="'…'" -v app="'…'" -v audit="'…'" -v verifier="'…'" -f docs/sql/roles.sql
-- Las cuatro contraseñas son distintas. test/db/roles-de-operador.test.ts las compara con los que hace el servicio.

CREATE ROLE orpycamcp_owner LOGIN CREATEROLE INHERIT PASSWORD :owner;
CREATE ROLE orpycamcp_app LOGIN NOINHERIT PASSWORD :app;
CREATE ROLE orpycamcp_audit LOGIN NOINHERIT PASSWORD :audit;
CREATE ROLE orpycamcp_verifier LOGIN NOINHERIT PASSWORD :verifier;

ALTER ROLE orpycamcp_owner SET statement_timeout = '0';
ALTER ROLE orpycamcp_owner SET lock_timeout = '60s';
ALTER ROLE orpycamcp_owner SET idle_in_transaction_session_timeout = '5min';
ALTER ROLE orpycamcp_app SET statement_timeout = '60s';
ALTER ROLE orpycamcp_app SET lock_timeout = '10s';
ALTER ROLE orpycamcp_app SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE orpycamcp_audit SET statement_timeout = '5min';
ALTER ROLE orpycamcp_audit SET lock_timeout = '10s';
ALTER ROLE orpycamcp_audit SET idle_in_transaction_session_timeout = '5min';
ALTER ROLE orpycamcp_verifier SET statement_timeout = '5min';
ALTER ROLE orpycamcp_verifier SET lock_timeout = '10s';
ALTER ROLE orpycamcp_verifier SET idle_in_transaction_session_timeout = '5min';

ALTER ROLE orpycamcp_owner SET client_connection_check_interval = '10s';
ALTER ROLE orpycamcp_app SET client_connection_check_interval = '10s';
ALTER ROLE orpycamcp_audit SET client_connection_check_interval = '10s';
ALTER ROLE orpycamcp_verifier SET client_connection_check_interval = '10s';
ALTER ROLE orpycamcp_owner SET TimeZone = 'UTC';
ALTER ROLE orpycamcp_app SET TimeZone = 'UTC';
ALTER ROLE orpycamcp_audit SET TimeZone = 'UTC';
ALTER ROLE orpycamcp_verifier SET TimeZone = 'UTC';

CREATE DATABASE orpycamcp OWNER orpycamcp_owner TEMPLATE template0 ENCODING 'UTF8'
  LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C.UTF-8';
REVOKE ALL ON DATABASE orpycamcp FROM PUBLIC;
GRANT CONNECT ON DATABASE orpycamcp TO orpycamcp_app, orpycamcp_audit, orpycamcp_verifier;
