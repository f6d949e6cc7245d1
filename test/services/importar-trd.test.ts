import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportacionRechazada } from '../../src/domain/importacion/importacion-rechazada.ts';
import { importarTrd } from '../../src/services/importacion/importar-trd.ts';
import { EscenarioImportar, libroDe, makeActor, readFixture } from './importar-escenario.ts';

let escenario: EscenarioImportar;
beforeAll(async () => {
  escenario = await EscenarioImportar.open();
});
afterAll(() => escenario.close());

const ACTA = { numero: '004', fecha: '2021-06-10' };
const ACTO = { numero: 'Resolución 118', fecha: '2021-11-02' };
const CABEZA = ['CÓDIGO', 'SERIE', 'AG', 'AC', 'CT', 'E', 'S', 'M'];

describe('importar una TRD', () => {
  it('REQ-INS-3: entra entera como versión nueva, con sus actos, su archivo, su auditoría y su evento', async () => {
    const archivo = readFixture('trd-alcaldia.xlsx');
    const resultado = await escenario.importTrd('TRD-2021', archivo, {
      actaAprobacion: ACTA,
      actoConvalidacion: ACTO,
      rusd: 'RUSD-77',
      vigenteDesde: '2021-12-01',
    });
    expect(resultado).toMatchObject({
      version: 'TRD-2021',
      series: 15,
      informe: { importado: true, avisos: [] },
    });
    const sha256 = createHash('sha256').update(archivo.bytes).digest('hex');
    const [version] = await escenario.query('SELECT * FROM trd_version WHERE id = $1', [resultado.versionId]);
    expect(version).toMatchObject({
      codigo: 'TRD-2021',
      tipo: 'TRD',
      acta_aprobacion_numero: '004',
      acto_convalidacion_fecha: '2021-11-02',
      rusd: 'RUSD-77',
      archivo_sha256: sha256,
      creado_por: 'https://identidad.example|archivista',
    });
    const [serie] = await escenario.query(
      `SELECT * FROM trd_serie WHERE version_id = $1 AND dependencia_codigo = '120' AND serie_codigo = '06' AND subserie_codigo = '01'`,
      [resultado.versionId],
    );
    expect(serie).toMatchObject({
      dependencia_nombre: 'SECRETARÍA DE HACIENDA',
      serie_nombre: 'COMPROBANTES CONTABLES',
      subserie_nombre: 'Comprobantes de Egreso',
      ag: 2,
      ac: 8,
      disposicion: 'E',
      hoja_origen: 'TRD',
    });
    const { auditoria, eventos } = await escenario.traces('archive.trd_importada');
    expect(auditoria).toMatchObject([
      {
        sujeto: { tipo: 'trd_version', id: 'TRD-2021' },
        despues: sha256,
        datos: { archivo: 'trd-alcaldia.xlsx', series: 15, parcial: false, filas: { rechazada: 0 } },
      },
    ]);
    expect(eventos).toEqual([{ version: 'TRD-2021', tipo: 'TRD', series: 15 }]);
    expect(await escenario.count('trd_version', 'otra')).toBe(0);
  });

  it('sin acta ni acto entra, y avisa de que nada podrá proponerse', async () => {
    const { informe } = await escenario.importTrd('TRD-SIN-ACTOS', readFixture('trd-alcaldia.csv'));
    expect(informe.avisos.map(({ texto }) => texto).join(' ')).toContain('nada de ella podrá proponerse');
  });

  it('el mismo código de versión no se escribe dos veces', async () => {
    await escenario.importTrd('TRD-DOBLE');
    const antes = await escenario.count('trd_serie');
    await expect(escenario.importTrd('TRD-DOBLE')).rejects.toMatchObject({ code: 'trd_version_ya_existe' });
    expect(await escenario.count('trd_serie')).toBe(antes);
  });

  it('REQ-INS-3: con una fila rechazada no queda nada, ni versión ni rastro; en parte, solo lo sano', async () => {
    const archivo = libroDe('mixta.xlsx', [CABEZA, ['01', 'Actas', 1, 4, 'X'], ['02', 'Autos', 1, 4]]);
    const antes = await escenario.traces('archive.trd_importada');
    const rechazo = await escenario.importTrd('TRD-MIXTA', archivo).catch((error: unknown) => error);
    expect(rechazo).toBeInstanceOf(ImportacionRechazada);
    expect(rechazo).toMatchObject({
      code: 'importacion_rechazada',
      faults: [
        {
          hoja: 'Hoja1',
          fila: 3,
          columna: 'E, F, G, H',
          motivo: 'No tiene marcada ninguna disposición final.',
        },
      ],
    });
    expect(await escenario.query(`SELECT 1 FROM trd_version WHERE codigo = 'TRD-MIXTA'`)).toEqual([]);
    expect(await escenario.traces('archive.trd_importada')).toEqual(antes);

    const parcial = await escenario.importTrd('TRD-MIXTA', archivo, { aceptarParcial: true });
    expect(parcial).toMatchObject({ series: 1, informe: { resumen: { importada: 1, rechazada: 1 } } });
  });

  it('una TVD vale con el archivo central', async () => {
    const archivo = libroDe('tvd.xlsx', [
      ['CÓDIGO', 'SERIE', 'RETENCIÓN', 'CT', 'E'],
      ['01', 'Nóminas', 80, 'X', null],
    ]);
    const { versionId } = await escenario.importTrd('TVD-1', archivo, { tipo: 'TVD' });
    expect(await escenario.query('SELECT ag, ac FROM trd_serie WHERE version_id = $1', [versionId])).toEqual([
      { ag: null, ac: 80 },
    ]);
  });

  it('miles de series entran en pocas sentencias y una transacción', async () => {
    const filas = Array.from({ length: 5_000 }, (_, i) => [`S${i}`, `Serie ${i}`, 1, 4, null, 'X']);
    const { series } = await escenario.importTrd('TRD-GRANDE', libroDe('grande.xlsx', [CABEZA, ...filas]));
    expect(series).toBe(5_000);
  });

  it.each([
    ['sin permiso', makeActor(['PERM_ARCHIVO_GESTIONAR']), {}, 'sin_permiso'],
    ['sin versión', makeActor(), { version: ' ' }, 'entrada_invalida'],
    ['con un acta a medias', makeActor(), { actaAprobacion: { numero: '4' } }, 'entrada_invalida'],
    ['con un campo de más', makeActor(), { sobra: 1 }, 'entrada_invalida'],
    [
      'de un formato ajeno',
      makeActor(),
      { archivo: { nombre: 'a.sql', bytes: Buffer.from('x') } },
      'tabla_formato_no_admitido',
    ],
  ])('%s se rechaza', async (_caso, actor, cambios, code) => {
    const entrada = { archivo: readFixture('trd-alcaldia.csv'), version: 'TRD-NO', ...cambios };
    await expect(importarTrd(escenario.servicios, actor, entrada)).rejects.toMatchObject({ code });
    expect(await escenario.query(`SELECT 1 FROM trd_version WHERE codigo = 'TRD-NO'`)).toEqual([]);
  });
});
