import { almacenConfig } from './almacen.config.ts';
import { baseDatosConfig } from './base-datos.config.ts';
import type { BlockValues } from './config-block.ts';
import { entornoConfig } from './entorno.config.ts';
import { firmaConfig } from './firma.config.ts';
import { httpConfig } from './http.config.ts';
import { identidadConfig } from './identidad.config.ts';
import { registroConfig } from './registro.config.ts';

/** Every key of the service, in the order in which the documentation shows them. */
export const CONFIG_BLOCKS = {
  entorno: entornoConfig,
  baseDatos: baseDatosConfig,
  http: httpConfig,
  identidad: identidadConfig,
  almacen: almacenConfig,
  firma: firmaConfig,
  registro: registroConfig,
};

type Blocks = typeof CONFIG_BLOCKS;

export type Config = { readonly [B in keyof Blocks]: BlockValues<Blocks[B]> };

export const BLOCK_TITLES: Readonly<Record<keyof Blocks, string>> = {
  entorno: 'Proceso',
  baseDatos: 'Base de datos',
  http: 'Servidor HTTP',
  identidad: 'Identidad',
  almacen: 'Almacenes',
  firma: 'Firma de actas',
  registro: 'Registro técnico',
};
