import type { Permiso } from '../../src/domain/personas/permiso.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { Escenario } from '../support/escenario.ts';
import { type AppDePrueba, arrancarAppSobre } from './arrancar-app.ts';

export interface IdentidadDePrueba {
  readonly permisos: readonly Permiso[];
  readonly clearance?: number;
  readonly tenant?: string;
  readonly kind?: 'maquina';
}

export interface Resultado {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

export interface Acto {
  readonly version?: number;
  readonly cuerpo?: unknown;
  readonly clave?: string;
}

/** A whole service over the archive of an escenario, spoken to as any of the people named. */
export class EscenarioHttp {
  readonly escenario: Escenario;
  readonly #prueba: AppDePrueba;

  private constructor(escenario: Escenario, prueba: AppDePrueba) {
    this.escenario = escenario;
    this.#prueba = prueba;
  }

  static async abrir(identidades: Readonly<Record<string, IdentidadDePrueba>>): Promise<EscenarioHttp> {
    const escenario = await Escenario.abrir();
    const lista = Object.entries(identidades).map(
      ([nombre, { permisos, clearance = 3, tenant = 'demo', kind }]) => ({
        nombre,
        permisos,
        clearance,
        tenants: [tenant],
        ...(kind !== undefined && { kind }),
      }),
    );
    const env = {
      ELIMINACION_ALMACEN_WORM: escenario.carpeta,
      ELIMINACION_IDENTIDADES_DESARROLLO: JSON.stringify(lista),
    };
    const overrides = { reloj: escenario.reloj, roles: () => [] };
    return new EscenarioHttp(escenario, await arrancarAppSobre(escenario.base, env, overrides));
  }

  async cerrar(): Promise<void> {
    await this.#prueba.app.stop();
    await this.escenario.cerrar();
  }

  async get(como: string, path: string): Promise<Resultado> {
    return read(await this.#prueba.api(path, { como: `dev:${como}` }));
  }

  async post(como: string, path: string, { version, cuerpo = {}, clave }: Acto = {}): Promise<Resultado> {
    const respuesta = await this.#prueba.api(path, {
      method: 'POST',
      como: `dev:${como}`,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': clave ?? codigoUnico('clave'),
        ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
      },
      body: JSON.stringify(cuerpo),
    });
    return read(respuesta);
  }

  /** The same act twice under one key, and then under that key with another body. */
  async repetir(
    como: string,
    path: string,
    acto: Acto,
    otroCuerpo: unknown,
  ): Promise<{ primera: Resultado; segunda: Resultado; distinta: Resultado }> {
    const clave = codigoUnico('clave');
    const primera = await this.post(como, path, { ...acto, clave });
    const segunda = await this.post(como, path, { ...acto, clave });
    const distinta = await this.post(como, path, { ...acto, clave, cuerpo: otroCuerpo });
    return { primera, segunda, distinta };
  }
}

async function read(respuesta: Response): Promise<Resultado> {
  const { status, headers } = respuesta;
  return { status, headers, body: (await respuesta.json()) as Record<string, unknown> };
}

/** What of an answer does not change from one request to another. */
export function sinPeticion({ status, body }: Resultado): unknown {
  return { status, body: { ...body, requestId: '', instance: '' } };
}
