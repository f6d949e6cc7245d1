import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoteDePrueba } from '../support/escenario.ts';
import { EscenarioHttp, sinPeticion } from './escenario-http.ts';

let http: EscenarioHttp;
beforeAll(async () => {
  const comite = ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_APROBAR'] as const;
  http = await EscenarioHttp.abrir({
    archivo: { permisos: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_PROPONER'] },
    colega: { permisos: ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_PROPONER'] },
    comite: { permisos: comite },
    baja: { permisos: comite, clearance: 0 },
    vecina: { permisos: [...comite, 'PERM_ELIMINACION_PROPONER'], tenant: 'otra' },
    programa: { permisos: comite, kind: 'maquina' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'] },
  });
});
afterAll(() => http.cerrar());

async function proponer(
  expedientes: readonly string[],
): Promise<{ ruta: string; id: string; version: number }> {
  const { status, body } = await http.post('archivo', '/lotes', {
    cuerpo: { descripcion: 'Lote por la API', criterio: { expedientes } },
  });
  expect(status).toBe(201);
  const id = String(body['id']);
  return { ruta: `/lotes/${id}`, id, version: Number(body['version']) };
}
const publicado = async (cuantos = 2): Promise<LoteDePrueba> =>
  http.escenario.loteEn('publicado', await http.escenario.expedientes(cuantos));
const MOTIVO = 'Tiene valor histórico';
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe('el inventario de un lote por la API', () => {
  it('un borrador se agrega y se quita, cada vez con su versión', async () => {
    const [a = '', b = '', c = ''] = await http.escenario.expedientes(3);
    const abierto = await http.escenario.expediente({ cierre: null });
    const { ruta, version } = await proponer([a]);
    const agregado = await http.post('archivo', `${ruta}/agregar`, {
      version,
      cuerpo: { criterio: { expedientes: [a, b, c, abierto] } },
    });
    expect(agregado.status).toBe(200);
    expect(agregado.headers.get('ETag')).toBe(`"${version + 1}"`);
    expect(agregado.body).toMatchObject({
      version: version + 1,
      agregados: 2,
      total: 3,
      rechazados: [{ expedienteId: abierto, motivos: [expect.anything()] }],
    });
    const quitado = await http.post('archivo', `${ruta}/quitar`, {
      version: version + 1,
      cuerpo: { expedientes: [b] },
    });
    expect([quitado.status, quitado.body]).toEqual([200, { version: version + 2, quedan: 2 }]);
    const { body } = await http.get('archivo', `${ruta}/items`);
    expect((body['items'] as { orden: number }[]).map(({ orden }) => orden)).toEqual([1, 2]);
  });

  it('se retiran filas de lo publicado, y retirar la última lo anula', async () => {
    const { id, version, expedientes } = await publicado();
    const [a = '', b = ''] = expedientes;
    const primera = await http.post('comite', `/lotes/${id}/retirar`, {
      version,
      cuerpo: { expedientes: [a], motivo: MOTIVO },
    });
    expect([primera.status, primera.body]).toEqual([
      200,
      { version: version + 1, retirados: 1, estado: 'publicado' },
    ]);
    const ultima = await http.post('comite', `/lotes/${id}/retirar`, {
      version: version + 1,
      cuerpo: { expedientes: [b], motivo: MOTIVO },
    });
    expect(ultima.body).toMatchObject({ estado: 'anulado' });
    expect((await http.get('lectora', `/lotes/${id}`)).body).toMatchObject({
      estado: 'anulado',
      motivoAnulacion: 'Todos los expedientes fueron retirados.',
    });
  });

  it('se anula con su motivo, y otra vez ya no', async () => {
    const { id, version } = await publicado();
    const anulado = await http.post('comite', `/lotes/${id}/anular`, { version, cuerpo: { motivo: MOTIVO } });
    expect([anulado.status, anulado.body]).toEqual([200, { version: version + 1, liberados: 2 }]);
    const otra = await http.post('comite', `/lotes/${id}/anular`, {
      version: version + 1,
      cuerpo: { motivo: MOTIVO },
    });
    expect(code(otra)).toEqual([409, 'transicion_invalida']);
  });

  it('la misma clave da la misma respuesta; con otro cuerpo, idempotencia_distinta', async () => {
    const [a = '', b = '', c = ''] = await http.escenario.expedientes(3);
    const { ruta, version } = await proponer([a]);
    const deBorrador = [
      await http.repetir(
        'archivo',
        `${ruta}/agregar`,
        { version, cuerpo: { criterio: { expedientes: [b] } } },
        { criterio: { expedientes: [c] } },
      ),
      await http.repetir(
        'archivo',
        `${ruta}/quitar`,
        { version: version + 1, cuerpo: { expedientes: [b] } },
        { expedientes: [a] },
      ),
    ];
    const lote = await publicado();
    const [fila = '', otra = ''] = lote.expedientes;
    const deComite = [
      await http.repetir(
        'comite',
        `/lotes/${lote.id}/retirar`,
        { version: lote.version, cuerpo: { expedientes: [fila], motivo: MOTIVO } },
        { expedientes: [otra], motivo: MOTIVO },
      ),
      await http.repetir(
        'comite',
        `/lotes/${lote.id}/anular`,
        { version: lote.version + 1, cuerpo: { motivo: MOTIVO } },
        { motivo: 'Por otra razón' },
      ),
    ];
    for (const { primera, segunda, distinta } of [...deBorrador, ...deComite]) {
      expect(primera.status).toBe(200);
      expect(sinPeticion(segunda)).toEqual(sinPeticion(primera));
      expect(code(distinta)).toEqual([422, 'idempotencia_distinta']);
    }
  });
});

describe('quien no puede', () => {
  it('recibe su error, y nada cambia', async () => {
    const { ruta, version } = await proponer(await http.escenario.expedientes(2));
    const lote = await publicado();
    const nuevos = { criterio: { expedientes: await http.escenario.expedientes(1) } };
    const retiro = { expedientes: lote.expedientes.slice(0, 1), motivo: MOTIVO };
    const casos = [
      ['lectora', `${ruta}/agregar`, version, nuevos, 403, 'sin_permiso'],
      ['colega', `${ruta}/agregar`, version, nuevos, 403, 'borrador_ajeno'],
      ['archivo', `${ruta}/agregar`, version + 5, nuevos, 409, 'version_obsoleta'],
      ['colega', `${ruta}/quitar`, version, { expedientes: lote.expedientes }, 403, 'borrador_ajeno'],
      [
        'archivo',
        `/lotes/${lote.id}/quitar`,
        lote.version,
        { expedientes: lote.expedientes },
        409,
        'inventario_congelado',
      ],
      ['archivo', `/lotes/${lote.id}/retirar`, lote.version, retiro, 403, 'sin_permiso'],
      ['baja', `/lotes/${lote.id}/retirar`, lote.version, retiro, 403, 'lote_sobre_su_clearance'],
      ['programa', `/lotes/${lote.id}/retirar`, lote.version, retiro, 403, 'acto_reservado_a_personas'],
      ['comite', `/lotes/${lote.id}/retirar`, 1, retiro, 409, 'version_obsoleta'],
      [
        'programa',
        `/lotes/${lote.id}/anular`,
        lote.version,
        { motivo: MOTIVO },
        403,
        'acto_reservado_a_personas',
      ],
      ['baja', `/lotes/${lote.id}/anular`, lote.version, { motivo: MOTIVO }, 403, 'lote_sobre_su_clearance'],
    ] as const;
    for (const [quien, path, v, cuerpo, status, codigo] of casos) {
      expect([path, quien, ...code(await http.post(quien, path, { version: v, cuerpo }))]).toEqual([
        path,
        quien,
        status,
        codigo,
      ]);
    }
    const estados = await http.escenario.query<{ version: number }>(
      'SELECT version FROM eliminacion_lotes WHERE id::text = ANY ($1) ORDER BY version',
      [[ruta.slice('/lotes/'.length), lote.id]],
    );
    expect(estados.map((fila) => fila.version)).toEqual([version, lote.version].sort());
  });

  it('de otra entidad no distingue un lote ajeno de uno que no existe', async () => {
    const lote = await publicado();
    const cuerpos = {
      agregar: { criterio: { expedientes: lote.expedientes } },
      quitar: { expedientes: lote.expedientes },
      retirar: { expedientes: lote.expedientes, motivo: MOTIVO },
      anular: { motivo: MOTIVO },
    };
    for (const [acto, cuerpo] of Object.entries(cuerpos)) {
      const [ajeno, inexistente] = [
        await http.post('vecina', `/lotes/${lote.id}/${acto}`, { version: lote.version, cuerpo }),
        await http.post('vecina', `/lotes/0190a6f0-0000-7000-8000-000000000001/${acto}`, {
          version: 1,
          cuerpo,
        }),
      ];
      expect(code(ajeno)).toEqual([404, 'lote_no_encontrado']);
      expect(sinPeticion(ajeno)).toEqual(sinPeticion(inexistente));
    }
  });
});
