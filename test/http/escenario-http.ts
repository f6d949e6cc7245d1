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
  /** POST if absent. */
  readonly method?: 'POST' | 'PUT';
  readonly version?: number;
  readonly cuerpo?: unknown;
  readonly clave?: string;
}

/** A whole service over the archive of an escenario, spoken to by the people named. */
export class EscenarioHttp {
  readonly escenario: Escenario;
  readonly #prueba: AppDePrueba;

  private constructor(escenario: Escenario, prueba: AppDePrueba) {
    this.escenario = escenario;
    this.#prueba = prueba;
  }

  /** `roles`: workers besides the API, as the configuration names them; none if absent. */
  static async abrir(
    identidades: Readonly<Record<string, IdentidadDePrueba>>,
    roles?: string,
  ): Promise<EscenarioHttp> {
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
    const { base, reloj } = escenario;
    const prueba =
      roles === undefined
        ? await arrancarAppSobre(base, env, { reloj, roles: () => [] })
        : await arrancarAppSobre(base, { ...env, ELIMINACION_ROLES: `api,${roles}` }, { reloj });
    return new EscenarioHttp(escenario, prueba);
  }

  async cerrar(): Promise<void> {
    await this.#prueba.app.stop();
    await this.escenario.cerrar();
  }

  async get(como: string, path: string): Promise<Resultado> {
    return read(await this.fetch(como, path));
  }

  /** The answer itself, for what is not JSON. */
  fetch(como: string, path: string, init: RequestInit = {}): Promise<Response> {
    return this.#prueba.api(path, { ...init, como: `dev:${como}` });
  }

  /** Lines of the service's log. */
  get log(): readonly string[] {
    return this.#prueba.log;
  }

  async post(
    como: string,
    path: string,
    { version, cuerpo = {}, clave, method = 'POST' }: Acto = {},
  ): Promise<Resultado> {
    const respuesta = await this.fetch(como, path, {
      method,
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
