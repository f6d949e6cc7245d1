import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import type { LoteDePrueba } from '../support/escenario.ts';
import { rastroDe } from '../support/rastro.ts';
import { EscenarioHttp, sinPeticion } from './escenario-http.ts';

const INEXISTENTE = '0197a1c2-0000-7000-8000-000000000009';

let http: EscenarioHttp;
beforeAll(async () => {
  const ejecutar = ['PERM_ELIMINACION_CONSULTAR', 'PERM_ELIMINACION_EJECUTAR'] as const;
  http = await EscenarioHttp.abrir({
    ejecutor: { permisos: ejecutar },
    baja: { permisos: ejecutar, clearance: 0 },
    programa: { permisos: ejecutar, kind: 'maquina' },
    vecina: { permisos: ejecutar, tenant: 'otra' },
    lectora: { permisos: ['PERM_ELIMINACION_CONSULTAR'], clearance: 0 },
  });
});
afterAll(() => http.cerrar());

/** A lote ordered to be destroyed whose two expedientes on paper wait for their certificate. */
async function esperandoPapel(niveles: readonly [number, number] = [1, 1]): Promise<LoteDePrueba> {
  const expedientes: string[] = [];
  for (const nivel of niveles) {
    const id = await http.escenario.expediente({ soporte: 'fisico', nivel });
    await http.escenario.query(
      `INSERT INTO fisico_unidades (expediente_id, ubicacion, caja) VALUES ($1, 'Bodega', '1')`,
      [id],
    );
    expedientes.push(id);
  }
  const lote = await http.escenario.loteEn('en_ejecucion', expedientes);
  await http.escenario.tx(async (tx) => {
    await fijarIntenciones(tx, lote.id);
    await tx.query(`UPDATE eliminacion_lote_progreso SET estado = 'espera_fisico' WHERE lote_id = $1`, [
      lote.id,
    ]);
  });
  return lote;
}

const constancia = (cambios: Record<string, unknown> = {}) => ({
  numero: 'CDF-1',
  metodo: 'picado',
  fecha: '2027-03-01',
  lugar: 'Bodega central',
  unidades: 2,
  testigos: ['Carlos Rúa, Control Interno'],
  evidencia: { nombre: 'constancia.pdf', sha256: 'c'.repeat(64) },
  ...cambios,
});

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe('el avance de una ejecución por la API', () => {
  it('antes de ordenarla no hay ninguna; después dice quién, cuándo y cuánto', async () => {
    const borrador = await http.escenario.loteEn('borrador', await http.escenario.expedientes(1));
    const antes = await http.get('lectora', `/lotes/${borrador.codigo}/ejecucion`);
    expect(antes.body).toEqual({
      lote: { id: borrador.id, codigo: borrador.codigo, estado: 'borrador' },
      ejecucion: null,
      progreso: { total: 0, pendientes: 0, esperaFisico: 0, destruidos: 0, omitidos: 0 },
      omisiones: [],
    });
    const lote = await esperandoPapel();
    const { body } = await http.get('ejecutor', `/lotes/${lote.id}/ejecucion`);
    expect(body).toMatchObject({
      lote: { codigo: lote.codigo, estado: 'en_ejecucion' },
      ejecucion: {
        n: 1,
        clase: 'inicial',
        estado: 'en_curso',
        ejecutor: 'Persona ejecutor',
        terminadaEn: null,
        bloqueo: null,
      },
      progreso: { total: 2, pendientes: 0, esperaFisico: 2, destruidos: 0, omitidos: 0 },
    });
  });

  it('con nivel bajo solo cuenta lo que alcanza', async () => {
    const lote = await esperandoPapel([0, 2]);
    const { body } = await http.get('lectora', `/lotes/${lote.id}/ejecucion`);
    expect(body['progreso']).toMatchObject({ total: 1, esperaFisico: 1 });
  });

  it('de otra entidad, igual que si no existiera', async () => {
    const lote = await esperandoPapel();
    const inexistente = sinPeticion(await http.get('vecina', `/lotes/${INEXISTENTE}/ejecucion`));
    for (const referencia of [lote.id, lote.codigo]) {
      expect(sinPeticion(await http.get('vecina', `/lotes/${referencia}/ejecucion`))).toEqual(inexistente);
    }
    expect(inexistente).toMatchObject({ status: 404, body: { code: 'lote_no_encontrado' } });
  });
});

