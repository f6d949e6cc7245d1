import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { DomainError } from '../domain/errors/domain-error.ts';
import { operacionErrors } from '../domain/errors/operacion.errors.ts';
import { cerrarExpedientes } from '../services/archivo/cerrar-expedientes.ts';
import { ejecutarLote } from '../services/ejecucion/ejecutar-lote.ts';
import { registrarConstanciaFisica } from '../services/ejecucion/registrar-constancia-fisica.ts';
import { actualizarCalendario } from '../services/entidad/actualizar-calendario.ts';
import { definirEntidad } from '../services/entidad/definir-entidad.ts';
import { agregarItems } from '../services/lote/agregar-items.ts';
import { anularLote } from '../services/lote/anular-lote.ts';
import { aprobarLote } from '../services/lote/aprobar-lote.ts';
import { confirmarVersionPublica } from '../services/lote/confirmar-version-publica.ts';
import { getLoteDetallado, listLotes } from '../services/lote/consultar-lote.ts';
import { proponerLote } from '../services/lote/proponer-lote.ts';
import { publicarLote } from '../services/lote/publicar-lote.ts';
import { quitarItems } from '../services/lote/quitar-items.ts';
import { retirarItems } from '../services/lote/retirar-items.ts';
import { type ContextoCli, type OpcionesIdentidad, withContexto } from './contexto.ts';
import { createNarrador } from './demo/narrador.ts';
import { type Salida, writeResultado } from './salida.ts';

interface Comunes extends OpcionesIdentidad {
  readonly json?: true;
  readonly follow?: true;
}

type Acto = (contexto: ContextoCli, entrada: object) => Promise<unknown>;

/** Acts whose input is the same JSON that the API takes; on a lote, its id and version are filled in. */
const ACTOS: Readonly<
  Record<string, { readonly texto: string; readonly sobreLote: boolean; readonly run: Acto }>
> = {
  proponer: {
    texto: 'Propone un lote',
    sobreLote: false,
    run: ({ app, actor }, e) => proponerLote(app.servicios, actor, e),
  },
  agregar: {
    texto: 'Agrega a un borrador',
    sobreLote: true,
    run: ({ app, actor }, e) => agregarItems(app.servicios, actor, e),
  },
  quitar: {
    texto: 'Quita de un borrador',
    sobreLote: true,
    run: ({ app, actor }, e) => quitarItems(app.servicios, actor, e),
  },
  confirmar: {
    texto: 'Confirma la versión pública de cada fila',
    sobreLote: true,
    run: ({ app, actor }, e) => confirmarVersionPublica(app.servicios, actor, e),
  },
  publicar: {
    texto: 'Publica el inventario',
    sobreLote: true,
    run: ({ app, actor }, e) => publicarLote(app.servicios, actor, e),
  },
  retirar: {
    texto: 'Retira filas',
    sobreLote: true,
    run: ({ app, actor }, e) => retirarItems(app.servicios, actor, e),
  },
  aprobar: {
    texto: 'Registra la aprobación del Comité',
    sobreLote: true,
    run: ({ app, actor }, e) => aprobarLote(app.servicios, actor, e),
  },
  ejecutar: {
    texto: 'Ordena la destrucción',
    sobreLote: true,
    run: ({ app, actor }, e) => ejecutarLote(app.servicios, actor, e),
  },
  constancia: {
    texto: 'Registra una constancia de destrucción física',
    sobreLote: true,
    run: ({ app, actor }, e) => registrarConstanciaFisica(app.servicios, actor, e),
  },
  anular: {
    texto: 'Anula un lote',
    sobreLote: true,
    run: ({ app, actor }, e) => anularLote(app.servicios, actor, e),
  },
};

