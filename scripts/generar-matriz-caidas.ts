import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderMatrizCaidas } from './render-matriz-caidas.ts';

/** Writes docs/crash-matrix.md from the table of the crash tests; a test refuses a stale page. */
writeFileSync(resolve(import.meta.dirname, '../docs/crash-matrix.md'), renderMatrizCaidas());