describe('las constancias de destrucción física por la API', () => {
  it('REQ-EXE-2: cubre a los que esperan, una sola vez por clave, y deja rastro', async () => {
    const lote = await esperandoPapel();
    const ruta = `/lotes/${lote.id}/constancias`;
    const acto = { version: lote.version, cuerpo: constancia() };
    const { primera, segunda, distinta } = await http.repetir(
      'ejecutor',
      ruta,
      acto,
      constancia({ unidades: 3 }),
    );
    expect([primera.status, primera.body]).toEqual([201, { items: 2, version: lote.version + 1 }]);
    expect(primera.headers.get('ETag')).toBe(`"${lote.version + 1}"`);
    expect([segunda.status, segunda.body]).toEqual([201, primera.body]);
    expect(code(distinta)).toEqual([422, 'idempotencia_distinta']);
    expect(await http.escenario.cuenta('eliminacion_constancias_fisicas', 'lote_id = $1', [lote.id])).toBe(1);
    const { asientos } = await rastroDe(http.escenario, lote.id);
    expect(asientos.at(-1)).toMatchObject({ accion: 'archive.eliminacion_constancia_registrada' });
    const { body } = await http.get('ejecutor', `/lotes/${lote.id}/ejecucion`);
    expect(body['progreso']).toMatchObject({ pendientes: 2, esperaFisico: 0 });
  });

  it('una versión vieja, un estado que no es, una fecha por venir y un expediente ajeno se rechazan', async () => {
    const lote = await esperandoPapel();
    const ruta = `/lotes/${lote.id}/constancias`;
    const { version } = lote;
    const rechazos: readonly (readonly [object, readonly [number, string]])[] = [
      [{ version: version - 1, cuerpo: constancia() }, [409, 'version_obsoleta']],
      [{ cuerpo: constancia() }, [428, 'version_requerida']],
      [{ version, cuerpo: constancia({ fecha: '2099-01-01' }) }, [422, 'constancia_invalida']],
      [{ version, cuerpo: constancia({ expedientes: [INEXISTENTE] }) }, [422, 'constancia_invalida']],
      [{ version, cuerpo: constancia({ testigos: [] }) }, [422, 'entrada_invalida']],
    ];
    for (const [acto, esperado] of rechazos)
      expect(code(await http.post('ejecutor', ruta, acto))).toEqual(esperado);
    const aprobado = await http.escenario.loteEn('aprobado', await http.escenario.expedientes(1));
    const temprana = await http.post('ejecutor', `/lotes/${aprobado.id}/constancias`, {
      version: aprobado.version,
      cuerpo: constancia(),
    });
    expect(code(temprana)).toEqual([409, 'transicion_invalida']);
    expect(await http.escenario.cuenta('eliminacion_constancias_fisicas', 'lote_id = $1', [lote.id])).toBe(0);
  });

  it('sin permiso, sin ser persona o sin nivel no se registra', async () => {
    const lote = await esperandoPapel([2, 2]);
    const acto = { version: lote.version, cuerpo: constancia() };
    const rechazos = [
      ['lectora', 'sin_permiso'],
      ['programa', 'acto_reservado_a_personas'],
      ['baja', 'lote_sobre_su_clearance'],
    ] as const;
    for (const [quien, codigo] of rechazos) {
      expect(code(await http.post(quien, `/lotes/${lote.id}/constancias`, acto))).toEqual([403, codigo]);
    }
    const ajeno = await http.post('vecina', `/lotes/${lote.id}/constancias`, acto);
    const inexistente = await http.post('vecina', `/lotes/${INEXISTENTE}/constancias`, acto);
    expect(sinPeticion(ajeno)).toEqual(sinPeticion(inexistente));
    expect(code(ajeno)).toEqual([404, 'lote_no_encontrado']);
  });
});
