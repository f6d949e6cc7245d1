import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderContentDisposition } from '../../../src/api/send-archivo.ts';

describe('el nombre con que se guarda un archivo', () => {
  it('lleva un nombre ASCII para lectores viejos y el verdadero en UTF-8 (RFC 6266)', () => {
    expect(renderContentDisposition('Acta ñandú — 7.xml')).toBe(
      `attachment; filename="Acta nandu _ 7.xml"; filename*=UTF-8''Acta%20%C3%B1and%C3%BA%20%E2%80%94%207.xml`,
    );
  });

  it('ningún nombre, por hostil que sea, se sale de la cabecera', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (nombre) => {
        const valor = renderContentDisposition(nombre);
        expect(valor).toMatch(/^attachment; filename="[\w. ()-]*"; filename\*=UTF-8''[\w.!~%-]*$/);
        expect(decodeURIComponent(valor.slice(valor.indexOf("''") + 2))).toBe(nombre.toWellFormed());
        expect(new Headers({ 'Content-Disposition': valor }).get('Content-Disposition')).toBe(valor);
      }),
    );
  });
});