/** `eliminacion lote …`, `expedientes cerrar` and `entidad definir`: the acts of the API, from files or the line. */
export function registerLotes(program: Command, salida: Salida): void {
  const lote = program.command('lote').description('Actos y consultas sobre lotes');
  withIdentidad(lote.command('listar').description('Lotes de la entidad')).action((options: Comunes) =>
    withContexto(options, async ({ app, actor }) => {
      const lotes = await listLotes(app.servicios, actor, { limite: 1_000 });
      writeResultado(
        salida,
        options,
        lotes,
        lotes.map((uno) => `${uno.codigo}\t${uno.estado}\t${uno.totalItems}\t${uno.descripcion}`),
      );
    }),
  );
  withIdentidad(
    lote.command('ver').description('Un lote, su avance y su acta').argument('<lote>', 'código o id'),
  ).action((referencia: string, options: Comunes) =>
    withContexto(options, async ({ app, actor }) => {
      const detalle = await getLoteDetallado(app.servicios, actor, referencia);
      writeResultado(salida, options, detalle, [JSON.stringify(detalle, null, 2)]);
    }),
  );
  for (const [nombre, { texto, sobreLote, run }] of Object.entries(ACTOS)) {
    const orden = lote.command(nombre).description(`${texto} (--datos: el mismo JSON de la API)`);
    if (sobreLote) orden.argument('<lote>', 'código o id');
    withIdentidad(
      orden.option('--datos <json>', 'archivo con los datos del acto, o - para leerlos de la entrada'),
    )
      .option('--confirmacion <codigo>', 'código del lote, para ejecutar')
      .option('--follow', 'sigue la ejecución hasta que termina')
      .action((...args: unknown[]) => runActo(args, { sobreLote, run }, salida));
  }
  const expedientes = program.command('expedientes').description('Expedientes del archivo');
  withIdentidad(
    expedientes
      .command('cerrar')
      .description('Registra cierres (--datos: {"fundamento","cierres":[{"codigo","fecha"}]})'),
  )
    .requiredOption('--datos <json>', 'archivo con los cierres, o -')
    .action((options: Comunes & { datos: string }) =>
      withContexto(options, async ({ app, actor }) => {
        const resultado = await cerrarExpedientes(app.servicios, actor, await readDatos(options.datos));
        writeResultado(salida, options, resultado, [`Cerrados: ${resultado.cerrados}.`]);
      }),
    );
  const entidad = program.command('entidad').description('Datos y calendario de la entidad');
  withIdentidad(
    entidad.command('definir').description('Registra los datos de la entidad y pone su calendario al día'),
  )
    .requiredOption('--datos <json>', 'archivo con los datos, o -')
    .action((options: Comunes & { datos: string }) =>
      withContexto(options, async ({ app, actor }) => {
        await definirEntidad(app.servicios, actor, await readDatos(options.datos));
        const calendario = await actualizarCalendario(app.servicios, actor);
        writeResultado(salida, options, calendario, [`Calendario: ${calendario.codigo}.`]);
      }),
    );
}

function withIdentidad(orden: Command): Command {
  return orden
    .option('--json', 'escribe el resultado como un objeto JSON')
    .option('--como <identidad>', 'identidad de desarrollo con la que se actúa (si no, ELIMINACION_TOKEN)')
    .option('--entidad <slug>', 'entidad, si la identidad alcanza varias');
}

interface ActoOptions extends Comunes {
  readonly datos?: string;
  readonly confirmacion?: string;
}

/** Commander gives the arguments, then the options, then the command. */
async function runActo(
  args: readonly unknown[],
  { sobreLote, run }: { readonly sobreLote: boolean; readonly run: Acto },
  salida: Salida,
): Promise<void> {
  const referencia = sobreLote ? String(args[0]) : null;
  const options = args[sobreLote ? 1 : 0] as ActoOptions;
  await withContexto(options, async (contexto) => {
    const datos = options.datos === undefined ? {} : await readDatos(options.datos);
    const confirmacion = options.confirmacion === undefined ? {} : { confirmacion: options.confirmacion };
    const resultado = await run(contexto, {
      ...datos,
      ...confirmacion,
      ...(await identifyLote(contexto, referencia)),
    });
    writeResultado(salida, options, resultado, [JSON.stringify(resultado, null, 2)]);
    if (options.follow === true && referencia !== null) await follow(contexto, referencia);
  });
}

async function identifyLote({ app, actor }: ContextoCli, referencia: string | null): Promise<object> {
  if (referencia === null) return {};
  const { lote } = await getLoteDetallado(app.servicios, actor, referencia);
  return { loteId: lote.id, version: lote.version };
}

/** The run as it goes, with its rate, until nothing of it is left to do but wait for paper. */
async function follow({ app, actor }: ContextoCli, referencia: string): Promise<void> {
  const narrador = createNarrador(process.stderr);
  const inicio = performance.now();
  for (;;) {
    const { lote, progreso } = await getLoteDetallado(app.servicios, actor, referencia);
    const hechos = progreso.destruidos + progreso.omitidos;
    const porSegundo = hechos / Math.max(0.001, (performance.now() - inicio) / 1_000);
    const faltan = porSegundo === 0 ? '' : `, faltan ${Math.ceil(progreso.pendientes / porSegundo)} s`;
    narrador.progreso(
      hechos,
      progreso.total,
      `resueltos, ${progreso.esperaFisico} esperan constancia${faltan}`,
    );
    if (lote.estado !== 'en_ejecucion' || progreso.pendientes === 0) return;
    await sleep(500);
  }
}

async function readDatos(ruta: string): Promise<object> {
  const archivo = ruta === '-' ? '(entrada)' : ruta;
  try {
    const texto = ruta === '-' ? await readEntrada() : await readFile(ruta, 'utf8');
    const datos: unknown = JSON.parse(texto);
    if (datos !== null && typeof datos === 'object' && !Array.isArray(datos)) return datos;
  } catch (cause) {
    const detalle = cause instanceof SyntaxError ? 'no es JSON' : 'no existe o no se puede leer';
    throw new DomainError(operacionErrors.archivo_de_orden_invalido, { archivo, detalle }, { cause });
  }
  throw new DomainError(operacionErrors.archivo_de_orden_invalido, {
    archivo,
    detalle: 'debe ser un objeto JSON',
  });
}

async function readEntrada(): Promise<string> {
  const trozos: Buffer[] = [];
  for await (const trozo of process.stdin) trozos.push(trozo as Buffer);
  return Buffer.concat(trozos).toString('utf8');
}
