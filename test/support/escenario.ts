import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { wormsEnCarpeta } from '../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { prepararCarpetaAlmacen } from '../../src/adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { mapPgError } from '../../src/db/pg-errors.ts';
import { type TenantTx, withTenantTx } from '../../src/db/tenant-tx.ts';
import { DomainError } from '../../src/domain/errors/domain-error.ts';
import type { Criterio } from '../../src/domain/lote/criterio-propuesta.ts';
import type { EstadoLote } from '../../src/domain/lote/estado-lote.ts';
import { addDays, parseFechaCivil } from '../../src/domain/plazos/fecha-civil.ts';
import { ejecutarLote } from '../../src/services/ejecucion/ejecutar-lote.ts';
import { actualizarCalendario } from '../../src/services/entidad/actualizar-calendario.ts';
import { definirEntidad } from '../../src/services/entidad/definir-entidad.ts';
import { aprobarLote } from '../../src/services/lote/aprobar-lote.ts';
import { confirmarVersionPublica } from '../../src/services/lote/confirmar-version-publica.ts';
import { proponerLote } from '../../src/services/lote/proponer-lote.ts';
import { publicarLote } from '../../src/services/lote/publicar-lote.ts';
import type { AlmacenWormPorEntidad } from '../../src/services/ports/almacen-worm.ts';
import { sinPuntoDeFallo } from '../../src/services/ports/punto-de-fallo.ts';
import {
  type CambiosExpediente,
  type CambiosInstrumento,
  type Instrumento,
  insertExpediente,
  insertInstrumento,
  insertRadicado,
} from './archivo-de-prueba.ts';
import { makePersona } from './personas.ts';
import { type BaseDePrueba, crearBaseDePrueba } from './postgres.ts';

export const SLUG = 'demo';

/** A lote as its last verb left it. */
export interface LoteDePrueba {
  readonly id: string;
  readonly codigo: string;
  readonly version: number;
  readonly expedientes: readonly string[];
}

export const SESION_FAVORABLE = {
  acta: { numero: '7', fecha: '2027-03-02' },
  concepto: { numero: '12', fecha: '2026-11-20', sha256: 'a'.repeat(64) },
  asistentes: [
    { nombre: 'Rosa Peña', cargo: 'Secretaria General', rol: 'presidente', voto: 'favor' },
    { nombre: 'Luis Ávila', cargo: 'Jefe de Archivo', rol: 'secretario_tecnico', voto: 'favor' },
    { nombre: 'Ana Gil', cargo: 'Jefe de Control Interno', rol: 'control_interno', voto: 'sin_voto' },
  ],
} as const;

const INICIO = new Date('2026-12-01T15:00:00Z');

/** A small archive of a real database and a real WORM folder, whose lotes are taken to a state by the real verbs. */
export class Escenario {
  readonly base: BaseDePrueba;
  readonly db: Database;
  readonly carpeta: string;
  readonly worm: AlmacenWormPorEntidad;
  /** The injected clock: legal instants. */
  ahora = INICIO;
  readonly reloj = { now: (): Date => this.ahora };
  readonly puntoDeFallo = sinPuntoDeFallo;
  /** What must be closed before the database can go. */
  readonly alCerrar: (() => Promise<void>)[] = [];
  readonly #instrumentos = new Map<string, Promise<Instrumento>>();

  private constructor(base: BaseDePrueba, carpeta: string) {
    this.base = base;
    this.carpeta = carpeta;
    this.db = createDatabase({ url: base.appUrl, applicationName: 'prueba', max: 30 });
    this.worm = wormsEnCarpeta({ carpeta });
  }

  /** With the entity's facts and its calendar. */
  static async abrir(): Promise<Escenario> {
    return Escenario.sobre(await crearBaseDePrueba());
  }

