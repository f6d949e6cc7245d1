import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { agregarItems } from '../../src/services/lote/agregar-items.ts';
import { confirmarVersionPublica } from '../../src/services/lote/confirmar-version-publica.ts';
import { proponerLote } from '../../src/services/lote/proponer-lote.ts';
import { publicarLote } from '../../src/services/lote/publicar-lote.ts';
import { quitarItems } from '../../src/services/lote/quitar-items.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { conAuditoriaDetenida, esperaDetrasDe } from '../support/carrera.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';
import { motivosDe } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';
import { solicitudDe } from '../support/retenciones-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const proponente = makePersona('proponente');
const otraProponente = makePersona('proponente', { sub: 'otra-proponente' });
const publicador = makePersona('publicador');
const NADIE = '0190a6f0-0000-7000-8000-000000000001';

type Referencia = Pick<LoteDePrueba, 'id' | 'version'>;
const agregar = ({ id, version }: Referencia, expedientes: readonly string[], actor = proponente) =>
  agregarItems(escenario, actor, { loteId: id, version, criterio: { expedientes: [...expedientes] } });
const quitar = ({ id, version }: Referencia, expedientes: readonly string[], actor = proponente) =>
  quitarItems(escenario, actor, { loteId: id, version, expedientes: [...expedientes] });
const borrador = async (expedientes?: readonly string[]): Promise<LoteDePrueba> =>
  escenario.loteEn('borrador', expedientes ?? (await escenario.expedientes(2)));

const filasDe = ({ id }: Referencia) =>
  escenario.query<{ orden: number; id: string; codigo: string; revisado: boolean }>(
    `SELECT orden, expediente_id AS id, expediente_codigo AS codigo, revisado_en IS NOT NULL AS revisado
       FROM eliminacion_lote_items WHERE lote_id = $1 ORDER BY orden`,
    [id],
  );
const miembrosDe = async ({ id }: Referencia): Promise<string[]> =>
  (
    await escenario.query<{ id: string }>(
      'SELECT expediente_id AS id FROM eliminacion_expediente_en_lote WHERE lote_id = $1',
      [id],
    )
  )
    .map((fila) => fila.id)
    .sort();
const resumenDe = ({ id }: Referencia) =>
  escenario.fila<{ estado: string; version: number; total: number; nivel: number }>(
    'SELECT estado, version, total_items AS total, nivel_seguridad AS nivel FROM eliminacion_lotes WHERE id = $1',
    [id],
  );

