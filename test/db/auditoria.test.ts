import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registrarAuditoria } from '../../src/db/auditoria/registrar-auditoria.ts';
import { verifyAuditChain } from '../../src/db/auditoria/verificar-cadena.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { publicarEvento } from '../../src/db/outbox.ts';
import { withSystemTx, withTenantTx } from '../../src/db/tenant-tx.ts';
import { eslabonHash, genesisHash } from '../../src/domain/auditoria/eslabon.ts';
import { consolidarDenegaciones } from '../../src/services/auditoria/consolidar-denegaciones.ts';
import { registrarDenegacion } from '../../src/services/auditoria/registrar-denegacion.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { actorDePrueba, asientoDePrueba } from './asiento-de-prueba.ts';
import { asRole } from './como-superusuario.ts';

let base: BaseDePrueba;
let db: Database;
let auditor: Database;

beforeAll(async () => {
  base = await crearBaseDePrueba();
  db = createDatabase({ url: base.appUrl, applicationName: 'prueba' });
  auditor = createDatabase({ url: base.auditUrl, applicationName: 'auditor' });
});
afterAll(async () => {
  await Promise.all([db.close(), auditor.close()]);
  await base.drop();
});

interface FilaAuditoria {
  seq: number;
  prev: string;
  hash: string;
  contenido: string;
  accion: string;
  actor: string;
  sujeto: string;
  instante: string;
  resultado: string;
}

const cadena = (slug: string) =>
  withTenantTx(db, slug, (tx) =>
    tx.query<FilaAuditoria>(
      `SELECT seq, encode(prev_hash, 'hex') AS prev, encode(hash, 'hex') AS hash, contenido, accion, actor,
              sujeto_tipo || ':' || sujeto_id AS sujeto, instante, resultado
         FROM audit_log ORDER BY seq`,
    ),
  );

describe('registrar', () => {
  it('encadena en orden, guarda los bytes exactos y sus columnas se derivan de ellos', async () => {
    await withTenantTx(db, 'otra', (tx) =>
      registrarAuditoria(tx, [
        asientoDePrueba({ accion: 'archive.primera', datos: { z: 1, a: ['ñ', '💾'] } }),
        asientoDePrueba({ accion: 'archive.segunda', antes: 'aa', despues: 'bb' }),
      ]),
    );
    const [primera, segunda] = await cadena('otra');
    expect(primera).toMatchObject({
      seq: 1,
      prev: genesisHash('tenant_otra'),
      accion: 'archive.primera',
      actor: 'https://identidad.prueba|archivista',
      sujeto: 'lote:LOTE-2026-0001',
      instante: '2026-03-02T15:04:05.678Z',
      resultado: 'hecho',
    });
    expect(primera?.contenido).toContain('"datos":{"a":["ñ","💾"],"z":1}');
    expect(primera?.hash).toBe(eslabonHash(1, genesisHash('tenant_otra'), primera?.contenido ?? ''));
    expect(segunda).toMatchObject({ seq: 2, prev: primera?.hash, accion: 'archive.segunda' });
    expect(JSON.parse(segunda?.contenido ?? '')).toEqual({
      accion: 'archive.segunda',
      actor: { id: 'https://identidad.prueba|archivista', kind: 'persona', nombre: 'Ana Archivista' },
      agente: 'prueba',
      antes: 'aa',
      canal: 'api',
      datos: null,
      despues: 'bb',
      instante: '2026-03-02T15:04:05.678Z',
      ip: '192.0.2.7',
      requestId: 'solicitud-1',
      resultado: 'hecho',
      sujeto: { id: 'LOTE-2026-0001', tipo: 'lote' },
      v: 1,
    });
  });

  it('lo que no se confirma no deja hueco', async () => {
    const antes = await cadena('otra');
    const falla = withTenantTx(db, 'otra', async (tx) => {
      await registrarAuditoria(tx, [asientoDePrueba()]);
      throw new Error('el acto no ocurre');
    });
    await expect(falla).rejects.toThrow('el acto no ocurre');
    expect(await cadena('otra')).toEqual(antes);
  });

  it('un asiento que no se puede escribir impide el acto', async () => {
    const acto = withTenantTx(db, 'otra', async (tx) => {
      await tx.query(
        `INSERT INTO idempotencia (actor, ruta, clave, huella, estado_http, cuerpo)
         VALUES ('a', 'r', 'c', sha256('x'), 200, '')`,
      );
      await tx.query('SELECT audit_registrar($1::text[])', [['{"sin":"accion"}']]);
    });
    await expect(acto).rejects.toThrow('null value');
    expect(await withTenantTx(db, 'otra', (tx) => tx.query('SELECT 1 FROM idempotencia'))).toEqual([]);
  });

  it('nadie hace imposible su propio asiento con caracteres que la base no admite', async () => {
    const actor = actorDePrueba({ agente: 'nulo \u0000 y medio \ud800' });
    await withTenantTx(db, 'otra', (tx) => registrarAuditoria(tx, [asientoDePrueba({ actor })]));
    expect((await cadena('otra')).at(-1)?.contenido).toContain('nulo \ufffd y medio \ufffd');
  });

  it('la cadena del sistema vive en public', async () => {
    await withSystemTx(db, (tx) => registrarAuditoria(tx, [asientoDePrueba({ accion: 'sistema.prueba' })]));
    const filas = await withSystemTx(db, (tx) =>
      tx.query('SELECT accion FROM audit_log ORDER BY seq DESC LIMIT 1'),
    );
    expect(filas).toEqual([{ accion: 'sistema.prueba' }]);
    expect(await verifyAuditChain(auditor, 'public')).toMatchObject({ roturas: [] });
  });
});

