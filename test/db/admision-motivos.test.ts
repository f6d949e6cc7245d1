import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOTIVOS, type Motivo } from '../../src/domain/admision/motivo.ts';
import type { Instrumento } from '../support/archivo-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { motivosDe, retener } from '../support/evaluar-admision.ts';
import { INSERT_ITEMS, insertBorrador } from '../support/lotes-de-prueba.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const corregir = (serieId: number, campo: string, valor: string) =>
  escenario.query(
    `INSERT INTO trd_correcciones (serie_id, campo, valor_nuevo, motivo, acto, instante, actor) VALUES ($1, $2, $3, 'm', 'a', now(), 'x')`,
    [serieId, campo, valor],
  );
const muestra = (id: string, enMuestra: boolean) =>
  escenario.query(
    `INSERT INTO trd_muestras (expediente_id, en_muestra, criterio, acto, actor, instante) VALUES ($1, $2, 'c', 'a', 'x', now())`,
    [id, enMuestra],
  );
const revisar = ({ versionId }: Instrumento, serieId: number | null) =>
  escenario.query(
    `INSERT INTO trd_revisiones (version_id, serie_id, motivo, abierta_en, abierta_por) VALUES ($1, $2, 'm', now(), 'x')`,
    [versionId, serieId],
  );
const prestar = (id: string) =>
  escenario.query(`INSERT INTO prestamos (expediente_id, solicitante, prestado_en) VALUES ($1, 'x', now())`, [
    id,
  ]);
const transferir = (id: string) =>
  escenario.query(
    `INSERT INTO transferencias (expediente_id, destino, iniciada_en) VALUES ($1, 'x', now())`,
    [id],
  );
async function vincular(id: string): Promise<void> {
  const radicado = await escenario.radicado(id);
  await escenario.query(
    'INSERT INTO vinculos (radicado_id, expediente_citante_id, creado_en) VALUES ($1, $2, now())',
    [radicado, await escenario.expediente()],
  );
}
/** Puts it into a draft without asking admission. */
async function meterEnLote(id: string): Promise<void> {
  await escenario.query(INSERT_ITEMS, [await insertBorrador(escenario), [id], 1]);
}

/** For each reason, an expediente of which nothing else can be said. */
const SOLO: Readonly<Record<Motivo, () => Promise<string>>> = {
  ya_en_otro_lote: async () => {
    const id = await escenario.expediente();
    await escenario.loteEn('borrador', [id]);
    return id;
  },
  expediente_abierto: () => escenario.expediente({ cierre: null }),
  disposicion_no_eliminable: async () =>
    escenario.expediente({ instrumento: await escenario.instrumento({ disposicion: 'CT' }) }),
  retencion_vigente: () => escenario.expediente({ cierre: '2024-01-15' }),
  instrumento_sin_datos: async () =>
    escenario.expediente({ instrumento: await escenario.instrumento({ acta: null }) }),
  trd_revision_pendiente: async () => {
    const instrumento = await escenario.instrumento({ dependencia: 'en-revision' });
    await revisar(instrumento, null);
    return escenario.expediente({ instrumento });
  },
  indice_sin_worm: () => escenario.expediente({ reamarrado: true }),
  retencion_legal: async () => {
    const id = await escenario.expediente();
    await retener(escenario, { alcance: 'expediente', expediente: id });
    return id;
  },
  en_prestamo: async () => {
    const id = await escenario.expediente();
    await prestar(id);
    return id;
  },
  transferencia_en_curso: async () => {
    const id = await escenario.expediente();
    await transferir(id);
    return id;
  },
  vinculado_a_otro_expediente: async () => {
    const id = await escenario.expediente();
    await vincular(id);
    return id;
  },
  fisico_sin_ubicacion: () => escenario.expediente({ soporte: 'fisico' }),
};

