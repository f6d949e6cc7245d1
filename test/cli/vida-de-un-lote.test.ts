import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Escenario, SESION_FAVORABLE } from '../support/escenario.ts';
import { CasaDeOrdenes, eliminacion, objetoDe, type Terminada } from './orden.ts';

const DEMO = resolve(import.meta.dirname, '../../fixtures/demo');

let escenario: Escenario;
let casa: CasaDeOrdenes;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  casa = await CasaDeOrdenes.abrir(escenario.base);
});
afterAll(async () => {
  await casa.cerrar();
  await escenario.cerrar();
});

/** An order at the instant where the walk is, over the same stores. */
const correr = (...argumentos: readonly string[]): Promise<Terminada> =>
  eliminacion(
    {
      ...casa.env,
      ELIMINACION_ALMACEN_WORM: escenario.carpeta,
      ELIMINACION_RELOJ_PRUEBA: escenario.ahora.toISOString(),
    },
    ...argumentos,
  );
const bien = async (...argumentos: readonly string[]): Promise<Terminada> => {
  const terminada = await correr(...argumentos);
  expect(terminada).toMatchObject({ codigo: 0 });
  return terminada;
};
const objeto = async (...argumentos: readonly string[]): Promise<Record<string, unknown>> =>
  objetoDe(await bien(...argumentos, '--json'));
const dejar = async (nombre: string, contenido: string): Promise<string> => {
  const archivo = join(casa.datos, nombre);
  await writeFile(archivo, contenido);
  return archivo;
};

