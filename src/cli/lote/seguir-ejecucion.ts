import { setTimeout as sleep } from 'node:timers/promises';
import { buildRoles } from '../../composicion/build-roles.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import { operacionErrors } from '../../domain/errors/operacion.errors.ts';
import {
  consultarEjecucion,
  type EjecucionConsultada,
} from '../../services/ejecucion/consultar-ejecucion.ts';
import { getLoteDetallado } from '../../services/lote/consultar-lote.ts';
import type { ContextoCli } from '../contexto.ts';
import { createNarrador } from '../demo/narrador.ts';
import { type Arranque, renderRitmo } from './render-ritmo.ts';

const PASEO_MS = 250;
/** How long the acta is waited for once the run is over; it goes on being made without anybody watching. */
const ACTA_MAXIMO_MS = 120_000;

export interface Seguimiento {
  readonly estado: string;
  readonly progreso: EjecucionConsultada['progreso'];
  /** Null while it is not kept and verified. */
  readonly acta: { readonly numero: string; readonly sha256: string } | null;
}

/**
 * Follows the run of a lote to its acta, telling progress, rate and time left; this process works on it meanwhile, like
 * any other executor, where its configuration gives it those roles. Ends early where only paper is waited for. Throws
 * `ejecucion_bloqueada`.
 */
export async function seguirEjecucion(contexto: ContextoCli, referencia: string): Promise<Seguimiento> {
  return withTrabajadores(contexto, async () => {
    const { lote, progreso } = await watchEjecucion(contexto, referencia);
    const cerrado = lote.estado === 'ejecutado' || lote.estado === 'ejecutado_parcial';
    const acta = cerrado && progreso.destruidos > 0 ? await waitActa(contexto, referencia) : null;
    return { estado: lote.estado, progreso, acta };
  });
}

async function withTrabajadores<T>({ app }: ContextoCli, work: () => Promise<T>): Promise<T> {
  const { entorno } = app.config;
  const roles = entorno.roles.filter((rol) => rol === 'executor' || rol === 'signature');
  const trabajadores =
    roles.length === 0
      ? []
      : buildRoles({ ...app, config: { ...app.config, entorno: { ...entorno, roles } } });
  try {
    for (const trabajador of trabajadores) await trabajador.start();
    return await work();
  } finally {
    for (const trabajador of [...trabajadores].reverse()) await trabajador.stop();
  }
}

async function watchEjecucion({ app, actor }: ContextoCli, referencia: string): Promise<EjecucionConsultada> {
  const narrador = createNarrador(process.stderr);
  let arranque: Arranque | null = null;
  for (;;) {
    const consulta = await consultarEjecucion(app.servicios, actor, referencia);
    const { lote, ejecucion, progreso } = consulta;
    const hechos = progreso.destruidos + progreso.omitidos;
    arranque ??= { hechos, en: performance.now() };
    const ritmo = renderRitmo(arranque, hechos, progreso.pendientes, performance.now());
    const papel = progreso.esperaFisico > 0 ? `, ${progreso.esperaFisico} esperan constancia` : '';
    narrador.progreso(hechos, progreso.total, `resueltos${papel}${ritmo === '' ? '' : ` · ${ritmo}`}`);
    if (ejecucion?.estado === 'bloqueada') {
      throw new DomainError(operacionErrors.ejecucion_bloqueada, {
        lote: lote.codigo,
        detalle: ejecucion.bloqueo ?? 'sin detalle',
      });
    }
    const soloPapel = progreso.pendientes === 0 && progreso.esperaFisico > 0;
    if (lote.estado !== 'en_ejecucion' || soloPapel) return consulta;
    await sleep(PASEO_MS);
  }
}

async function waitActa({ app, actor }: ContextoCli, referencia: string): Promise<Seguimiento['acta']> {
  for (const limite = performance.now() + ACTA_MAXIMO_MS; performance.now() < limite; await sleep(PASEO_MS)) {
    const { acta } = await getLoteDetallado(app.servicios, actor, referencia);
    if (acta === null || acta.artefactos.some(({ estado }) => estado !== 'verificado')) continue;
    const original = acta.artefactos.find(
      ({ rendicion, clase }) => rendicion === 'completa' && clase === 'original',
    );
    return { numero: acta.numero, sha256: original?.sha256 ?? '' };
  }
  return null;
}
