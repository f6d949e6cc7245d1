import { parseArgs } from 'node:util';

export interface Opciones {
  readonly rapida: boolean;
  /** Names of the benches to run; empty = all. */
  readonly solo: readonly string[];
  readonly json: boolean;
  readonly escribir: boolean;
}

/**
 * Options of `npm run bench`. A full run writes the page, any other only with `--escribir`. Throws on an unknown option or
 * name, in Spanish.
 */
export function parseOpciones(argumentos: readonly string[], conocidos: readonly string[]): Opciones {
  const { values } = parseArgs({
    args: [...argumentos],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      escribir: { type: 'boolean', default: false },
    },
  });
  const solo = values.only.flatMap((nombres) => nombres.split(','));
  const desconocido = solo.find((nombre) => !conocidos.includes(nombre));
  if (desconocido !== undefined) {
    throw new RangeError(`No hay ningún banco «${desconocido}»; los hay: ${conocidos.join(', ')}.`);
  }
  const entera = !values.quick && solo.length === 0;
  return { rapida: values.quick, solo, json: values.json, escribir: values.escribir || entera };
}
