import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { DomainError } from '../domain/errors/domain-error.ts';
import { ImportacionRechazada } from '../domain/importacion/importacion-rechazada.ts';
import type { Informe } from '../domain/importacion/informe/informe.ts';
import { renderInforme } from '../domain/importacion/informe/renderizar-informe.ts';
import { importarFuid } from '../services/importacion/importar-fuid.ts';
import { importarTrd } from '../services/importacion/importar-trd.ts';
import { type ContextoCli, withContexto } from './contexto.ts';
import { registerImportarDocumentos } from './importar-documentos.ts';
import { type Archivo, readArchivo } from './leer-archivo.ts';
import { type Comunes, withComunes } from './opciones.ts';
import type { Salida } from './salida.ts';

interface OpcionesImportar extends Comunes {
  readonly version?: string;
  readonly aceptarParcial?: true;
}

interface OpcionesTrd extends OpcionesImportar {
  readonly tipo: string;
  readonly acta?: string;
  readonly actaFecha?: string;
  readonly acto?: string;
  readonly actoFecha?: string;
  readonly rusd?: string;
  readonly vigenteDesde?: string;
}

interface OpcionesFuid extends OpcionesImportar {
  readonly nivel?: string;
  readonly columnaExpediente?: string;
  readonly columnaCierre?: string;
  readonly dependencia?: string;
}

/** What a verb of import answers; the counts differ, the report is always there. */
interface Importado {
  readonly informe: Informe;
}

/** `eliminacion import trd|fuid ARCHIVO`: all of a file or nothing of it, with a report for people or for programs. */
export function registerImportar(program: Command, salida: Salida): void {
  const importar = program
    .command('import')
    .description('Importa una TRD, una TVD, un inventario (FUID) o documentos');
  withArchivo(importar.command('trd'))
    .description('Importa una TRD o TVD como versión nueva')
    .option('--tipo <tipo>', 'TRD o TVD', 'TRD')
    .option('--acta <numero>', 'acta del comité que la aprobó, con --acta-fecha')
    .option('--acta-fecha <fecha>', 'AAAA-MM-DD')
    .option('--acto <numero>', 'acto de convalidación, con --acto-fecha')
    .option('--acto-fecha <fecha>', 'AAAA-MM-DD')
    .option('--rusd <numero>', 'inscripción en el Registro Único de Series Documentales')
    .option('--vigente-desde <fecha>', 'AAAA-MM-DD')
    .action((path: string, opciones: OpcionesTrd) => runImportacion(path, opciones, salida, importTrd));
  withArchivo(importar.command('fuid'))
    .description('Importa un inventario: cada fila es una unidad de un expediente')
    .option(
      '--columna-expediente <columna>',
      'columna (rótulo o letra) que dice de qué expediente es cada fila',
    )
    .option('--columna-cierre <columna>', 'columna con la fecha de cierre; sin ella todo entra abierto')
    .option('--dependencia <codigo>', 'oficina de los códigos que no la llevan')
    .option('--nivel <n>', '0 PUBLICA, 1 INTERNA, 2 RESERVADA, 3 CLASIFICADA (si no se dice, 3)')
    .action((path: string, opciones: OpcionesFuid) => runImportacion(path, opciones, salida, importFuid));
  registerImportarDocumentos(importar, salida);
}

function withArchivo(orden: Command): Command {
  return withComunes(orden)
    .argument('<archivo>', 'XLSX, CSV o XML')
    .option('--version <codigo>', 'código de la versión de TRD o TVD')
    .option('--aceptar-parcial', 'importa lo que está bien aunque haya filas rechazadas');
}

type Importar<O> = (contexto: ContextoCli, archivo: Archivo, opciones: O) => Promise<Importado>;

async function runImportacion<O extends OpcionesImportar>(
  path: string,
  opciones: O,
  salida: Salida,
  importar: Importar<O>,
): Promise<void> {
  await withContexto(opciones, 'archivo', async (contexto) => {
    try {
      const archivo = await readArchivo(path, contexto.app.serviciosImportacion.tablas.bytesMaximos);
      write(await importar(contexto, archivo, opciones), opciones, salida);
    } catch (error) {
      if (!(error instanceof ImportacionRechazada)) throw error;
      write({ informe: error.informe }, opciones, salida);
      // The report has said every fault; the error says once more only that nothing entered.
      throw new DomainError(error.definition, error.params, { cause: error });
    }
  });
}

function write(resultado: Importado, { json }: OpcionesImportar, salida: Salida): void {
  if (json === true) {
    salida.write(`${JSON.stringify(resultado)}\n`);
    return;
  }
  const { informe, ...conteos } = resultado;
  salida.write(renderInforme(informe));
  const dichos = Object.entries(conteos).map(([nombre, valor]) => `${nombre}: ${valor}`);
  if (dichos.length > 0) salida.write(`\n${dichos.join(' · ')}\n`);
}

function importTrd({ app, actor }: ContextoCli, archivo: Archivo, opciones: OpcionesTrd): Promise<Importado> {
  const { tipo, acta, actaFecha, acto, actoFecha, rusd, vigenteDesde, aceptarParcial } = opciones;
  return importarTrd(app.serviciosImportacion, actor, {
    archivo,
    version: opciones.version ?? basename(archivo.nombre, extname(archivo.nombre)),
    tipo,
    actaAprobacion: buildActo(acta, actaFecha),
    actoConvalidacion: buildActo(acto, actoFecha),
    rusd,
    vigenteDesde,
    aceptarParcial,
  });
}

/** Half an act is an error of whoever typed it, and the verb says which half is missing. */
function buildActo(numero: string | undefined, fecha: string | undefined): object | undefined {
  return numero === undefined && fecha === undefined ? undefined : { numero, fecha };
}

function importFuid(
  { app, actor }: ContextoCli,
  archivo: Archivo,
  opciones: OpcionesFuid,
): Promise<Importado> {
  const { version, nivel, columnaExpediente, columnaCierre, dependencia, aceptarParcial } = opciones;
  return importarFuid(app.serviciosImportacion, actor, {
    archivo,
    version,
    nivel: nivel === undefined ? undefined : Number(nivel),
    columnaExpediente,
    columnaCierre,
    dependencia,
    aceptarParcial,
  });
}
