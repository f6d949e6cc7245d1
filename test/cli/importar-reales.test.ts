import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datoCompartido, exigirTodo, hayDatosCompartidos } from '../support/datos-compartidos.ts';
import { Escenario } from '../support/escenario.ts';
import { CasaDeOrdenes, objetoDe } from './orden.ts';

/** By the folder they come in: what each is imported as. */
const CARPETAS = { fuid: 'fuid', otros: 'fuid', trd: 'trd' } as const;
/** The only two that enter; the others are templates, other instruments, formats that are not sheets, or have faults. */
const ENTRAN: Readonly<Record<string, object>> = {
  'trd/personeria-funza-trd-subseries-puntoycoma.csv': { series: 29 },
  'fuid/rionegro-tesoreria-10-filas-exportado.csv': { expedientes: 10, unidades: 10, cerrados: 0 },
};
const VERSION = 'TRD-RIONEGRO';

interface Lugar {
  readonly hoja?: string;
  readonly fila?: number;
  readonly columna?: string;
  readonly motivo?: string;
}
interface Informe {
  readonly archivo: string;
  readonly importado: boolean;
  readonly resumen: { readonly rechazada: number };
  readonly fallos: readonly Lugar[];
  readonly filas: readonly {
    readonly fila: number;
    readonly hoja: string;
    readonly fallos: readonly Lugar[];
  }[];
}

describe('los archivos reales del oficio, importados por la línea de órdenes', () => {
  if (!hayDatosCompartidos) {
    it('no están en esta copia: sin ../shared/data no se prueba contra ellos', ({ annotate }) => {
      expect(exigirTodo).toBe(false);
      return annotate('sin ../shared/data');
    });
    return;
  }

  let escenario: Escenario;
  let casa: CasaDeOrdenes;
  beforeAll(async () => {
    escenario = await Escenario.abrir();
    casa = await CasaDeOrdenes.abrir(escenario.base);
    // The serie that the inventory of Rionegro names, of a version that came in no file.
    const { id } = await escenario.fila<{ id: number }>(
      `INSERT INTO trd_version (codigo, tipo, creado_en, creado_por) VALUES ($1, 'TRD', $2, 'prueba') RETURNING id`,
      [VERSION, escenario.ahora],
    );
    await escenario.query(
      `INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, subserie_codigo,
              subserie_nombre, ag, ac, disposicion)
       VALUES ($1, '10.06.03.00', 'Tesorería', '15', 'Comprobantes', '01', 'Comprobantes contables de egreso', 2, 8, 'E')`,
      [id],
    );
  });
  afterAll(async () => {
    await casa.cerrar();
    await escenario.cerrar();
  });

  /** Everything that an import may write. */
  const contenido = () =>
    escenario.fila(
      `SELECT (SELECT count(*) FROM trd_version) AS versiones, (SELECT count(*) FROM trd_serie) AS series,
              (SELECT count(*) FROM expedientes) AS expedientes, (SELECT count(*) FROM fisico_unidades) AS unidades,
              (SELECT count(*) FROM audit_log) AS asientos, (SELECT count(*) FROM outbox) AS eventos`,
    );

  const archivos = Object.entries(CARPETAS).flatMap(([carpeta, como]) =>
    readdirSync(datoCompartido(carpeta)).map((nombre) => [`${carpeta}/${nombre}`, como] as const),
  );

  it.each(archivos)('%s como %s', async (ruta, como) => {
    const antes = await contenido();
    const version = como === 'fuid' ? ['--version', VERSION] : [];
    const terminada = await casa.correr('import', como, datoCompartido(ruta), ...version, '--json');
    const resultado = objetoDe(terminada);
    const esperado = ENTRAN[ruta];
    if (esperado !== undefined) {
      expect(terminada.codigo).toBe(0);
      expect(resultado).toMatchObject({ ...esperado, informe: { importado: true } });
      expect(await contenido()).not.toEqual(antes);
      return;
    }
    expect(terminada.codigo).toBe(2);
    expect(terminada.error).toContain(`«${basename(ruta)}»`);
    expect(await contenido()).toEqual(antes);
    if (resultado['error'] !== undefined) {
      expect(resultado).toMatchObject({ error: { code: 'tabla_formato_no_admitido' } });
      return;
    }
    const informe = resultado['informe'] as Informe;
    expect([informe.archivo, informe.importado]).toEqual([basename(ruta), false]);
    const deFilas = informe.filas.flatMap(({ fallos }) => fallos);
    expect(deFilas.length).toBeGreaterThanOrEqual(informe.resumen.rechazada);
    for (const { hoja, fila, columna, motivo } of deFilas) {
      expect([typeof hoja, typeof fila, typeof columna, typeof motivo]).toEqual([
        'string',
        'number',
        'string',
        'string',
      ]);
    }
    expect(deFilas.length + informe.fallos.length).toBeGreaterThan(0);
  });

  it('el informe para personas dice hoja, fila, columna y motivo', async () => {
    const trd = datoCompartido('trd/cra-atlantico-trd-convalidada-2612-filas.xlsx');
    const { codigo, salida } = await casa.correr('import', 'trd', trd);
    expect(codigo).toBe(2);
    expect(salida).toMatch(/^TRD «cra-atlantico-[^»]+»: no se importó nada\.$/m);
    expect(salida).toMatch(/^ {2}hoja «[^»]+», fila \d+, columna [A-Z]+(, [A-Z]+)*: \S/m);
  });

  it('con --aceptar-parcial entran las filas que están bien, y solo ellas', async () => {
    const trd = datoCompartido('trd/cra-atlantico-trd-convalidada-2612-filas.xlsx');
    const terminada = await casa.correr(
      'import',
      'trd',
      trd,
      '--version',
      'CRA',
      '--aceptar-parcial',
      '--json',
    );
    expect(terminada.codigo).toBe(0);
    expect(objetoDe(terminada)).toMatchObject({
      version: 'CRA',
      series: 230,
      informe: { resumen: { rechazada: 26 } },
    });
    expect(
      await escenario.cuenta('trd_serie', "version_id = (SELECT id FROM trd_version WHERE codigo = 'CRA')"),
    ).toBe(230);
  });

  it('una lista de documentos con una falta no deja ninguno', async () => {
    const carpeta = join(casa.datos, 'documentos');
    await mkdir(carpeta);
    const codigo = await escenario.fila<{ codigo: string }>('SELECT min(codigo) AS codigo FROM expedientes');
    const lista = join(carpeta, 'lista.csv');
    await writeFile(join(carpeta, 'uno.txt'), 'uno');
    await writeFile(
      lista,
      `expediente;radicado;asunto;fecha;nivel;archivo\n${codigo.codigo};R-1;Oficio;2020-01-02;0;uno.txt\n${codigo.codigo};R-2;Oficio;2020-01-02;0;../fuera.txt\n`,
    );
    const { codigo: fin, error } = await casa.correr('import', 'documentos', lista);
    expect(fin).toBe(2);
    expect(error).toContain('fila 3, columna archivo, «../fuera.txt»: Está fuera de la carpeta');
    expect(await escenario.cuenta('radicados')).toBe(0);
    expect(await escenario.cuenta('anexos')).toBe(0);
  });
});
