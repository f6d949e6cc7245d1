import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportacionRechazada } from '../../src/domain/importacion/importacion-rechazada.ts';
import { importarFuid } from '../../src/services/importacion/importar-fuid.ts';
import {
  type ArchivoEntregado,
  EscenarioImportar,
  libroDe,
  makeActor,
  readFixture,
} from './importar-escenario.ts';

let escenario: EscenarioImportar;
beforeAll(async () => {
  escenario = await EscenarioImportar.open();
  await escenario.importTrd('TRD-1');
});
afterAll(() => escenario.close());

const COLUMNAS = { columnaExpediente: 'NÚMERO DE EXPEDIENTE', columnaCierre: 'FECHA DE CIERRE' };
const CABEZA = [
  'ORDEN',
  'CÓDIGO',
  'ASUNTOS',
  'FECHA INICIAL',
  'FECHA FINAL',
  'CAJA',
  'FOLIOS',
  'EXPEDIENTE',
  'CIERRE',
];

const importar = (archivo: ArchivoEntregado, mas: Record<string, unknown> = {}) =>
  importarFuid(escenario.servicios, escenario.actor, { archivo, version: 'TRD-1', ...mas });

const libro = (nombre: string, ...filas: (string | number | null)[][]) => libroDe(nombre, [CABEZA, ...filas]);
const fila = (expediente: string, asunto = 'Oficios enviados', cierre: string | null = null) => [
  1,
  '100.05.01',
  asunto,
  '2013-01-08',
  '2013-01-31',
  'C1',
  20,
  expediente,
  cierre,
];

