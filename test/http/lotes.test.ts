import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmarVersionPublica } from '../../src/services/lote/confirmar-version-publica.ts';
import { Escenario, SESION_FAVORABLE } from '../support/escenario.ts';
import { makePersona } from '../support/personas.ts';
import { type AppDePrueba, arrancarAppSobre } from './arrancar-app.ts';

let escenario: Escenario;
let prueba: AppDePrueba;
let consecutivo = 0;

beforeAll(async () => {
  escenario = await Escenario.abrir();
  prueba = await arrancarAppSobre(
    escenario.base,
    {
      ELIMINACION_ALMACEN_WORM: escenario.carpeta,
      ELIMINACION_IDENTIDADES_DESARROLLO: JSON.stringify([
        identidad('archivo', 3, ['CONSULTAR', 'PROPONER']),
        identidad('publicacion', 3, ['CONSULTAR', 'PUBLICAR']),
        identidad('comite', 3, ['CONSULTAR', 'APROBAR']),
        identidad('ejecutor', 3, ['CONSULTAR', 'EJECUTAR']),
        identidad('lector', 0, ['CONSULTAR']),
        { ...identidad('vecina', 3, ['CONSULTAR', 'PUBLICAR']), tenants: ['otra'] },
        { ...identidad('programa', 3, ['CONSULTAR', 'PUBLICAR']), kind: 'maquina' },
      ]),
    },
    { reloj: escenario.reloj, roles: () => [] },
  );
});

afterAll(async () => {
  await prueba.app.stop();
  await escenario.cerrar();
});

function identidad(nombre: string, clearance: number, permisos: readonly string[]): Record<string, unknown> {
  return {
    nombre,
    clearance,
    tenants: ['demo'],
    permisos: permisos.map((permiso) => `PERM_ELIMINACION_${permiso}`),
  };
}

interface Resultado {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

async function get(como: string, path: string): Promise<Resultado> {
  const respuesta = await prueba.api(path, { como: `dev:${como}` });
  return {
    status: respuesta.status,
    body: (await respuesta.json()) as Record<string, unknown>,
    headers: respuesta.headers,
  };
}

interface Acto {
  readonly version?: number;
  readonly cuerpo?: unknown;
  readonly clave?: string;
}

async function post(
  como: string,
  path: string,
  { version, cuerpo = {}, clave }: Acto = {},
): Promise<Resultado> {
  consecutivo += 1;
  const respuesta = await prueba.api(path, {
    method: 'POST',
    como: `dev:${como}`,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': clave ?? `prueba-lotes-${consecutivo}`,
      ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
    },
    body: JSON.stringify(cuerpo),
  });
  return {
    status: respuesta.status,
    body: (await respuesta.json()) as Record<string, unknown>,
    headers: respuesta.headers,
  };
}

async function proponer(
  expedientes: readonly string[],
): Promise<{ id: string; codigo: string; version: number }> {
  const { status, body } = await post('archivo', '/lotes', {
    cuerpo: { descripcion: 'Lote por la API', criterio: { expedientes } },
  });
  expect(status).toBe(201);
  return { id: String(body['id']), codigo: String(body['codigo']), version: Number(body['version']) };
}

