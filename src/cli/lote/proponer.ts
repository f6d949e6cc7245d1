import type { Command } from 'commander';
import { evaluarCandidatos } from '../../services/lote/evaluar-candidatos.ts';
import { proponerLote } from '../../services/lote/proponer-lote.ts';
import { withContexto } from '../contexto.ts';
import { withComunes } from '../opciones.ts';
import { type Salida, writeResultado } from '../salida.ts';
import { type OpcionesCriterio, readCriterio, withCriterio } from './criterio.ts';
import { renderAdmision } from './render-admision.ts';

const RECHAZADOS = 200;

interface OpcionesProponer extends OpcionesCriterio {
  readonly descripcion: string;
}

/** `lote candidatos` and `lote proponer`: the same evaluation, without and with consequences. */
export function registerPropuesta(lote: Command, salida: Salida): void {
  withCriterio(withComunes(lote.command('candidatos')))
    .description('Dice qué entraría hoy en un lote y qué no, con todos los motivos; no propone nada')
    .action((opciones: OpcionesCriterio) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const pagina = { limite: RECHAZADOS };
        const candidatos = await evaluarCandidatos(
          app.servicios,
          actor,
          await readCriterio(opciones),
          pagina,
        );
        const { resumen, rechazados } = candidatos;
        writeResultado(salida, opciones, { ...resumen, rechazados }, renderAdmision(candidatos));
      }),
    );
  withCriterio(withComunes(lote.command('proponer')))
    .description('Propone un lote con todo lo que se admite; informa lo rechazado')
    .requiredOption('--descripcion <texto>', 'qué se propone eliminar')
    .action((opciones: OpcionesProponer) =>
      withContexto(opciones, 'archivo', async ({ app, actor }) => {
        const entrada = { descripcion: opciones.descripcion, criterio: await readCriterio(opciones) };
        const propuesto = await proponerLote(app.servicios, actor, entrada);
        const { id, codigo, version, resumen, rechazados } = propuesto;
        writeResultado(salida, opciones, { id, codigo, version, ...resumen, rechazados }, [
          `${codigo} propuesto, en borrador.`,
          ...renderAdmision(propuesto),
        ]);
      }),
    );
}
