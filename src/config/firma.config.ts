import { z } from 'zod';
import { defineOptionalKey } from './config-block.ts';

export const firmaConfig = {
  clave: defineOptionalKey({
    env: 'ELIMINACION_FIRMA_CLAVE',
    doc: 'Archivo con la clave y el certificado que firman las actas (`.p12`, `.pfx` o `.pem`). Sin él, fuera de `production`, se genera una clave de prueba.',
    schema: z.string().regex(/\.(p12|pfx|pem)$/i, { error: 'Debe ser un archivo .p12, .pfx o .pem.' }),
  }),
  contrasena: defineOptionalKey({
    env: 'ELIMINACION_FIRMA_CONTRASENA',
    doc: 'Contraseña de ese archivo.',
    schema: z.string(),
    secret: true,
  }),
};
