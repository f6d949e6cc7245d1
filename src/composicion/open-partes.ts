import {
  almacenesEnCarpeta,
  lecturasEnCarpeta,
  wormsEnCarpeta,
} from '../adapters/almacen/almacenes-en-carpeta.ts';
import { resolveCarpetaDatos } from '../adapters/postgres-embebido/carpeta-datos.ts';
import { puntoDeFalloMortal } from '../adapters/punto-de-fallo/punto-de-fallo-mortal.ts';
import { crearRelojDesde, relojSistema } from '../adapters/reloj/reloj-sistema.ts';
import type { Config } from '../config/config-blocks.ts';
import { createDatabase } from '../db/database.ts';
import { createHealthRegistry } from '../observability/health-registry.ts';
import { type PuntoDeFallo, sinPuntoDeFallo } from '../services/ports/punto-de-fallo.ts';
import type { Reloj } from '../services/ports/reloj.ts';
import { openAlmacenes } from './open-almacenes.ts';
import { type Apertura, openBase } from './open-base.ts';
import { openFirmante } from './open-firmante.ts';
import type { Partes } from './partes.ts';
import { registerChecks } from './register-checks.ts';

/** Parts that tests and the demo replace. */
export interface PartesPropias {
  readonly reloj?: Reloj;
  readonly puntoDeFallo?: PuntoDeFallo;
}

interface AperturaPartes extends Apertura {
  /** Root folder of the project. */
  readonly proyecto: string;
  readonly propias: PartesPropias;
}

/** Opens what the configuration names, in order; each opening leaves in `cierres` how it is undone. */
export async function openPartes(config: Config, apertura: AperturaPartes): Promise<Partes> {
  const { logger, propias, proyecto } = apertura;
  const carpetaDatos = await resolveCarpetaDatos({ proyecto, configurada: config.baseDatos.datos });
  const reloj = propias.reloj ?? chooseReloj(config);
  const { appUrl, auditoriaUrl, migracionesUrl } = await openBase(config, carpetaDatos, apertura);
  const db = createDatabase({
    url: appUrl,
    max: config.baseDatos.conexionesMaximas,
    applicationName: 'orpycamcp-eliminacion',
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  apertura.cierres.push(() => db.close());
  // Opens nothing until it is asked; without the role's own address it verifies all the same, and can't record it.
  const auditoria = createDatabase({
    url: auditoriaUrl ?? appUrl,
    max: 1,
    applicationName: 'orpycamcp-auditoria',
    onError: (error) => logger.warn({ err: error }, 'audit connection lost'),
  });
  apertura.cierres.push(() => auditoria.close());
  const health = createHealthRegistry({ logger });
  const almacenes = await openAlmacenes(config, carpetaDatos);
  const puntoDeFallo = propias.puntoDeFallo ?? choosePuntoDeFallo(config);
  const { firmante, anclasFirma } = await openFirmante(config, carpetaDatos, reloj);
  registerChecks(health, { db, almacenes, firmante });
  return {
    config,
    logger,
    reloj,
    db,
    auditoria,
    appUrl,
    migracionesUrl,
    carpetaDatos,
    almacen: almacenesEnCarpeta({ carpeta: almacenes.vivo, puntoDeFallo }),
    lectura: lecturasEnCarpeta({ carpeta: almacenes.vivo }),
    worm: wormsEnCarpeta({ carpeta: almacenes.worm }),
    firmante,
    anclasFirma,
    health,
    puntoDeFallo,
  };
}

function chooseReloj({ entorno }: Config): Reloj {
  return entorno.relojPrueba === null ? relojSistema : crearRelojDesde(entorno.relojPrueba);
}

function choosePuntoDeFallo({ entorno }: Config): PuntoDeFallo {
  return entorno.falloEn === null ? sinPuntoDeFallo : puntoDeFalloMortal(entorno.falloEn);
}
