import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abrirRevisionTrd } from '../../src/services/instrumentos/abrir-revision-trd.ts';
import { corregirTrd } from '../../src/services/instrumentos/corregir-trd.ts';
import { registrarMuestra } from '../../src/services/instrumentos/registrar-muestra.ts';
import { resolverRevisionTrd } from '../../src/services/instrumentos/resolver-revision-trd.ts';
import { codigoUnico, type Instrumento, insertInstrumento } from '../support/archivo-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { describeVerbo, makeGestora, makeSolicitud, oir } from './archivo-banco.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const gestora = makeGestora();
const MOTIVO = 'Error de digitación';

/** An instrument that no other test shares. */
const propio = (cambios: Parameters<typeof insertInstrumento>[1] = {}): Promise<Instrumento> =>
  escenario.tx((tx) => insertInstrumento(tx, cambios, escenario.ahora));

const serieDe = ({ versionCodigo, dependencia, serie, subserie }: Instrumento) => ({
  version: versionCodigo,
  dependencia,
  serie,
  subserie,
});
const corregir = (instrumento: Instrumento, campo: string, valor: unknown) => () =>
  corregirTrd(escenario, gestora, {
    ...serieDe(instrumento),
    correccion: { campo, valor },
    motivo: MOTIVO,
    acto: 'Acta 4',
  });
const proponer = (id: string) => escenario.proponer({ expedientes: [id] });

describeVerbo('registrarMuestra', () => escenario, {
  desconocido: 'expediente_no_encontrado',
  tipo: 'archive.muestra_registrada',
  hacer: (actor, entrada, solicitud) => registrarMuestra(escenario, actor, entrada, solicitud),
  entrada: async (nivel) => ({
    expediente: await escenario.expediente({ nivel, instrumento: await propio({ disposicion: 'S' }) }),
    enMuestra: false,
    criterio: 'Uno de cada diez',
    acto: 'Acta 9',
  }),
  ajena: (entrada) => ({ ...entrada, expediente: randomUUID() }),
});

describe('REQ-RET-2: lo que la disposición permite', () => {
  it('CT no se elimina nunca, y no tiene muestra que lo diga', async () => {
    const expediente = await escenario.expediente({ instrumento: await propio({ disposicion: 'CT' }) });
    const sacar = () =>
      registrarMuestra(escenario, gestora, {
        expediente,
        enMuestra: false,
        criterio: 'Digitalizado',
        acto: 'Acta 9',
      });
    expect((await oir(sacar)).code).toBe('muestra_sin_seleccion');
    await expect(proponer(expediente)).rejects.toMatchObject({
      faults: [{ campo: 'disposicion_no_eliminable' }],
    });
  });

  it('S se elimina solo fuera de la muestra registrada', async () => {
    const expediente = await escenario.expediente({ instrumento: await propio({ disposicion: 'S' }) });
    const registrar = (enMuestra: boolean) =>
      registrarMuestra(escenario, gestora, {
        expediente,
        enMuestra,
        criterio: 'Uno de diez',
        acto: 'Acta 9',
      });
    const rechazo = { faults: [{ campo: 'disposicion_no_eliminable' }] };
    await expect(proponer(expediente)).rejects.toMatchObject(rechazo);
    await registrar(true);
    await expect(proponer(expediente)).rejects.toMatchObject(rechazo);
    await registrar(false);
    await registrar(false);
    expect((await proponer(expediente)).expedientes).toEqual([expediente]);
    expect(
      await escenario.cuenta('audit_log', `accion = 'archive.muestra_registrada' AND sujeto_id = $1`, [
        expediente,
      ]),
    ).toBe(2);
  });
});

