import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codigoDe, type Escenario, SLUG } from './escenario.ts';

const PLAZO_MS = 10_000;

/** A connection of the application inside a transaction of the entity, held open as long as the test wants. */
export class Conexion {
  readonly #cliente: pg.Client;
  readonly pid: number;

  private constructor(cliente: pg.Client, pid: number) {
    this.#cliente = cliente;
    this.pid = pid;
  }

  static async abrir(escenario: Escenario): Promise<Conexion> {
    const cliente = new pg.Client({ connectionString: escenario.base.appUrl });
    await cliente.connect();
    escenario.alCerrar.push(() => cliente.end());
    await cliente.query(`BEGIN; SET LOCAL search_path = "tenant_${SLUG}"; SET LOCAL ROLE "tenant_${SLUG}"`);
    const { rows } = await cliente.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new Conexion(cliente, rows[0]?.pid ?? 0);
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<void> {
    await this.#cliente.query(sql, [...values]);
  }

  async execute(sql: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#cliente.query(sql, [...values])).rowCount ?? 0;
  }

  /** What becomes of a statement: `hecho`, or the code with which it is refused. */
  desenlace(sql: string, values: readonly unknown[] = []): Promise<string> {
    const sentencia = this.#cliente.query(sql, [...values]);
    return sentencia.then(
      () => 'hecho',
      () => codigoDe(sentencia),
    );
  }

  async confirmar(): Promise<void> {
    await this.#cliente.query('COMMIT');
    await this.#cliente.end();
  }

  async deshacer(): Promise<void> {
    await this.#cliente.query('ROLLBACK');
    await this.#cliente.end();
  }
}

/** Resolves when that connection waits for a lock; fails if it never does. */
export async function esperaCerrojo(escenario: Escenario, { pid }: Pick<Conexion, 'pid'>): Promise<void> {
  for (const limite = Date.now() + PLAZO_MS; Date.now() < limite; await sleep(10)) {
    const { rows } = await escenario.db.pool.query('SELECT 1 FROM pg_locks WHERE pid = $1 AND NOT granted', [
      pid,
    ]);
    if (rows.length > 0) return;
  }
  throw new Error(`la conexión ${pid} no espera por ningún cerrojo`);
}

/** Who waits for a lock that this connection has, as soon as somebody does; fails if nobody ever does. */
export async function esperaDetrasDe(
  escenario: Escenario,
  { pid }: Pick<Conexion, 'pid'>,
): Promise<Pick<Conexion, 'pid'>> {
  for (const limite = Date.now() + PLAZO_MS; Date.now() < limite; await sleep(10)) {
    const { rows } = await escenario.db.pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
      [pid],
    );
    if (rows[0] !== undefined) return rows[0];
  }
  throw new Error(`nadie espera a la conexión ${pid}`);
}

/** Runs something while nobody can write the audit chain: what reaches its last statement waits there. */
export function conAuditoriaDetenida<T>(
  escenario: Escenario,
  work: (cerrojo: Pick<Conexion, 'pid'>) => Promise<T>,
): Promise<T> {
  return escenario.comoDuenio(async (cliente) => {
    await cliente.query('BEGIN');
    await cliente.query('SELECT FROM audit_head FOR UPDATE');
    const { rows } = await cliente.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const resultado = await work({ pid: rows[0]?.pid ?? 0 });
    await cliente.query('ROLLBACK');
    return resultado;
  });
}
