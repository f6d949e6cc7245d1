import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderErrores } from './render-errores.ts';

/** Writes docs/errores.md from the registry of errors; a test refuses a stale page. */
writeFileSync(resolve(import.meta.dirname, '../docs/errores.md'), renderErrores());