describe('cada motivo de rechazo', () => {
  it('ninguno: se admite', async () => {
    expect(await motivosDe(escenario, await escenario.expediente())).toEqual([]);
  });

  it.each(MOTIVOS)('%s, y solo ese', async (motivo) => {
    expect(await motivosDe(escenario, await SOLO[motivo]())).toEqual([motivo]);
  });

  it.each([
    ['cerrado y con la retención corriendo', '2024-01-15', 'expediente_abierto'],
    ['abierto', null, 'retencion_vigente'],
  ])('todos a la vez, %s: salen todos y en su orden', async (_nombre, cierre, imposible) => {
    const instrumento = await escenario.instrumento({
      disposicion: 'CT',
      acto: null,
      dependencia: `todo-${cierre}`,
    });
    await revisar(instrumento, instrumento.serieId);
    const id = await escenario.expediente({ instrumento, cierre, reamarrado: true, soporte: 'hibrido' });
    await retener(escenario, { alcance: 'expediente', expediente: id });
    await prestar(id);
    await transferir(id);
    await vincular(id);
    await meterEnLote(id);
    expect(await motivosDe(escenario, id)).toEqual(MOTIVOS.filter((motivo) => motivo !== imposible));
  });

  it('el lote que se revisa no es «otro»', async () => {
    const [a = '', b = ''] = await escenario.expedientes(2);
    const lote = await escenario.loteEn('borrador', [a]);
    await escenario.loteEn('borrador', [b]);
    expect(await motivosDe(escenario, a, { loteId: lote.id })).toEqual([]);
    expect(await motivosDe(escenario, b, { loteId: lote.id })).toEqual(['ya_en_otro_lote']);
  });
});

describe('REQ-RET-2: la disposición', () => {
  it.each([
    ['CT', null, false],
    ['CT', 'fuera', false],
    ['R', null, false],
    ['R', 'fuera', false],
    ['S', null, false],
    ['S', 'dentro', false],
    ['S', 'fuera', true],
    ['E', null, true],
    ['E', 'dentro', true],
  ])('%s, con muestra %s: eliminable %s', async (disposicion, donde, eliminable) => {
    const id = await escenario.expediente({ instrumento: await escenario.instrumento({ disposicion }) });
    if (donde !== null) await muestra(id, donde === 'dentro');
    expect(await motivosDe(escenario, id)).toEqual(eliminable ? [] : ['disposicion_no_eliminable']);
  });
});

describe('REQ-INS-1: a qué instrumento le faltan datos', () => {
  it.each([
    ['acto de convalidación', { acto: null }],
    ['nombre de la serie', { serieNombre: null }],
    ['nombre de la subserie', { subserie: '01', subserieNombre: null }],
    ['disposición', { disposicion: null }],
    ['AG de una TRD, que su texto no da como número', { ag: null }],
    ['AC de una TRD', { ac: null }],
    ['AC de una TVD', { tipo: 'TVD' as const, ac: null }],
  ])('sin %s', async (_nombre, cambios) => {
    const id = await escenario.expediente({ instrumento: await escenario.instrumento(cambios) });
    expect(await motivosDe(escenario, id)).toEqual(['instrumento_sin_datos']);
  });

  it.each([
    ['una TVD no necesita AG', { tipo: 'TVD' as const, ag: null }],
    ['una subserie con nombre', { subserie: '01', subserieNombre: 'De obra' }],
  ])('%s', async (_nombre, cambios) => {
    const id = await escenario.expediente({ instrumento: await escenario.instrumento(cambios) });
    expect(await motivosDe(escenario, id)).toEqual([]);
  });

  it('una corrección completa lo que falta, y vale la última', async () => {
    const instrumento = await escenario.instrumento({ ag: null, dependencia: 'incompleta' });
    const id = await escenario.expediente({ instrumento });
    await corregir(instrumento.serieId, 'ag', '1');
    expect(await motivosDe(escenario, id)).toEqual([]);
    await corregir(instrumento.serieId, 'ag', '90');
    expect(await motivosDe(escenario, id)).toEqual(['retencion_vigente']);
    await corregir(instrumento.serieId, 'disposicion', 'CT');
    expect(await motivosDe(escenario, id)).toEqual(['disposicion_no_eliminable', 'retencion_vigente']);
  });

  it('REQ-INS-2: la versión nueva de la TRD no cambia lo amarrado a la anterior', async () => {
    const vieja = await escenario.instrumento({ ag: 1, ac: 1, dependencia: 'vieja' });
    const id = await escenario.expediente({ instrumento: vieja, cierre: '2020-01-01' });
    await escenario.instrumento({ ag: 50, ac: 50, disposicion: 'CT', dependencia: 'vieja' });
    expect(await motivosDe(escenario, id)).toEqual([]);
  });
});