describe('un lote por la API', () => {
  it('se propone, se confirma, se publica, se aprueba y se ordena ejecutar, cada acto con su versión', async () => {
    const expedientes = await escenario.expedientes(3);
    const abierto = await escenario.expediente({ cierre: null });
    const propuesta = await post('archivo', '/lotes', {
      cuerpo: { descripcion: 'Contratos de 2015', criterio: { expedientes: [...expedientes, abierto] } },
    });
    expect(propuesta.status).toBe(201);
    expect(propuesta.body).toMatchObject({
      evaluados: 4,
      admitidos: 3,
      porMotivo: { expediente_abierto: 1 },
    });
    const location = String(propuesta.headers.get('Location'));
    const id = String(propuesta.body['id']);
    expect(location).toBe(`/api/v1/eliminacion/lotes/${id}`);

    const borrador = await get('lector', `/lotes/${id}`);
    expect(borrador.headers.get('ETag')).toBe('"1"');
    expect(borrador.body).toMatchObject({
      estado: 'borrador',
      proponente: 'archivo',
      publicacion: null,
      acta: null,
    });

    const confirmada = await post('publicacion', `/lotes/${id}/confirmar-version-publica`, { version: 1 });
    expect(confirmada.body).toMatchObject({ filas: 3 });
    const publicada = await post('publicacion', `/lotes/${id}/publicar`, {
      version: Number(confirmada.body['version']),
    });
    expect(publicada.status).toBe(200);
    expect(publicada.body).toMatchObject({ primerDia: '2026-12-02', ultimoDia: '2027-03-01' });

    await escenario.cumplirVentana({ id });
    const aprobada = await post('comite', `/lotes/${id}/aprobar`, {
      version: Number(publicada.body['version']),
      cuerpo: { sesion: SESION_FAVORABLE },
    });
    expect(aprobada.body).toMatchObject({ estado: 'aprobado', aprobados: 3, retirados: 0 });

    const orden = await post('ejecutor', `/lotes/${id}/ejecutar`, {
      version: Number(aprobada.body['version']),
      cuerpo: { confirmacion: String(propuesta.body['codigo']) },
    });
    expect([orden.status, orden.headers.get('Location')]).toEqual([202, location]);

    const { body } = await get('lector', `/lotes/${String(propuesta.body['codigo'])}`);
    expect(body).toMatchObject({ estado: 'en_ejecucion', publicacion: { cerrada: true, dias: 60 } });
  });

  it('repetir la publicación con la misma clave no publica otra vez', async () => {
    const { id, version } = await proponer(await escenario.expedientes(1));
    const confirmada = await post('publicacion', `/lotes/${id}/confirmar-version-publica`, { version });
    const acto = { version: Number(confirmada.body['version']), clave: 'publicar-una-vez' };
    const primera = await post('publicacion', `/lotes/${id}/publicar`, acto);
    const segunda = await post('publicacion', `/lotes/${id}/publicar`, acto);
    expect([segunda.status, segunda.body]).toEqual([200, primera.body]);
    expect(await escenario.cuenta('eliminacion_publicaciones', 'lote_id = $1', [id])).toBe(1);
    const asientos = await escenario.cuenta('audit_log', "sujeto_id = $1 AND accion LIKE '%publicado'", [id]);
    expect(asientos).toBe(1);
  });

  it('la misma clave con otro cuerpo es 422, y sin clave o sin versión no se intenta', async () => {
    const { id, version } = await proponer(await escenario.expedientes(1));
    const ruta = `/lotes/${id}/confirmar-version-publica`;
    expect((await post('publicacion', ruta, { version, clave: 'confirmar-una-vez' })).status).toBe(200);
    const distinta = await post('publicacion', ruta, { version: version + 1, clave: 'confirmar-una-vez' });
    expect([distinta.status, distinta.body['code']]).toEqual([422, 'idempotencia_distinta']);
    const sinClave = await post('publicacion', ruta, { version, clave: 'x' });
    expect([sinClave.status, sinClave.body['code']]).toEqual([400, 'idempotencia_requerida']);
    const sinVersion = await post('publicacion', ruta);
    expect([sinVersion.status, sinVersion.body['code']]).toEqual([428, 'version_requerida']);
  });

  it('publicar o aprobar más de 2000 expedientes se rechaza y nombra la orden que sí puede', async () => {
    const { id, version } = await proponer(await escenario.expedientes(1));
    await escenario.query('UPDATE eliminacion_lotes SET total_items = 2001 WHERE id = $1', [id]);
    for (const [quien, orden, cuerpo] of [
      ['publicacion', 'publicar', {}],
      ['comite', 'aprobar', { sesion: SESION_FAVORABLE }],
    ] as const) {
      const grande = await post(quien, `/lotes/${id}/${orden}`, { version, cuerpo });
      expect([grande.status, grande.body['code']]).toEqual([422, 'lote_demasiado_grande']);
      expect(grande.body['detail']).toContain(`«eliminacion lote ${orden}»`);
      expect(grande.headers.get('Retry-After')).toBeNull();
    }
  });

  it('una versión vieja es 409 y no cambia nada', async () => {
    const { id, version } = await proponer(await escenario.expedientes(1));
    await post('publicacion', `/lotes/${id}/confirmar-version-publica`, { version });
    const vieja = await post('publicacion', `/lotes/${id}/publicar`, { version });
    expect([vieja.status, vieja.body['code']]).toEqual([409, 'version_obsoleta']);
  });

  it('sin expedientes admitidos es 422 con los motivos', async () => {
    const abierto = await escenario.expediente({ cierre: null });
    const { status, body } = await post('archivo', '/lotes', {
      cuerpo: { descripcion: 'Nada que eliminar', criterio: { expedientes: [abierto] } },
    });
    expect([status, body['code']]).toEqual([422, 'sin_items_admitidos']);
    expect(body['faults']).toEqual([{ campo: 'expediente_abierto', motivo: '1: sigue abierto.' }]);
  });

  it('las faltas de la propuesta nombran su campo', async () => {
    const { status, body } = await post('archivo', '/lotes', {
      cuerpo: { descripcion: 'x', criterio: { filtro: { serie: '', otra: 1 } } },
    });
    expect(status).toBe(422);
    expect((body['faults'] as { campo: string }[]).map(({ campo }) => campo)).toEqual([
      'descripcion',
      'criterio.filtro.serie',
      'criterio.filtro.otra',
    ]);
  });

  it('los lotes y sus expedientes se leen por páginas, sin saltos ni repeticiones', async () => {
    const { id } = await proponer(await escenario.expedientes(5));
    const vistos: number[] = [];
    let despues: unknown = 0;
    while (despues !== null) {
      const { body } = await get('archivo', `/lotes/${id}/items?limite=2&despues=${String(despues)}`);
      vistos.push(...(body['items'] as { orden: number }[]).map(({ orden }) => orden));
      despues = body['siguiente'];
    }
    expect(vistos).toEqual([1, 2, 3, 4, 5]);
    const primera = await get('archivo', '/lotes?limite=1');
    const segunda = await get('archivo', `/lotes?limite=1&despues=${String(primera.body['siguiente'])}`);
    const codigos = [primera, segunda].flatMap(({ body }) =>
      (body['lotes'] as { codigo: string }[]).map((l) => l.codigo),
    );
    expect(new Set(codigos).size).toBe(2);
    expect((await get('archivo', '/lotes?limite=1000')).status).toBe(422);
  });
});

