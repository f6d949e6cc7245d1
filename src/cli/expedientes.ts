import type { Command } from 'commander';
import { importarCierres } from '../services/archivo/importar-cierres.ts';
import { withContexto } from './contexto.ts';
import { readArchivo } from './leer-archivo.ts';
import { type Comunes, withComunes } from './opciones.ts';
import { type Salida, writeResultado } from './salida.ts';

interface OpcionesCerrar extends Comunes {
  readonly fundamento: string;
}

/** `eliminacion expedientes cerrar LISTA`: from then on their retention runs. */
export function registerExpedientes(program: Command, salida: Salida): void {
  const expedientes = program.command('expedientes').description('Expedientes del archivo');
  withComunes(expedientes.command('cerrar'))
    .description('Registra el cierre de los expedientes de una lista: todos o ninguno')
    .argument('<lista>', 'CSV o XLSX con las columnas CÓDIGO EXPEDIENTE y FECHA DE CIERRE')
    .requiredOption('--fundamento <texto>', 'acto o documento en que constan los cierres')
    .action((lista: string, opciones: OpcionesCerrar) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const { serviciosImportacion } = app;
        const archivo = await readArchivo(lista, serviciosImportacion.tablas.bytesMaximos);
        const entrada = { ...archivo, fundamento: opciones.fundamento };
        const resultado = await importarCierres(serviciosImportacion, actor, entrada);
        writeResultado(salida, opciones, resultado, [`Expedientes cerrados: ${resultado.cerrados}.`]);
      }),
    );
}