describe('REQ-INS-2: una corrección de la TRD', () => {
  it('es una fila que se añade, con lo que decía, lo que dice, por qué y por qué acto', async () => {
    const instrumento = await propio();
    expect(await corregir(instrumento, 'ac', 5)()).toMatchObject({ campo: 'ac', anterior: '3', nuevo: '5' });
    await corregir(instrumento, 'ac', 7)();
    expect(
      await escenario.query(
        'SELECT campo, valor_anterior, valor_nuevo, motivo, acto, actor FROM trd_correcciones WHERE serie_id = $1 ORDER BY id',
        [instrumento.serieId],
      ),
    ).toEqual([
      {
        campo: 'ac',
        valor_anterior: '3',
        valor_nuevo: '5',
        motivo: MOTIVO,
        acto: 'Acta 4',
        actor: 'https://identidad.example|gestora',
      },
      {
        campo: 'ac',
        valor_anterior: '5',
        valor_nuevo: '7',
        motivo: MOTIVO,
        acto: 'Acta 4',
        actor: 'https://identidad.example|gestora',
      },
    ]);
    expect(await escenario.fila('SELECT ac FROM trd_serie WHERE id = $1', [instrumento.serieId])).toEqual({
      ac: 3,
    });
    for (const tabla of ['audit_log', 'outbox'] as const) {
      const columna = tabla === 'outbox' ? 'event_type' : 'accion';
      const sujeto = tabla === 'outbox' ? 'subject' : 'sujeto_id';
      expect(
        await escenario.cuenta(tabla, `${columna} = 'archive.trd_corregida' AND ${sujeto} = $1`, [
          instrumento.versionCodigo,
        ]),
      ).toBe(2);
    }
  });

  it.each([
    ['ac', 4, 'AC 4, era 3'],
    ['ag', 1, 'AG 1, era 2'],
    ['disposicion', 'S', 'disposición S, era E'],
  ])('un borrador que usó el valor viejo de %s no se publica', async (campo, valor, diferencia) => {
    const instrumento = await propio();
    const expediente = await escenario.expediente({ instrumento });
    const lote = await proponer(expediente);
    await corregir(instrumento, campo, valor)();
    if (campo === 'disposicion') {
      await registrarMuestra(escenario, gestora, {
        expediente,
        enMuestra: false,
        criterio: 'Azar',
        acto: 'Acta 9',
      });
    }
    await expect(escenario.publicar(lote)).rejects.toMatchObject({
      code: 'items_no_admitidos',
      faults: [{ fila: 1, motivo: `Cambió después de proponerlo: ${diferencia}.` }],
    });
  });

  it('no toca el ítem de un lote publicado, que sigue su camino si todavía se admite', async () => {
    const instrumento = await propio();
    const lote = await escenario.loteEn('publicado', [await escenario.expediente({ instrumento })]);
    await corregir(instrumento, 'ac', 4)();
    expect(
      await escenario.fila('SELECT ac FROM eliminacion_lote_items WHERE lote_id = $1', [lote.id]),
    ).toEqual({ ac: 3 });
  });

  it('lo que no cambia nada, lo ilegible y lo que no existe se rechazan', async () => {
    const instrumento = await propio();
    expect((await oir(corregir(instrumento, 'ac', 3))).code).toBe('correccion_sin_cambio');
    expect((await oir(corregir(instrumento, 'ac', 'tres'))).code).toBe('entrada_invalida');
    expect((await oir(corregir(instrumento, 'disposicion', 'M'))).code).toBe('entrada_invalida');
    expect((await oir(corregir({ ...instrumento, serie: 'NO' }, 'ac', 5))).code).toBe('serie_no_encontrada');
    expect((await oir(corregir({ ...instrumento, versionCodigo: 'NO' }, 'ac', 5))).code).toBe(
      'trd_version_no_existe',
    );
    expect(
      (
        await oir(() =>
          corregirTrd(escenario, makeGestora({}, 'PERM_ARCHIVO_IMPORTAR'), {
            ...serieDe(instrumento),
            correccion: { campo: 'ac', valor: 5 },
            motivo: MOTIVO,
            acto: 'Acta 4',
          }),
        )
      ).code,
    ).toBe('sin_permiso');
    expect(await escenario.cuenta('trd_correcciones', 'serie_id = $1', [instrumento.serieId])).toBe(0);
  });

  it('repetida con la misma clave se hace una vez; otra entidad no ve la versión', async () => {
    const instrumento = await propio();
    const entrada = {
      ...serieDe(instrumento),
      correccion: { campo: 'ag', valor: 1 },
      motivo: MOTIVO,
      acto: 'Acta 4',
    };
    const solicitud = makeSolicitud();
    const primera = await corregirTrd(escenario, gestora, entrada, solicitud);
    expect(await corregirTrd(escenario, gestora, entrada, solicitud)).toEqual(primera);
    expect(await escenario.cuenta('trd_correcciones', 'serie_id = $1', [instrumento.serieId])).toBe(1);
    const desdeOtra = () => corregirTrd(escenario, makeGestora({ tenant: 'otra' }), entrada);
    expect((await oir(desdeOtra)).code).toBe('trd_version_no_existe');
  });
});

