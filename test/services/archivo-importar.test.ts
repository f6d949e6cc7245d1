import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLectorTablas } from '../../src/adapters/tablas/lector-tablas.ts';
import { DomainError, type Fault } from '../../src/domain/errors/domain-error.ts';
import type { Actor } from '../../src/domain/personas/actor.ts';
import { importarPrestamos } from '../../src/services/archivo/importar-prestamos.ts';
import { importarTransferencias } from '../../src/services/archivo/importar-transferencias.ts';
import { importarUbicaciones } from '../../src/services/archivo/importar-ubicaciones.ts';
import { importarVinculos } from '../../src/services/archivo/importar-vinculos.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { fijarIntenciones } from '../support/destruccion-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { makeGestora, oir } from './archivo-banco.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

type Importador = typeof importarPrestamos;
const gestora = makeGestora();

const importar = (importador: Importador, lineas: readonly string[], actor: Actor = gestora) =>
  importador({ db: escenario.db, reloj: escenario.reloj, tablas: createLectorTablas() }, actor, {
    archivo: { nombre: 'actos.csv', bytes: Buffer.from(`${lineas.join('\n')}\n`) },
  });

/** The faults with which a table is refused. */
async function faltas(
  importador: Importador,
  lineas: readonly string[],
  actor?: Actor,
): Promise<readonly Fault[]> {
  const error: unknown = await importar(importador, lineas, actor).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw new Error('la tabla no fue rechazada', { cause: error });
  expect(error.code).toBe('importacion_rechazada');
  return error.faults;
}

async function conCodigo(
  cambios: Parameters<Escenario['expediente']>[0] = {},
): Promise<{ id: string; codigo: string }> {
  const codigo = codigoUnico('IMP');
  return { id: await escenario.expediente({ codigo, ...cambios }), codigo };
}

async function radicado(expedienteId: string): Promise<{ id: string; numero: string }> {
  const id = await escenario.radicado(expedienteId);
  return {
    id,
    ...(await escenario.fila<{ numero: string }>('SELECT numero FROM radicados WHERE id = $1', [id])),
  };
}