describe('quien no puede', () => {
  it('recibe 403, y su intento queda en la cadena de auditoría', async () => {
    const { id, version } = await proponer(await escenario.expedientes(1));
    const { status, body } = await post('lector', `/lotes/${id}/publicar`, { version });
    expect([status, body['code']]).toEqual([403, 'sin_permiso']);
    const { datos } = await escenario.fila<{ datos: Record<string, unknown> }>(
      `SELECT contenido::jsonb AS datos FROM audit_log WHERE resultado = 'denegado' AND sujeto_id LIKE '%' || $1 || '%'`,
      [id],
    );
    expect(datos).toMatchObject({
      accion: 'api.publicarLote',
      datos: { codigo: 'sin_permiso' },
      canal: 'api',
      ip: '127.0.0.1',
      requestId: body['requestId'],
    });
  });

  it('un programa no publica, aunque tenga el permiso', async () => {
    const { id, version } = await proponer(await escenario.expedientes(1));
    const { status, body } = await post('programa', `/lotes/${id}/publicar`, { version });
    expect([status, body['code']]).toEqual([403, 'acto_reservado_a_personas']);
  });

  it('con nivel bajo ve el lote, pero ni sus expedientes ni cuántos son', async () => {
    const publico = await escenario.expediente({ nivel: 0 });
    const clasificado = await escenario.expediente({ nivel: 3 });
    const { id } = await proponer([publico, clasificado]);
    const bajo = await get('lector', `/lotes/${id}`);
    expect(bajo.body).toMatchObject({ items: 1 });
    expect((await get('archivo', `/lotes/${id}`)).body).toMatchObject({ items: 2 });
    const { body } = await get('lector', `/lotes/${id}/items`);
    expect((body['items'] as { expedienteId: string }[]).map((item) => item.expedienteId)).toEqual([publico]);
  });

  it('si perdió nivel no recibe la respuesta que ya tuvo', async () => {
    const lote = await escenario.proponer({ expedientes: [await escenario.expediente({ nivel: 3 })] });
    const entrada = { loteId: lote.id, version: lote.version };
    const solicitud = {
      ruta: 'POST /prueba',
      clave: 'clave-de-quien-perdio-nivel',
      huella: new Uint8Array(32),
      estadoHttp: 200,
      paraSiempre: false,
    };
    const antes = makePersona('publicador');
    const primera = await confirmarVersionPublica(escenario, antes, entrada, solicitud);
    expect(await confirmarVersionPublica(escenario, antes, entrada, solicitud)).toEqual(primera);
    const despues = makePersona('publicador', { clearance: 1 });
    await expect(confirmarVersionPublica(escenario, despues, entrada, solicitud)).rejects.toMatchObject({
      code: 'lote_sobre_su_clearance',
    });
  });

  it('de otra entidad no distingue un lote ajeno de uno que no existe', async () => {
    const { id, codigo } = await proponer(await escenario.expedientes(1));
    const sinId = ({ status, body }: Resultado) => ({ status, body: { ...body, requestId: '' } });
    for (const sufijo of ['', '/items']) {
      const ajeno = sinId(await get('vecina', `/lotes/${id}${sufijo}`));
      const inexistente = sinId(await get('vecina', `/lotes/0197a1c2-0000-7000-8000-000000000009${sufijo}`));
      expect(ajeno).toEqual(inexistente);
      expect(ajeno).toMatchObject({ status: 404, body: { code: 'lote_no_encontrado' } });
      expect(sinId(await get('vecina', `/lotes/${codigo}${sufijo}`))).toEqual(inexistente);
    }
    expect((await get('vecina', '/lotes')).body).toEqual({ lotes: [], siguiente: null });
  });
});
