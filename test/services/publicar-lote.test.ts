import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorId } from '../../src/domain/personas/actor.ts';
import { confirmarVersionPublica } from '../../src/services/lote/confirmar-version-publica.ts';
import { publicarLote } from '../../src/services/lote/publicar-lote.ts';
import type { AlmacenWorm } from '../../src/services/ports/almacen-worm.ts';
import { rechazoDe } from '../db/rechazo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { levantar, retener } from '../support/evaluar-admision.ts';
import { makePersona } from '../support/personas.ts';
import { huellaDe, rastroDe } from '../support/rastro.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const publicador = makePersona('publicador');
const referencia = ({ id, version }: Pick<LoteDePrueba, 'id' | 'version'>) => ({ loteId: id, version });

const borrador = async (cuantos = 2): Promise<LoteDePrueba> =>
  escenario.loteEn('borrador', await escenario.expedientes(cuantos));
/** A draft whose public rendering a person has confirmed. */
async function revisado(expedientes?: readonly string[]): Promise<LoteDePrueba> {
  const lote = expedientes === undefined ? await borrador() : await escenario.loteEn('borrador', expedientes);
  const { version } = await confirmarVersionPublica(escenario, publicador, referencia(lote));
  return { ...lote, version };
}
const publicar = (lote: LoteDePrueba, actor = publicador) => publicarLote(escenario, actor, referencia(lote));

