import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { withTenantTx } from '../../src/db/tenant-tx.ts';
import {
  barrerDestruyendo,
  barrerRecepcion,
  barrerSubidas,
} from '../../src/services/documentos/barrer-documentos.ts';
import { registrarRadicado } from '../../src/services/documentos/registrar-radicado.ts';
import { subirAnexo } from '../../src/services/documentos/subir-anexo.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { Banco, bytesDe, digestDe, makeActor, SLUG } from './documentos-banco.ts';

let base: BaseDePrueba;
let banco: Banco;
beforeAll(async () => {
  base = await crearBaseDePrueba();
  banco = await Banco.open(base.appUrl);
});
afterAll(async () => {
  await banco.close();
  await base.drop();
});

const asientos = (sujeto: string) =>
  banco.query<{ accion: string }>('SELECT accion FROM audit_log WHERE sujeto_id = $1 ORDER BY seq', [sujeto]);
const eventos = (sujeto: string) =>
  banco.query<{ tipo: string }>('SELECT event_type AS tipo FROM outbox WHERE subject = $1 ORDER BY id', [
    sujeto,
  ]);

describe('registrar un radicado', () => {
  it('queda con su auditoría y su evento, y eleva el nivel de su expediente', async () => {
    const expediente = await banco.crearExpediente(1);
    const radicado = await banco.radicar(expediente, 3);
    expect(await asientos(radicado)).toEqual([{ accion: 'document.radicado_creado' }]);
    expect(await eventos(radicado)).toEqual([{ tipo: 'document.radicado_creado' }]);
    expect(
      await banco.query('SELECT nivel_seguridad AS nivel FROM expedientes WHERE id = $1', [expediente]),
    ).toEqual([{ nivel: 3 }]);
  });

  it('sin decir nivel es CLASIFICADA', async () => {
    const expediente = await banco.crearExpediente();
    const { radicadoId } = await registrarRadicado(banco.servicios, banco.actor, {
      expediente,
      numero: 'SIN-NIVEL-1',
      asunto: 'Oficio',
    });
    expect(
      await banco.query('SELECT nivel_seguridad AS nivel FROM radicados WHERE id = $1', [radicadoId]),
    ).toEqual([{ nivel: 3 }]);
  });

  it.each([
    ['sin permiso', makeActor(['PERM_ELIMINACION_CONSULTAR']), {}, 'sin_permiso'],
    ['de otra entidad no ve el expediente', makeActor(undefined, 3, 'otra'), {}, 'expediente_no_encontrado'],
    ['por debajo del nivel del expediente no lo ve', makeActor(undefined, 0), {}, 'expediente_no_encontrado'],
    ['con caracteres de control', makeActor(), { asunto: 'a\u0000b' }, 'entrada_invalida'],
    ['con un campo de más', makeActor(), { extra: 1 }, 'entrada_invalida'],
    ['en un expediente que no existe', makeActor(), { expediente: 'NO-EXISTE' }, 'expediente_no_encontrado'],
  ])('%s se niega', async (_caso, actor, cambios, code) => {
    const expediente = await banco.crearExpediente(1);
    const entrada = {
      expediente,
      numero: `X-${Math.random()}`,
      asunto: 'Oficio',
      nivelSeguridad: 1,
      ...cambios,
    };
    await expect(registrarRadicado(banco.servicios, actor, entrada)).rejects.toMatchObject({ code });
    expect(await banco.query('SELECT FROM radicados WHERE expediente_id = $1', [expediente])).toEqual([]);
  });

  it('un número que ya existe se niega con ese número', async () => {
    const expediente = await banco.crearExpediente();
    const entrada = { expediente, numero: 'REPETIDO-1', asunto: 'Oficio', nivelSeguridad: 1 };
    await registrarRadicado(banco.servicios, banco.actor, entrada);
    await expect(registrarRadicado(banco.servicios, banco.actor, entrada)).rejects.toMatchObject({
      code: 'radicado_ya_existe',
      params: { numero: 'REPETIDO-1' },
    });
  });

  it('un expediente cerrado no recibe; uno en eliminación tampoco, ni por fuera del servicio', async () => {
    const cerrado = await banco.crearExpediente();
    await banco.cerrar(cerrado);
    await expect(banco.radicar(cerrado)).rejects.toMatchObject({ code: 'expediente_cerrado' });

    const condenado = await banco.crearExpediente();
    await banco.intencion(condenado);
    await expect(banco.radicar(condenado)).rejects.toMatchObject({ code: 'expediente_en_eliminacion' });
    const directo = banco.query(
      `INSERT INTO radicados (expediente_id, numero, asunto, creado_en) VALUES ($1, 'DIRECTO-1', 'x', now())`,
      [condenado],
    );
    await expect(directo).rejects.toMatchObject({ code: 'expediente_en_eliminacion' });
  });

  it('el alta y la intención se esperan una a la otra, en los dos órdenes', async () => {
    for (let vuelta = 0; vuelta < 10; vuelta += 1) {
      const expediente = await banco.crearExpediente();
      const [alta, intencion] = await Promise.allSettled([
        banco.radicar(expediente),
        banco.intencion(expediente),
      ]);
      if (intencion.status === 'rejected') throw intencion.reason;
      const listados = intencion.value.radicadoIds;
      const vivos = await banco.query<{ id: string }>('SELECT id FROM radicados WHERE expediente_id = $1', [
        expediente,
      ]);
      expect(vivos.map(({ id }) => id)).toEqual(listados);
      expect(alta.status).toBe(listados.length === 1 ? 'fulfilled' : 'rejected');
    }
  });

  it('la guarda del motor espera a quien escribe la intención (con una lectura sin cerrojo, entraría)', async () => {
    const expediente = await banco.crearExpediente();
    let entrada: Promise<unknown> = Promise.resolve();
    await banco.tx(async (tx) => {
      await tx.query('SELECT FROM expedientes WHERE id = $1 FOR UPDATE', [expediente]);
      entrada = banco
        .query(
          `INSERT INTO radicados (expediente_id, numero, asunto, creado_en) VALUES ($1, 'CARRERA-1', 'x', now())`,
          [expediente],
        )
        .catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await tx.query(
        `INSERT INTO eliminacion_lotes (id, codigo, ejercicio, consecutivo, estado, nivel_seguridad, descripcion, criterio, proponente_id,
           proponente_nombre, propuesto_en) VALUES ('01890000-0000-7000-8000-00000000000a', 'LOTE-1999-0001', 1999, 1, 'borrador', 3, 'x', '{}', 'a', 'a', now())`,
      );
      await tx.query(
        `INSERT INTO eliminacion_lote_items (lote_id, orden, expediente_id, expediente_codigo, titulo, nivel_seguridad, dependencia_codigo,
           dependencia_nombre, trd_version_codigo, trd_tipo, trd_serie, trd_serie_nombre, trd_acto_convalidacion, trd_acto_convalidacion_fecha,
           trd_acta_aprobacion, trd_acta_aprobacion_fecha, ac, disposicion, fundamento, cierre, vencimiento, vencimiento_habil,
           vencimiento_aritmetica, soporte, radicados_al_proponer, sal, titulo_publico)
         SELECT '01890000-0000-7000-8000-00000000000a', 1, id, codigo, titulo, 1, 'x', 'x', 'x', 'TRD', 'x', 'x', '1', '2014-01-01', '1', '2014-01-01', 3, 'E',
           'x', '2015-01-01', '2015-01-01', '2015-01-01', 'x', soporte, 0, substr(sha256('x'), 1, 16), 'x' FROM expedientes WHERE id = $1`,
        [expediente],
      );
      await tx.query(
        `INSERT INTO eliminacion_lote_progreso (item_id, lote_id, expediente_id, orden, tramo_id, radicado_ids, anexo_ids, anexo_tamanos,
           anexo_digests, intencion_digest, intencion_en)
         SELECT id, lote_id, expediente_id, orden, 1, '{}', '{}', '{}', '{}', 'x', now() FROM eliminacion_lote_items WHERE expediente_id = $1`,
        [expediente],
      );
    });
    expect(await entrada).toMatchObject({ code: 'expediente_en_eliminacion' });
  });
});