describe('64 escritores en cuatro procesos', { timeout: 240_000 }, () => {
  it('no bifurcan la cadena ni dejan huecos, y los asientos de cada acto quedan juntos', async () => {
    const run = promisify(execFile);
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        run(process.execPath, ['test/db/escritor-auditoria.ts', base.appUrl, 'demo', '16', '4'], {
          cwd: process.cwd(),
        }),
      ),
    );
    const filas = await cadena('demo');
    expect(filas).toHaveLength(4 * 16 * 4 * 2);
    expect(filas.map(({ seq }) => seq)).toEqual(filas.map((_, indice) => indice + 1));
    const pares = filas
      .filter((_, indice) => indice % 2 === 0)
      .map((fila, par) => [fila, filas[2 * par + 1]]);
    expect(pares.filter(([uno, dos]) => uno?.sujeto !== dos?.sujeto)).toEqual([]);
    const verificada = await verifyAuditChain(auditor, 'tenant_demo');
    expect(verificada).toMatchObject({ asientos: filas.length, roturas: [], cabeza: { seq: filas.length } });
  });

  it('bajo REPEATABLE READ el segundo falla en vez de bifurcar', async () => {
    const registrar = (cliente: { query(sql: string): Promise<unknown> }) =>
      cliente.query(
        `SELECT audit_registrar(ARRAY['{"accion":"a","actor":{"id":"x"},"sujeto":{"tipo":"t","id":"1"},"instante":"i","resultado":"hecho"}'])`,
      );
    const abrir =
      'BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL ROLE tenant_demo; SET LOCAL search_path = tenant_demo; SELECT 1 FROM audit_head';
    await asRole(base.appUrl, async (uno) =>
      asRole(base.appUrl, async (dos) => {
        await uno.query(abrir);
        await dos.query(abrir);
        await registrar(uno);
        const segundo = registrar(dos).then(
          () => 'entró',
          (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
        );
        await uno.query('COMMIT');
        expect(await segundo).toBe('40001');
      }),
    );
    expect((await verifyAuditChain(auditor, 'tenant_demo')).roturas).toEqual([]);
  });
});

