import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registrarAuditoria } from '../../src/db/auditoria/registrar-auditoria.ts';
import { verifyAuditChain } from '../../src/db/auditoria/verificar-cadena.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { withTenantTx } from '../../src/db/tenant-tx.ts';
import { verificarCadenas } from '../../src/services/auditoria/verificar-cadenas.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { asientoDePrueba } from './asiento-de-prueba.ts';
import { asSuperuser } from './como-superusuario.ts';
import { rechazoDe } from './rechazo.ts';

const ASIENTOS = 12;
let base: BaseDePrueba;
let db: Database;
let auditor: Database;

beforeAll(async () => {
  base = await crearBaseDePrueba();
  db = createDatabase({ url: base.appUrl, applicationName: 'prueba' });
  auditor = createDatabase({ url: base.auditUrl, applicationName: 'auditor' });
  await withTenantTx(db, 'demo', (tx) =>
    registrarAuditoria(
      tx,
      Array.from({ length: ASIENTOS }, (_, n) =>
        asientoDePrueba({ sujeto: { tipo: 'prueba', id: String(n + 1) } }),
      ),
    ),
  );
  await asSuperuser(base, (cliente) =>
    cliente.query(`CREATE TABLE public.copia_log AS SELECT seq, prev_hash, hash, contenido FROM tenant_demo.audit_log;
                   CREATE TABLE public.copia_head AS SELECT * FROM tenant_demo.audit_head`),
  );
});
afterAll(async () => {
  await Promise.all([db.close(), auditor.close()]);
  await base.drop();
});

/** As an intruder with every right over the server, whom no trigger stops. */
const danar = (sql: string) =>
  asSuperuser(base, (cliente) =>
    cliente.query(`SET session_replication_role = replica; SET search_path = tenant_demo; ${sql}`),
  );

beforeEach(async () => {
  await danar(`
    TRUNCATE audit_log, audit_head;
    ALTER TABLE audit_log DROP CONSTRAINT IF EXISTS audit_log_pkey;
    ALTER TABLE audit_log ADD PRIMARY KEY (seq);
    INSERT INTO audit_log (seq, prev_hash, hash, contenido) SELECT * FROM public.copia_log;
    INSERT INTO audit_head SELECT * FROM public.copia_head;
    TRUNCATE public.audit_chain_runs, public.audit_roturas_declaradas`);
});

/** SQL of a row of one's own, hashed as it should be, after another row. */
const falso = (seq: number, tras: number) => `
  INSERT INTO audit_log (seq, prev_hash, hash, contenido)
  SELECT ${seq}, a.hash, sha256(convert_to('${seq}' || E'\\n' || encode(a.hash, 'hex') || E'\\n' || c.contenido, 'UTF8')),
         c.contenido
    FROM audit_log a, (SELECT replace(contenido, 'Ana', 'Eva') AS contenido FROM public.copia_log LIMIT 1) c
   WHERE a.seq = ${tras};`;
/** Renumbers in two steps: the primary key is checked row by row. */
const correr = (desde: number, paso: number) => `
  UPDATE audit_log SET seq = seq + 1000000 WHERE seq >= ${desde};
  UPDATE audit_log SET seq = seq - 1000000 + (${paso}) WHERE seq > 1000000;`;

async function roturas(): Promise<string[]> {
  const { roturas: encontradas } = await verifyAuditChain(auditor, 'tenant_demo');
  return encontradas.map(({ clase, desde, hasta }) => `${clase} ${desde}-${hasta}`);
}

describe('la verificación distingue cada daño', () => {
  it('una cadena intacta no tiene ninguno', async () => {
    expect(await roturas()).toEqual([]);
  });

  it.each([
    [
      'alterado',
      `UPDATE audit_log SET contenido = replace(contenido, 'Ana', 'Eva') WHERE seq = 5`,
      ['alterado 5-5'],
    ],
    [
      'alterado con su huella recalculada',
      `DELETE FROM audit_log WHERE seq = 5; ${falso(5, 4)}`,
      ['alterado 5-5'],
    ],
    ['borrado', 'DELETE FROM audit_log WHERE seq IN (5, 6)', ['borrado 5-6']],
    ['borrado y renumerado', `DELETE FROM audit_log WHERE seq = 5; ${correr(6, -1)}`, ['borrado 5-5']],
    [
      'intercambiado',
      `UPDATE audit_log SET seq = 100 WHERE seq = 3; UPDATE audit_log SET seq = 3 WHERE seq = 8;
       UPDATE audit_log SET seq = 8 WHERE seq = 100`,
      ['intercambiado 3-8'],
    ],
    ['insertado', `${correr(6, 1)} ${falso(6, 5)}`, ['insertado 6-6']],
    ['insertado tras la cabeza', falso(13, 12), ['insertado 13-13']],
    ['cola truncada', 'DELETE FROM audit_log WHERE seq > 9', ['cola_truncada 10-12']],
    ['vaciado', 'TRUNCATE audit_log', ['cola_truncada 1-12']],
    [
      'bifurcado',
      `DELETE FROM audit_log WHERE seq = 12; ${falso(12, 10)}
       UPDATE audit_head SET hash = (SELECT hash FROM audit_log WHERE seq = 12)`,
      ['bifurcado 11-12'],
    ],
    [
      'bifurcado con el mismo número',
      `ALTER TABLE audit_log DROP CONSTRAINT audit_log_pkey; ${falso(12, 11)}`,
      ['bifurcado 12-12'],
    ],
    ['cabeza borrada', 'DELETE FROM audit_head', ['cabeza_alterada 0-0']],
  ])('%s', async (_clase, sql, esperado) => {
    await danar(sql);
    expect(await roturas()).toEqual(esperado);
  });

  it('un hueco en la frontera de las páginas no se escapa', async () => {
    await danar(
      'TRUNCATE audit_log, audit_head; INSERT INTO audit_head SELECT true, 0, prev_hash FROM public.copia_log WHERE seq = 1',
    );
    await withTenantTx(db, 'demo', (tx) =>
      registrarAuditoria(
        tx,
        Array.from({ length: 2_500 }, () => asientoDePrueba()),
      ),
    );
    expect(await roturas()).toEqual([]);
    await danar('DELETE FROM audit_log WHERE seq IN (1000, 2001)');
    expect(await roturas()).toEqual(['borrado 1000-1000', 'borrado 2001-2001']);
  });

  it('mientras otros registran se lee un solo instante: no hay falsas roturas', async () => {
    let seguir = true;
    const escritor = (async () => {
      while (seguir) await withTenantTx(db, 'demo', (tx) => registrarAuditoria(tx, [asientoDePrueba()]));
    })();
    for (let vez = 0; vez < 20; vez += 1) expect(await roturas()).toEqual([]);
    seguir = false;
    await escritor;
  });
});

