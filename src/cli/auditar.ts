import type { Command } from 'commander';
import type { App } from '../app.ts';
import { verificarCadenas } from '../services/auditoria/verificar-cadenas.ts';
import { withApp } from './contexto.ts';
import { type Salida, writeResultado } from './salida.ts';

interface VerifyOptions {
  readonly tenant?: string;
  readonly json?: true;
}

type ResultadoCadena = Awaited<ReturnType<typeof verificarCadenas>>['cadenas'][number];

const ROTA = 6;
const ROTURAS_MOSTRADAS = 20;

/** `eliminacion audit verify`: walks every audit chain; exit 6 when one is broken or could not be read. */
export function registerAudit(program: Command, salida: Salida): void {
  program
    .command('audit')
    .description('Auditoría')
    .command('verify')
    .description(
      'Recorre las cadenas de auditoría y distingue lo alterado, borrado, cambiado de lugar o insertado',
    )
    .option('--tenant <slug>', 'solo la cadena de una entidad (no cuenta como verificación completa)')
    .option('--json', 'escribe el resultado como un objeto JSON')
    .action((options: VerifyOptions) => withApp((app) => verify(app, options, salida)));
}

async function verify(app: App, options: VerifyOptions, salida: Salida): Promise<void> {
  const { tenant } = options;
  const resultado = await verificarCadenas(app.auditoria, tenant === undefined ? {} : { tenant });
  const lineas = [
    ...resultado.cadenas.flatMap(renderCadena),
    ...Object.entries(resultado.fallidas).map(
      ([cadena, motivo]) => `✗ ${cadena}: no se pudo leer (${motivo})`,
    ),
    resultado.registrada
      ? 'La corrida quedó registrada.'
      : `La corrida no quedó registrada: ${resultado.motivoNoRegistrada}`,
    resultado.integra ? 'Íntegra.' : 'NO ÍNTEGRA.',
  ];
  writeResultado(salida, options, { ...resultado, anclas: Object.fromEntries(resultado.anclas) }, lineas);
  if (!resultado.integra) process.exitCode = ROTA;
}

function renderCadena({ cadena, asientos, roturas, declaradas }: ResultadoCadena): string[] {
  const conocidas = declaradas.length > 0 ? `, ${declaradas.length} roturas declaradas` : '';
  if (roturas.length === 0) return [`✓ ${cadena}: ${asientos} asientos${conocidas}`];
  const resto = roturas.length - ROTURAS_MOSTRADAS;
  return [
    `✗ ${cadena}: ${roturas.length} roturas en ${asientos} asientos${conocidas}`,
    ...roturas
      .slice(0, ROTURAS_MOSTRADAS)
      .map(
        ({ clase, desde, hasta, detalle }) =>
          `    ${desde === hasta ? `asiento ${desde}` : `asientos ${desde} a ${hasta}`}: ${clase.replaceAll('_', ' ')}; ${detalle}.`,
      ),
    ...(resto > 0 ? [`    … y ${resto} más.`] : []),
  ];
}
