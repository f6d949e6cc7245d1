import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { actualizarCalendario } from '../../src/services/entidad/actualizar-calendario.ts';
import { agregarItems } from '../../src/services/lote/agregar-items.ts';
import { proponerLote } from '../../src/services/lote/proponer-lote.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Conexion, esperaCerrojo } from '../support/carrera.ts';
import { Escenario } from '../support/escenario.ts';
import { retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const proponente = makePersona('proponente');
const entrada = (expedientes: readonly string[]) => ({
  descripcion: 'Contratos vencidos',
  criterio: { expedientes: [...expedientes] },
});
const proponer = (expedientes: readonly string[], actor = proponente) =>
  proponerLote(escenario, actor, entrada(expedientes));

describe('proponer un lote', () => {
  it('congela lo admitido y dice lo rechazado, con su rastro', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    const [b, a] = [
      await escenario.expediente({ instrumento, codigo: `${dependencia}-B`, nivel: 2 }),
      await escenario.expediente({ instrumento, codigo: `${dependencia}-A`, nivel: 0 }),
    ];
    const abierto = await escenario.expediente({ instrumento, codigo: `${dependencia}-C`, cierre: null });
    const propuesto = await proponerLote(escenario, proponente, {
      descripcion: 'Contratos vencidos',
      criterio: { filtro: { dependencia } },
    });
    expect(propuesto).toEqual({
      id: expect.any(String),
      codigo: expect.stringMatching(/^LOTE-2026-\d{4}$/),
      version: 1,
      resumen: { evaluados: 3, admitidos: 2, porMotivo: { expediente_abierto: 1 } },
      rechazados: [
        {
          expedienteId: abierto,
          codigo: `${dependencia}-C`,
          titulo: 'Contrato de obra',
          motivos: ['expediente_abierto'],
          vencimientoHabil: null,
        },
      ],
    });
    expect(
      await escenario.fila(
        `SELECT estado, version, total_items, nivel_seguridad, proponente_id, proponente_nombre, propuesto_en, criterio, descripcion
           FROM eliminacion_lotes WHERE id = $1`,
        [propuesto.id],
      ),
    ).toEqual({
      estado: 'borrador',
      version: 1,
      total_items: 2,
      nivel_seguridad: 2,
      proponente_id: actorId(proponente),
      proponente_nombre: proponente.nombre,
      propuesto_en: escenario.ahora,
      criterio: { filtro: { dependencia } },
      descripcion: 'Contratos vencidos',
    });
    expect(
      await escenario.query(
        'SELECT orden, expediente_id AS id FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY 1',
        [propuesto.id],
      ),
    ).toEqual([
      { orden: 1, id: a },
      { orden: 2, id: b },
    ]);
    expect(await rastroDe(escenario, propuesto.id)).toEqual({
      asientos: [
        {
          accion: 'archive.eliminacion_lote_propuesto',
          actor: actorId(proponente),
          resultado: 'hecho',
          datos: { codigo: propuesto.codigo, items: 2, rechazados: 1 },
        },
      ],
      eventos: [
        {
          tipo: 'archive.eliminacion_lote_propuesto',
          payload: { loteId: propuesto.id, codigo: propuesto.codigo, items: 2 },
        },
      ],
    });
  });

  it('REQ-INV-1, ADR-063 D4: el ítem congela el instrumento, las unidades y los radicados que había', async () => {
    const instrumento = await escenario.instrumento({ subserie: '02', subserieNombre: 'De obra' });
    const id = await escenario.expediente({ instrumento, soporte: 'hibrido', folios: 210 });
    await escenario.query(
      `INSERT INTO fisico_unidades (expediente_id, caja, carpeta, folios_texto, frecuencia, notas) VALUES ($1, '1', '2', '210', 'baja', 'n')`,
      [id],
    );
    await escenario.radicado(id);
    const { id: lote } = await proponer([id]);
    expect(
      await escenario.fila(
        `SELECT trd_version_codigo, trd_tipo, trd_serie, trd_serie_nombre, trd_subserie, trd_subserie_nombre, trd_acto_convalidacion,
                trd_acto_convalidacion_fecha, trd_acta_aprobacion, trd_acta_aprobacion_fecha, ag, ac, disposicion, fundamento, cierre,
                soporte, folios, unidades, radicados_al_proponer, octet_length(sal) AS sal FROM eliminacion_lote_items WHERE lote_id = $1`,
        [lote],
      ),
    ).toEqual({
      trd_version_codigo: instrumento.versionCodigo,
      trd_tipo: 'TRD',
      trd_serie: instrumento.serie,
      trd_serie_nombre: 'Contratos',
      trd_subserie: '02',
      trd_subserie_nombre: 'De obra',
      trd_acto_convalidacion: 'R-77',
      trd_acto_convalidacion_fecha: '2008-06-30',
      trd_acta_aprobacion: 'A-3',
      trd_acta_aprobacion_fecha: '2008-02-01',
      ag: 2,
      ac: 3,
      disposicion: 'E',
      fundamento: `TRD ${instrumento.versionCodigo}: disposición final eliminación`,
      cierre: '2010-03-15',
      soporte: 'hibrido',
      folios: 210,
      unidades: [
        { caja: '1', carpeta: '2', tomo: null, otro: null, folios: '210', frecuencia: 'baja', notas: 'n' },
      ],
      radicados_al_proponer: 1,
      sal: 16,
    });
  });

  it('cada ítem tiene su propia sal', async () => {
    const { id } = await proponer(await escenario.expedientes(5));
    expect(
      await escenario.cuenta(
        '(SELECT DISTINCT sal FROM eliminacion_lote_items WHERE lote_id = $1) s',
        'true',
        [id],
      ),
    ).toBe(5);
  });

  it('numera sin saltos, por año de Bogotá', async () => {
    const antes = escenario.ahora;
    // 2029-12-31 at 23:30 in Bogotá is already 2030 in Greenwich.
    escenario.ahora = new Date('2030-01-01T04:30:00Z');
    const codigos = [];
    for (let n = 0; n < 3; n += 1) codigos.push((await proponer(await escenario.expedientes(1))).codigo);
    escenario.ahora = new Date('2030-01-01T05:00:00Z');
    codigos.push((await proponer(await escenario.expedientes(1))).codigo);
    escenario.ahora = antes;
    expect(codigos).toEqual(['LOTE-2029-0001', 'LOTE-2029-0002', 'LOTE-2029-0003', 'LOTE-2030-0001']);
  });
});