const leer = async (clave: string): Promise<Buffer> =>
  buffer((await escenario.worm(SLUG).get(clave)).contenido);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('REQ-PUB-2: una persona confirma la versión pública', () => {
  it('de todas las filas que esperan, y queda quién y cuándo', async () => {
    const lote = await borrador(3);
    expect(await confirmarVersionPublica(escenario, publicador, referencia(lote))).toEqual({
      filas: 3,
      version: 2,
    });
    expect(
      await escenario.query(
        'SELECT DISTINCT revisado_por, revisado_en FROM eliminacion_lote_items WHERE lote_id = $1',
        [lote.id],
      ),
    ).toEqual([{ revisado_por: actorId(publicador), revisado_en: escenario.ahora }]);
    expect((await rastroDe(escenario, lote.id)).asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_version_publica_confirmada',
      actor: actorId(publicador),
      resultado: 'hecho',
      datos: { codigo: lote.codigo, filas: 3 },
    });
  });

  it('repetirlo con la versión nueva no encuentra nada que confirmar', async () => {
    const lote = await revisado();
    expect(await confirmarVersionPublica(escenario, publicador, referencia(lote))).toEqual({
      filas: 0,
      version: 3,
    });
  });

  it.each([
    ['sin_permiso', makePersona('proponente'), {}],
    ['acto_reservado_a_personas', makePersona('publicador', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('publicador', { clearance: 0 }), {}],
    ['version_obsoleta', publicador, { version: 9 }],
    ['lote_no_encontrado', publicador, { loteId: '0190a6f0-0000-7000-8000-000000000001' }],
    ['lote_no_encontrado', makePersona('publicador', { tenant: 'otra' }), {}],
    ['entrada_invalida', publicador, { version: 0 }],
  ] as const)('%s', async (code, actor, cambios) => {
    const lote = await borrador(1);
    const antes = await huellaDe(escenario);
    expect(
      (await rechazoDe(confirmarVersionPublica(escenario, actor, { ...referencia(lote), ...cambios }))).code,
    ).toBe(code);
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it('publicado ya no se confirma', async () => {
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    expect((await rechazoDe(confirmarVersionPublica(escenario, publicador, referencia(lote)))).code).toBe(
      'inventario_congelado',
    );
  });
});

describe('publicar un lote', () => {
  it('REQ-PUB-1, REQ-PUB-3: congela los dos conjuntos, calcula la ventana y deja su rastro', async () => {
    const expedientes = [
      await escenario.expediente({ titulo: 'Historia laboral de Rosa Peña' }),
      await escenario.expediente({ titulo: 'Contrato 2' }),
    ];
    const lote = await revisado(expedientes);
    const publicado = await publicar(lote);
    expect(publicado).toEqual({
      codigo: lote.codigo,
      version: 3,
      url: `https://demostracion.example/publico/demo/lotes/${lote.codigo}`,
      primerDia: '2026-12-02',
      ultimoDia: '2027-03-01',
      sha256Completo: expect.stringMatching(/^[0-9a-f]{64}$/),
      sha256Publico: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const fila = await escenario.fila<{ clave_completo: string; clave_publico: string }>(
      'SELECT * FROM eliminacion_publicaciones WHERE lote_id = $1',
      [lote.id],
    );
    expect(fila).toMatchObject({
      publicado_en: escenario.ahora,
      primer_dia: '2026-12-02',
      dias: 60,
      ultimo_dia_previsto: '2027-03-01',
      umbral_disponibilidad: 80,
      filas: 2,
      sha256_completo: publicado.sha256Completo,
      sha256_publico: publicado.sha256Publico,
      ultimo_dia: null,
    });
    const [completo, publico] = [await leer(fila.clave_completo), await leer(fila.clave_publico)];
    expect([sha256(completo), sha256(publico)]).toEqual([publicado.sha256Completo, publicado.sha256Publico]);
    const filasDe = (bytes: Buffer) =>
      bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map((linea) => JSON.parse(linea) as Record<string, unknown>);
    const identidad = ({ orden, expedienteId }: Record<string, unknown>) => ({ orden, expedienteId });
    expect(filasDe(publico).map(identidad)).toEqual(filasDe(completo).map(identidad));
    expect(completo.toString()).toContain('Rosa Peña');
    expect(publico.toString()).not.toContain('Rosa Peña');
    expect(
      await escenario.fila(
        'SELECT estado, publicador_id, publicado_en FROM eliminacion_lotes WHERE id = $1',
        [lote.id],
      ),
    ).toEqual({
      estado: 'publicado',
      publicador_id: actorId(publicador),
      publicado_en: escenario.ahora,
    });
    const datos = {
      codigo: lote.codigo,
      filas: 2,
      sha256Completo: publicado.sha256Completo,
      sha256Publico: publicado.sha256Publico,
      ultimoDia: '2027-03-01',
    };
    const { asientos, eventos } = await rastroDe(escenario, lote.id);
    expect(asientos.at(-1)).toEqual({
      accion: 'archive.eliminacion_lote_publicado',
      actor: actorId(publicador),
      resultado: 'hecho',
      datos,
    });
    expect(eventos.at(-1)).toEqual({
      tipo: 'archive.eliminacion_lote_publicado',
      payload: { loteId: lote.id, ...datos },
    });
  });

  it('más de una página de filas: mismas filas, en su orden', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    const modelo = await escenario.expediente({ instrumento });
    await escenario.query(
      `INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre,
              cierre, cierre_fundamento, soporte, nivel_seguridad, creado_en)
       SELECT codigo || '-' || lpad(n::text, 5, '0'), titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo,
              serie_nombre, cierre, cierre_fundamento, soporte, nivel_seguridad, creado_en
         FROM expedientes, generate_series(1, 1100) n WHERE id = $1`,
      [modelo],
    );
    const propuesto = await escenario.proponer({ filtro: { dependencia } });
    const { version } = await confirmarVersionPublica(escenario, publicador, referencia(propuesto));
    await publicar({ ...propuesto, version });
    const { clave, filas } = await escenario.fila<{ clave: string; filas: number }>(
      'SELECT clave_completo AS clave, filas FROM eliminacion_publicaciones WHERE lote_id = $1',
      [propuesto.id],
    );
    const ordenes = (await leer(clave))
      .toString()
      .trimEnd()
      .split('\n')
      .map((linea) => (JSON.parse(linea) as { orden: number }).orden);
    expect(filas).toBe(1101);
    expect(ordenes).toEqual(Array.from({ length: 1101 }, (_, indice) => indice + 1));
  });

  it('la misma clave de idempotencia da la misma respuesta y no publica dos veces', async () => {
    const lote = await revisado();
    const solicitud = {
      ruta: 'POST /lotes/{id}/publicar',
      clave: codigoUnico('K'),
      huella: Buffer.alloc(32, 1),
      estadoHttp: 200,
      paraSiempre: false,
    };
    const primera = await publicarLote(escenario, publicador, referencia(lote), solicitud);
    const antes = await huellaDe(escenario);
    expect(await publicarLote(escenario, publicador, referencia(lote), solicitud)).toEqual(primera);
    expect(await huellaDe(escenario)).toEqual(antes);
    const sinNivel = makePersona('publicador', { clearance: 0 });
    expect((await rechazoDe(publicarLote(escenario, sinNivel, referencia(lote), solicitud))).code).toBe(
      'lote_sobre_su_clearance',
    );
  });
});

describe('lo que publicar rechaza', () => {
  it.each([
    ['sin_permiso', makePersona('aprobador'), {}],
    ['acto_reservado_a_personas', makePersona('publicador', { kind: 'maquina' }), {}],
    ['lote_sobre_su_clearance', makePersona('publicador', { clearance: 0 }), {}],
    ['version_obsoleta', publicador, { version: 1 }],
    ['lote_no_encontrado', publicador, { loteId: '0190a6f0-0000-7000-8000-000000000001' }],
    ['lote_no_encontrado', makePersona('publicador', { tenant: 'otra' }), {}],
    ['entrada_invalida', publicador, { loteId: 'LOTE-2026-0001' }],
  ] as const)('%s, y no deja nada', async (code, actor, cambios) => {
    const lote = await revisado();
    const antes = await huellaDe(escenario);
    expect((await rechazoDe(publicarLote(escenario, actor, { ...referencia(lote), ...cambios }))).code).toBe(
      code,
    );
    expect(await huellaDe(escenario)).toEqual(antes);
  });

  it('revision_publica_pendiente: mientras falte una fila', async () => {
    const error = await rechazoDe(publicar(await borrador(3)));
    expect(error).toMatchObject({ code: 'revision_publica_pendiente', params: { cuantas: 3 } });
  });

  it('lote_vacio', async () => {
    const lote = await revisado();
    await escenario.query('DELETE FROM eliminacion_lote_items WHERE lote_id = $1', [lote.id]);
    await escenario.query('UPDATE eliminacion_lotes SET total_items = 0 WHERE id = $1', [lote.id]);
    expect((await rechazoDe(publicar(lote))).code).toBe('lote_vacio');
  });

  it('transicion_invalida: dos veces', async () => {
    const lote = await escenario.loteEn('publicado', await escenario.expedientes(1));
    expect((await rechazoDe(publicar(lote))).code).toBe('transicion_invalida');
  });

  it('REQ-HOLD-3: items_no_admitidos nombra cada fila y por qué; levantada la retención, se publica', async () => {
    const [a = '', b = ''] = [
      await escenario.expediente({ codigo: codigoUnico('A') }),
      await escenario.expediente({ codigo: codigoUnico('B') }),
    ];
    const lote = await revisado([a, b]);
    const retencion = await retener(escenario, { alcance: 'expediente', expediente: b });
    const { orden, codigo } = await escenario.fila<{ orden: number; codigo: string }>(
      'SELECT orden, expediente_codigo AS codigo FROM eliminacion_lote_items WHERE lote_id = $1 AND expediente_id = $2',
      [lote.id, b],
    );
    const error = await rechazoDe(publicar(lote));
    expect(error).toMatchObject({ code: 'items_no_admitidos', params: { cuantos: 1 } });
    expect(error.faults).toEqual([{ campo: codigo, fila: orden, motivo: 'tiene una retención legal.' }]);
    await levantar(escenario, retencion);
    expect((await publicar(lote)).codigo).toBe(lote.codigo);
  });

  it('REQ-INS-2: una corrección de la TRD que lo deja sin vencer detiene el borrador', async () => {
    const instrumento = await escenario.instrumento({ dependencia: codigoUnico('D') });
    const lote = await revisado([await escenario.expediente({ instrumento })]);
    await escenario.query(
      `INSERT INTO trd_correcciones (serie_id, campo, valor_nuevo, motivo, acto, instante, actor) VALUES ($1, 'ac', '40', 'm', 'a', now(), 'x')`,
      [instrumento.serieId],
    );
    expect((await rechazoDe(publicar(lote))).faults).toMatchObject([
      { motivo: 'su retención no ha vencido.' },
    ]);
  });

  it('si el borrador cambia mientras se escriben los archivos, version_obsoleta; y después se publica lo nuevo', async () => {
    const lote = await revisado();
    const real = escenario.worm(SLUG);
    const entrometido: AlmacenWorm = {
      ...delegar(real),
      put: async (clave, contenido) => {
        const guardado = await real.put(clave, contenido);
        if (clave.endsWith('-publica.jsonl')) {
          await escenario.query(`UPDATE eliminacion_lotes SET version = version + 1 WHERE id = $1`, [
            lote.id,
          ]);
        }
        return guardado;
      },
    };
    const servicios = { db: escenario.db, reloj: escenario.reloj, worm: () => entrometido };
    expect((await rechazoDe(publicarLote(servicios, publicador, referencia(lote)))).code).toBe(
      'version_obsoleta',
    );
    expect((await publicar({ ...lote, version: lote.version + 1 })).version).toBe(lote.version + 2);
  });

  it('una caída después de escribir los archivos: repetir da los mismos digestos', async () => {
    const lote = await revisado();
    const real = escenario.worm(SLUG);
    const escritos: string[] = [];
    const mortal: AlmacenWorm = {
      ...delegar(real),
      put: async (clave, contenido) => {
        escritos.push((await real.put(clave, contenido)).sha256);
        if (escritos.length === 2) throw new Error('se cayó');
        return { sha256: escritos[0] ?? '', tamano: 0, yaExistia: false };
      },
    };
    const servicios = { db: escenario.db, reloj: escenario.reloj, worm: () => mortal };
    await expect(publicarLote(servicios, publicador, referencia(lote))).rejects.toThrow('se cayó');
    const publicado = await publicar(lote);
    expect([publicado.sha256Completo, publicado.sha256Publico]).toEqual(escritos);
  });
});

/** The same store, method by method: what a test changes of it is only what it names. */
function delegar(worm: AlmacenWorm): AlmacenWorm {
  return {
    put: (clave, contenido) => worm.put(clave, contenido),
    get: (clave, rango) => worm.get(clave, rango),
    head: (clave) => worm.head(clave),
    list: (prefijo) => worm.list(prefijo),
  };
}

describe('la entidad', () => {
  it('entidad_sin_definir: sin su dirección pública no se publica', async () => {
    const sola = await Escenario.abrir();
    try {
      const lote = await sola.loteEn('borrador', await sola.expedientes(1));
      const { version } = await confirmarVersionPublica(sola, publicador, referencia(lote));
      await sola.comoDuenio((cliente) => cliente.query('DELETE FROM entidad'));
      expect((await rechazoDe(publicarLote(sola, publicador, { loteId: lote.id, version }))).code).toBe(
        'entidad_sin_definir',
      );
    } finally {
      await sola.cerrar();
    }
  });
});