describe('lo que deja de impedir', () => {
  it('una revisión de otra serie no impide; resuelta, tampoco', async () => {
    const instrumento = await escenario.instrumento({ dependencia: 'revisada' });
    const otra = await escenario.fila<{ id: number }>(
      `INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, ag, ac, disposicion)
       VALUES ($1, '1', 'd', 'otra', 'Otra', 1, 1, 'E') RETURNING id`,
      [instrumento.versionId],
    );
    const id = await escenario.expediente({ instrumento });
    await revisar(instrumento, otra.id);
    expect(await motivosDe(escenario, id)).toEqual([]);
    await revisar(instrumento, instrumento.serieId);
    expect(await motivosDe(escenario, id)).toEqual(['trd_revision_pendiente']);
    await escenario.query(
      `UPDATE trd_revisiones SET resuelta_en = now(), resuelta_por = 'x', resolucion = 'r' WHERE version_id = $1`,
      [instrumento.versionId],
    );
    expect(await motivosDe(escenario, id)).toEqual([]);
  });

  it('REQ-HOLD-5: el préstamo devuelto y la transferencia terminada', async () => {
    const id = await escenario.expediente();
    await prestar(id);
    await transferir(id);
    expect(await motivosDe(escenario, id)).toEqual(['en_prestamo', 'transferencia_en_curso']);
    await escenario.query('UPDATE prestamos SET devuelto_en = now() WHERE expediente_id = $1', [id]);
    await escenario.query('UPDATE transferencias SET terminada_en = now() WHERE expediente_id = $1', [id]);
    expect(await motivosDe(escenario, id)).toEqual([]);
  });

  it.each(['copia', 'referencia_actualizada', 'confirmado'])(
    'REQ-HOLD-4: el vínculo resuelto por %s',
    async (resolucion) => {
      const id = await escenario.expediente();
      await vincular(id);
      await escenario.query(
        `UPDATE vinculos SET resuelto_en = now(), resolucion = $2 WHERE radicado_id IN (SELECT r.id FROM radicados r WHERE r.expediente_id = $1)`,
        [id, resolucion],
      );
      expect(await motivosDe(escenario, id)).toEqual([]);
    },
  );

  it('el índice del reamarrado, cuando está bajo WORM y no antes', async () => {
    const id = await escenario.expediente({ reamarrado: true });
    await escenario.query(
      `INSERT INTO expediente_indice (expediente_id, sha256, sellado_en) VALUES ($1, 'x', now())`,
      [id],
    );
    expect(await motivosDe(escenario, id)).toEqual(['indice_sin_worm']);
    await escenario.query('UPDATE expediente_indice SET worm = true WHERE expediente_id = $1', [id]);
    expect(await motivosDe(escenario, id)).toEqual([]);
  });

  it.each([
    ['electronico', {}, true],
    ['fisico', {}, false],
    ['fisico', { caja: '1' }, true],
    ['hibrido', { ubicacion: 'Bodega 2' }, true],
    ['hibrido', { carpeta: '7' }, true],
    ['hibrido', { tomo: '1', notas: 'sin sitio' }, false],
  ] as const)('el papel de un expediente %s cuya unidad dice %o', async (soporte, unidad, ubicado) => {
    const id = await escenario.expediente({ soporte });
    const columnas = Object.keys(unidad);
    if (columnas.length > 0) {
      await escenario.query(
        `INSERT INTO fisico_unidades (expediente_id, ${columnas.join(', ')}) VALUES ($1, ${columnas.map((_, n) => `$${n + 2}`).join(', ')})`,
        [id, ...Object.values(unidad)],
      );
    }
    expect(await motivosDe(escenario, id)).toEqual(ubicado ? [] : ['fisico_sin_ubicacion']);
  });
});
