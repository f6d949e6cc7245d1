import type { ConfigKey } from './config-block.ts';
import { BLOCK_TITLES, CONFIG_BLOCKS } from './config-blocks.ts';

const INTRO = `# Configuración

<!-- Generado por scripts/generar-configuracion.ts; no se edita a mano. -->

Todo se configura con variables de entorno, que se leen una vez al arrancar. Si algo está mal, el servicio no arranca y
dice todas las faltas a la vez. En \`production\` tampoco arranca con valores inseguros. Una clave secreta puede venir de un
archivo: \`CLAVE_FILE=/ruta\`. Los secretos no llegan nunca al registro técnico.
`;

/** The Markdown page of every configuration key, generated from the blocks themselves. */
export function renderConfiguration(): string {
  const sections = Object.entries(CONFIG_BLOCKS).map(([name, block]) => {
    const title = BLOCK_TITLES[name as keyof typeof BLOCK_TITLES];
    const rows = Object.values<ConfigKey<unknown>>(block).map(renderRow);
    return [`## ${title}`, '', '| clave | qué decide | si falta |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [INTRO, ...sections].join('\n');
}

function renderRow(key: ConfigKey<unknown>): string {
  const unit = key.unit === null ? '' : ` Unidad: ${key.unit}.`;
  const secret = key.secret ? ' **Secreta.**' : '';
  const fallback = key.defaultDoc ?? (key.default === null ? 'sin valor' : `\`${key.default}\``);
  return `| \`${key.env}\` | ${escapeCell(key.doc)}${unit}${secret} | ${escapeCell(fallback)} |`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
