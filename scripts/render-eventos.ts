import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const RAIZ = resolve(import.meta.dirname, '..');
/** A literal, or a template whose last part is the state of the lote. */
const TIPO = /(\baccion:\s*)?(?:'(archive\.\w+)'|`(archive\.\w+)\$\{(\w+)\}`)/g;

interface Tipo {
  /** False where it is written as the action of an audit entry and nowhere else. */
  readonly esEvento: boolean;
  readonly archivos: readonly string[];
}

/** docs/eventos.md: every type that the code names, read from the code itself. */
export function renderEventos(): string {
  const filas = [...findTipos()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tipo, { esEvento, archivos }]) => {
      const enlaces = archivos.map((ruta) => `[${nombreDe(ruta)}](../${ruta})`);
      return `| \`${tipo}\` | ${esEvento ? 'sí' : 'no'} | ${enlaces.join(', ')} |`;
    });
  return `# Tipos de evento y de asiento

<!-- Generado por scripts/generar-eventos.ts; no se edita a mano. -->

El tipo de un evento es también la acción de su asiento de auditoría. Los que dicen «no» solo se asientan; donde dice {estado}
va el estado al que pasó el lote. Qué son los eventos y qué falta para recibirlos está en [integradores.md](integradores.md).

| tipo | evento | quién lo deja |
|---|---|---|
${filas.join('\n')}
`;
}

function findTipos(): ReadonlyMap<string, Tipo> {
  const tipos = new Map<string, Tipo>();
  for (const ruta of listServicios()) {
    for (const [, accion, literal, comienzo = '', parte = ''] of readFileSync(
      join(RAIZ, ruta),
      'utf8',
    ).matchAll(TIPO)) {
      const tipo = literal ?? `${comienzo}{${parte}}`;
      const antes = tipos.get(tipo) ?? { esEvento: false, archivos: [] };
      tipos.set(tipo, {
        esEvento: antes.esEvento || accion === undefined,
        archivos: antes.archivos.includes(ruta) ? antes.archivos : [...antes.archivos, ruta],
      });
    }
  }
  return tipos;
}

function listServicios(): readonly string[] {
  return readdirSync(join(RAIZ, 'src/services'), { recursive: true, withFileTypes: true })
    .filter((entrada) => entrada.isFile() && entrada.name.endsWith('.ts'))
    .map((entrada) => relative(RAIZ, join(entrada.parentPath, entrada.name)).replaceAll('\\', '/'))
    .sort();
}

function nombreDe(ruta: string): string {
  return ruta.slice(ruta.lastIndexOf('/') + 1, -'.ts'.length);
}
