import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/observability/logger.ts';

const URL_BASE = 'postgres://app:Kq8"larga@db/archivo';

function collect(secretos: readonly string[]): { lines: string[]; logger: ReturnType<typeof createLogger> } {
  const lines: string[] = [];
  const destino = { write: (line: string) => void lines.push(line) };
  return { lines, logger: createLogger({ nivel: 'trace', secretos, destino }) };
}

describe('el registro técnico', () => {
  it('un secreto de la configuración no aparece, ni dentro del mensaje o la causa de un error', () => {
    const { lines, logger } = collect([URL_BASE, 'Kq8"larga']);
    logger.error({ err: new Error('falló', { cause: new Error(`connect ${URL_BASE}`) }) }, `con ${URL_BASE}`);
    logger.info({ dato: { profundo: ['x', 'Kq8"larga'] } }, 'Kq8"larga');
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('larga');
    expect(lines.join()).toContain('[secreto]');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, service: 'orpycamcp-eliminacion' });
  });

  it('un campo que lleva una credencial se censura sin saber su valor', () => {
    const { lines, logger } = collect([]);
    logger.info({
      authorization: 'Bearer abc',
      req: { headers: { authorization: 'Bearer abc', cookie: 'abc' } },
      otro: { password: 'abc' },
    });
    expect(lines.join()).not.toContain('abc');
  });
});
