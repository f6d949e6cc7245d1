import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imponerRetencion, type RetencionImpuesta } from '../../src/services/retencion/imponer-retencion.ts';
import { Archivador } from '../support/archivador-de-prueba.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Conexion, conAuditoriaDetenida, esperaDetrasDe } from '../support/carrera.ts';
import { Escenario, type LoteDePrueba } from '../support/escenario.ts';
import { makeJuridica, SOBRE_MANDATO } from '../support/retenciones-de-prueba.ts';

let escenario: Escenario;
let archivador: Archivador;
beforeAll(async () => {
  escenario = await Escenario.abrir();
  archivador = await Archivador.abrir(escenario);
});
afterAll(() => escenario.cerrar());

async function enEjecucion(cuantos: number): Promise<LoteDePrueba> {
  const ids: string[] = [];
  for (let n = 0; n < cuantos; n += 1) ids.push(await archivador.sembrar({}, [codigoUnico('texto')]));
  return escenario.loteEn('en_ejecucion', ids);
}
const imponer = (expedienteId: string, clearance: 0 | 3 = 3): Promise<RetencionImpuesta> =>
  imponerRetencion(escenario, makeJuridica('juridica', { clearance }), {
    alcance: { alcance: 'expediente', expedienteId },
    ...SOBRE_MANDATO,
  });
const omitidosDe = async ({ id }: LoteDePrueba) =>
  (
    await escenario.query<{ id: string }>(
      `SELECT expediente_id AS id FROM eliminacion_lote_omision WHERE lote_id = $1 AND estado = 'omitido' AND causa = 'retencion_legal'`,
      [id],
    )
  ).map(({ id: expediente }) => expediente);

describe('imponer una retención mientras se destruye', () => {
  it('REQ-HOLD-3: si la retención llega primero, la última mirada la espera, la ve y omite', async () => {
    const lote = await enEjecucion(2);
    const [retenido = '', vecino = ''] = lote.expedientes;
    let respuesta: Promise<RetencionImpuesta> | undefined;
    let corrida: ReturnType<Archivador['procesar']> | undefined;
    // The hold has its lock and its row, and cannot commit; the purge reaches its check and waits behind it.
    await conAuditoriaDetenida(escenario, async (cadena) => {
      const detras = Promise.withResolvers<Pick<Conexion, 'pid'>>();
      corrida = archivador.procesar({
        'purga.verificada': async () => {
          respuesta = imponer(retenido);
          const retencion = await esperaDetrasDe(escenario, cadena);
          void esperaDetrasDe(escenario, retencion).then(detras.resolve, detras.reject);
        },
      });
      await detras.promise;
      expect(await omitidosDe(lote)).toEqual([]);
    });
    expect(await corrida).toMatchObject({ destruidos: 1, terminado: true, fallos: [] });
    expect(await omitidosDe(lote)).toEqual([retenido]);
    expect(await archivador.conBytes(retenido)).toBe(true);
    expect(await archivador.conBytes(vecino)).toBe(false);
    // At that instant it was in the hands of an executor: nothing more was known.
    expect(await respuesta).toMatchObject({ protegidos: 0, destruidos: 0, inciertos: 1 });
  });

  it('REQ-HOLD-3: si la última mirada llega primero, la retención la espera y lo cuenta incierto, nunca protegido', async () => {
    const lote = await enEjecucion(1);
    const [perdido = ''] = lote.expedientes;
    const tramo = await Conexion.abrir(escenario);
    let respuesta: Promise<RetencionImpuesta> | undefined;
    const corrida = archivador.procesar({
      // The check will have the shared lock and stop at the tramo's row; the hold then waits for the check.
      'purga.verificada': async () => {
        await tramo.query('SELECT FROM eliminacion_lote_tramos WHERE lote_id = $1 FOR UPDATE', [lote.id]);
        void esperaDetrasDe(escenario, tramo).then(async (mirada) => {
          respuesta = imponer(perdido);
          await esperaDetrasDe(escenario, mirada);
          await tramo.deshacer();
        });
      },
      // Nothing is destroyed before the hold has answered.
      'purga.antes': async () => {
        expect(await respuesta).toMatchObject({ protegidos: 0, destruidos: 0, inciertos: 1 });
        expect(await archivador.conBytes(perdido)).toBe(true);
      },
    });
    expect(await corrida).toMatchObject({ destruidos: 1, terminado: true, fallos: [] });
    expect(await respuesta).toMatchObject({ inciertos: 1 });
    expect(await omitidosDe(lote)).toEqual([]);
    expect(await archivador.conBytes(perdido)).toBe(false);
    // Asked again, it is known: it came too late.
    expect(await imponer(perdido)).toMatchObject({ protegidos: 0, destruidos: 1, inciertos: 0 });
  });

  it('antes de la intención está protegido aunque un ejecutor lo tenga en turno', async () => {
    const lote = await enEjecucion(1);
    const [salvado = ''] = lote.expedientes;
    let respuesta: RetencionImpuesta | undefined;
    await archivador.procesar({
      'intencion.inventariada': async () => {
        respuesta = await imponer(salvado);
      },
    });
    expect(respuesta).toMatchObject({ protegidos: 1, destruidos: 0, inciertos: 0 });
    expect(await omitidosDe(lote)).toEqual([salvado]);
    expect(await archivador.conBytes(salvado)).toBe(true);
  });

  it('destruidos los bytes y sin lápida todavía, sigue siendo incierto', async () => {
    const lote = await enEjecucion(1);
    const [perdido = ''] = lote.expedientes;
    let respuesta: RetencionImpuesta | undefined;
    await archivador.procesar({
      'lapida.antes_de_confirmar': async () => {
        respuesta = await imponer(perdido);
      },
    });
    expect(respuesta).toMatchObject({ protegidos: 0, destruidos: 0, inciertos: 1 });
    expect(await escenario.cuenta('eliminacion_lapidas', 'lote_id = $1', [lote.id])).toBe(1);
  });

  it('los inciertos también se cuentan solo hasta el nivel de quien pregunta', async () => {
    const dependencia = codigoUnico('D');
    const instrumento = await escenario.instrumento({ dependencia });
    const ids = [
      await archivador.sembrar({ instrumento, nivel: 0 }, [codigoUnico('texto')]),
      await archivador.sembrar({ instrumento, nivel: 3 }, [codigoUnico('texto')]),
    ];
    await escenario.loteEn('en_ejecucion', ids);
    const respuestas: RetencionImpuesta[] = [];
    await archivador.procesar({
      'purga.antes': async () => {
        for (const clearance of [0, 3] as const) {
          const quien = makeJuridica('juridica', { clearance });
          const alcance = { alcance: 'dependencia', dependenciaCodigo: dependencia };
          respuestas.push(await imponerRetencion(escenario, quien, { alcance, ...SOBRE_MANDATO }));
        }
      },
    });
    expect(respuestas.map(({ inciertos }) => inciertos)).toEqual([1, 2]);
  });
});
