import { describe, expect, it } from 'vitest';
import { findSentenciaProhibida } from '../../../src/db/migrate/sentencias-prohibidas.ts';

describe('una migración no contiene lo que no cabe en una transacción', () => {
  it.each([
    ['CREATE TABLE a (b int);\nCREATE INDEX CONCURRENTLY i ON a (b);', 'CONCURRENTLY', 2],
    ["ALTER TYPE color\n  ADD   VALUE 'rojo';", 'ADD VALUE', 2],
    ['SELECT 1;\n\nvacuum a;', 'VACUUM', 3],
    ['BEGIN;\nSELECT 1;', 'BEGIN', 1],
    ['begin ;', 'BEGIN', 1],
    ['BEGIN ISOLATION LEVEL SERIALIZABLE;', 'BEGIN', 1],
    ['START TRANSACTION;', 'START TRANSACTION', 1],
    ['SELECT 1;\nCOMMIT;', 'COMMIT', 2],
    ['ROLLBACK;', 'ROLLBACK', 1],
    ["PREPARE TRANSACTION 'x';", 'PREPARE TRANSACTION', 1],
  ])('%j se rechaza con su línea', (sql, sentencia, linea) => {
    expect(findSentenciaProhibida(sql)).toEqual({ sentencia, linea });
  });

  it.each([
    '-- no se usa CONCURRENTLY ni VACUUM\nSELECT 1;',
    '/* COMMIT;\n BEGIN; */ SELECT 1;',
    "COMMENT ON TABLE a IS 'tras el COMMIT; ya no';",
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$\nBEGIN\n  PERFORM 1;\nEND\n$$;',
    'DO $cuerpo$ BEGIN; END $cuerpo$;',
    'CREATE TABLE t (a int) ON COMMIT DROP;',
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END;',
    'SELECT "vacuum" FROM t;',
    'ALTER TABLE t ADD valor int;',
  ])('%j se acepta', (sql) => {
    expect(findSentenciaProhibida(sql)).toBeNull();
  });
});
