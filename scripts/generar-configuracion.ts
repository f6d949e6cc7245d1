import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderConfiguration } from '../src/config/render-configuration.ts';

/** Writes docs/configuration.md from the configuration blocks; a test refuses a stale page. */
writeFileSync(resolve(import.meta.dirname, '../docs/configuration.md'), renderConfiguration());
