import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { almacenesEnCarpeta, lecturasEnCarpeta } from '../../src/adapters/almacen/almacenes-en-carpeta.ts';
import type { SistemaArchivos } from '../../src/adapters/almacen/sistema-archivos.ts';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import type { Environment } from '../../src/config/environment.ts';
import { createAvisos } from '../../src/db/avisos.ts';
import { type ProgresoEjecucion, readProgreso } from '../../src/db/ejecucion/ejecuciones.queries.ts';
import { runBounded } from '../../src/domain/run-bounded.ts';
import { documentosEmbebidos } from '../../src/services/documentos/documentos-embebidos.ts';
import type { ServiciosDocumentos } from '../../src/services/documentos/servicios-documentos.ts';
import type { TramoEnCurso } from '../../src/services/ejecucion/tramo-en-curso.ts';
import { type PuntoDeFallo, sinPuntoDeFallo } from '../../src/services/ports/punto-de-fallo.ts';
import type { RolProceso } from '../../src/services/ports/rol-proceso.ts';
import { createEjecutor } from '../../src/services/roles/ejecutor.ts';
import { buildPropietario } from '../../src/services/roles/propietario.ts';
import { abrirDocumentos, prepararCarpetaDatos, sembrar } from '../crash/archivo-de-caidas.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';
import type { BaseDePrueba } from '../support/postgres.ts';

const SIEMBRAS_A_LA_VEZ = 6;
const PLAZO_MS = 60_000;

/** What an executor of this process is given differently from a real one. */
export interface Averias {
  readonly archivos?: Partial<SistemaArchivos>;
  readonly puntoDeFallo?: PuntoDeFallo;
}

/** An archive with its stores, lotes ordered to be destroyed, and executors: in this process, or what to start others with. */
export class BancoEjecutor {
  readonly escenario: Escenario;
  readonly datos: string;
  readonly documentos: ServiciosDocumentos;
  readonly #corriendo: (() => Promise<void>)[] = [];
  #sembrados = 0;

  private constructor(escenario: Escenario, datos: string) {
    this.escenario = escenario;
    this.datos = datos;
    this.documentos = abrirDocumentos(escenario, this.vivo);
  }

  static async abrir(base?: BaseDePrueba): Promise<BancoEjecutor> {
    const escenario = await (base === undefined ? Escenario.abrir() : Escenario.sobre(base));
    return new BancoEjecutor(escenario, await prepararCarpetaDatos());
  }

  async cerrar(): Promise<void> {
    await this.detener();
    await this.escenario.cerrar();
    await rm(this.datos, { recursive: true, force: true });
  }

  get vivo(): string {
    return join(this.datos, 'almacen', 'vivo');
  }

  /** For a process of the service that works here. */
  get env(): Environment {
    return {
      ELIMINACION_ENTORNO: 'test',
      ELIMINACION_ROLES: 'executor',
      ELIMINACION_LOG_NIVEL: 'info',
      ELIMINACION_DATOS: this.datos,
      ELIMINACION_ALMACEN_WORM: this.escenario.carpeta,
      ELIMINACION_RELOJ_PRUEBA: this.escenario.ahora.toISOString(),
      DATABASE_URL: this.escenario.base.appUrl,
    };
  }

  /** Electronic expedientes of one radicado with one anexo, each with bytes of its own. */
  sembrar(cuantos: number): Promise<string[]> {
    const textos = Array.from({ length: cuantos }, () => {
      this.#sembrados += 1;
      return `documento ${this.#sembrados}`;
    });
    return runBounded(textos, SIEMBRAS_A_LA_VEZ, (texto) =>
      sembrar(this.escenario, this.documentos, { soporte: 'electronico', radicados: [[texto]] }),
    );
  }

  /** A lote of them, ordered to be destroyed, in tramos of that many ítems. */
  async ordenar(expedientes: readonly string[], porTramo?: number): Promise<LoteDePrueba> {
    const lote = await this.escenario.loteEn('en_ejecucion', expedientes);
    if (porTramo !== undefined) await this.#partir(lote, porTramo);
    return lote;
  }

  /** Cuts the only tramo of a lote that nobody works on yet into smaller ones. */
  async #partir({ id }: LoteDePrueba, porTramo: number): Promise<void> {
    await this.escenario.comoDuenio(async (cliente) => {
      await cliente.query(
        `INSERT INTO eliminacion_lote_tramos (lote_id, ejecucion_id, n, orden_desde, orden_hasta)
         SELECT $1, (SELECT max(ejecucion_id) FROM eliminacion_lote_tramos WHERE lote_id = $1), 1000 + (orden - 1) / $2, min(orden), max(orden)
           FROM eliminacion_lote_progreso WHERE lote_id = $1 GROUP BY (orden - 1) / $2`,
        [id, porTramo],
      );
      await cliente.query(
        `UPDATE eliminacion_lote_progreso p SET tramo_id = t.id FROM eliminacion_lote_tramos t
          WHERE p.lote_id = $1 AND t.lote_id = $1 AND t.n >= 1000 AND p.orden BETWEEN t.orden_desde AND t.orden_hasta`,
        [id],
      );
    });
  }

  /** What the phases of a run work with, here. */
  servicios({ archivos = {}, puntoDeFallo = sinPuntoDeFallo }: Averias = {}): TramoEnCurso['servicios'] {
    const { db, reloj, worm } = this.escenario;
    const disco = { carpeta: this.vivo, archivos: { ...sistemaArchivosNode, ...archivos }, puntoDeFallo };
    const documentos = documentosEmbebidos({
      ...this.documentos,
      puntoDeFallo,
      almacen: almacenesEnCarpeta(disco),
      lectura: lecturasEnCarpeta(disco),
    });
    return { db, reloj, worm, puntoDeFallo, documentos };
  }

  /** An executor in this process; stopped with the bench, or before. */
  async arrancar(averias: Averias = {}): Promise<RolProceso> {
    const callada = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const avisos = createAvisos(this.escenario.base.appUrl, () => undefined);
    await avisos.start();
    const servicios = this.servicios(averias);
    const rol = createEjecutor({ servicios, avisos, bitacora: callada, propietario: buildPropietario() });
    await rol.start();
    let detenido: Promise<void> | null = null;
    const stop = (): Promise<void> => {
      detenido ??= rol.stop().then(() => avisos.close());
      return detenido;
    };
    this.#corriendo.push(stop);
    return { ...rol, stop };
  }

  async detener(): Promise<void> {
    for (const stop of this.#corriendo.splice(0)) await stop();
  }

  progreso({ id }: Pick<LoteDePrueba, 'id'>): Promise<ProgresoEjecucion> {
    return this.escenario.tx((tx) => readProgreso(tx, id));
  }

  async estado({ id }: Pick<LoteDePrueba, 'id'>): Promise<string> {
    const { estado } = await this.escenario.fila<{ estado: string }>(
      'SELECT estado FROM eliminacion_lotes WHERE id = $1',
      [id],
    );
    return estado;
  }

  /** Waits until the run of the lote is over; gives the state it ended in. */
  async cerrado(lote: LoteDePrueba, plazoMs = PLAZO_MS): Promise<string> {
    await this.hasta(async () => (await this.estado(lote)) !== 'en_ejecucion', plazoMs);
    return this.estado(lote);
  }

  async hasta(condicion: () => Promise<boolean>, plazoMs = PLAZO_MS): Promise<void> {
    for (const limite = Date.now() + plazoMs; !(await condicion()); await sleep(25)) {
      if (Date.now() > limite) throw new Error('no llegó a suceder lo que se esperaba');
    }
  }
}
