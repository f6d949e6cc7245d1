import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Escenario } from '../support/escenario.ts';
import { CasaDeOrdenes, eliminacion, objetoDe } from './orden.ts';

let escenario: Escenario;
let casa: CasaDeOrdenes;
let codigo: string;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  casa = await CasaDeOrdenes.abrir(escenario.base);
  ({ codigo } = await escenario.proponer({ expedientes: [await escenario.expediente({ nivel: 2 })] }));
});
afterAll(async () => {
  await casa.cerrar();
  await escenario.cerrar();
});

const asientos = () => escenario.cuenta('audit_log', "accion LIKE 'archive.%'");

describe('quién da una orden', () => {
  it('fuera de producción, si nadie lo dice, la identidad de desarrollo de quien es el acto, y se avisa', async () => {
    const sola = await casa.correr('lote', 'ver', codigo);
    expect([sola.codigo, sola.salida]).toEqual([
      0,
      expect.stringContaining(`${codigo} · borrador · 1 expediente`),
    ]);
    expect(sola.error).toContain('Se actúa como «archivo», identidad de desarrollo');
    const dicha = await casa.correr('lote', 'ver', codigo, '--como', 'comite', '--entidad', 'demo');
    expect([dicha.codigo, dicha.error.trim()]).toEqual([0, '']);
  });

  it('ELIMINACION_TOKEN vale como identidad', async () => {
    const env = { ...casa.env, ELIMINACION_TOKEN: 'dev:consulta' };
    const vista = objetoDe(await eliminacion(env, 'lote', 'ver', codigo, '--json'));
    expect(vista).toMatchObject({ codigo, estado: 'borrador', items: 0 });
  });

  it.each([
    [
      'sin identidades de desarrollo',
      ['lote', 'listar'],
      'no_autenticado',
      { ELIMINACION_IDENTIDADES_DESARROLLO: 'no' },
    ],
    ['un token que no sirve', ['lote', 'listar'], 'token_invalido', { ELIMINACION_TOKEN: 'a.b.c' }],
    ['una identidad que no existe', ['lote', 'listar', '--como', 'nadie'], 'token_invalido', {}],
    ['otra entidad', ['lote', 'listar', '--entidad', 'otra'], 'tenant_no_permitido', {}],
    ['sin el permiso', ['lote', 'candidatos', '--serie', '1', '--como', 'consulta'], 'sin_permiso', {}],
  ])('%s termina con 4', async (_caso, argumentos, code, env) => {
    const terminada = await eliminacion({ ...casa.env, ...env }, ...argumentos, '--json');
    expect(terminada.codigo).toBe(4);
    expect(objetoDe(terminada)).toMatchObject({ error: { code } });
    expect(terminada.error).toContain(`(${code})`);
  });

  it('una entidad que no existe termina con 5 y dice cómo crearla', async () => {
    const identidades = JSON.stringify([
      { nombre: 'ana', tenants: ['lejana'], permisos: ['PERM_ELIMINACION_CONSULTAR'] },
    ]);
    const env = { ...casa.env, ELIMINACION_IDENTIDADES_DESARROLLO: identidades };
    const { codigo: fin, error } = await eliminacion(env, 'lote', 'listar', '--como', 'ana');
    expect(fin).toBe(5);
    expect(error).toContain('No existe la entidad «lejana».');
    expect(error).toContain('eliminacion tenant create');
  });

  it('un lote que no existe termina con 5', async () => {
    const terminada = await casa.correr('lote', 'ver', 'LOTE-2020-9999', '--json');
    expect(terminada.codigo).toBe(5);
    expect(objetoDe(terminada)).toMatchObject({ error: { code: 'lote_no_encontrado', faltas: [] } });
  });

  it('quien no alcanza el nivel no actúa, y una versión vieja tampoco: nada cambia', async () => {
    const antes = await asientos();
    const bajo = await casa.correr('lote', 'confirmar', codigo, '--como', 'consulta');
    expect([bajo.codigo, bajo.error]).toEqual([4, expect.stringContaining('PERM_ELIMINACION_PUBLICAR')]);
    const vieja = await casa.correr('lote', 'confirmar', codigo, '--si-version', '7');
    expect([vieja.codigo, vieja.error]).toEqual([3, expect.stringContaining('(version_obsoleta)')]);
    expect(await asientos()).toBe(antes);
  });

  it('un archivo de datos que no se puede leer se nombra', async () => {
    const { codigo: fin, error } = await casa.correr('lote', 'aprobar', codigo, '/no/existe.json');
    expect([fin, error]).toEqual([2, expect.stringContaining('No se pudo leer «/no/existe.json»')]);
  });
});
