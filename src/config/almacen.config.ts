import { z } from 'zod';
import { defineOptionalKey } from './config-block.ts';

const carpeta = z.string().min(1, { error: 'No puede estar vacía.' });

export const almacenConfig = {
  vivo: defineOptionalKey({
    env: 'ELIMINACION_ALMACEN_VIVO',
    doc: 'Carpeta de los objetos vivos: los documentos que todavía pueden eliminarse.',
    defaultDoc: '`almacen/vivo` dentro de `ELIMINACION_DATOS`',
    schema: carpeta,
  }),
  worm: defineOptionalKey({
    env: 'ELIMINACION_ALMACEN_WORM',
    doc: 'Carpeta de lo que nunca se borra ni se reescribe: actas, inventarios, índices, anclas.',
    defaultDoc: '`almacen/worm` dentro de `ELIMINACION_DATOS`',
    schema: carpeta,
  }),
};