describe('importar un inventario', () => {
  it('REQ-INV-1: sus filas quedan como unidades de sus expedientes, amarrados a la versión, con auditoría y evento', async () => {
    const resultado = await importar(readFixture('fuid-alcaldia.xlsx'), COLUMNAS);
    expect(resultado).toMatchObject({
      expedientes: 52,
      unidades: 93,
      cerrados: 48,
      informe: { importado: true },
    });
    const [expediente] = await escenario.query(`SELECT * FROM expedientes WHERE codigo = '120-0601-2010'`);
    expect(expediente).toMatchObject({
      titulo: 'Comprobantes de Egreso, enero a marzo de 2010',
      dependencia_codigo: '120',
      dependencia_nombre: 'SECRETARÍA DE HACIENDA',
      serie_codigo: '06',
      serie_nombre: 'COMPROBANTES CONTABLES',
      subserie_codigo: '01',
      subserie_nombre: 'Comprobantes de Egreso',
      cierre: '2011-01-13',
      soporte: 'fisico',
      nivel_seguridad: 3,
      reamarrado: false,
    });
    expect(expediente?.['cierre_fundamento']).toContain('fuid-alcaldia.xlsx');
    const unidades = await escenario.query(
      'SELECT orden_origen, caja, carpeta, tomo, folios, folios_texto, frecuencia FROM fisico_unidades WHERE expediente_id = $1 ORDER BY id',
      [expediente?.['id']],
    );
    expect(unidades).toHaveLength(4);
    expect(unidades[0]).toEqual({
      orden_origen: '1',
      caja: '120-10',
      carpeta: '1',
      tomo: '1 DE 4',
      folios: 150,
      folios_texto: '1 AL 150',
      frecuencia: 'Baja',
    });
    const { auditoria, eventos } = await escenario.traces('archive.inventario_importado');
    const conteos = { expedientes: 52, unidades: 93, cerrados: 48 };
    expect(auditoria).toMatchObject([
      {
        datos: {
          archivo: 'fuid-alcaldia.xlsx',
          version: 'TRD-1',
          nivel: 3,
          filas: { rechazada: 0 },
          ...conteos,
        },
      },
    ]);
    expect(eventos).toEqual([{ version: 'TRD-1', ...conteos }]);
    expect(await escenario.count('expedientes', 'otra')).toBe(0);
  });

  it('REQ-RET-1: sin columna de cierre todo entra abierto, aunque tenga fecha final', async () => {
    const resultado = await importar(readFixture('fuid-hacienda.csv'), {
      columnaExpediente: COLUMNAS.columnaExpediente,
    });
    expect(resultado).toMatchObject({ expedientes: 20, cerrados: 0 });
    const abiertos = await escenario.query(
      `SELECT count(*) AS n FROM expedientes WHERE codigo LIKE '120-0701-%' AND cierre IS NULL AND fecha_final IS NOT NULL`,
    );
    expect(abiertos).toEqual([{ n: 8 }]);
  });

  it('el mismo archivo otra vez se rechaza entero, nombrando los expedientes que ya están', async () => {
    const archivo = libro('otra-vez.xlsx', fila('REP-1'), fila('REP-2'));
    const columnas = { columnaExpediente: 'EXPEDIENTE' };
    await importar(archivo, columnas);
    const antes = [await escenario.count('expedientes'), await escenario.count('fisico_unidades')];
    const rechazo = await importar(archivo, columnas).catch((error: unknown) => error);
    expect(rechazo).toBeInstanceOf(ImportacionRechazada);
    expect(rechazo).toMatchObject({
      faults: [
        { fila: 2, valor: 'REP-1' },
        { fila: 3, valor: 'REP-2' },
      ],
    });
    expect([await escenario.count('expedientes'), await escenario.count('fisico_unidades')]).toEqual(antes);

    const ampliado = libro('ampliado.xlsx', fila('REP-1'), fila('REP-3'));
    await expect(importar(ampliado, columnas)).rejects.toMatchObject({ code: 'importacion_rechazada' });
    expect(await importar(ampliado, { ...columnas, aceptarParcial: true })).toMatchObject({
      expedientes: 1,
      informe: { resumen: { importada: 1, rechazada: 1 } },
    });
  });

  it('sin columna de expediente, cada fila es el suyo y volver a importar el archivo se rechaza', async () => {
    const archivo = libro('sueltas.xlsx', fila('x'), fila('y'));
    expect(await importar(archivo)).toMatchObject({ expedientes: 2, unidades: 2 });
    await expect(importar(archivo)).rejects.toMatchObject({ code: 'importacion_rechazada' });
  });

  it('dos importaciones a la vez del mismo archivo: una entra y la otra se rechaza, sin duplicados', async () => {
    const archivo = libro('carrera.xlsx', ...Array.from({ length: 300 }, (_, i) => fila(`CARRERA-${i}`)));
    const columnas = { columnaExpediente: 'EXPEDIENTE' };
    const fines = await Promise.allSettled([importar(archivo, columnas), importar(archivo, columnas)]);
    expect(fines.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const perdedora = fines.find((fin) => fin.status === 'rejected');
    expect(['importacion_rechazada', 'expediente_ya_existe']).toContain(perdedora?.reason.code);
    const [unidades] = await escenario.query<{ n: number }>(
      `SELECT count(*) AS n FROM fisico_unidades u JOIN expedientes e ON e.id = u.expediente_id WHERE e.codigo LIKE 'CARRERA-%'`,
    );
    expect(unidades?.n).toBe(300);
  });

  it('una fila ambigua rechaza todo el archivo, sin dejar nada', async () => {
    const antes = await escenario.count('expedientes');
    const archivo = libro('ambigua.xlsx', fila('AMB-1'), [
      2,
      '99.99',
      'Otro',
      '2013-01-08',
      '2013-01-31',
      'C1',
      20,
      'AMB-2',
      null,
    ]);
    await expect(importar(archivo, { columnaExpediente: 'EXPEDIENTE' })).rejects.toMatchObject({
      code: 'importacion_rechazada',
      faults: [
        {
          hoja: 'Hoja1',
          fila: 3,
          columna: 'B',
          valor: '99.99',
          motivo: 'El código 99.99 no está en la versión «TRD-1».',
        },
      ],
    });
    expect(await escenario.count('expedientes')).toBe(antes);
  });

  it('el nivel pedido es el de todos sus expedientes; la dependencia pedida decide los códigos cortos', async () => {
    const corta = libroDe('corta.xlsx', [
      CABEZA,
      [1, '5.1', 'Oficios', '2013-01-08', '2013-01-31', 'C1', 20, 'N-1', null],
    ]);
    await importar(corta, { columnaExpediente: 'EXPEDIENTE', nivel: 1, dependencia: '100' });
    expect(
      await escenario.query(
        `SELECT nivel_seguridad AS nivel, dependencia_codigo AS d FROM expedientes WHERE codigo = 'N-1'`,
      ),
    ).toEqual([{ nivel: 1, d: '100' }]);
  });

  it('siete mil filas entran en una transacción', async () => {
    const filas = Array.from({ length: 7_000 }, (_, i) =>
      fila(`MIL-${i % 2_500}`, `Oficios ${i}`, '2014-01-10'),
    );
    const resultado = await importar(libro('siete-mil.xlsx', ...filas), {
      columnaExpediente: 'EXPEDIENTE',
      columnaCierre: 'CIERRE',
    });
    expect(resultado).toMatchObject({ expedientes: 2_500, unidades: 7_000, cerrados: 2_500 });
  });

  it.each([
    ['sin permiso', makeActor([]), {}, 'sin_permiso'],
    ['de otra entidad, que no tiene esa versión', makeActor(undefined, 'otra'), {}, 'trd_version_no_existe'],
    ['con una versión que no existe', makeActor(), { version: 'TRD-9' }, 'trd_version_no_existe'],
    ['con un nivel imposible', makeActor(), { nivel: 4 }, 'entrada_invalida'],
    ['con una columna que no existe', makeActor(), { columnaCierre: 'CIERRE REAL' }, 'importacion_rechazada'],
  ])('%s se rechaza', async (_caso, actor, cambios, code) => {
    const antes = await escenario.count('expedientes');
    const entrada = { archivo: readFixture('fuid-hacienda.csv'), version: 'TRD-1', ...cambios };
    await expect(importarFuid(escenario.servicios, actor, entrada)).rejects.toMatchObject({ code });
    expect(await escenario.count('expedientes')).toBe(antes);
  });
});
