import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/domain/personas/actor.ts';
import type { Permiso } from '../../src/domain/personas/permiso.ts';
import type { SolicitudIdempotente } from '../../src/services/idempotencia/with-acto-tx.ts';
import type { Escenario } from '../support/escenario.ts';
import { makePersona } from '../support/personas.ts';

/** A person of the archive with one permission, everything in reach unless told otherwise. */
export function makeGestora(
  cambios: Partial<Actor> = {},
  permiso: Permiso = 'PERM_ARCHIVO_GESTIONAR',
): Actor {
  return makePersona('proponente', { sub: 'gestora', permisos: new Set([permiso]), ...cambios });
}

export function makeSolicitud(): SolicitudIdempotente {
  const huella = randomBytes(32);
  return { ruta: 'POST /prueba', clave: huella.toString('hex'), huella, estadoHttp: 200, paraSiempre: false };
}

/** What a refusal says to whoever hears it. */
export interface Oido {
  readonly code: string;
  readonly message: string;
}

/** What a refused act says; fails where it is done. */
export async function oir(acto: () => unknown): Promise<Oido> {
  try {
    await acto();
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return { code: String(error.code), message: error.message };
    throw error;
  }
  throw new Error('el acto no fue rechazado');
}

export interface VerboBajoPrueba<Vista> {
  readonly permiso?: Permiso;
  /** The error for what is unknown, and so for what is out of reach. */
  readonly desconocido: string;
  /** Name of the event and of the audit entry. */
  readonly tipo: string;
  readonly hacer: (actor: Actor, entrada: unknown, solicitud?: SolicitudIdempotente) => Promise<Vista>;
  /** A fresh input that works, about expedientes of this level. */
  readonly entrada: (nivel: number) => Promise<Record<string, unknown>>;
  /** The same input, about something that does not exist. */
  readonly ajena: (entrada: Record<string, unknown>) => Record<string, unknown>;
}

const ASIENTOS = `SELECT count(*) AS n, max(contenido) AS ultimo FROM audit_log WHERE accion = $1`;
const EVENTOS = 'SELECT count(*) AS n FROM outbox WHERE event_type = $1';

/** What every verb of the archive owes, whatever it does. `escenario` is opened by the file before its tests. */
export function describeVerbo<Vista>(
  nombre: string,
  escenario: () => Escenario,
  verbo: VerboBajoPrueba<Vista>,
): void {
  const { hacer, tipo, permiso = 'PERM_ARCHIVO_GESTIONAR' } = verbo;
  const contar = async (): Promise<{ asientos: number; eventos: number; ultimo: string | null }> => {
    const { n: asientos, ultimo } = await escenario().fila<{ n: number; ultimo: string | null }>(ASIENTOS, [
      tipo,
    ]);
    const { n: eventos } = await escenario().fila<{ n: number }>(EVENTOS, [tipo]);
    return { asientos, eventos, ultimo };
  };

  describe(nombre, () => {
    it('deja asiento y evento con quién lo hizo', async () => {
      const antes = await contar();
      await hacer(makeGestora({}, permiso), await verbo.entrada(1));
      const despues = await contar();
      expect(despues).toMatchObject({ asientos: antes.asientos + 1, eventos: antes.eventos + 1 });
      expect(despues.ultimo).toContain('https://identidad.example|gestora');
    });

    it('sin permiso no se hace', async () => {
      const entrada = await verbo.entrada(1);
      const antes = await contar();
      const actor = makeGestora({}, 'PERM_ELIMINACION_CONSULTAR');
      expect((await oir(() => hacer(actor, entrada))).code).toBe('sin_permiso');
      expect(await contar()).toEqual(antes);
    });

    it('una entrada con faltas las nombra', async () => {
      const oido = await oir(() => hacer(makeGestora({}, permiso), { inventado: 1 }));
      expect(oido.code).toBe('entrada_invalida');
    });

    it('lo que otra entidad tiene, lo que está sobre su nivel y lo que no existe suenan igual', async () => {
      const entrada = await verbo.entrada(3);
      const antes = await contar();
      const noExiste = await oir(() => hacer(makeGestora({}, permiso), verbo.ajena(entrada)));
      expect(noExiste.code).toBe(verbo.desconocido);
      expect(await oir(() => hacer(makeGestora({ clearance: 2 }, permiso), entrada))).toEqual(noExiste);
      expect(await oir(() => hacer(makeGestora({ tenant: 'otra' }, permiso), entrada))).toEqual(noExiste);
      expect(await contar()).toEqual(antes);
      await hacer(makeGestora({ clearance: 3 }, permiso), entrada);
    });

    it('repetido con la misma clave responde lo mismo y se hace una vez', async () => {
      const entrada = await verbo.entrada(1);
      const solicitud = makeSolicitud();
      const primera = await hacer(makeGestora({}, permiso), entrada, solicitud);
      const antes = await contar();
      expect(await hacer(makeGestora({}, permiso), entrada, solicitud)).toEqual(primera);
      expect(await contar()).toEqual(antes);
    });
  });
}