describe('agregar a un borrador', () => {
  it('entra lo admitido, se numera de nuevo sin saltos, y deja su rastro', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    const crear = (letra: string, cierre?: null) =>
      escenario.expediente({
        instrumento,
        codigo: `${dependencia}-${letra}`,
        ...(cierre === null && { cierre }),
      });
    const [b, d] = [await crear('B'), await crear('D')];
    const lote = await borrador([b, d]);
    const [a, c, abierto] = [await crear('A'), await crear('C'), await crear('E', null)];
    const { id, version } = lote;
    const agregado = await agregarItems(escenario, proponente, {
      loteId: id,
      version,
      criterio: { filtro: { dependencia } },
    });
    // What the draft already had is not "in another lote".
    expect(agregado).toEqual({
      version: version + 1,
      agregados: 2,
      total: 4,
      rechazados: [
        {
          expedienteId: abierto,
          codigo: `${dependencia}-E`,
          titulo: 'Contrato de obra',
          motivos: ['expediente_abierto'],
          vencimientoHabil: null,
        },
      ],
    });
    expect((await filasDe(lote)).map((fila) => [fila.orden, fila.id])).toEqual([
      [1, a],
      [2, b],
      [3, c],
      [4, d],
    ]);
    expect(await miembrosDe(lote)).toEqual([a, b, c, d].sort());
    expect(await resumenDe(lote)).toEqual({ estado: 'borrador', version: version + 1, total: 4, nivel: 1 });
    const datos = { codigo: lote.codigo, quitados: 0, agregados: 2, quedan: 4 };
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_borrador_modificado',
      actor: actorId(proponente),
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_borrador_modificado',
      payload: { loteId: lote.id, ...datos },
    });
  });

  it('el nivel y el total del lote suben y bajan con sus filas', async () => {
    const [publico, interno, clasificado] = [
      await escenario.expediente({ nivel: 0 }),
      await escenario.expediente({ nivel: 1 }),
      await escenario.expediente({ nivel: 3 }),
    ];
    const lote = await borrador([publico]);
    expect(await resumenDe(lote)).toMatchObject({ total: 1, nivel: 0 });
    let { version } = await agregar(lote, [interno, clasificado]);
    expect(await resumenDe(lote)).toMatchObject({ total: 3, nivel: 3 });
    ({ version } = await quitar({ ...lote, version }, [clasificado]));
    expect(await resumenDe(lote)).toMatchObject({ total: 2, nivel: 1 });
    await quitar({ ...lote, version }, [interno]);
    expect(await resumenDe(lote)).toMatchObject({ total: 1, nivel: 0 });
  });

  it('REQ-PUB-2: lo agregado está sin revisar: no se publica hasta confirmarlo otra vez', async () => {
    const lote = await borrador();
    const confirmar = async (version: number) =>
      (await confirmarVersionPublica(escenario, publicador, { loteId: lote.id, version })).version;
    const publicar = (version: number) => publicarLote(escenario, publicador, { loteId: lote.id, version });
    const revisado = await confirmar(lote.version);
    const { version } = await agregar({ ...lote, version: revisado }, await escenario.expedientes(1));
    expect((await filasDe(lote)).map((fila) => fila.revisado).toSorted()).toEqual([false, true, true]);
    const error = await rechazoDe(publicar(version));
    expect(error).toMatchObject({ code: 'revision_publica_pendiente', params: { cuantas: 1 } });
    await publicar(await confirmar(version));
    expect(await resumenDe(lote)).toMatchObject({ estado: 'publicado', total: 3 });
  });

  it('nada admitido no agrega nada y lo dice; ni repite lo que ya tenía', async () => {
    const lote = await borrador();
    const abierto = await escenario.expediente({ cierre: null });
    const agregado = await agregar(lote, [abierto, ...lote.expedientes]);
    expect(agregado).toMatchObject({
      agregados: 0,
      total: 2,
      rechazados: [{ expedienteId: abierto, motivos: ['expediente_abierto'] }],
    });
    expect(await filasDe(lote)).toHaveLength(2);
  });

  it('lo que está en otro lote se rechaza con su motivo, sin nombrar el otro', async () => {
    const otro = await borrador();
    const lote = await borrador();
    const { agregados, rechazados } = await agregar(lote, otro.expedientes);
    expect(agregados).toBe(0);
    expect(rechazados.map(({ motivos }) => motivos)).toEqual([['ya_en_otro_lote'], ['ya_en_otro_lote']]);
    expect(JSON.stringify(rechazados)).not.toContain(otro.codigo);
  });

  it('lo que supera el nivel de quien agrega no existe: ni entra, ni se cuenta, ni se rechaza', async () => {
    const lote = await borrador([await escenario.expediente({ nivel: 0 })]);
    const [visible, oculto] = [
      await escenario.expediente({ nivel: 0 }),
      await escenario.expediente({ nivel: 2 }),
    ];
    const bajo = makePersona('proponente', { clearance: 1 });
    expect(await agregar(lote, [visible, oculto], bajo)).toMatchObject({
      agregados: 1,
      total: 2,
      rechazados: [],
    });
    expect(await miembrosDe(lote)).not.toContain(oculto);
  });

  it('quien perdió nivel no cuenta ni quita lo que ya no alcanza', async () => {
    const secreto = await escenario.expediente({ nivel: 3 });
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await borrador([secreto, a]);
    const bajo = makePersona('proponente', { clearance: 1 });
    const { version, total } = await agregar(lote, [b], bajo);
    expect(total).toBe(2);
    expect((await rechazoDe(quitar({ ...lote, version }, [secreto], bajo))).code).toBe('fila_no_pertenece');
    expect(await quitar({ ...lote, version }, [b], bajo)).toMatchObject({ quedan: 1 });
    expect(await resumenDe(lote)).toMatchObject({ total: 2, nivel: 3 });
  });
});

