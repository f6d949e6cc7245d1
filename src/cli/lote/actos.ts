import type { Command } from 'commander';
import { agregarItems } from '../../services/lote/agregar-items.ts';
import { anularLote } from '../../services/lote/anular-lote.ts';
import { aprobarLote } from '../../services/lote/aprobar-lote.ts';
import { confirmarVersionPublica } from '../../services/lote/confirmar-version-publica.ts';
import { publicarLote } from '../../services/lote/publicar-lote.ts';
import { quitarItems } from '../../services/lote/quitar-items.ts';
import { retirarItems } from '../../services/lote/retirar-items.ts';
import { type ContextoCli, type Papel, withContexto } from '../contexto.ts';
import { readDatos } from '../leer-datos.ts';
import { type Comunes, withComunes } from '../opciones.ts';
import { type Salida, writeResultado } from '../salida.ts';
import { findVersion } from './find-version.ts';

export interface OpcionesActo extends Comunes {
  readonly siVersion?: string;
}

interface Hecho {
  /** What a program is told. */
  readonly resultado: object;
  /** What a person is told. */
  readonly frase: string;
}

interface Acto {
  readonly nombre: string;
  readonly descripcion: string;
  readonly papel: Papel;
  /** What its JSON file carries; null where the act needs nothing else. */
  readonly datos: string | null;
  run(contexto: ContextoCli, entrada: object, codigo: string): Promise<Hecho>;
}

/** Acts whose input is the JSON that the API takes; id and version of the lote are filled in. */
const ACTOS: readonly Acto[] = [
  {
    nombre: 'agregar',
    descripcion: 'Agrega expedientes a un borrador',
    papel: 'archivo',
    datos: '{"criterio": …}, como al proponer',
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await agregarItems(app.servicios, actor, entrada);
      return { resultado, frase: `${codigo}: ${resultado.agregados} agregados; tiene ${resultado.total}.` };
    },
  },
  {
    nombre: 'quitar',
    descripcion: 'Quita expedientes de un borrador',
    papel: 'archivo',
    datos: '{"expedientes": [identificadores]}',
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await quitarItems(app.servicios, actor, entrada);
      return { resultado, frase: `${codigo}: quedan ${resultado.quedan} expedientes.` };
    },
  },
  {
    nombre: 'confirmar',
    descripcion: 'Confirma la versión pública de cada fila',
    papel: 'publicacion',
    datos: null,
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await confirmarVersionPublica(app.servicios, actor, entrada);
      return { resultado, frase: `${codigo}: ${resultado.filas} filas confirmadas.` };
    },
  },
  {
    nombre: 'publicar',
    descripcion: 'Publica el inventario por 60 días hábiles',
    papel: 'publicacion',
    datos: null,
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await publicarLote(app.servicios, actor, entrada);
      const { primerDia, ultimoDia, url } = resultado;
      return { resultado, frase: `${codigo} publicado del ${primerDia} al ${ultimoDia}: ${url}` };
    },
  },
  {
    nombre: 'retirar',
    descripcion: 'Retira filas de un lote publicado o aprobado',
    papel: 'comite',
    datos: '{"expedientes": [identificadores], "motivo": …}',
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await retirarItems(app.servicios, actor, entrada);
      return { resultado, frase: `${codigo} (${resultado.estado}): ${resultado.retirados} filas retiradas.` };
    },
  },
  {
    nombre: 'aprobar',
    descripcion: 'Registra la aprobación del Comité',
    papel: 'comite',
    datos: '{"sesion": …, "excluidos": […], "aplazados": […]}',
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await aprobarLote(app.servicios, actor, entrada);
      const { estado, aprobados, retirados } = resultado;
      return { resultado, frase: `${codigo} ${estado}: ${aprobados} aprobados, ${retirados} retirados.` };
    },
  },
  {
    nombre: 'anular',
    descripcion: 'Anula un lote antes de ejecutarlo',
    papel: 'comite',
    datos: '{"motivo": …}',
    run: async ({ app, actor }, entrada, codigo) => {
      const resultado = await anularLote(app.servicios, actor, entrada);
      return { resultado, frase: `${codigo} anulado: ${resultado.liberados} expedientes liberados.` };
    },
  },
];

/** `lote agregar|quitar|confirmar|publicar|retirar|aprobar|anular`. */
export function registerActos(lote: Command, salida: Salida): void {
  for (const { nombre, descripcion, papel, datos, run } of ACTOS) {
    const orden = withActo(lote.command(nombre)).description(descripcion);
    if (datos !== null) orden.argument('<datos>', `archivo JSON con ${datos}; - para leerlo de la entrada`);
    // Commander gives the arguments first; without a data file the options come in its place.
    orden.action((referencia: string, ...resto: unknown[]) => {
      const opciones = orden.opts<OpcionesActo>();
      return withContexto(opciones, papel, async (contexto) => {
        const propios = datos === null ? {} : await readDatos(String(resto[0]));
        const { codigo, ...sobre } = await findVersion(contexto, referencia, opciones.siVersion);
        const { resultado, frase } = await run(contexto, { ...propios, ...sobre }, codigo);
        writeResultado(salida, opciones, resultado, [frase]);
      });
    });
  }
}

/** What every act on a lote takes. */
export function withActo(orden: Command): Command {
  return withComunes(orden)
    .argument('<lote>', 'código o identificador')
    .option('--si-version <n>', 'solo si el lote sigue en la versión que usted leyó');
}
