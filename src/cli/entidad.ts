import type { Command } from 'commander';
import { actualizarCalendario } from '../services/entidad/actualizar-calendario.ts';
import { definirEntidad } from '../services/entidad/definir-entidad.ts';
import { withContexto } from './contexto.ts';
import { readDatos } from './leer-datos.ts';
import { type Comunes, withComunes } from './opciones.ts';
import { type Salida, writeResultado } from './salida.ts';

/** `eliminacion entidad definir`: the facts printed on inventories and actas, and the calendar that terms are counted with. */
export function registerEntidad(program: Command, salida: Salida): void {
  const entidad = program.command('entidad').description('Datos y calendario de la entidad');
  withComunes(entidad.command('definir'))
    .description('Registra los datos de la entidad y pone su calendario al día')
    .argument('<datos>', 'archivo JSON con los datos, como los recibe la API; - para leerlos de la entrada')
    .action((datos: string, opciones: Comunes) =>
      withContexto(opciones, 'administracion', async ({ app, actor }) => {
        const definida = await definirEntidad(app.servicios, actor, await readDatos(datos));
        const calendario = await actualizarCalendario(app.servicios, actor);
        writeResultado(salida, opciones, { entidad: definida, calendario }, [
          `${definida.nombre}, NIT ${definida.nit}. Calendario: ${calendario.codigo}.`,
        ]);
      }),
    );
}