describe('denegaciones', () => {
  const instante = (segundo: number) => new Date(Date.UTC(2026, 4, 4, 10, 0, segundo));
  const denegar = (segundo: number, sub: string, accion = 'archive.eliminacion_lote_aprobado') =>
    registrarDenegacion(
      db,
      'otra',
      asientoDePrueba({ accion, actor: actorDePrueba({ sub }), instante: instante(segundo) }),
    );
  const denegadas = async (sub: string) =>
    (await cadena('otra')).filter((fila) => fila.resultado === 'denegado' && fila.actor.endsWith(`|${sub}`));

  it('las diez primeras de un actor, acto y minuto quedan una a una; las demás, en un asiento con su cuenta', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, vez) => denegar(vez, 'insistente')));
    expect(await denegadas('insistente')).toHaveLength(10);
    await denegar(61, 'insistente');
    const todas = await denegadas('insistente');
    expect(todas).toHaveLength(12);
    const [cuenta, siguiente] = todas.slice(10).map(({ contenido }) => JSON.parse(contenido) as object);
    expect(cuenta).toMatchObject({
      accion: 'archive.eliminacion_lote_aprobado',
      resultado: 'denegado',
      datos: { acumuladas: 15, minuto: '2026-05-04T10:00:00.000Z' },
      instante: '2026-05-04T10:01:01.000Z',
    });
    expect(siguiente).toMatchObject({ datos: null });
  });

  it('cada actor y cada acto tienen su propia cuenta', async () => {
    await Promise.all(Array.from({ length: 11 }, () => denegar(0, 'uno')));
    await denegar(1, 'uno', 'archive.retencion_levantada');
    await denegar(2, 'dos');
    expect([(await denegadas('uno')).length, (await denegadas('dos')).length]).toEqual([11, 1]);
  });

  it('lo contado que nadie vuelve a provocar lo asienta el mantenimiento, una vez', async () => {
    await Promise.all(Array.from({ length: 13 }, () => denegar(0, 'ido')));
    expect(await consolidarDenegaciones(db, 'otra', instante(30))).toBe(0);
    const asentadas = await Promise.all([1, 2].map(() => consolidarDenegaciones(db, 'otra', instante(90))));
    expect(asentadas.reduce((suma, cuantas) => suma + cuantas, 0)).toBeGreaterThan(0);
    expect(await denegadas('ido')).toHaveLength(11);
    expect(await consolidarDenegaciones(db, 'otra', instante(90))).toBe(0);
    expect((await verifyAuditChain(auditor, 'tenant_otra')).roturas).toEqual([]);
  });
});

describe('los eventos del acto', () => {
  it('se escriben y se anuncian al confirmar, no antes ni si se deshace', async () => {
    const avisos: string[] = [];
    await asRole(base.appUrl, async (oyente) => {
      oyente.on('notification', ({ payload }) => avisos.push(payload ?? ''));
      await oyente.query('LISTEN orpycamcp');
      const evento = {
        tipo: 'archive.eliminacion_lote_publicado',
        version: 1,
        agregado: 'lote/1',
        sujeto: 'LOTE-2026-0001',
        actor: actorDePrueba(),
        ocurridoEn: new Date('2026-03-02T15:04:05.678Z'),
        payload: { items: 3 },
      };
      await expect(
        withTenantTx(db, 'demo', async (tx) => {
          await publicarEvento(tx, evento);
          throw new Error('se deshace');
        }),
      ).rejects.toThrow('se deshace');
      const id = await withTenantTx(db, 'demo', (tx) => publicarEvento(tx, evento));
      await expect.poll(() => avisos).toEqual(['demo:outbox']);
      const filas = await withTenantTx(db, 'demo', (tx) =>
        tx.query('SELECT event_id, carril, occurred_at, payload, publicado_en FROM outbox'),
      );
      expect(filas).toEqual([
        {
          event_id: id,
          carril: 13,
          occurred_at: evento.ocurridoEn,
          payload: { items: 3 },
          publicado_en: null,
        },
      ]);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    });
  });
});
