import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { importacionErrors } from '../../domain/importacion/importacion.errors.ts';
import { cerrarExpedientes } from '../../services/archivo/cerrar-expedientes.ts';
import { listExpedientes } from '../../services/archivo/list-expedientes.ts';
import { importarFuid } from '../../services/importacion/importar-fuid.ts';
import { importarTrd } from '../../services/importacion/importar-trd.ts';
import { type Caminata, type ExpedienteDeCaminata, prefijoDe } from './caminata.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../fixtures/demo');
const VERSION = 'TRD-2012';
const LIMITE = 1_000;

/** Each file and the first code in it. Later walks bring only what comes as text: its codes can be made theirs. */
const INVENTARIOS = [
  { nombre: 'inventario-hacienda.xlsx', primero: '0001', esTexto: false },
  { nombre: 'inventario.csv', primero: '0151', esTexto: true },
] as const;

/** Imports the town hall's TRD, unless an earlier walk did. */
export async function cargarTrd({ app, narrador, actor }: Caminata): Promise<void> {
  const nombre = 'trd.xlsx';
  try {
    const { series } = await importarTrd(app.serviciosImportacion, await actor('archivo'), {
      archivo: { nombre, bytes: await readFile(resolve(FIXTURES, nombre)) },
      version: VERSION,
      actaAprobacion: { numero: 'Acta 03 del Comité de Archivo', fecha: '2012-03-14' },
      actoConvalidacion: { numero: 'Acuerdo 017 del Consejo Territorial de Archivos', fecha: '2012-08-30' },
      rusd: 'TRD-AV-2012-0417',
    });
    narrador.dato(`TRD «${VERSION}» importada de ${nombre}: ${series} series y subseries.`);
  } catch (error) {
    if (!(error instanceof DomainError) || error.definition !== importacionErrors.trd_version_ya_existe)
      throw error;
    narrador.dato(`La TRD «${VERSION}» ya estaba importada.`);
  }
}

/** Imports the walk's inventories that are not there yet; gives its expedientes. */
export async function cargarInventario(caminata: Caminata): Promise<ExpedienteDeCaminata[]> {
  const { app, narrador, n } = caminata;
  const actor = await caminata.actor('archivo');
  const ya = await listExpedientes(app.servicios, actor, { prefijo: prefijoDe(n), limite: LIMITE });
  const codigos = new Set(ya.map(({ codigo }) => codigo));
  for (const { nombre, primero } of INVENTARIOS.filter(({ esTexto }) => esTexto || n === 1)) {
    if (codigos.has(`${prefijoDe(n)}${primero}`)) {
      narrador.dato(`El inventario ${nombre} ya estaba importado.`);
      continue;
    }
    const { expedientes, unidades } = await importarFuid(app.serviciosImportacion, actor, {
      archivo: { nombre, bytes: await readFixture(nombre, n) },
      version: VERSION,
      nivel: 0,
      columnaExpediente: 'CÓDIGO EXPEDIENTE',
    });
    narrador.dato(
      `FUID importado de ${nombre}: ${expedientes} expedientes abiertos en ${unidades} unidades.`,
    );
  }
  return listExpedientes(app.servicios, actor, { prefijo: prefijoDe(n), limite: LIMITE });
}

/** Records the closings that the archive's own list gives; the *fecha final* of the inventory is never taken for one. */
export async function cargarCierres(
  caminata: Caminata,
  expedientes: readonly ExpedienteDeCaminata[],
): Promise<void> {
  const { app, narrador, n } = caminata;
  const abiertos = new Set(expedientes.filter(({ cierre }) => cierre === null).map(({ codigo }) => codigo));
  const filas = (await readFixture('cierres.csv', n)).toString('utf8').trim().split(/\r?\n/).slice(1);
  const cierres = filas
    .map((fila) => fila.split(';'))
    .flatMap(([codigo = '', fecha = '']) => (abiertos.has(codigo) ? [{ codigo, fecha }] : []));
  if (cierres.length === 0) {
    narrador.dato('Los cierres ya estaban registrados.');
    return;
  }
  const { cerrados } = await cerrarExpedientes(app.servicios, await caminata.actor('archivo'), {
    fundamento: 'Relación de cierres de las dependencias, radicado 2026-0412',
    cierres,
  });
  narrador.dato(`${cerrados} expedientes cerrados con su fundamento; los demás siguen abiertos.`);
}

/** A fixture as this walk's: later walks bring expedientes of their own. */
async function readFixture(nombre: string, n: number): Promise<Buffer> {
  if (n === 1) return readFile(resolve(FIXTURES, nombre));
  const texto = await readFile(resolve(FIXTURES, nombre), 'utf8');
  return Buffer.from(texto.replaceAll(prefijoDe(1), prefijoDe(n)));
}
