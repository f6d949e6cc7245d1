import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proponerLote } from '../../src/services/lote/proponer-lote.ts';
import { Conexion, esperaCerrojo } from '../support/carrera.ts';
import { codigoDe, Escenario } from '../support/escenario.ts';
import { INSERT_ITEMS, insertBorrador } from '../support/lotes-de-prueba.ts';
import { makePersona } from '../support/personas.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

interface Sujeto {
  readonly id: string;
  readonly versionId: number;
  readonly radicado: string;
  readonly citante: string;
  readonly otra: { readonly versionId: number; readonly serieId: number };
}

interface Acto {
  readonly nombre: string;
  readonly sql: string;
  readonly values: (sujeto: Sujeto) => readonly unknown[];
  /** What the act hears when the proposal came first. */
  readonly tarde: 'expediente_en_lote' | 'hecho';
  /** Why the proposal admits nothing when the act came first; where it came late but was done, why its ítem fails. */
  readonly motivo: string;
}

const ACTOS: readonly Acto[] = [
  {
    nombre: 'un préstamo',
    sql: `INSERT INTO prestamos (expediente_id, solicitante, prestado_en) VALUES ($1, 'ana', now())`,
    values: ({ id }) => [id],
    tarde: 'expediente_en_lote',
    motivo: 'en_prestamo',
  },
  {
    nombre: 'una transferencia',
    sql: `INSERT INTO transferencias (expediente_id, destino, iniciada_en) VALUES ($1, 'central', now())`,
    values: ({ id }) => [id],
    tarde: 'expediente_en_lote',
    motivo: 'transferencia_en_curso',
  },
  {
    nombre: 'un reamarre',
    sql: 'UPDATE expedientes SET trd_version_id = $2, trd_serie_id = $3, reamarrado = true WHERE id = $1',
    values: ({ id, otra }) => [id, otra.versionId, otra.serieId],
    tarde: 'expediente_en_lote',
    motivo: 'disposicion_no_eliminable',
  },
  {
    nombre: 'la apertura de una revisión',
    sql: `INSERT INTO trd_revisiones (version_id, motivo, abierta_en, abierta_por) VALUES ($1, 'dudas', now(), 'ana')`,
    values: ({ versionId }) => [versionId],
    tarde: 'hecho',
    motivo: 'trd_revision_pendiente',
  },
  {
    nombre: 'un vínculo',
    sql: 'INSERT INTO vinculos (radicado_id, expediente_citante_id, creado_en) VALUES ($1, $2, now())',
    values: ({ radicado, citante }) => [radicado, citante],
    tarde: 'hecho',
    motivo: 'vinculado_a_otro_expediente',
  },
];

/** Everything of its own, so that no pair looks at another's. */
async function makeSujeto(): Promise<Sujeto> {
  const instrumento = await escenario.instrumento({ dependencia: `d${Math.random()}` });
  const otra = await escenario.instrumento({ disposicion: 'CT' });
  const id = await escenario.expediente({ instrumento });
  const radicado = await escenario.radicado(id);
  const citante = await escenario.expediente();
  return { id, versionId: instrumento.versionId, radicado, citante, otra };
}

/** Waits until some connection other than `conocida` waits for a lock of this database. */
async function esperaOtra(conocida: Conexion): Promise<void> {
  for (const limite = Date.now() + 10_000; Date.now() < limite; await sleep(10)) {
    const { rows } = await escenario.db.pool.query(
      `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE NOT l.granted AND a.datname = current_database() AND l.pid <> $1`,
      [conocida.pid],
    );
    if (rows.length > 0) return;
  }
  throw new Error('nadie espera por ningún cerrojo');
}

const proponer = (id: string): Promise<string> =>
  proponerLote(escenario, makePersona('proponente'), {
    descripcion: 'Carrera',
    criterio: { expedientes: [id] },
  }).then(
    () => 'hecho',
    (error: { code?: string; faults?: readonly { campo?: string }[] }) =>
      error.faults?.[0]?.campo ?? error.code ?? String(error),
  );

/** What the application of the real proposal leaves locked until its commit, held open. */
async function proponerSinConfirmar({ id, versionId }: Sujeto): Promise<Conexion> {
  const lote = await insertBorrador(escenario);
  const propuesta = await Conexion.abrir(escenario);
  await propuesta.query('SELECT 1 FROM trd_version WHERE id = $1 FOR SHARE', [versionId]);
  await propuesta.query('SELECT 1 FROM expedientes WHERE id = $1 FOR KEY SHARE', [id]);
  await propuesta.query(INSERT_ITEMS, [lote, [id], 1]);
  return propuesta;
}

const enLote = ({ id }: Sujeto): Promise<number> =>
  escenario.cuenta('eliminacion_expediente_en_lote', 'expediente_id = $1', [id]);

/** What the re-check of its own lote says of it. */
async function motivosEnSuLote({ id }: Sujeto): Promise<readonly string[]> {
  const { motivos } = await escenario.fila<{ motivos: string[] }>(
    `SELECT a.motivos FROM eliminacion_expediente_en_lote p, eliminacion_evaluar_admision('2027-01-15',
       (SELECT max(id) FROM calendario_versiones), p.lote_id) a WHERE p.expediente_id = $1 AND a.expediente_id = $1`,
    [id],
  );
  return motivos;
}