describe('quitar de un borrador', () => {
  it('libera al instante, no deja más huella que la auditoría, y lo quitado se propone de nuevo sin antecedente', async () => {
    const lote = await borrador(await escenario.expedientes(3));
    const [a = '', b = '', c = ''] = lote.expedientes;
    expect(await quitar(lote, [b, b])).toEqual({ version: lote.version + 1, quedan: 2 });
    expect((await filasDe(lote)).map((fila) => [fila.orden, fila.id])).toEqual([
      [1, a],
      [2, c],
    ]);
    expect(await miembrosDe(lote)).toEqual([a, c].sort());
    expect(await escenario.cuenta('eliminacion_lote_omision', 'lote_id = $1', [lote.id])).toBe(0);
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    const datos = { codigo: lote.codigo, quitados: 1, agregados: 0, quedan: 2 };
    expect(asientos.at(-1)).toMatchObject({ accion: 'archive.eliminacion_borrador_modificado', datos });
    expect(eventos.at(-1)?.payload).toEqual({ loteId: lote.id, ...datos });
    expect(await motivosDe(escenario, b)).toEqual([]);
    const nuevo = await borrador([b]);
    expect(
      await escenario.fila(
        'SELECT retirado_de_lote_codigo AS codigo, retirado_causa AS causa FROM eliminacion_lote_items WHERE lote_id = $1',
        [nuevo.id],
      ),
    ).toEqual({ codigo: null, causa: null });
  });

  it('lote_vacio: la última fila no sale: ese borrador se anula', async () => {
    const lote = await borrador();
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(quitar(lote, lote.expedientes))).code).toBe('lote_vacio');
    expect(await huellaDe(escenario)).toEqual(antes);
    expect(await miembrosDe(lote)).toEqual([...lote.expedientes].sort());
  });

  it('fila_no_pertenece: si una sola no es del lote, no sale ninguna', async () => {
    const lote = await borrador();
    const ajeno = await borrador();
    const [mia = ''] = lote.expedientes;
    for (const intruso of [NADIE, ajeno.expedientes[0] ?? '']) {
      expect((await rechazoDe(quitar(lote, [mia, intruso]))).code).toBe('fila_no_pertenece');
    }
    expect(await filasDe(lote)).toHaveLength(2);
    expect(await filasDe(ajeno)).toHaveLength(2);
  });
});