describe('lo que proponer rechaza', () => {
  it('sin_items_admitidos: dice cuántos y por qué, y no deja nada', async () => {
    const ids = [await escenario.expediente({ cierre: null }), await escenario.expediente({ cierre: null })];
    const retenido = await escenario.expediente();
    await retener(escenario, { alcance: 'expediente', expediente: retenido });
    const antes = await huellaDe(escenario);
    const error = await rechazoDe(proponer([...ids, retenido]));
    expect(error.code).toBe('sin_items_admitidos');
    expect(error.message).toBe(
      'De 3 expedientes evaluados, ninguno puede eliminarse todavía. Motivos principales: 2 sigue abierto, 1 tiene una retención legal.',
    );
    expect(error.faults).toEqual([
      { campo: 'expediente_abierto', motivo: '2: sigue abierto.' },
      { campo: 'retencion_legal', motivo: '1: tiene una retención legal.' },
    ]);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it.each([
    ['criterio y filtro a la vez', { descripcion: 'Lote', criterio: { expedientes: [], filtro: {} } }],
    ['sin descripción', { descripcion: '  ', criterio: { filtro: { serie: '1' } } }],
    [
      'con un campo de más',
      { descripcion: 'Lote de prueba', criterio: { filtro: { serie: '1' } }, estado: 'aprobado' },
    ],
    ['nada', null],
  ])('entrada_invalida: %s', async (_nombre, mala) => {
    const error = await rechazoDe(proponerLote(escenario, proponente, mala));
    expect(error.code).toBe('entrada_invalida');
    expect(error.faults.length).toBeGreaterThan(0);
  });

  it('sin_permiso: quien no lo tiene, por más que tenga otros', async () => {
    const [id = ''] = await escenario.expedientes(1);
    for (const papel of ['publicador', 'aprobador', 'ejecutor', 'administradora'] as const) {
      expect((await rechazoDe(proponer([id], makePersona(papel)))).code).toBe('sin_permiso');
    }
  });

  it('una máquina con el permiso sí propone: proponer se deshace', async () => {
    const { id } = await proponer(await escenario.expedientes(1), { ...proponente, kind: 'maquina' });
    expect((await rastroDe(escenario, id)).asientos).toHaveLength(1);
  });

  it('calendario_sin_definir: sin calendario nada ha vencido', async () => {
    const error = await rechazoDe(
      proponer(await escenario.expedientes(1), { ...proponente, tenant: 'otra' }),
    );
    expect(error.code).toBe('calendario_sin_definir');
  });

  it('otra entidad no ve el expediente: como si no existiera', async () => {
    await actualizarCalendario(escenario, makePersona('administradora', { tenant: 'otra' }));
    const error = await rechazoDe(
      proponer(await escenario.expedientes(1), { ...proponente, tenant: 'otra' }),
    );
    expect(error).toMatchObject({ code: 'sin_items_admitidos', params: { evaluados: 0 } });
    expect(await escenario.tx((tx) => tx.query('SELECT 1 FROM eliminacion_lotes'), 'otra')).toEqual([]);
  });

  it('repetir la propuesta no la duplica: ya están en otro lote', async () => {
    const ids = await escenario.expedientes(2);
    await proponer(ids);
    const error = await rechazoDe(proponer(ids));
    expect(error.faults).toEqual([{ campo: 'ya_en_otro_lote', motivo: '2: ya está en otro lote.' }]);
  });

  it('la misma clave de idempotencia da el mismo lote; con otro cuerpo se rechaza', async () => {
    const solicitud = {
      ruta: 'POST /lotes',
      clave: codigoUnico('K'),
      huella: Buffer.alloc(32, 1),
      estadoHttp: 201,
      paraSiempre: false,
    };
    const cuerpo = entrada(await escenario.expedientes(1));
    const primero = await proponerLote(escenario, proponente, cuerpo, solicitud);
    const antes = await huellaDe(escenario);
    expect(await proponerLote(escenario, proponente, cuerpo, solicitud)).toEqual(primero);
    const otra = { ...solicitud, huella: Buffer.alloc(32, 2) };
    expect((await rechazoDe(proponerLote(escenario, proponente, cuerpo, otra))).code).toBe(
      'idempotencia_distinta',
    );
    expect(await huellaDe(escenario)).toEqual(antes);
  });
});

describe('lo que aparece mientras se propone', () => {
  /** Holds the number counter while something happens: proposals that have already locked their candidates wait there. */
  async function bloquearContador(
    mientras: (abierto: { contador: Conexion }) => Promise<unknown>,
  ): Promise<void> {
    const contador = await Conexion.abrir(escenario);
    await contador.query(
      `INSERT INTO eliminacion_contadores VALUES ('lote', 2026, 1) ON CONFLICT (clase, ejercicio) DO UPDATE SET ultimo = eliminacion_contadores.ultimo`,
    );
    await mientras({ contador });
    await contador.deshacer();
  }

  async function proponerMientras(ids: readonly string[], acto: () => Promise<unknown>): Promise<unknown> {
    let propuesta: Promise<unknown> = Promise.resolve();
    await bloquearContador(async ({ contador }) => {
      propuesta = proponer(ids).catch((error: unknown) => error);
      await esperaAlguna(contador);
      await acto();
    });
    return propuesta;
  }

  async function esperaAlguna(bloqueador: Conexion): Promise<void> {
    const { rows } = await escenario.db.pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
      [bloqueador.pid],
    );
    const pid = rows[0]?.pid;
    if (pid === undefined) await esperaAlguna(bloqueador);
    else await esperaCerrojo(escenario, { pid });
  }

  it('una retención: el expediente se queda fuera, y el resumen la cuenta', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const propuesto = await proponerMientras([a, b], () =>
      retener(escenario, { alcance: 'expediente', expediente: b }),
    );
    expect(propuesto).toMatchObject({
      resumen: { evaluados: 2, admitidos: 1, porMotivo: { retencion_legal: 1 } },
    });
  });

  it('una retención sobre todos: sin_items_admitidos, con esa razón', async () => {
    const ids = await escenario.expedientes(2);
    const error = await proponerMientras(ids, async () => {
      for (const expediente of ids) await retener(escenario, { alcance: 'expediente', expediente });
    });
    expect(error).toMatchObject({ code: 'sin_items_admitidos', faults: [{ campo: 'retencion_legal' }] });
  });

  it.each([
    [
      'un préstamo',
      `INSERT INTO prestamos (expediente_id, solicitante, prestado_en) VALUES ($1, 'x', now())`,
    ],
    [
      'una transferencia',
      `INSERT INTO transferencias (expediente_id, destino, iniciada_en) VALUES ($1, 'x', now())`,
    ],
    ['una reapertura', 'UPDATE expedientes SET cierre = NULL WHERE id = $1'],
  ])(
    'REQ-HOLD-5: %s de un expediente que nadie había bloqueado, por ser nuevo: se queda fuera',
    async (_nombre, sql) => {
      const dependencia = codigoUnico('D');
      const instrumento = await escenario.instrumento({ dependencia });
      const antiguos = [
        await escenario.expediente({ instrumento, codigo: `${dependencia}-1` }),
        await escenario.expediente({ instrumento, codigo: `${dependencia}-3` }),
      ];
      const acto = await Conexion.abrir(escenario);
      let propuesta: Promise<unknown> = Promise.resolve();
      await bloquearContador(async ({ contador }) => {
        propuesta = proponerLote(escenario, proponente, {
          descripcion: 'Contratos vencidos',
          criterio: { filtro: { dependencia } },
        }).catch((error: unknown) => error);
        await esperaAlguna(contador);
        const nuevo = await escenario.expediente({ instrumento, codigo: `${dependencia}-2` });
        await acto.query(sql, [nuevo]);
      });
      // The proposal saw no loan, and now waits for the row that the other one holds.
      await esperaAlguna(acto);
      await acto.confirmar();
      expect(await propuesta).toMatchObject({ resumen: { admitidos: 2 } });
      const { id } = (await propuesta) as { id: string };
      expect(
        await escenario.query(
          'SELECT orden, expediente_id AS id FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY 1',
          [id],
        ),
      ).toEqual(antiguos.map((expediente, indice) => ({ orden: indice + 1, id: expediente })));
      expect(await escenario.cuenta('eliminacion_expediente_en_lote', 'lote_id = $1', [id])).toBe(2);
    },
  );

  it('REQ-HOLD-5: un préstamo espera a la propuesta, y entonces ya no se presta', async () => {
    const [id = ''] = await escenario.expedientes(1);
    const presta = await Conexion.abrir(escenario);
    let desenlace = Promise.resolve('');
    const propuesto = await proponerMientras([id], async () => {
      desenlace = presta.desenlace(
        `INSERT INTO prestamos (expediente_id, solicitante, prestado_en) VALUES ($1, 'x', now())`,
        [id],
      );
      await esperaCerrojo(escenario, presta);
    });
    expect(propuesto).toMatchObject({ resumen: { admitidos: 1 } });
    expect(await desenlace).toBe('expediente_en_lote');
    await presta.deshacer();
  });
});

describe('agregar a un borrador', () => {
  it('lo que ya tiene no es «otro lote»: ni se repite ni se cuenta como rechazado', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const abierto = await escenario.expediente({ cierre: null });
    const lote = await escenario.proponer({ expedientes: [a] });
    const agregado = await agregarItems(escenario, proponente, {
      loteId: lote.id,
      version: lote.version,
      criterio: { expedientes: [a, b, abierto] },
    });
    expect(agregado).toMatchObject({ agregados: 1, total: 2 });
    expect(agregado.rechazados.map(({ expedienteId }) => expedienteId)).toEqual([abierto]);
  });
});