describe.each([
  [
    'préstamos',
    importarPrestamos,
    'Solicitante',
    'prestamos',
    'archive.prestamos_importados',
    'archive.expediente_prestado',
  ],
  [
    'transferencias',
    importarTransferencias,
    'Destino',
    'transferencias',
    'archive.transferencias_importadas',
    'archive.transferencia_iniciada',
  ],
] as const)('importar %s', (_nombre, importador, columna, tabla, tipo, accion) => {
  it('registra todas las filas, con un asiento por acto y otro por el archivo', async () => {
    const [uno, otro] = [await conCodigo(), await conCodigo()];
    const antes = await escenario.cuenta('outbox', 'event_type = $1', [tipo]);
    expect(
      await importar(importador, [`${columna};EXPEDIENTE`, `Ana Gil;${uno.codigo}`, '', `Luis;${otro.id}`]),
    ).toEqual({ filas: 2 });
    expect(await escenario.cuenta(tabla, 'expediente_id = ANY ($1)', [[uno.id, otro.id]])).toBe(2);
    expect(
      await escenario.cuenta('audit_log', 'accion = $1 AND sujeto_id = ANY ($2)', [
        accion,
        [uno.id, otro.id],
      ]),
    ).toBe(2);
    expect(await escenario.cuenta('audit_log', 'accion = $1', [tipo])).toBe(antes + 1);
    expect(await escenario.cuenta('outbox', 'event_type = $1', [tipo])).toBe(antes + 1);
  });

  it('todas o ninguna: nombra cada fila con falta', async () => {
    const [libre, activo, miembro] = [await conCodigo(), await conCodigo(), await conCodigo()];
    const reservado = await conCodigo({ nivel: 3 });
    await importar(importador, [`Expediente,${columna}`, `${activo.codigo},Ana Gil`]);
    await escenario.loteEn('borrador', [miembro.id]);
    const total = await escenario.cuenta(tabla);
    const lineas = [
      `Expediente,${columna}`,
      `${libre.codigo},Ana Gil`,
      `${activo.codigo},Ana Gil`,
      `${miembro.codigo},Ana Gil`,
    ];
    const halladas = await faltas(importador, lineas);
    expect(halladas.map(({ fila }) => fila)).toEqual([3, 4]);
    expect(halladas[1]?.motivo).toContain('lote de eliminación');
    const invisibles = [
      `Expediente,${columna}`,
      `${reservado.codigo},Ana Gil`,
      'NO-EXISTE,Ana Gil',
      `${libre.codigo},Ana Gil`,
    ];
    const motivo = 'El expediente no existe o no está a su alcance.';
    expect(await faltas(importador, invisibles, makeGestora({ clearance: 2 }))).toEqual([
      { fila: 2, motivo },
      { fila: 3, motivo },
    ]);
    expect(await escenario.cuenta(tabla)).toBe(total);
  });

  it('dice qué columnas faltan o se repiten, qué celdas faltan y qué filas se repiten', async () => {
    expect(await faltas(importador, ['Expediente,Otra', 'X,1'])).toEqual([
      { campo: columna.toLowerCase(), motivo: `Falta la columna «${columna}».` },
    ]);
    expect(await faltas(importador, [`Expediente,${columna},expediente`, 'X,1,Y'])).toEqual([
      { campo: 'expediente', motivo: 'La columna «Expediente» está repetida.' },
    ]);
    expect(await faltas(importador, [`Expediente,${columna}`])).toEqual([
      { motivo: 'El archivo no tiene filas.' },
    ]);
    const { codigo } = await conCodigo();
    expect(
      await faltas(importador, [
        `Expediente,${columna}`,
        `${codigo},`,
        `${codigo},Ana Gil`,
        `${codigo},Eva Paz`,
      ]),
    ).toEqual([
      { fila: 2, campo: columna.toLowerCase(), motivo: 'Falta este dato.' },
      { fila: 4, motivo: 'Repite lo que ya dice la fila 3.' },
    ]);
  });

  it('un expediente dicho por código y por id es el mismo', async () => {
    const { id, codigo } = await conCodigo();
    expect(await faltas(importador, [`Expediente,${columna}`, `${codigo},Ana Gil`, `${id},Ana Gil`])).toEqual(
      [{ fila: 3, motivo: 'Repite lo que ya dice la fila 2.' }],
    );
  });

  it('sin permiso o desde otra entidad no se importa', async () => {
    const { codigo } = await conCodigo();
    const lineas = [`Expediente,${columna}`, `${codigo},Ana Gil`];
    const sinPermiso = makeGestora({}, 'PERM_ELIMINACION_CONSULTAR');
    expect((await oir(() => importar(importador, lineas, sinPermiso))).code).toBe('sin_permiso');
    expect(await faltas(importador, lineas, makeGestora({ tenant: 'otra' }))).toHaveLength(1);
  });
});

