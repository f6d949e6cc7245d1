import { describe, expect, it } from 'vitest';
import { MOTIVOS, renderMotivo } from '../../../src/domain/admision/motivo.ts';
import { listFuentes } from '../../support/fuentes.ts';

const sql = listFuentes(['drizzle/tenant'], '.sql').map(({ texto }) => texto);
const admision = sql.find((texto) => texto.includes('FUNCTION eliminacion_evaluar_admision')) ?? '';

describe('los motivos de rechazo', () => {
  it('son doce, en el orden en que el SQL los busca', () => {
    const enSql = [...admision.matchAll(/THEN '(\w+)' END/g)].map(([, motivo]) => motivo);
    expect(enSql).toEqual([...MOTIVOS]);
    expect(MOTIVOS).toHaveLength(12);
  });

  it('cada uno se lee como parte de una frase en español', () => {
    for (const motivo of MOTIVOS) {
      const texto = renderMotivo(motivo);
      expect(texto).toMatch(/^[a-záéíóúñ]/);
      expect(texto).not.toMatch(/[._]/);
    }
    expect(new Set(MOTIVOS.map(renderMotivo)).size).toBe(MOTIVOS.length);
  });
});
