import type { Command } from 'commander';
import { renderInstante } from '../domain/plazos/bogota.ts';
import { buildCalendarioColombia } from '../domain/plazos/calendario.ts';
import { parseFechaCivil } from '../domain/plazos/fecha-civil.ts';
import { VERSION_VIGENTE, VERSIONES_LEGALES } from '../domain/plazos/festivos-colombia.ts';
import { computeVentana, DIAS_PUBLICACION, parseDias, type Ventana } from '../domain/plazos/ventana.ts';

/** Where a command writes what the user asked for. */
type Salida = { write(texto: string): unknown };

interface PlazoOptions {
  readonly dias: string;
  readonly calendario: string;
  readonly json?: true;
}

/** `eliminacion plazo FECHA`: the window of a publication, on the official calendar without closures of an entity. */
export function registerPlazo(program: Command, salida: Salida): void {
  program
    .command('plazo')
    .description('Calcula el último día de un plazo en días hábiles desde su publicación (que no cuenta)')
    .argument('<fecha>', 'día de la publicación, AAAA-MM-DD')
    .option('--dias <n>', 'días hábiles del plazo', String(DIAS_PUBLICACION))
    .option('--calendario <version>', `calendario: ${VERSIONES_LEGALES.join(' o ')}`, VERSION_VIGENTE)
    .option('--json', 'escribe un objeto JSON')
    .action((fecha: string, options: PlazoOptions) => {
      const ventana = computeVentana({
        publicadoEn: parseFechaCivil(fecha),
        dias: parseDias(options.dias),
        calendario: buildCalendarioColombia(options.calendario),
      });
      salida.write(options.json ? `${renderJson(ventana)}\n` : renderTexto(ventana));
    });
}

function renderJson({
  publicadoEn,
  dias,
  calendario,
  primerDia,
  ultimoDia,
  cierre,
  festivos,
}: Ventana): string {
  return JSON.stringify({
    publicadoEn,
    dias,
    primerDia,
    ultimoDia,
    cierre: renderInstante(cierre),
    calendario,
    festivos,
  });
}

function renderTexto(ventana: Ventana): string {
  const lines = [
    `Publicado el ${ventana.publicadoEn}; el plazo es de ${ventana.dias} días hábiles (calendario ${ventana.calendario}).`,
    `Primer día: ${ventana.primerDia}`,
    `Último día: ${ventana.ultimoDia}, hasta las 24:00 de Bogotá (${renderInstante(ventana.cierre)})`,
    ventana.festivos.length === 0 ? 'No hay festivos en el plazo.' : 'Festivos que no cuentan:',
    ...ventana.festivos.map(({ fecha, nombre }) => `  ${fecha}  ${nombre}`),
  ];
  return `${lines.join('\n')}\n`;
}