  /** The same over a database of the caller's. */
  static async sobre(base: BaseDePrueba): Promise<Escenario> {
    const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion escenario ñ '));
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpeta);
    const escenario = new Escenario(base, carpeta);
    await escenario.definirEntidad();
    return escenario;
  }

  async cerrar(): Promise<void> {
    for (const cerrar of this.alCerrar) await cerrar();
    await this.db.close();
    await this.base.drop();
    await rm(this.carpeta, { recursive: true, force: true });
  }

  async definirEntidad(cambios: Record<string, unknown> = {}): Promise<void> {
    const administradora = makePersona('administradora');
    await definirEntidad(this, administradora, {
      nombre: 'Alcaldía de Demostración',
      nit: '899999001-7',
      municipio: 'Demostración',
      correoObservaciones: 'archivo@demostracion.example',
      direccionPublica: 'https://demostracion.example',
      ...cambios,
    });
    await actualizarCalendario(this, administradora);
  }

  tx<T>(work: (tx: TenantTx) => Promise<T>, slug = SLUG): Promise<T> {
    return withTenantTx(this.db, slug, work);
  }

  /** One statement with the role of the application. */
  query<R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.tx((tx) => tx.query<R>(sql, values));
  }

  /** The only row of a statement, with the role of the application. */
  async fila<R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<R> {
    const [fila, ...resto] = await this.query<R>(sql, values);
    if (fila === undefined || resto.length > 0) throw new Error(`se esperaba una fila: ${sql}`);
    return fila;
  }

  async cuenta(tabla: string, donde = 'true', values: readonly unknown[] = []): Promise<number> {
    const { n } = await this.fila<{ n: number }>(`SELECT count(*) AS n FROM ${tabla} WHERE ${donde}`, values);
    return n;
  }

  /** With the role that owns the tables, whom no privilege stops: only a trigger does. */
  async comoDuenio<T>(work: (cliente: pg.Client) => Promise<T>): Promise<T> {
    const cliente = new pg.Client({ connectionString: this.base.ownerUrl });
    await cliente.connect();
    try {
      await cliente.query(`SET search_path = "tenant_${SLUG}"`);
      return await work(cliente);
    } finally {
      await cliente.end();
    }
  }

  /** Our code, or the SQLSTATE, with which the database refuses a statement of the owner; fails where it doesn't. */
  rechazoAlDuenio(sql: string, values: readonly unknown[] = []): Promise<string> {
    return this.comoDuenio((cliente) => codigoDe(cliente.query(sql, [...values])));
  }

  /** The same for the application. */
  rechazo(sql: string, values: readonly unknown[] = []): Promise<string> {
    return codigoDe(this.tx((tx) => tx.query(sql, values)));
  }

  instrumento(cambios: CambiosInstrumento = {}): Promise<Instrumento> {
    const clave = JSON.stringify(cambios);
    const creado =
      this.#instrumentos.get(clave) ?? this.tx((tx) => insertInstrumento(tx, cambios, this.ahora));
    this.#instrumentos.set(clave, creado);
    return creado;
  }

  /** A closed expediente whose retention is over, or what `cambios` says; gives its id. */
  async expediente(cambios: CambiosExpediente = {}): Promise<string> {
    const instrumento = cambios.instrumento ?? (await this.instrumento());
    return this.tx((tx) => insertExpediente(tx, { ...cambios, instrumento }, this.ahora));
  }

  async expedientes(cuantos: number, cambios: CambiosExpediente = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < cuantos; n += 1) ids.push(await this.expediente(cambios));
    return ids;
  }

  radicado(expedienteId: string): Promise<string> {
    return this.tx((tx) => insertRadicado(tx, expedienteId, this.ahora));
  }

  async proponer(criterio: Criterio, proponente = makePersona('proponente')): Promise<LoteDePrueba> {
    const propuesto = await proponerLote(this, proponente, { descripcion: 'Lote de prueba', criterio });
    const filas = await this.query<{ id: string }>(
      'SELECT expediente_id AS id FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY orden',
      [propuesto.id],
    );
    return { ...propuesto, expedientes: filas.map(({ id }) => id) };
  }

  async publicar(lote: LoteDePrueba): Promise<LoteDePrueba> {
    const publicador = makePersona('publicador');
    const { version } = await confirmarVersionPublica(this, publicador, {
      loteId: lote.id,
      version: lote.version,
    });
    const publicado = await publicarLote(this, publicador, { loteId: lote.id, version });
    return { ...lote, version: publicado.version };
  }

  /** Every day of the window has its evidence, and the clock stands on the day after the last. */
  async cumplirVentana(lote: Pick<LoteDePrueba, 'id'>): Promise<void> {
    const { ultimoDia } = await this.fila<{ ultimoDia: string }>(
      'SELECT ultimo_dia_previsto AS "ultimoDia" FROM eliminacion_publicaciones WHERE lote_id = $1',
      [lote.id],
    );
    await this.query(
      `INSERT INTO eliminacion_disponibilidad (publicacion_id, fecha, esperados, exitosos, fallidos, ultimo_sondeo)
       SELECT id, dia, 1, 1, 0, dia FROM eliminacion_publicaciones, generate_series(primer_dia, ultimo_dia_previsto, '1 day') dia
        WHERE lote_id = $1`,
      [lote.id],
    );
    this.ahora = new Date(`${addDays(parseFechaCivil(ultimoDia), 1)}T15:00:00Z`);
  }

  async aprobar(lote: LoteDePrueba, cambios: Record<string, unknown> = {}): Promise<LoteDePrueba> {
    const { version } = await aprobarLote(this, makePersona('aprobador'), {
      loteId: lote.id,
      version: lote.version,
      sesion: SESION_FAVORABLE,
      ...cambios,
    });
    return { ...lote, version };
  }

  async ejecutar(lote: LoteDePrueba): Promise<LoteDePrueba> {
    const { version } = await ejecutarLote(this, makePersona('ejecutor'), {
      loteId: lote.id,
      version: lote.version,
      confirmacion: lote.codigo,
    });
    return { ...lote, version };
  }

  /** A new lote over these expedientes, taken to a state by the verbs. */
  async loteEn(
    estado: Extract<EstadoLote, 'borrador' | 'publicado' | 'aprobado' | 'en_ejecucion'>,
    expedientes: readonly string[],
  ): Promise<LoteDePrueba> {
    let lote = await this.proponer({ expedientes: [...expedientes] });
    if (estado === 'borrador') return lote;
    lote = await this.publicar(lote);
    if (estado === 'publicado') return lote;
    await this.cumplirVentana(lote);
    lote = await this.aprobar(lote);
    return estado === 'aprobado' ? lote : this.ejecutar(lote);
  }
}

/** Our code, or the SQLSTATE, with which the database refuses; fails where it doesn't. */
export async function codigoDe(sentencia: Promise<unknown>): Promise<string> {
  const error: unknown = await sentencia.then(
    () => new Error('la base no lo rechazó'),
    (reason: unknown) => reason,
  );
  const mapped = mapPgError(error);
  if (mapped instanceof DomainError && mapped.kind !== 'unavailable') return mapped.code;
  if (error instanceof pg.DatabaseError) return error.constraint ?? error.code ?? error.message;
  throw error;
}