describe.each(ACTOS)('una propuesta y $nombre a la vez', ({ sql, values, tarde, motivo }) => {
  it('si la propuesta llega antes, el acto espera y la ve', async () => {
    const sujeto = await makeSujeto();
    const propuesta = await proponerSinConfirmar(sujeto);
    const acto = await Conexion.abrir(escenario);
    const desenlace = acto.desenlace(sql, values(sujeto));
    await esperaCerrojo(escenario, acto);
    await propuesta.confirmar();
    expect(await desenlace).toBe(tarde);
    await (tarde === 'hecho' ? acto.confirmar() : acto.deshacer());
    expect(await enLote(sujeto)).toBe(1);
    expect((await motivosEnSuLote(sujeto)).includes(motivo)).toBe(tarde === 'hecho');
  });

  it('si el acto llega antes, la propuesta espera y no lo admite', async () => {
    const sujeto = await makeSujeto();
    const acto = await Conexion.abrir(escenario);
    await acto.query(sql, values(sujeto));
    const desenlace = proponer(sujeto.id);
    await esperaOtra(acto);
    await acto.confirmar();
    expect(await desenlace).toBe(motivo);
    expect(await enLote(sujeto)).toBe(0);
  });

  it('si el acto se deshace, la propuesta que esperaba lo admite', async () => {
    const sujeto = await makeSujeto();
    const acto = await Conexion.abrir(escenario);
    await acto.query(sql, values(sujeto));
    const desenlace = proponer(sujeto.id);
    await esperaOtra(acto);
    await acto.deshacer();
    expect(await desenlace).toBe('hecho');
    expect(await enLote(sujeto)).toBe(1);
  });
});

/** What the executor holds while it writes an intention. */
const ESCRIBIR_INTENCION = `UPDATE eliminacion_lote_progreso SET estado = 'en_curso', radicado_ids = '{}', anexo_ids = '{}',
  anexo_tamanos = '{}', anexo_digests = '{}', intencion_digest = 'x', intencion_en = now() WHERE expediente_id = $1`;

describe.each([
  [
    'un vínculo',
    'INSERT INTO vinculos (radicado_id, expediente_citante_id, creado_en) VALUES ($2, $1, now())',
  ],
  [
    'la reapertura',
    'UPDATE expedientes SET cierre = NULL, cierre_fundamento = NULL WHERE id = $1 AND $2::uuid IS NOT NULL',
  ],
])('una intención y %s a la vez', (_nombre, sql) => {
  it('si la intención llega antes, el acto espera y se rechaza', async () => {
    const { id, radicado } = await makeSujeto();
    await escenario.loteEn('en_ejecucion', [id]);
    const [ejecutor, acto] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await ejecutor.query('SELECT 1 FROM expedientes WHERE id = $1 FOR UPDATE', [id]);
    await ejecutor.query(ESCRIBIR_INTENCION, [id]);
    const desenlace = acto.desenlace(sql, [id, radicado]);
    await esperaCerrojo(escenario, acto);
    await ejecutor.confirmar();
    expect(await desenlace).toBe('expediente_en_eliminacion');
    await acto.deshacer();
  });

  it('si el acto llega antes, quien escribe la intención espera', async () => {
    const { id, radicado } = await makeSujeto();
    await escenario.loteEn('en_ejecucion', [id]);
    const [ejecutor, acto] = [await Conexion.abrir(escenario), await Conexion.abrir(escenario)];
    await acto.query(sql, [id, radicado]);
    const bloqueo = ejecutor.query('SELECT 1 FROM expedientes WHERE id = $1 FOR UPDATE', [id]);
    await esperaCerrojo(escenario, ejecutor);
    await acto.confirmar();
    await bloqueo;
    await ejecutor.deshacer();
  });
});

describe('dos actos que se cruzan', () => {
  it('dos vínculos y dos revisiones de lo mismo no mueren por abrazo mortal', async () => {
    const { radicado, citante, versionId } = await makeSujeto();
    const hacer = (sentencia: string, datos: readonly unknown[]) => {
      const hecha = escenario.query(sentencia, datos);
      return hecha.then(
        () => 'hecho',
        () => codigoDe(hecha),
      );
    };
    const vincular = (de: string) =>
      hacer('INSERT INTO vinculos (radicado_id, expediente_citante_id, creado_en) VALUES ($1, $2, now())', [
        radicado,
        de,
      ]);
    const revisar = () =>
      hacer(
        `INSERT INTO trd_revisiones (version_id, motivo, abierta_en, abierta_por) VALUES ($1, 'dudas', now(), 'ana')`,
        [versionId],
      );
    const desenlaces = await Promise.all([vincular(citante), vincular(citante), revisar(), revisar()]);
    expect(desenlaces.toSorted()).toEqual([
      'hecho',
      'hecho',
      'trd_revisiones_una_abierta',
      'vinculos_uno_pendiente',
    ]);
  });
});
