import type { Command } from 'commander';
import type { App } from '../app.ts';
import { DomainError } from '../domain/errors/domain-error.ts';
import { operacionErrors } from '../domain/errors/operacion.errors.ts';
import { crearTenant } from '../services/tenants/crear-tenant.ts';
import { listTenants } from '../services/tenants/list-tenants.ts';
import { migrarBase } from '../services/tenants/migrar-base.ts';
import { withApp } from './contexto.ts';
import { type Salida, writeResultado } from './salida.ts';

interface JsonOption {
  readonly json?: true;
}

interface CreateOptions extends JsonOption {
  readonly nombre: string;
  readonly nit: string;
}

/** `eliminacion migrate` and `tenant create|list`: the operator's, with the owner's address of the database. */
export function registerTenants(program: Command, salida: Salida): void {
  program
    .command('migrate')
    .description('Pone la base de datos al día, con un solo cerrojo para todos los migradores')
    .option('--json', 'escribe el resultado como un objeto JSON')
    .action((options: JsonOption) => withApp((app) => migrate(app, options, salida)));
  const tenant = program.command('tenant').description('Entidades de esta instalación');
  tenant
    .command('create')
    .description('Crea una entidad, o termina de crear la que quedó a medias')
    .argument('<slug>', 'nombre corto: letras minúsculas sin tilde, cifras o guion bajo')
    .requiredOption('--nombre <nombre>', 'nombre de la entidad')
    .requiredOption('--nit <nit>', 'NIT de la entidad')
    .option('--json', 'escribe el resultado como un objeto JSON')
    .action((slug: string, options: CreateOptions) => withApp((app) => create(app, slug, options, salida)));
  tenant
    .command('list')
    .description('Entidades y su estado')
    .option('--json', 'escribe el resultado como un objeto JSON')
    .action((options: JsonOption) => withApp((app) => list(app, options, salida)));
}

async function migrate(app: App, options: JsonOption, salida: Salida): Promise<void> {
  const resultado = await migrarBase(
    requireOwner(app),
    app.config.baseDatos.bloqueoMigracionesS,
    ({ ambito, archivo, hechos, total }) => {
      if (options.json !== true) salida.write(`${hechos}/${total} ${ambito} · ${archivo}\n`);
    },
  );
  writeResultado(salida, options, resultado, [`Migraciones aplicadas: ${resultado.aplicadas}.`]);
}

async function create(app: App, slug: string, options: CreateOptions, salida: Salida): Promise<void> {
  const { nombre, nit } = options;
  const { creado } = await crearTenant({ url: requireOwner(app), slug, nombre, nit });
  writeResultado(salida, options, { slug, creado }, [
    creado ? `Entidad «${slug}» creada.` : `La entidad «${slug}» ya existía.`,
  ]);
}

async function list(app: App, options: JsonOption, salida: Salida): Promise<void> {
  const tenants = await listTenants(app);
  writeResultado(
    salida,
    options,
    tenants,
    tenants.map(({ slug, nombre, nit, status, provisioningStatus }) =>
      [
        slug,
        nombre,
        nit,
        provisioningStatus === 'pending' ? 'en preparación' : status === 'active' ? 'activa' : 'suspendida',
      ].join('\t'),
    ),
  );
}

function requireOwner(app: App): string {
  if (app.migracionesUrl === null) throw new DomainError(operacionErrors.falta_direccion_migraciones);
  return app.migracionesUrl;
}