describe('lo que un borrador rechaza', () => {
  const casos = [
    ['sin_permiso', makePersona('publicador'), {}],
    ['sin_permiso', makePersona('aprobador'), {}],
    ['borrador_ajeno', otraProponente, {}],
    ['version_obsoleta', proponente, { version: 7 }],
    ['lote_no_encontrado', proponente, { loteId: NADIE }],
    ['lote_no_encontrado', makePersona('proponente', { tenant: 'otra' }), {}],
    ['entrada_invalida', proponente, { loteId: 'x' }],
    ['entrada_invalida', proponente, { motivo: 'sobra' }],
  ] as const;
  it.each(casos)('al agregar, %s, y no deja nada', async (code, actor, cambios) => {
    const lote = await borrador();
    const criterio = { expedientes: await escenario.expedientes(1) };
    const antes = await huellaDe(escenario);
    const entrada = { loteId: lote.id, version: lote.version, criterio, ...cambios };
    expect((await rechazoDe(agregarItems(escenario, actor, entrada))).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });
  it.each(casos)('al quitar, %s, y no deja nada', async (code, actor, cambios) => {
    const lote = await borrador();
    const antes = await huellaDe(escenario);
    const expedientes = lote.expedientes.slice(0, 1);
    const entrada = { loteId: lote.id, version: lote.version, expedientes, ...cambios };
    expect((await rechazoDe(quitarItems(escenario, actor, entrada))).code).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it.each(['publicado', 'aprobado', 'en_ejecucion'] as const)(
    'REQ-PUB-5: inventario_congelado: a un lote %s nunca se le agregan ni quitan filas',
    async (estado) => {
      const lote = await escenario.loteEn(estado, await escenario.expedientes(2));
      const antes = await huellaDe(escenario);
      const nuevos = await escenario.expedientes(1);
      expect((await rechazoDe(agregar(lote, nuevos))).code).toBe('inventario_congelado');
      expect((await rechazoDe(quitar(lote, lote.expedientes.slice(0, 1)))).code).toBe('inventario_congelado');
      expect(await huellaDe(escenario)).toEqual(antes);
    },
  );
});

describe('repetir una petición sobre un borrador', () => {
  it('la misma clave da la misma respuesta y no hace nada dos veces; con otro cuerpo se rechaza', async () => {
    const lote = await borrador();
    const nuevos = await escenario.expedientes(1);
    const agregado = { loteId: lote.id, version: lote.version, criterio: { expedientes: nuevos } };
    const deAgregar = solicitudDe('POST /lotes/{id}/agregar');
    const primera = await agregarItems(escenario, proponente, agregado, deAgregar);
    expect(await agregarItems(escenario, proponente, agregado, deAgregar)).toEqual(primera);
    const quitado = { loteId: lote.id, version: primera.version, expedientes: nuevos };
    const deQuitar = solicitudDe('POST /lotes/{id}/quitar');
    const segunda = await quitarItems(escenario, proponente, quitado, deQuitar);
    expect(await quitarItems(escenario, proponente, quitado, deQuitar)).toEqual(segunda);
    const otra = { ...deQuitar, huella: Buffer.alloc(32, 2) };
    expect((await rechazoDe(quitarItems(escenario, proponente, quitado, otra))).code).toBe(
      'idempotencia_distinta',
    );
    expect((await rastroDe(escenario, lote.id)).asientos).toHaveLength(3);
  });

  it('quien perdió nivel ya no recibe lo que se contó', async () => {
    const lote = await borrador([await escenario.expediente({ nivel: 3 })]);
    const agregado = {
      loteId: lote.id,
      version: lote.version,
      criterio: { expedientes: await escenario.expedientes(1) },
    };
    const solicitud = solicitudDe('POST /lotes/{id}/agregar');
    await agregarItems(escenario, proponente, agregado, solicitud);
    const bajo = makePersona('proponente', { clearance: 2 });
    expect((await rechazoDe(agregarItems(escenario, bajo, agregado, solicitud))).code).toBe(
      'lote_no_encontrado',
    );
  });
});

describe('carreras de un borrador', () => {
  it('agregar contra otra propuesta sobre lo mismo: gana una, y la otra lo sabe', async () => {
    for (const primero of ['agregar', 'proponer'] as const) {
      const lote = await borrador();
      const disputados = await escenario.expedientes(2);
      const entrada = { descripcion: 'La otra propuesta', criterio: { expedientes: disputados } };
      const actos = {
        agregar: () => agregar(lote, disputados),
        proponer: () => proponerLote(escenario, otraProponente, entrada),
      };
      const segundo = primero === 'agregar' ? 'proponer' : 'agregar';
      // The first has written its rows and waits to commit; the second runs into them.
      const desenlaces = await conAuditoriaDetenida(escenario, async (cadena) => {
        const gana = actos[primero]();
        const pid = await esperaDetrasDe(escenario, cadena);
        const pierde = actos[segundo]().catch((error: unknown) => error);
        await esperaDetrasDe(escenario, pid);
        return { gana, pierde };
      }).then(async ({ gana, pierde }) => [await gana, await pierde]);
      expect(desenlaces[1]).toMatchObject({ code: 'expediente_en_otro_lote' });
      expect(await miembrosDe(lote)).toHaveLength(primero === 'agregar' ? 4 : 2);
      expect(
        await escenario.cuenta('eliminacion_expediente_en_lote', 'expediente_id = ANY ($1)', [disputados]),
      ).toBe(2);
    }
  });

  it('dos ediciones con la misma versión: entra una', async () => {
    const lote = await borrador(await escenario.expedientes(4));
    const [a = '', b = ''] = lote.expedientes;
    const desenlaces = await Promise.allSettled([quitar(lote, [a]), quitar(lote, [b])]);
    expect(desenlaces.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(desenlaces.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'version_obsoleta' },
    });
    expect(await filasDe(lote)).toHaveLength(3);
  });
});

it('en cualquier orden de agregar y quitar, la numeración no tiene saltos y la pertenencia es la de las filas', async () => {
  const instrumento = await escenario.instrumento({ dependencia: codigoUnico('D') });
  const subserie = await escenario.instrumento({ subserie: '09', subserieNombre: 'Varios' });
  const fondo: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    fondo.push(
      await escenario.expediente({ instrumento: n % 2 === 0 ? instrumento : subserie, nivel: n % 4 }),
    );
  }
  const fijo = await escenario.expediente();
  let lote: LoteDePrueba = await borrador([fijo]);
  const paso = fc.record({
    acto: fc.constantFrom('agregar' as const, 'quitar' as const),
    indices: fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(paso, { minLength: 1, maxLength: 5 }), async (pasos) => {
      for (const { acto, indices } of pasos) {
        const presentes = new Set(await miembrosDe(lote));
        const elegidos = indices
          .map((indice) => fondo[indice] ?? '')
          .filter((id) => presentes.has(id) === (acto === 'quitar'));
        if (elegidos.length === 0) continue;
        const { version } = await (acto === 'agregar' ? agregar(lote, elegidos) : quitar(lote, elegidos));
        lote = { ...lote, version };
        for (const id of elegidos) acto === 'agregar' ? presentes.add(id) : presentes.delete(id);
        const filas = await filasDe(lote);
        expect(filas.map(({ orden }) => orden)).toEqual(filas.map((_, indice) => indice + 1));
        expect(filas.map(({ id }) => id).toSorted()).toEqual([...presentes].sort());
        expect(await miembrosDe(lote)).toEqual([...presentes].sort());
        const { nivel } = await escenario.fila<{ nivel: number }>(
          'SELECT max(nivel_seguridad) AS nivel FROM expedientes WHERE id = ANY ($1)',
          [[...presentes]],
        );
        expect(await resumenDe(lote)).toEqual({ estado: 'borrador', version, total: presentes.size, nivel });
      }
    }),
    { numRuns: 12 },
  );
});