/** Each test goes on where the one before it ended: it is one life, told by its orders. */
describe('la vida de un lote, orden por orden', () => {
  let codigo: string;

  it('la entidad se define y su calendario queda al día', async () => {
    const datos = await dejar(
      'entidad.json',
      JSON.stringify({
        nombre: 'Alcaldía de Arroyo Verde',
        nit: '800.000.001-1',
        municipio: 'Arroyo Verde',
        correoObservaciones: 'archivo@arroyoverde.example',
        direccionPublica: 'https://arroyoverde.example',
      }),
    );
    const { salida } = await bien('entidad', 'definir', datos);
    expect(salida).toBe('Alcaldía de Arroyo Verde, NIT 800.000.001-1. Calendario: ley-2578-v1.\n');
  });

  it('la TRD y los inventarios entran, todos abiertos', async () => {
    const actos = ['--acta', 'Acta 03', '--acta-fecha', '2012-03-14', '--acto', 'Acuerdo 017'];
    const trd = await objeto(
      ...['import', 'trd', join(DEMO, 'trd.xlsx'), '--version', 'TRD-2012'],
      ...[...actos, '--acto-fecha', '2012-08-30'],
    );
    expect(trd).toMatchObject({ version: 'TRD-2012', series: 5 });
    const opciones = ['--version', 'TRD-2012', '--nivel', '0', '--columna-expediente', 'CÓDIGO EXPEDIENTE'];
    const papel = await objeto('import', 'fuid', join(DEMO, 'inventario-hacienda.xlsx'), ...opciones);
    expect(papel).toMatchObject({ expedientes: 150, unidades: 150, cerrados: 0 });
    const otro = await bien('import', 'fuid', join(DEMO, 'inventario.csv'), ...opciones);
    expect(otro.salida).toContain('expedientes: 70 · unidades: 70 · cerrados: 0');
  });

  it('los documentos de una carpeta entran una vez, y una lista repetida no añade nada', async () => {
    const carpeta = join(casa.datos, 'documentos');
    await mkdir(carpeta);
    await writeFile(join(carpeta, 'oficio ñ.txt'), 'Cordial saludo.');
    await writeFile(join(carpeta, 'copia.txt'), 'Cordial saludo.');
    const lista = join(carpeta, 'lista.csv');
    const filas = [
      'expediente;radicado;asunto;fecha;nivel;archivo',
      'AV01-0151;R-1;Comunicación;2015-02-01;0;oficio ñ.txt',
      'AV01-0151;R-1;Comunicación;2015-02-01;0;copia.txt',
      'AV01-0152;R-2;Respuesta;2016-02-01;PUBLICA;copia.txt',
    ];
    await writeFile(lista, filas.join('\n'));
    const primera = await objeto('import', 'documentos', lista);
    expect(primera).toMatchObject({ radicados: 2, anexos: 3, radicadosRepetidos: 0, anexosRepetidos: 0 });
    const segunda = await bien('import', 'documentos', lista);
    expect(segunda.salida).toBe(
      '2 radicados y 3 anexos (0 bytes nuevos). Ya estaban: 2 radicados y 3 anexos.\n',
    );
  });

  it('los cierres de una lista se registran todos o ninguno, y cada falta dice hoja, fila y columna', async () => {
    const mala = await dejar(
      'mala.csv',
      'FECHA CIERRE;EXPEDIENTE\n2015-01-01;AV01-0001\n31/02/2015;AV01-0002\n;AV01-0003\n2015-01-01;\n',
    );
    const conFaltas = await correr('expedientes', 'cerrar', mala, '--fundamento', 'Relación de prueba');
    expect(conFaltas.codigo).toBe(2);
    expect(conFaltas.error).toMatch(/hoja «mala\.csv», fila 3, columna A: /);
    expect(conFaltas.error).toContain('hoja «mala.csv», fila 4, columna A: Falta la fecha de cierre.');
    expect(conFaltas.error).toContain('hoja «mala.csv», fila 5, columna B: Falta el código del expediente.');
    const ajena = await dejar(
      'ajena.csv',
      'CÓDIGO EXPEDIENTE;FECHA DE CIERRE\nAV01-0001;2015-01-01\nNADA-1;2015-01-01\n',
    );
    const { codigo: fin, error } = await correr(
      'expedientes',
      'cerrar',
      ajena,
      '--fundamento',
      'Relación de prueba',
    );
    expect([fin, error]).toEqual([
      2,
      expect.stringContaining('hoja «ajena.csv», fila 3, columna A, «NADA-1»: El expediente no existe'),
    ]);
    expect(await escenario.cuenta('expedientes', 'cierre IS NOT NULL')).toBe(0);
    const cierres = join(DEMO, 'cierres.csv');
    const cerrados = await objeto('expedientes', 'cerrar', cierres, '--fundamento', 'Relación 2026-0412');
    expect(cerrados).toEqual({ cerrados: 215 });
  });

  it('los candidatos se evalúan sin proponer; después se propone y se lee', async () => {
    const { salida } = await bien('lote', 'candidatos', '--version', 'TRD-2012');
    expect(salida).toContain('220 expedientes evaluados: 203 admitidos, 17 rechazados.');
    expect(salida).toMatch(
      /^ {2}AV01-\d{4} «.+»: su retención no ha vencido \(vence el \d{4}-\d\d-\d\d\)\.$/m,
    );
    expect(await escenario.cuenta('eliminacion_lotes')).toBe(0);
    const nada = await correr('lote', 'proponer', '--descripcion', 'Nada de nada', '--serie', 'no-existe');
    expect([nada.codigo, nada.error]).toEqual([2, expect.stringContaining('(sin_items_admitidos)')]);
    const propuesto = await objeto(
      'lote',
      'proponer',
      '--descripcion',
      'Todo lo vencido',
      '--version',
      'TRD-2012',
    );
    expect(propuesto).toMatchObject({ evaluados: 220, admitidos: 203, version: 1 });
    codigo = String(propuesto['codigo']);
    expect((await bien('lote', 'listar')).salida).toBe(`${codigo}\tborrador\tTodo lo vencido\n`);
    const { items } = (await objeto('lote', 'items', codigo, '--despues', '201')) as {
      items: { orden: number }[];
    };
    expect(items.map(({ orden }) => orden)).toEqual([202, 203]);
  });

  it('se confirma, se publica y, cumplido el plazo, se registra la aprobación', async () => {
    const temprana = await correr('lote', 'publicar', codigo);
    expect([temprana.codigo, temprana.error]).toEqual([
      3,
      expect.stringContaining('(revision_publica_pendiente)'),
    ]);
    expect((await bien('lote', 'confirmar', codigo)).salida).toBe(`${codigo}: 203 filas confirmadas.\n`);
    const publicado = await bien('lote', 'publicar', codigo);
    expect(publicado.salida).toBe(
      `${codigo} publicado del 2026-12-02 al 2027-03-01: https://arroyoverde.example/publico/demo/lotes/${codigo}\n`,
    );
    const sesion = await dejar('sesion.json', JSON.stringify({ sesion: SESION_FAVORABLE }));
    const antes = await correr('lote', 'aprobar', codigo, sesion);
    expect([antes.codigo, antes.error]).toEqual([3, expect.stringContaining('(ventana_abierta)')]);
    const { id } = await escenario.fila<{ id: string }>('SELECT id FROM eliminacion_lotes');
    await escenario.cumplirVentana({ id });
    expect((await bien('lote', 'aprobar', codigo, sesion)).salida).toBe(
      `${codigo} aprobado: 203 aprobados, 0 retirados.\n`,
    );
  });

  it('se ejecuta escribiendo su código, y se sigue hasta que solo falta el papel', async () => {
    for (const confirmacion of [[], ['--confirmacion', 'LOTE-2026-9999']]) {
      const sin = await correr('lote', 'ejecutar', codigo, ...confirmacion);
      expect([sin.codigo, sin.error]).toEqual([2, expect.stringContaining('(confirmacion_no_coincide)')]);
    }
    const { salida, error } = await bien('lote', 'ejecutar', codigo, '--confirmacion', codigo, '--follow');
    expect(error).toContain(`${codigo}: destrucción ordenada de 203 expedientes.`);
    expect(salida).toContain('41 de 203 destruidos, 162 esperan la constancia del papel.');
    expect(salida).toContain('Registre la constancia del papel con «constancia».');
  });

  it('con la constancia y otro seguimiento llega al acta, que se descarga y se verifica', async () => {
    const constancia = await dejar(
      'constancia.json',
      JSON.stringify({
        numero: 'CDF-1',
        metodo: 'picado',
        fecha: '2027-03-02',
        lugar: 'Bodega del archivo central',
        unidades: 16,
        testigos: ['Carlos Rúa, Control Interno'],
        evidencia: { nombre: 'constancia.pdf', sha256: 'c'.repeat(64) },
      }),
    );
    expect((await bien('constancia', codigo, constancia)).salida).toBe(
      `${codigo}: la constancia cubre 162 expedientes.\n`,
    );
    const seguimiento = await objeto('lote', 'seguir', codigo);
    expect(seguimiento).toMatchObject({
      estado: 'ejecutado',
      progreso: { total: 203, destruidos: 203, pendientes: 0, omitidos: 0 },
      acta: { numero: 'ACTA-2027-0001' },
    });
    const archivo = join(casa.datos, 'acta.xml');
    await bien('lote', 'acta', codigo, '--archivo', archivo);
    const otraVez = await correr('lote', 'acta', codigo, '--archivo', archivo);
    expect([otraVez.codigo, otraVez.error]).toEqual([2, expect.stringContaining('ya existe')]);
    const informe = objetoDe(await eliminacion({}, 'verificar', archivo, '--json'));
    expect(informe).toMatchObject({ integra: true, acta: { numero: 'ACTA-2027-0001', expedientes: 203 } });
    const { salida } = await bien('lote', 'ver', codigo);
    expect(salida).toContain(`${codigo} · ejecutado · 203 expedientes`);
    expect(salida).toContain('203 de 203 destruidos.');
    expect(salida).toMatch(/ACTA-2027-0001-firmada\.xml \(verificado\) SHA-256 [0-9a-f]{64}/);
  });

  it('la auditoría de todo ello está íntegra, con cada acto por la línea de órdenes', async () => {
    expect((await bien('audit', 'verify')).salida).toContain('Íntegra.');
    const { canales } = await escenario.fila<{ canales: string[] }>(
      `SELECT array_agg(DISTINCT contenido::jsonb ->> 'canal') AS canales FROM audit_log
        WHERE accion LIKE 'archive.eliminacion_lote_%' AND contenido::jsonb -> 'actor' ->> 'kind' = 'persona'`,
    );
    expect(canales).toEqual(['cli']);
    expect(await escenario.cuenta('audit_log', "accion = 'archive.eliminacion_acta_descargada'")).toBe(1);
  });
});