describe('subir un anexo', () => {
  it('queda con sus bytes, su digesto, su auditoría y su evento', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    const anexo = await banco.subir(radicado, 'contenido del oficio', { mediaType: 'application/pdf' });
    expect(anexo).toMatchObject({ sha256: digestDe('contenido del oficio'), tamano: 20, compartido: false });
    expect(await asientos(anexo.anexoId)).toEqual([{ accion: 'document.anexo_incorporado' }]);
    expect(await eventos(anexo.anexoId)).toEqual([{ tipo: 'document.anexo_incorporado' }]);
    expect(await banco.query('SELECT FROM subidas')).toEqual([]);
    expect(await banco.mentiras()).toEqual([]);
  });

  it('dos radicados con los mismos bytes los guardan una vez; lo sobrante lo quita el barrido', async () => {
    const uno = await banco.radicar(await banco.crearExpediente());
    const otro = await banco.radicar(await banco.crearExpediente());
    const primero = await banco.subir(uno, 'bytes compartidos');
    const segundo = await banco.subir(otro, 'bytes compartidos');
    expect([primero.compartido, segundo.compartido]).toEqual([false, true]);
    const copias = async () =>
      (await banco.claves()).filter((clave) => clave.includes(primero.sha256)).length;
    expect(await copias()).toBe(2);
    expect(await barrerDestruyendo(banco.servicios, SLUG)).toEqual({ destruidos: 1, fallidos: new Map() });
    expect(await copias()).toBe(1);
    expect(await banco.mentiras()).toEqual([]);
  });

  it('dos entidades con los mismos bytes no comparten nada', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    await banco.subir(radicado, 'de ambas');
    const ajena = makeActor(undefined, 3, 'otra');
    await expect(
      subirAnexo(banco.servicios, ajena, { radicado, nombre: 'x' }, bytesDe('de ambas')),
    ).rejects.toMatchObject({ code: 'radicado_no_encontrado' });
    expect(await withTenantTx(banco.servicios.db, 'otra', (tx) => tx.query('SELECT FROM objetos'))).toEqual(
      [],
    );
  });

  it.each([
    'informe final — versión ñ.pdf',
    '報告書.pdf',
    'تقرير.pdf',
    'доклад.pdf',
    'é́́combinado.pdf',
    '😀.png',
    '../../../etc/passwd',
    '/etc/shadow',
    'C:\\Windows\\system32',
    "'; DROP TABLE anexos; --",
    '.',
    '..',
    '-rf',
    'a/b/c',
    `${'largo'.repeat(99)}.pdf`,
  ])('un nombre en cualquier escritura u hostil es solo un dato: %j', async (nombre) => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    const { anexoId, sha256 } = await banco.subir(radicado, `contenido de ${nombre}`, { nombre });
    expect(await banco.query('SELECT nombre FROM anexos WHERE id = $1', [anexoId])).toEqual([{ nombre }]);
    expect((await banco.claves()).some((clave) => clave.startsWith(`${sha256.slice(0, 2)}/${sha256}.`))).toBe(
      true,
    );
    const archivos = await readdir(banco.carpeta, { recursive: true, withFileTypes: true });
    const ajenos = archivos.filter(
      (a) => a.isFile() && !/^[0-9a-f]{64}\.[0-9a-f-]{36}$|^\.orpyca/.test(a.name),
    );
    expect(ajenos.map((archivo) => archivo.name)).toEqual([]);
  });

  it.each([
    ['vacío', ''],
    ['con NUL', 'a\u0000b'],
    ['con medio carácter', 'a\ud800'],
    ['con control', 'a\u0007b'],
    ['de más de 500', 'a'.repeat(501)],
  ])('un nombre %s se rechaza con su campo', async (_caso, nombre) => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    await expect(banco.subir(radicado, 'x', { nombre })).rejects.toMatchObject({
      code: 'entrada_invalida',
      faults: [expect.objectContaining({ campo: 'nombre' })],
    });
  });

  it('un archivo vacío es un anexo como los demás y se comparte igual', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    expect(await banco.subir(radicado, '')).toMatchObject({ tamano: 0, compartido: false });
    expect(await banco.subir(radicado, '', { nombre: 'otro' })).toMatchObject({
      tamano: 0,
      compartido: true,
    });
    expect(await banco.mentiras()).toEqual([]);
  });

  it('por encima del límite se rechaza y no queda nada', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    const antes = await banco.claves();
    await expect(banco.subir(radicado, new Uint8Array(1_000_001))).rejects.toMatchObject({
      code: 'documento_demasiado_grande',
    });
    expect(await banco.claves()).toEqual(antes);
    expect(await banco.query('SELECT FROM subidas')).toEqual([]);
  });

  it('un expediente cerrado o en eliminación no recibe: se sabe antes de leer un byte', async () => {
    const cerrado = await banco.crearExpediente();
    const condenado = await banco.crearExpediente();
    const radicados = [await banco.radicar(cerrado), await banco.radicar(condenado)];
    await banco.cerrar(cerrado);
    await banco.intencion(condenado);
    let leidos = 0;
    async function* contados(): AsyncGenerator<Uint8Array> {
      leidos += 1;
      yield Buffer.from('x');
    }
    const codigos = ['expediente_cerrado', 'radicado_en_eliminacion'];
    for (const [k, radicado] of radicados.entries()) {
      const subida = subirAnexo(banco.servicios, banco.actor, { radicado, nombre: 'x' }, contados());
      await expect(subida).rejects.toMatchObject({ code: codigos[k], kind: 'conflict' });
    }
    expect(leidos).toBe(0);
  });

  it.each([
    ['se cierra', (expediente: string) => banco.cerrar(expediente), 'expediente_cerrado'],
    ['entra en eliminación', (expediente: string) => banco.intencion(expediente), 'radicado_en_eliminacion'],
  ])(
    'si el expediente %s mientras llegan los bytes, no hay anexo y el barrido quita lo recibido',
    async (_caso, acto, code) => {
      await barrerDestruyendo(banco.servicios, SLUG);
      const expediente = await banco.crearExpediente();
      const radicado = await banco.radicar(expediente);
      async function* lento(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(`lento ${code}`);
        await acto(expediente);
      }
      const subida = subirAnexo(banco.servicios, banco.actor, { radicado, nombre: 'x' }, lento());
      await expect(subida).rejects.toMatchObject({ code });
      expect(await banco.query('SELECT FROM anexos WHERE radicado_id = $1', [radicado])).toEqual([]);
      await vencerSubidas();
      expect(await barrerSubidas(banco.servicios, SLUG)).toBe(1);
      expect(await barrerDestruyendo(banco.servicios, SLUG)).toMatchObject({ destruidos: 1 });
      expect((await banco.claves()).filter((clave) => clave.includes(digestDe(`lento ${code}`)))).toEqual([]);
      expect(await banco.mentiras()).toEqual([]);
    },
  );

  it('una reserva que el barrido ya tomó: la carga se niega y nadie usa esos bytes', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    const { servicios } = banco.con({
      puntoDeFallo: {
        alcanzar: async (nombre) => {
          if (nombre !== 'almacen.guardado') return;
          await vencerSubidas();
          await barrerSubidas(banco.servicios, SLUG);
        },
      },
    });
    const subida = subirAnexo(servicios, banco.actor, { radicado, nombre: 'x' }, bytesDe('tarde'));
    await expect(subida).rejects.toMatchObject({ code: 'subida_vencida' });
    expect(await barrerDestruyendo(banco.servicios, SLUG)).toMatchObject({ destruidos: 1 });
    expect(await banco.mentiras()).toEqual([]);
  });

  it('una versión debe ser de un anexo del mismo radicado, también para el motor', async () => {
    const uno = await banco.radicar(await banco.crearExpediente());
    const otro = await banco.radicar(await banco.crearExpediente());
    const { anexoId: padreId } = await banco.subir(uno, 'original');
    await expect(banco.subir(otro, 'versión', { clase: 'version', padreId })).rejects.toMatchObject({
      code: 'anexo_padre_ajeno',
    });
    const directo = banco.query(
      `INSERT INTO anexos (radicado_id, padre_id, nombre, media_type, tamano, sha256, objeto_id, creado_en)
       SELECT $1, id, nombre, media_type, tamano, sha256, objeto_id, creado_en FROM anexos WHERE id = $2`,
      [otro, padreId],
    );
    await expect(directo).rejects.toThrow(/anexo_padre_del_mismo_radicado/);
  });

  it('sin permiso, o por encima del nivel, no entra nada', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente(), 2);
    const datos = { radicado, nombre: 'x' };
    await expect(
      subirAnexo(banco.servicios, makeActor(['PERM_AUDITORIA']), datos, bytesDe('x')),
    ).rejects.toMatchObject({ code: 'sin_permiso' });
    await expect(
      subirAnexo(banco.servicios, makeActor(undefined, 1), datos, bytesDe('x')),
    ).rejects.toMatchObject({ code: 'radicado_no_encontrado' });
    const gestor = makeActor(['PERM_ARCHIVO_GESTIONAR'], 2);
    expect(await subirAnexo(banco.servicios, gestor, datos, bytesDe('gestor'))).toMatchObject({ tamano: 6 });
  });

  it('un disco lleno se dice con palabras y no deja nada', async () => {
    const radicado = await banco.radicar(await banco.crearExpediente());
    const { servicios } = banco.con({
      archivos: {
        ...sistemaArchivosNode,
        createFile: async (ruta) => ({
          ...(await sistemaArchivosNode.createFile(ruta)),
          write: () => Promise.reject(Object.assign(new Error('lleno'), { code: 'ENOSPC' })),
        }),
      },
    });
    await expect(
      subirAnexo(servicios, banco.actor, { radicado, nombre: 'x' }, bytesDe('lleno')),
    ).rejects.toMatchObject({ code: 'almacen_no_disponible', params: { motivo: 'el disco está lleno' } });
    expect(await readdir(join(banco.carpeta, SLUG, 'recepcion'))).toEqual([]);
    expect(await barrerRecepcion(banco.servicios, SLUG)).toBe(0);
  });
});

