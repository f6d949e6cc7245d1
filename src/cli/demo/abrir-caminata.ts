import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { actualizarCalendario } from '../../services/entidad/actualizar-calendario.ts';
import { definirEntidad } from '../../services/entidad/definir-entidad.ts';
import { listLotes } from '../../services/lote/consultar-lote.ts';
import { findUltimoInstante } from '../../services/reloj/find-ultimo-instante.ts';
import { crearTenant } from '../../services/tenants/crear-tenant.ts';
import { type Caminata, descripcionDe, TENANT_DEMO } from './caminata.ts';
import type { Narrador } from './narrador.ts';
import type { RelojDemo } from './reloj-demo.ts';

export interface Apertura {
  readonly app: App;
  readonly url: string;
  readonly reloj: RelojDemo;
  readonly narrador: Narrador;
  /** Begin another walk even if the last one is finished. */
  readonly nuevo: boolean;
}

const TERMINADOS = ['ejecutado', 'ejecutado_parcial', 'anulado'];
const MAXIMO_CAMINATAS = 500;

/**
 * Prepares entity and calendar, catches the clock up with the last act that the database holds, and decides which walk
 * goes on: the last one if it is not finished or no other is asked for.
 */
export async function abrirCaminata({ app, url, reloj, narrador, nuevo }: Apertura): Promise<Caminata> {
  narrador.paso('Servicio y entidad de demostración');
  if (app.migracionesUrl === null) throw new Error('the demo needs the owner of its own database');
  await crearTenant({
    url: app.migracionesUrl,
    slug: TENANT_DEMO,
    nombre: 'Alcaldía de Arroyo Verde (demostración)',
    nit: '800.000.001-1',
  });
  const actor = (nombre: string): Promise<Actor> => identify(app, nombre);
  const ultimo = await findUltimoInstante(app.servicios, TENANT_DEMO);
  if (ultimo !== null) reloj.advanceTo(ultimo);
  const administracion = await actor('administracion');
  await definirEntidad(app.servicios, administracion, {
    nombre: 'Alcaldía de Arroyo Verde (demostración)',
    nit: '800.000.001-1',
    municipio: 'Arroyo Verde',
    correoObservaciones: 'archivo@arroyoverde.example',
    direccionPublica: url,
  });
  const { codigo } = await actualizarCalendario(app.servicios, administracion);
  narrador.dato(`PostgreSQL y servicio en ${url}; calendario ${codigo}; datos en ${app.carpetaDatos}.`);
  const n = await chooseCaminata(app, await actor('comite'), nuevo);
  return { app, url, reloj, narrador, n, actor };
}

async function chooseCaminata(app: App, actor: Actor, nuevo: boolean): Promise<number> {
  const lotes = await listLotes(app.servicios, actor, { limite: MAXIMO_CAMINATAS });
  const numeros = lotes.map(({ descripcion }) => Number(/^Demostración (\d+):/.exec(descripcion)?.[1] ?? 0));
  const ultima = Math.max(1, ...numeros);
  const lote = lotes.find(({ descripcion }) => descripcion === descripcionDe(ultima));
  return nuevo && lote !== undefined && TERMINADOS.includes(lote.estado) ? ultima + 1 : ultima;
}

function identify(app: App, nombre: string): Promise<Actor> {
  return app.identify({
    token: `dev:${nombre}`,
    tenant: TENANT_DEMO,
    canal: 'cli',
    ip: null,
    agente: 'demo',
    requestId: randomUUID(),
  });
}
