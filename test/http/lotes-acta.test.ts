import { createHash } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verificarActa } from '../../src/services/acta/verificar-acta.ts';
import { asSuperuser } from '../db/como-superusuario.ts';
import { type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { rastroDe } from '../support/rastro.ts';
import { EscenarioHttp, sinPeticion } from './escenario-http.ts';

const INEXISTENTE = '0197a1c2-0000-7000-8000-000000000009';
const CONSULTAR = ['PERM_ELIMINACION_CONSULTAR'] as const;

let http: EscenarioHttp;
/** Destroyed, with its acta kept: one expediente of level 1, in a lote that began with two. */
let lote: LoteDePrueba;
/** Only approved. */
let aprobado: LoteDePrueba;
let acta: { numero: string; id: number };

beforeAll(async () => {
  http = await EscenarioHttp.abrir(
    {
      lectora: { permisos: CONSULTAR },
      interna: { permisos: CONSULTAR, clearance: 1 },
      publica: { permisos: CONSULTAR, clearance: 0 },
      vecina: { permisos: CONSULTAR, tenant: 'otra' },
      nadie: { permisos: [] },
    },
    'executor,signature',
  );
  const { escenario } = http;
  lote = await escenario.loteEn('en_ejecucion', [
    await escenario.expediente({ nivel: 1, codigo: 'ACTA-EXP-1', titulo: 'Contrato de aseo' }),
  ]);
  await vi.waitFor(
    async () => {
      expect(await escenario.cuenta('eliminacion_artefactos', "estado = 'verificado'")).toBe(4);
    },
    { timeout: 60_000, interval: 100 },
  );
  acta = await escenario.fila('SELECT id, numero FROM eliminacion_actas WHERE lote_id = $1', [lote.id]);
  aprobado = await escenario.loteEn('aprobado', await escenario.expedientes(1));
});
afterAll(() => http.cerrar());

const huella = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const artefacto = (clase: 'original' | 'sello') =>
  http.escenario.fila<{ sha256: string; tamano: number; clave: string; nombre: string }>(
    `SELECT sha256, tamano, clave, nombre FROM eliminacion_artefactos WHERE acta_id = $1 AND rendicion = 'completa' AND clase = $2`,
    [acta.id, clase],
  );
/** Puts an artefact at a step, out of the reach of the worker that would finish it. */
const dejar = (clase: 'original' | 'sello', estado: 'emitido' | 'verificado') =>
  asSuperuser(http.escenario.base, async (cliente) => {
    await cliente.query(`SET search_path = "tenant_${SLUG}"; SET session_replication_role = replica`);
    await cliente.query(
      `UPDATE eliminacion_artefactos SET estado = $3, proximo_intento = clock_timestamp() + interval '1 hour'
        WHERE acta_id = $1 AND rendicion = 'completa' AND clase = $2`,
      [acta.id, clase, estado],
    );
  });
const descargas = () => http.escenario.cuenta('audit_log', "accion = 'archive.eliminacion_acta_descargada'");
const ruta = (sufijo = '') => `/lotes/${lote.codigo}/acta${sufijo}`;

describe('el acta por la API', () => {
  it('REQ-ACT-1: dice lo que se destruyó, quién decidió y la huella de su archivo', async () => {
    const { status, body } = await http.get('interna', ruta());
    const { sha256 } = await artefacto('original');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      numero: acta.numero,
      lote: { codigo: lote.codigo, estado: 'ejecutado' },
      nivelSeguridad: 1,
      items: 1,
      sha256,
      saldo: { items: 1, destruidos: 1, omitidos: 0, retirados: 0 },
      comite: { acta: { numero: '7' }, decision: 'aprobado' },
    });
    expect(JSON.stringify(body)).not.toContain('"clave"');
  });

  it('la firmada y la original se descargan byte a byte, con su huella por ETag y sin guardarse', async () => {
    for (const [version, clase] of [
      ['', 'sello'],
      ['?version=firmada', 'sello'],
      ['?version=original', 'original'],
    ] as const) {
      const { sha256, tamano, nombre } = await artefacto(clase);
      const respuesta = await http.fetch('interna', ruta(`/descarga${version}`));
      const bytes = new Uint8Array(await respuesta.arrayBuffer());
      expect(respuesta.status).toBe(200);
      expect([huella(bytes), bytes.length]).toEqual([sha256, tamano]);
      expect(Object.fromEntries(respuesta.headers)).toMatchObject({
        'content-type': 'application/xml',
        'content-length': String(tamano),
        etag: `"${sha256}"`,
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${nombre}"; filename*=UTF-8''${nombre}`,
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('REQ-ACT-2: lo descargado se verifica sin la base', async () => {
    const respuesta = await http.fetch('interna', ruta('/descarga'));
    const bytes = new Uint8Array(await respuesta.arrayBuffer());
    const informe = await verificarActa({
      origen: (async function* () {
        yield bytes;
      })(),
      anclas: [],
      ahora: http.escenario.ahora,
    });
    expect([informe.integra, informe.acta?.numero]).toEqual([true, acta.numero]);
  });

  it('cada descarga queda en la auditoría; HEAD y 304 no la abren ni dejan asiento', async () => {
    const { sha256 } = await artefacto('sello');
    const antes = await descargas();
    const cabecera = await http.fetch('interna', ruta('/descarga'), { method: 'HEAD' });
    expect([cabecera.status, cabecera.headers.get('ETag'), await cabecera.text()]).toEqual([
      200,
      `"${sha256}"`,
      '',
    ]);
    const igual = { headers: { 'If-None-Match': `"otra", W/"${sha256}"` } };
    const sinCambio = await http.fetch('interna', ruta('/descarga'), igual);
    expect([sinCambio.status, await sinCambio.text()]).toEqual([304, '']);
    await (await http.fetch('interna', ruta('/descarga'))).arrayBuffer();
    await expect.poll(descargas).toBe(antes + 1);
    const { asientos } = await rastroDe(http.escenario, acta.numero);
    expect(asientos.at(-1)).toMatchObject({
      accion: 'archive.eliminacion_acta_descargada',
      actor: expect.stringContaining('interna'),
      datos: { numero: acta.numero, version: 'firmada', sha256 },
    });
  });

  it('sin acta es 404; con otra versión, 400; por debajo de su nivel, 403 para quien ve el lote', async () => {
    const sinActa = await http.get('lectora', `/lotes/${aprobado.id}/acta`);
    expect(code(sinActa)).toEqual([404, 'acta_no_emitida']);
    expect(code(await http.get('lectora', `/lotes/${aprobado.id}/acta/descarga`))).toEqual([
      404,
      'acta_no_emitida',
    ]);
    expect(code(await http.get('interna', ruta('/descarga?version=pdf')))).toEqual([
      400,
      'acta_version_desconocida',
    ]);
    for (const sufijo of ['', '/descarga']) {
      expect(code(await http.get('publica', ruta(sufijo)))).toEqual([403, 'acta_sobre_su_clearance']);
      expect(code(await http.get('nadie', ruta(sufijo)))).toEqual([403, 'sin_permiso']);
    }
  });

  it('de otra entidad, igual que si no existiera', async () => {
    for (const sufijo of ['', '/descarga']) {
      const ajena = sinPeticion(await http.get('vecina', ruta(sufijo)));
      expect(ajena).toEqual(sinPeticion(await http.get('vecina', `/lotes/${INEXISTENTE}/acta${sufijo}`)));
      expect(ajena).toMatchObject({ status: 404, body: { code: 'lote_no_encontrado' } });
    }
  });

  it('sin sello todavía es 409 y la original ya se descarga; sin archivo guardado es 404', async () => {
    await dejar('sello', 'emitido');
    expect(code(await http.get('interna', ruta('/descarga')))).toEqual([409, 'acta_sin_firma']);
    const original = await http.fetch('interna', ruta('/descarga?version=original'));
    expect(huella(new Uint8Array(await original.arrayBuffer()))).toBe((await artefacto('original')).sha256);
    await dejar('original', 'emitido');
    for (const version of ['firmada', 'original']) {
      const respuesta = await http.get('interna', ruta(`/descarga?version=${version}`));
      expect(code(respuesta)).toEqual([404, 'acta_no_emitida']);
    }
    expect((await http.get('interna', ruta())).status).toBe(200);
    await dejar('original', 'verificado');
    await dejar('sello', 'verificado');
  });

  it('los bytes que no son los de su huella no se entregan nunca: 503, y alarma en el registro', async () => {
    const { clave } = await artefacto('sello');
    const archivo = join(http.escenario.carpeta, SLUG, clave);
    await chmod(archivo, 0o644);
    await writeFile(archivo, '<acta/>');
    const antes = await descargas();
    const respuesta = await http.get('interna', ruta('/descarga'));
    expect(code(respuesta)).toEqual([503, 'artefacto_no_disponible']);
    expect(respuesta.headers.get('Retry-After')).toBe('5');
    expect(http.log.some((linea) => linea.includes('artefact can not be served'))).toBe(true);
    expect(await descargas()).toBe(antes);
  });
});

describe('lo que queda de un expediente eliminado', () => {
  it('REQ-LAP-1: preguntar por él responde 410 con su lápida y el número del acta', async () => {
    const [id = ''] = lote.expedientes;
    for (const path of [
      `/expedientes/${id}`,
      '/expedientes/ACTA-EXP-1',
      `/lapidas/${id}`,
      '/lapidas/ACTA-EXP-1',
    ]) {
      const { status, body } = await http.get('interna', path);
      expect(status).toBe(410);
      expect(body).toMatchObject({
        expedienteId: id,
        expediente: 'ACTA-EXP-1',
        titulo: 'Contrato de aseo',
        lote: { id: lote.id, codigo: lote.codigo },
        acta: acta.numero,
        orden: 1,
        cierre: '2010-03-15',
      });
    }
  });

  it('para quien no lo alcanza nunca existió, y uno vivo no tiene lápida', async () => {
    const [id = ''] = lote.expedientes;
    for (const recurso of ['expedientes', 'lapidas']) {
      const inexistente = sinPeticion(await http.get('publica', `/${recurso}/${INEXISTENTE}`));
      expect(inexistente).toMatchObject({ status: 404, body: { code: 'expediente_no_encontrado' } });
      expect(sinPeticion(await http.get('publica', `/${recurso}/${id}`))).toEqual(inexistente);
      expect(sinPeticion(await http.get('vecina', `/${recurso}/${id}`))).toEqual(inexistente);
      expect(code(await http.get('nadie', `/${recurso}/${id}`))).toEqual([403, 'sin_permiso']);
    }
    const [vivo = ''] = aprobado.expedientes;
    expect(code(await http.get('lectora', `/lapidas/${vivo}`))).toEqual([404, 'expediente_no_encontrado']);
  });
});