describe('lo que el motor no permite', () => {
  it.each([
    [
      'un objeto cuya clave no es la de su digesto',
      `UPDATE objetos SET estado = estado WHERE false; INSERT INTO objetos (sha256, clave, tamano, estado, creado_en) VALUES (sha256('x'), 'aa/' || repeat('a', 64) || '.00000000-0000-7000-8000-000000000000', 1, 'vivo', now())`,
      /objeto_clave_de_su_digesto/,
    ],
    ['borrar un anexo vivo', 'DELETE FROM anexos', /destrucción/],
    ['borrar un objeto vivo', `DELETE FROM objetos WHERE estado = 'vivo'`, /destrucción/],
    ['destruir un objeto en uso', `UPDATE objetos SET estado = 'destruyendo'`, /vivo usa/],
    ['destruir un anexo sin intención', `UPDATE anexos SET estado = 'destruyendo'`, /intenci/],
    ['cambiar el digesto de un anexo', `UPDATE anexos SET sha256 = sha256('y')`, /permission denied/],
    ['mover un anexo a otro radicado', 'UPDATE anexos SET radicado_id = radicado_id', /permission denied/],
    [
      'mover un radicado a otro expediente',
      'UPDATE radicados SET expediente_id = expediente_id',
      /permission denied/,
    ],
    [
      'escribir sobre el registro de purga',
      'UPDATE documentos_purga_objetos SET tamano = 0',
      /permission denied/,
    ],
    ['borrar del registro de purga', 'DELETE FROM documentos_purga_objetos', /permission denied/],
  ])('%s', async (_caso, sql, mensaje) => {
    await banco.subir(await banco.radicar(await banco.crearExpediente()), 'uno vivo');
    await expect(ejecutar(sql)).rejects.toThrow(mensaje);
  });
});

async function ejecutar(sql: string): Promise<void> {
  await banco.tx(async (tx) => {
    for (const sentencia of sql.split('; ')) await tx.query(sentencia);
  });
}

async function vencerSubidas(): Promise<void> {
  await banco.query(`UPDATE subidas SET vence_en = clock_timestamp() - interval '1 second'`);
}
