import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import { importarDocumentos } from '../services/documentos/importar-documentos.ts';
import { type OpcionesIdentidad, withContexto } from './contexto.ts';
import { createNarrador } from './demo/narrador.ts';
import { type Salida, writeResultado } from './salida.ts';

interface OpcionesDocumentos extends OpcionesIdentidad {
  readonly json?: true;
}

/** `eliminacion import documentos LISTA`: radicados and their files, from a list beside the folder that holds them. */
export function registerImportarDocumentos(importar: Command, salida: Salida): void {
  importar
    .command('documentos')
    .description('Importa radicados y archivos: columnas expediente, radicado, asunto, fecha, nivel, archivo')
    .argument('<lista>', 'XLSX o CSV; los archivos se buscan en su misma carpeta')
    .option('--json', 'escribe el resultado como un objeto JSON')
    .option('--como <identidad>', 'identidad de desarrollo con la que se actúa')
    .option('--entidad <slug>', 'entidad, si la identidad alcanza varias')
    .action((lista: string, options: OpcionesDocumentos) =>
      withContexto(options, async ({ app, actor }) => {
        const narrador = createNarrador(process.stderr);
        const resultado = await importarDocumentos(app.serviciosDocumentos, actor, {
          nombre: basename(lista),
          bytes: await readFile(lista),
          fuente: app.openCarpetaDocumentos(dirname(lista)),
          lector: app.serviciosImportacion.tablas,
          alAvanzar: (hechos, total) => narrador.progreso(hechos, total, 'archivos'),
        });
        writeResultado(salida, options, resultado, [
          `${resultado.radicados} radicados y ${resultado.anexos} anexos (${resultado.bytes} bytes).`,
        ]);
      }),
    );
}
