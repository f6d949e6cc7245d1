import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EscenarioHttp } from './escenario-http.ts';

let http: EscenarioHttp;
beforeAll(async () => {
  const proponer = ['PERM_ELIMINACION_PROPONER'] as const;
  http = await EscenarioHttp.abrir({
    archivo: { permisos: proponer },
    baja: { permisos: proponer, clearance: 0 },
    vecina: { permisos: [...proponer, 'PERM_ENTIDAD_ADMIN'], tenant: 'otra' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'] },
  });
});
afterAll(() => http.cerrar());

const codigos = (body: Record<string, unknown>): string[] =>
  (body['rechazados'] as { codigo: string }[]).map(({ codigo }) => codigo);

describe('los candidatos por la API', () => {
  it('dicen cuántos entrarían y cada rechazado con todos sus motivos, sin proponer nada', async () => {
    const instrumento = await http.escenario.instrumento({ serieNombre: 'Actas' });
    await http.escenario.expediente({ instrumento });
    await http.escenario.expediente({ instrumento, codigo: 'CAND-ABIERTO', cierre: null });
    await http.escenario.expediente({ instrumento, codigo: 'CAND-RECIENTE', cierre: '2026-01-05' });
    const { status, body } = await http.get('archivo', `/candidatos?serie=${instrumento.serie}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      evaluados: 3,
      admitidos: 1,
      porMotivo: { expediente_abierto: 1, retencion_vigente: 1 },
      siguiente: null,
    });
    expect(body['rechazados']).toMatchObject([
      { codigo: 'CAND-ABIERTO', motivos: ['expediente_abierto'], vencimientoHabil: null },
      { codigo: 'CAND-RECIENTE', motivos: ['retencion_vigente'], vencimientoHabil: '2031-01-07' },
    ]);
    expect(await http.escenario.cuenta('eliminacion_lotes')).toBe(0);
  });

  it('se piden por filtro o por identificadores, nunca por ambos', async () => {
    const [uno = '', otro = ''] = await http.escenario.expedientes(2);
    const dos = await http.get('archivo', `/candidatos?expediente=${uno}&expediente=${otro}`);
    expect(dos.body).toMatchObject({ evaluados: 2, admitidos: 2 });
    const solo = await http.get('archivo', `/candidatos?expediente=${uno}`);
    expect(solo.body).toMatchObject({ evaluados: 1 });
    for (const consulta of [`expediente=${uno}&soporte=fisico`, '', 'soporte=piedra', 'otra=1', 'limite=0']) {
      const { status, body } = await http.get('archivo', `/candidatos?${consulta}`);
      expect([consulta, status, body['code']]).toEqual([consulta, 422, 'entrada_invalida']);
    }
  });

  it('los rechazados se leen por páginas, sin saltos ni repeticiones', async () => {
    const instrumento = await http.escenario.instrumento({ serieNombre: 'Páginas' });
    await http.escenario.expedientes(5, { instrumento, cierre: null });
    const vistos: string[] = [];
    let despues: unknown = '';
    while (despues !== null) {
      const pagina = `limite=2&despues=${String(despues)}`;
      const { body } = await http.get('archivo', `/candidatos?serie=${instrumento.serie}&${pagina}`);
      vistos.push(...codigos(body));
      despues = body['siguiente'];
    }
    expect(vistos).toHaveLength(5);
    expect(vistos).toEqual([...new Set(vistos)].sort());
  });

  it('lo que el nivel de acceso no alcanza no se evalúa ni se cuenta', async () => {
    const instrumento = await http.escenario.instrumento({ serieNombre: 'Niveles' });
    await http.escenario.expediente({ instrumento, nivel: 0 });
    await http.escenario.expediente({ instrumento, nivel: 3, cierre: null });
    const { body } = await http.get('baja', `/candidatos?serie=${instrumento.serie}`);
    expect(body).toEqual({ evaluados: 1, admitidos: 1, porMotivo: {}, rechazados: [], siguiente: null });
  });

  it('otra entidad no ve ninguno, ni siquiera por su identificador', async () => {
    const [propio = ''] = await http.escenario.expedientes(1);
    await http.post('vecina', '/calendario/actualizar');
    const { body } = await http.get('vecina', `/candidatos?expediente=${propio}`);
    expect(body).toMatchObject({ evaluados: 0, rechazados: [] });
  });

  it('consultar no basta: es de quien propone', async () => {
    const { status, body } = await http.get('lectora', '/candidatos?soporte=fisico');
    expect([status, body['code']]).toEqual([403, 'sin_permiso']);
  });
});