describe('la revisión de una TRD', () => {
  const abrir = (instrumento: Instrumento, cambios: Record<string, unknown> = {}) =>
    abrirRevisionTrd(escenario, gestora, { version: instrumento.versionCodigo, motivo: MOTIVO, ...cambios });
  const resolver = (revisionId: number, actor = gestora) =>
    resolverRevisionTrd(escenario, actor, { revisionId, resolucion: 'La versión sigue igual' });

  it('mientras está pendiente no se propone nada suyo; resuelta, sí', async () => {
    const instrumento = await propio();
    const expediente = await escenario.expediente({ instrumento });
    const { revisionId } = await abrir(instrumento);
    await expect(proponer(expediente)).rejects.toMatchObject({
      faults: [{ campo: 'trd_revision_pendiente' }],
    });
    await resolver(revisionId);
    expect((await proponer(expediente)).expedientes).toEqual([expediente]);
    const asientos = await escenario.query('SELECT accion FROM audit_log WHERE sujeto_id = $1 ORDER BY seq', [
      instrumento.versionCodigo,
    ]);
    expect(asientos).toEqual([
      { accion: 'archive.trd_revision_abierta' },
      { accion: 'archive.trd_revision_resuelta' },
    ]);
    expect(await escenario.cuenta('outbox', 'subject = $1', [instrumento.versionCodigo])).toBe(2);
  });

  it('la de una serie no detiene a las otras', async () => {
    const instrumento = await propio();
    const { version: _version, ...serie } = serieDe(instrumento);
    await abrir(instrumento, { serie });
    await expect(proponer(await escenario.expediente({ instrumento }))).rejects.toMatchObject({
      faults: [{ campo: 'trd_revision_pendiente' }],
    });
    expect((await oir(() => abrir(instrumento, { serie }))).code).toBe('revision_ya_abierta');
    expect((await oir(() => abrir(instrumento, { serie: { ...serie, serie: 'NO' } }))).code).toBe(
      'serie_no_encontrada',
    );
    expect((await abrir(instrumento)).version).toBe(instrumento.versionCodigo);
  });

  it('no se resuelve con expedientes suyos en lotes: dice cuántos y cuáles, hasta donde alcanza quien pregunta', async () => {
    const instrumento = await propio();
    const [a, b] = [codigoUnico('A'), codigoUnico('B')];
    const ids = [
      await escenario.expediente({ instrumento, codigo: a }),
      await escenario.expediente({ instrumento, codigo: b, nivel: 3 }),
    ];
    const lote = await escenario.proponer({ expedientes: ids });
    const { revisionId } = await abrir(instrumento);
    const conTodo = await oir(() => resolver(revisionId));
    expect(conTodo.code).toBe('revision_con_impedimentos');
    expect(conTodo.message).toContain(`(2: ${a}, ${b})`);
    expect((await oir(() => resolver(revisionId, makeGestora({ clearance: 1 })))).message).toContain(
      `(1: ${a})`,
    );
    expect((await oir(() => resolver(revisionId, makeGestora({ clearance: 0 })))).message).toContain(
      '(hay expedientes en lotes)',
    );
    await escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [lote.id]);
    await resolver(revisionId);
    expect((await oir(() => resolver(revisionId))).code).toBe('revision_ya_resuelta');
  });

  it('sin permiso, en otra entidad o sin que exista, no se abre ni se resuelve', async () => {
    const instrumento = await propio();
    const sinPermiso = makeGestora({}, 'PERM_ELIMINACION_CONSULTAR');
    const abrirCon = (actor: typeof gestora) => () =>
      abrirRevisionTrd(escenario, actor, { version: instrumento.versionCodigo, motivo: MOTIVO });
    expect((await oir(abrirCon(sinPermiso))).code).toBe('sin_permiso');
    expect((await oir(abrirCon(makeGestora({ tenant: 'otra' })))).code).toBe('trd_version_no_existe');
    const { revisionId } = await abrir(instrumento);
    expect((await oir(() => resolver(revisionId, sinPermiso))).code).toBe('sin_permiso');
    const noExiste = await oir(() => resolver(999_999));
    expect(noExiste.code).toBe('revision_no_encontrada');
    expect(await oir(() => resolver(revisionId, makeGestora({ tenant: 'otra' })))).toEqual(noExiste);
  });

  it('abrirla y resolverla con la misma clave se hace una vez', async () => {
    const instrumento = await propio();
    const [una, dos] = [makeSolicitud(), makeSolicitud()];
    const entrada = { version: instrumento.versionCodigo, motivo: MOTIVO };
    const abierta = await abrirRevisionTrd(escenario, gestora, entrada, una);
    expect(await abrirRevisionTrd(escenario, gestora, entrada, una)).toEqual(abierta);
    const { revisionId } = abierta;
    const resolverla = () =>
      resolverRevisionTrd(escenario, gestora, { revisionId, resolucion: 'Sigue igual' }, dos);
    expect(await resolverla()).toEqual(await resolverla());
  });
});
