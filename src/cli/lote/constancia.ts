import type { Command } from 'commander';
import { registrarConstanciaFisica } from '../../services/ejecucion/registrar-constancia-fisica.ts';
import { withContexto } from '../contexto.ts';
import { readDatos } from '../leer-datos.ts';
import { type Salida, writeResultado } from '../salida.ts';
import { type OpcionesActo, withActo } from './actos.ts';
import { findVersion } from './find-version.ts';

const DATOS =
  '{"numero", "metodo", "fecha", "lugar", "unidades", "testigos": […], "evidencia": {"nombre", "sha256"}}';

/** `eliminacion constancia LOTE DATOS`: paper that waits for it is then finished by the executors. */
export function registerConstancia(program: Command, salida: Salida): void {
  withActo(program.command('constancia'))
    .description('Registra la constancia de destrucción física del papel de un lote en ejecución')
    .argument('<datos>', `archivo JSON con ${DATOS}; - para leerlo de la entrada`)
    .action((referencia: string, datos: string, opciones: OpcionesActo) =>
      withContexto(opciones, 'ejecutor', async (contexto) => {
        const propios = await readDatos(datos);
        const { codigo, ...sobre } = await findVersion(contexto, referencia, opciones.siVersion);
        const { app, actor } = contexto;
        const resultado = await registrarConstanciaFisica(app.servicios, actor, { ...propios, ...sobre });
        writeResultado(salida, opciones, resultado, [
          `${codigo}: la constancia cubre ${resultado.items} expedientes.`,
        ]);
      }),
    );
}
