import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderEventos } from './render-eventos.ts';

/** Writes docs/eventos.md from the types that the services name; a test refuses a stale page. */
writeFileSync(resolve(import.meta.dirname, '../docs/eventos.md'), renderEventos());