describe('importar ubicaciones', () => {
  const ENCABEZADO = 'Expediente,Unidad,Ubicacion,Caja,Carpeta,Acto';

  it('mueve la unidad de cada expediente, y crea la del que no tiene ninguna', async () => {
    const [con, sin] = [await conCodigo({ soporte: 'fisico' }), await conCodigo({ soporte: 'hibrido' })];
    await escenario.query(`INSERT INTO fisico_unidades (expediente_id, caja) VALUES ($1, '7')`, [con.id]);
    expect(
      await importar(importarUbicaciones, [
        ENCABEZADO,
        `${con.codigo},,Depósito 2,,4,Orden 1`,
        `${sin.codigo},,,9,,Orden 2`,
      ]),
    ).toEqual({ filas: 2 });
    expect(
      await escenario.query(
        'SELECT ubicacion, caja, carpeta FROM fisico_unidades WHERE expediente_id = ANY ($1) ORDER BY id',
        [[con.id, sin.id]],
      ),
    ).toEqual([
      { ubicacion: 'Depósito 2', caja: '7', carpeta: '4' },
      { ubicacion: null, caja: '9', carpeta: null },
    ]);
    expect(
      await escenario.query(
        'SELECT acto, desde FROM movimientos_fisicos WHERE expediente_id = ANY ($1) ORDER BY id',
        [[con.id, sin.id]],
      ),
    ).toEqual([
      { acto: 'Orden 1', desde: { ubicacion: null, caja: '7', carpeta: null } },
      { acto: 'Orden 2', desde: { ubicacion: null, caja: null, carpeta: null } },
    ]);
  });

  it('nombra la fila del electrónico, del que tiene varias sin decir cuál, del que está en un lote y del que no se mueve', async () => {
    const [varias, miembro, quieta, electronico] = [
      await conCodigo({ soporte: 'fisico' }),
      await conCodigo({ soporte: 'fisico' }),
      await conCodigo({ soporte: 'fisico' }),
      await conCodigo(),
    ];
    for (const { id } of [varias, varias, miembro, quieta])
      await escenario.query(`INSERT INTO fisico_unidades (expediente_id, caja) VALUES ($1, '7')`, [id]);
    await escenario.loteEn('borrador', [miembro.id]);
    const halladas = await faltas(importarUbicaciones, [
      ENCABEZADO,
      `${varias.codigo},,,8,,Orden 1`,
      `${varias.codigo},999999,,8,,Orden 1`,
      `${miembro.codigo},,,8,,Orden 1`,
      `${quieta.codigo},,,7,,Orden 1`,
      `${electronico.codigo},,,8,,Orden 1`,
    ]);
    expect(halladas.map(({ fila }) => fila)).toEqual([2, 3, 4, 5, 6]);
    expect(halladas.map(({ motivo }) => motivo).join('\n')).toMatch(
      /2 unidades.*\n.*no tiene la unidad 999999.*\n.*lote de eliminación.*\n.*ya está.*\n.*electrónico/,
    );
    const { unidad } = await escenario.fila<{ unidad: number }>(
      'SELECT id AS unidad FROM fisico_unidades WHERE expediente_id = $1',
      [quieta.id],
    );
    expect(
      await faltas(importarUbicaciones, [
        ENCABEZADO,
        `${quieta.codigo},,,8,,Orden 1`,
        `${quieta.codigo},${unidad},,9,,Orden 1`,
      ]),
    ).toEqual([{ fila: 3, motivo: 'Mueve la misma unidad que la fila 2.' }]);
    expect(await faltas(importarUbicaciones, [ENCABEZADO, `${quieta.codigo},,,,,Orden 1`])).toEqual([
      { fila: 2, motivo: 'Diga al menos la ubicación, la caja o la carpeta.' },
    ]);
  });
});

describe('importar vínculos', () => {
  const ENCABEZADO = 'Radicado,Expediente que lo cita,Motivo';

  it('REQ-HOLD-4: cada radicado queda citado, por número o por id; el que ya lo estaba no se duplica', async () => {
    const [citado, citante] = [await conCodigo(), await conCodigo()];
    const [uno, otro] = [await radicado(citado.id), await radicado(citado.id)];
    const lineas = [
      ENCABEZADO,
      `${uno.numero},${citante.codigo},Lo cita`,
      `${otro.id},${citante.id},Lo cita`,
    ];
    expect(await importar(importarVinculos, lineas)).toEqual({ filas: 2 });
    await importar(importarVinculos, lineas);
    expect(await escenario.cuenta('vinculos', 'expediente_citante_id = $1', [citante.id])).toBe(2);
    await expect(escenario.proponer({ expedientes: [citado.id] })).rejects.toMatchObject({
      faults: [{ campo: 'vinculado_a_otro_expediente' }],
    });
  });

  it('nombra la fila de lo que no existe, de quien se cita a sí mismo y de lo que ya se destruye', async () => {
    const [propio, citante, condenado] = [await conCodigo(), await conCodigo(), await conCodigo()];
    const [suyo, perdido] = [await radicado(propio.id), await radicado(condenado.id)];
    const lote = await escenario.loteEn('en_ejecucion', [condenado.id]);
    await escenario.tx((tx) => fijarIntenciones(tx, lote.id));
    expect(await faltas(importarVinculos, [ENCABEZADO, `NO-EXISTE,${citante.codigo},Lo cita`])).toEqual([
      { fila: 2, motivo: 'El radicado no existe o no está a su alcance.' },
    ]);
    const halladas = await faltas(importarVinculos, [
      ENCABEZADO,
      `${suyo.numero},${propio.codigo},Lo cita`,
      `${suyo.numero},NO-EXISTE,Lo cita`,
      `${perdido.numero},${citante.codigo},Lo cita`,
    ]);
    expect(halladas.map(({ fila }) => fila)).toEqual([2, 3, 4]);
    expect(halladas[2]?.motivo).toContain('en eliminación');
  });
});
