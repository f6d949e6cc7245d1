import { type Command, CommanderError, Help, type Option } from 'commander';

/** Exit code of an order that was not written as it should be. */
const MAL_ESCRITA = 2;

const TITULOS: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Órdenes:',
  'Global Options:': 'Opciones generales:',
};

/** What commander says, and how it is said here; what it quotes stays as it is. */
const MENSAJES: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option '(.+)'/, 'No existe la opción «$1».'],
  [/^error: unknown command '(.+)'/, 'No existe la orden «$1».'],
  [/^error: missing required argument '(.+)'/, 'Falta el argumento «$1».'],
  [/^error: required option '(.+)' not specified/, 'Falta la opción «$1».'],
  [/^error: option '(.+)' argument missing/, 'La opción «$1» necesita un valor.'],
  [/^error: too many arguments.*/, 'Sobran argumentos.'],
  [/^error: option '(.+)' argument '(.+)' is invalid\..*/, 'La opción «$1» no admite «$2».'],
];

const SUGERENCIA = /\(Did you mean (?:one of )?([^?]+)\?\)/;

/** Makes a program speak Spanish, in its help and when an order is badly written, and never exit by itself. */
export function speakSpanish(program: Command): Command {
  return program
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand('help [orden]', 'muestra la ayuda de una orden')
    .configureHelp({
      sortSubcommands: true,
      styleTitle: (titulo) => TITULOS[titulo] ?? titulo,
      styleUsage: (uso) => uso.replace('[options]', '[opciones]').replace('[command]', '[orden]'),
      subcommandTerm: (orden) => Help.prototype.subcommandTerm(orden).replace('[options]', '[opciones]'),
      optionDescription: describeOption,
    })
    .configureOutput({ outputError: (texto, write) => write(translate(texto)) })
    .exitOverride();
}

/** The exit code of what commander throws instead of exiting: asking for help is no error. Null for any other error. */
export function codigoDeCommander(error: unknown): number | null {
  if (!(error instanceof CommanderError)) return null;
  return error.exitCode === 0 ? 0 : MAL_ESCRITA;
}

function describeOption({ description, defaultValue, negate }: Option): string {
  const omision = typeof defaultValue === 'string' && !negate ? ` (por omisión: ${defaultValue})` : '';
  return `${description}${omision}`;
}

function translate(texto: string): string {
  const sugerido = SUGERENCIA.exec(texto)?.[1];
  const linea = texto.split('\n', 1)[0] ?? '';
  const [patron, plantilla] = MENSAJES.find(([conocido]) => conocido.test(linea)) ?? [/^error: /, ''];
  const pregunta = sugerido === undefined ? '' : ` ¿Quiso decir ${sugerido}?`;
  return `${linea.replace(patron, plantilla)}${pregunta}\n`;
}
