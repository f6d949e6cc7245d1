import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderEventos } from '../../../scripts/render-eventos.ts';
import { rutaEnRepositorio } from '../../support/fuentes.ts';

describe('docs/eventos.md', () => {
  const pagina = renderEventos();

  it('está al día con los servicios; si no: npm run generar', () => {
    expect(readFileSync(rutaEnRepositorio('docs/eventos.md'), 'utf8')).toBe(pagina);
  });

  it('distingue lo que se publica de lo que solo se asienta', () => {
    expect(pagina).toMatch(/`archive\.eliminacion_lote_publicado` \| sí \|/);
    expect(pagina).toMatch(/`archive\.eliminacion_lote_\{estado\}` \| sí \|/);
    expect(pagina).toMatch(/`archive\.eliminacion_acta_descargada` \| no \|/);
  });
});
