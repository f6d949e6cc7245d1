import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildLibro, type CeldaEscrita } from '../../scripts/escribir-libro.ts';
import { createLectorTablas } from '../../src/adapters/tablas/lector-tablas.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { withTenantTx } from '../../src/db/tenant-tx.ts';
import type { Actor } from '../../src/domain/personas/actor.ts';
import type { Permiso } from '../../src/domain/personas/permiso.ts';
import { importarTrd } from '../../src/services/importacion/importar-trd.ts';
import type { ServiciosImportacion } from '../../src/services/importacion/servicios-importacion.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';

const INSTANTE = new Date('2026-12-01T15:00:00Z');

export interface ArchivoEntregado {
  readonly nombre: string;
  readonly bytes: Uint8Array;
}

export function readFixture(nombre: string): ArchivoEntregado {
  return { nombre, bytes: readFileSync(resolve(import.meta.dirname, '../../fixtures/importacion', nombre)) };
}

export function libroDe(nombre: string, filas: readonly (readonly CeldaEscrita[])[]): ArchivoEntregado {
  return { nombre, bytes: buildLibro([{ nombre: 'Hoja1', filas }]) };
}

export function makeActor(permisos: readonly Permiso[] = ['PERM_ARCHIVO_IMPORTAR'], tenant = 'demo'): Actor {
  return {
    kind: 'persona',
    issuer: 'https://identidad.example',
    sub: 'archivista',
    nombre: 'Ángela Muñoz',
    documentoIdentidad: null,
    tenant,
    permisos: new Set(permisos),
    clearance: 3,
    autenticadoEn: null,
    canal: 'cli',
    ip: null,
    agente: null,
    requestId: 'prueba',
  };
}

/** A real database with the import verbs over it. */
export class EscenarioImportar {
  readonly servicios: ServiciosImportacion;
  readonly actor = makeActor();
  readonly #base: BaseDePrueba;
  readonly #db: Database;

  private constructor(base: BaseDePrueba) {
    this.#base = base;
    this.#db = createDatabase({ url: base.appUrl, applicationName: 'prueba-importar' });
    this.servicios = { db: this.#db, reloj: { now: () => INSTANTE }, tablas: createLectorTablas() };
  }

  static async open(): Promise<EscenarioImportar> {
    return new EscenarioImportar(await crearBaseDePrueba());
  }

  async close(): Promise<void> {
    await this.#db.close();
    await this.#base.drop();
  }

  query<R extends Record<string, unknown>>(
    sql: string,
    valores: readonly unknown[] = [],
    tenant = 'demo',
  ): Promise<R[]> {
    return withTenantTx(this.#db, tenant, (tx) => tx.query<R>(sql, valores));
  }

  async count(tabla: string, tenant = 'demo'): Promise<number> {
    const [fila] = await this.query<{ n: number }>(`SELECT count(*) AS n FROM ${tabla}`, [], tenant);
    return fila?.n ?? -1;
  }

  /** What the act left said: its audit entries and events of this kind. */
  async traces(
    accion: string,
  ): Promise<{ auditoria: Record<string, unknown>[]; eventos: Record<string, unknown>[] }> {
    const auditoria = await this.query<{ contenido: string }>(
      'SELECT contenido FROM audit_log WHERE accion = $1 ORDER BY seq',
      [accion],
    );
    const eventos = await this.query<{ payload: Record<string, unknown> }>(
      'SELECT payload FROM outbox WHERE event_type = $1 ORDER BY id',
      [accion],
    );
    return {
      auditoria: auditoria.map(({ contenido }) => JSON.parse(contenido) as Record<string, unknown>),
      eventos: eventos.map(({ payload }) => payload),
    };
  }

  importTrd(version: string, archivo = readFixture('trd-alcaldia.xlsx'), mas: Record<string, unknown> = {}) {
    return importarTrd(this.servicios, this.actor, { archivo, version, ...mas });
  }
}
