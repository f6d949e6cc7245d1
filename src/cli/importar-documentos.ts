import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type DocumentosImportados, importarDocumentos } from '../services/documentos/importar-documentos.ts';
import { withContexto } from './contexto.ts';
import { createNarrador } from './demo/narrador.ts';
import { readArchivo } from './leer-archivo.ts';
import { type Comunes, withComunes } from './opciones.ts';
import { type Salida, writeResultado } from './salida.ts';

interface OpcionesDocumentos extends Comunes {
  readonly carpeta?: string;
}

/** `eliminacion import documentos LISTA`: radicados and their files, from a list beside the folder that holds them. */
export function registerImportarDocumentos(importar: Command, salida: Salida): void {
  withComunes(importar.command('documentos'))
    .description('Importa radicados y archivos: columnas expediente, radicado, asunto, fecha, nivel, archivo')
    .argument('<lista>', 'XLSX o CSV')
    .option('--carpeta <ruta>', 'donde están los archivos, si no es la carpeta de la lista')
    .action((lista: string, opciones: OpcionesDocumentos) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const { tablas } = app.serviciosImportacion;
        const narrador = createNarrador(process.stderr);
        const resultado = await importarDocumentos(app.serviciosDocumentos, actor, {
          ...(await readArchivo(lista, tablas.bytesMaximos)),
          fuente: app.openCarpetaDocumentos(opciones.carpeta ?? dirname(lista)),
          lector: tablas,
          alAvanzar: (hechos, total) => narrador.progreso(hechos, total, 'archivos'),
        });
        writeResultado(salida, opciones, resultado, [renderResultado(resultado)]);
      }),
    );
}

function renderResultado(resultado: DocumentosImportados): string {
  const { radicados, radicadosRepetidos, anexos, anexosRepetidos, bytes } = resultado;
  const yaEstaban =
    radicadosRepetidos + anexosRepetidos === 0
      ? ''
      : ` Ya estaban: ${radicadosRepetidos} radicados y ${anexosRepetidos} anexos.`;
  return `${radicados} radicados y ${anexos} anexos (${bytes} bytes nuevos).${yaEstaban}`;
}
