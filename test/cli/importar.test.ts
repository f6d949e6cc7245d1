import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerImportar } from '../../src/cli/importar.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/importacion');

let base: BaseDePrueba;
let carpeta: string;
beforeAll(async () => {
  base = await crearBaseDePrueba();
  carpeta = await mkdtemp(join(tmpdir(), 'eliminacion-cli-'));
  vi.stubEnv('ELIMINACION_ENTORNO', 'test');
  vi.stubEnv('ELIMINACION_DATOS', carpeta);
  vi.stubEnv('DATABASE_URL', base.appUrl);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await base.drop();
  await rm(carpeta, { recursive: true, force: true });
});

/** Runs the command as the archive's person; gives what it wrote and, if it failed, the error's code. */
async function eliminacion(...argumentos: string[]): Promise<{ escrito: string; code: string | null }> {
  let escrito = '';
  const program = new Command('eliminacion');
  registerImportar(program, { write: (texto) => (escrito += texto) });
  try {
    await program.parseAsync(['import', ...argumentos, '--como', 'archivo'], { from: 'user' });
    return { escrito, code: null };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { escrito, code };
  }
}

describe('eliminacion import', () => {
  it('trd y después fuid: importa y dice cuánto', async () => {
    const trd = await eliminacion(
      'trd',
      join(FIXTURES, 'trd-alcaldia.xlsx'),
      '--version',
      'TRD-1',
      '--acta',
      '4',
      '--acta-fecha',
      '2021-06-10',
    );
    expect(trd.code).toBeNull();
    expect(trd.escrito).toContain('TRD «trd-alcaldia.xlsx»: importado.');
    expect(trd.escrito).toContain('series: 15');
    expect(trd.escrito).toContain('queda sin el acto de convalidación');

    const fuid = await eliminacion(
      'fuid',
      join(FIXTURES, 'fuid-hacienda.csv'),
      '--version',
      'TRD-1',
      '--columna-expediente',
      'NÚMERO DE EXPEDIENTE',
      '--columna-cierre',
      'FECHA DE CIERRE',
      '--nivel',
      '1',
    );
    expect(fuid.code).toBeNull();
    expect(fuid.escrito).toContain('expedientes: 20 · unidades: 29 · cerrados: 19');
  });

  it('sin --version, la TRD toma el nombre del archivo; con --json el informe es una línea', async () => {
    const { escrito, code } = await eliminacion('trd', join(FIXTURES, 'trd-alcaldia.csv'), '--json');
    expect(code).toBeNull();
    expect(JSON.parse(escrito)).toMatchObject({
      version: 'trd-alcaldia',
      series: 15,
      informe: { importado: true },
    });
    expect(escrito.trim().split('\n')).toHaveLength(1);
  });

  it('un rechazo escribe el informe con hoja, fila, columna y motivo, y termina en error', async () => {
    const path = join(carpeta, 'mala.csv');
    await writeFile(path, 'CÓDIGO;SERIE;AG;AC;CT;E\n01;Actas;2;8;X;\n02;Autos;2;8;;\n');
    const texto = await eliminacion('trd', path, '--version', 'MALA');
    expect(texto.code).toBe('importacion_rechazada');
    expect(texto.escrito).toContain('no se importó nada');
    expect(texto.escrito).toContain(
      'hoja «mala.csv», fila 3, columna E, F: No tiene marcada ninguna disposición final.',
    );
    const json = await eliminacion('trd', path, '--version', 'MALA', '--json');
    expect(JSON.parse(json.escrito)).toMatchObject({
      informe: { importado: false, resumen: { rechazada: 1 } },
    });
    const parcial = await eliminacion('trd', path, '--version', 'MALA', '--aceptar-parcial');
    expect(parcial).toMatchObject({ code: null });
    expect(parcial.escrito).toContain('series: 1');
  });

  it.each([
    ['un archivo que no existe', ['trd', '/no/existe.xlsx'], 'archivo_no_legible'],
    ['una carpeta', ['trd', FIXTURES], 'archivo_no_legible'],
    ['un FUID sin versión', ['fuid', join(FIXTURES, 'fuid-hacienda.csv')], 'entrada_invalida'],
    [
      'un nivel que no es número',
      ['fuid', join(FIXTURES, 'fuid-hacienda.csv'), '--version', 'TRD-1', '--nivel', 'alto'],
      'entrada_invalida',
    ],
    ['media acta', ['trd', join(FIXTURES, 'trd-alcaldia.csv'), '--acta', '4'], 'entrada_invalida'],
  ])('%s se rechaza con su código', async (_caso, argumentos, code) => {
    expect((await eliminacion(...argumentos)).code).toBe(code);
  });
});
