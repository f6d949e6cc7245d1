import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { operacionErrors } from '../../domain/errors/operacion.errors.ts';
import type { Comunes } from '../opciones.ts';

/** What a lote is proposed from, as options: the fields of a filter, or a file with ids. */
export interface OpcionesCriterio extends Comunes {
  readonly version?: string;
  readonly serie?: string;
  readonly subserie?: string;
  readonly dependencia?: string;
  readonly cierreHasta?: string;
  readonly soporte?: string;
  readonly texto?: string;
  readonly expedientes?: string;
}

export function withCriterio(orden: Command): Command {
  return orden
    .option('--version <codigo>', 'los de esta versión de TRD o TVD')
    .option('--serie <codigo>', 'los de esta serie')
    .option('--subserie <codigo>', 'los de esta subserie')
    .option('--dependencia <codigo>', 'los de esta oficina')
    .option('--cierre-hasta <fecha>', 'los cerrados hasta este día, AAAA-MM-DD')
    .option('--soporte <soporte>', 'fisico, electronico o hibrido')
    .option('--texto <texto>', 'los que llevan este texto en el título')
    .option(
      '--expedientes <archivo>',
      'los de este archivo, un identificador por línea; excluye los filtros',
    );
}

/** The criterion that the verb takes; what is wrong in it, the verb says. */
export async function readCriterio(opciones: OpcionesCriterio): Promise<object> {
  const { version, serie, subserie, dependencia, cierreHasta, soporte, texto, expedientes } = opciones;
  const pedidos = { version, serie, subserie, dependencia, cierreHasta, soporte, texto };
  const filtro = Object.fromEntries(Object.entries(pedidos).filter(([, valor]) => valor !== undefined));
  if (expedientes === undefined) return { filtro };
  const lista = { expedientes: await readLineas(expedientes) };
  return Object.keys(filtro).length === 0 ? lista : { ...lista, filtro };
}

async function readLineas(archivo: string): Promise<string[]> {
  try {
    const texto = await readFile(archivo, 'utf8');
    return texto.split(/\r?\n/).flatMap((linea) => (linea.trim() === '' ? [] : [linea.trim()]));
  } catch (cause) {
    const detalle = 'no existe o no se puede leer';
    throw new DomainError(operacionErrors.archivo_de_orden_invalido, { archivo, detalle }, { cause });
  }
}