describe('verificar todas las cadenas', () => {
  const corridas = () =>
    asSuperuser(base, async (cliente) => {
      const { rows } = await cliente.query(
        'SELECT completa, cadenas, roturas, roturas_declaradas FROM public.audit_chain_runs ORDER BY id',
      );
      return rows as unknown[];
    });

  it('recorre la del sistema y las de todas las entidades, suspendidas incluidas, y lo anota', async () => {
    await danar(`UPDATE public.tenants SET status = 'suspended' WHERE slug = 'otra'`);
    const resultado = await verificarCadenas(auditor);
    expect(resultado).toMatchObject({ integra: true, completa: true, registrada: true });
    expect(resultado.cadenas.map(({ cadena }) => cadena)).toEqual(['public', 'tenant_demo', 'tenant_otra']);
    expect(await corridas()).toEqual([{ completa: true, cadenas: 3, roturas: 0, roturas_declaradas: 0 }]);
  });

  it('la de una sola entidad se anota como parcial', async () => {
    const resultado = await verificarCadenas(auditor, { tenant: 'demo' });
    expect(resultado).toMatchObject({ integra: true, completa: false });
    expect(await corridas()).toMatchObject([{ completa: false, cadenas: 1 }]);
    expect((await rechazoDe(verificarCadenas(auditor, { tenant: 'fantasma' }))).code).toBe(
      'tenant_desconocido',
    );
  });

  it('sin el papel de auditoría verifica igual y dice por qué no lo anotó', async () => {
    const verificador = createDatabase({ url: base.verifierUrl, applicationName: 'verificador' });
    const resultado = await verificarCadenas(verificador);
    await verificador.close();
    expect(resultado).toMatchObject({ integra: true, completa: true, registrada: false });
    expect(resultado.motivoNoRegistrada).toContain('permission denied');
    expect(await corridas()).toEqual([]);
  });

  it('una cola cortada con la cabeza devuelta la delata la corrida anterior, y no se olvida', async () => {
    await verificarCadenas(auditor);
    await danar(`DELETE FROM audit_log WHERE seq > 9;
      UPDATE audit_head SET seq = 9, hash = (SELECT hash FROM audit_log WHERE seq = 9)`);
    expect(await roturas()).toEqual([]);
    for (let vez = 0; vez < 2; vez += 1) {
      const resultado = await verificarCadenas(auditor);
      expect(resultado.integra).toBe(false);
      expect(resultado.cadenas[1]?.roturas).toMatchObject([{ clase: 'cola_truncada', desde: 10, hasta: 12 }]);
    }
  });

  it('una cadena que no se puede leer deja la corrida incompleta; una que desapareció es una rotura', async () => {
    await verificarCadenas(auditor);
    await danar('REVOKE SELECT ON audit_log FROM orpycamcp_audit');
    const ilegible = await verificarCadenas(auditor);
    expect(ilegible).toMatchObject({ integra: false, completa: false, registrada: true });
    expect(Object.keys(ilegible.fallidas)).toEqual(['tenant_demo']);
    await danar('GRANT SELECT ON audit_log TO orpycamcp_audit; ALTER SCHEMA tenant_otra RENAME TO escondido');
    const ausente = await verificarCadenas(auditor);
    expect(ausente.cadenas[2]).toMatchObject({
      cadena: 'tenant_otra',
      roturas: [{ clase: 'cadena_ausente' }],
    });
    await danar('ALTER SCHEMA escondido RENAME TO tenant_otra');
  });

  it('una rotura declarada se cuenta aparte y no tapa las demás', async () => {
    await danar(`DELETE FROM audit_log WHERE seq IN (4, 9);
      INSERT INTO public.audit_roturas_declaradas (cadena, clase, desde, hasta, fundamento, declarada_por, declarada_en)
      VALUES ('tenant_demo', 'borrado', 4, 4, 'Acta 3 de 2026', 'Comité', '2026-01-02Z')`);
    const { cadenas, integra } = await verificarCadenas(auditor);
    expect(integra).toBe(false);
    expect(cadenas[1]).toMatchObject({
      declaradas: [{ clase: 'borrado', desde: 4 }],
      roturas: [{ clase: 'borrado', desde: 9 }],
    });
    expect(await corridas()).toMatchObject([{ roturas: 1, roturas_declaradas: 1 }]);
  });
});
