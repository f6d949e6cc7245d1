import { describe, expect, it } from 'vitest';
import { eliminacion } from './orden.ts';

const INGLES = /\b(Usage|Options|Commands|Arguments|display help|default:|unknown|missing|error:)/;

describe('la ayuda y las órdenes mal escritas', () => {
  it('la ayuda está en español, nombra cada orden y los códigos de salida', async () => {
    const { codigo, salida, error } = await eliminacion({}, '--help');
    expect([codigo, error]).toEqual([0, '\n']);
    for (const orden of [
      'audit',
      'constancia',
      'demo',
      'doctor',
      'expedientes',
      'import',
      'lote',
      'migrate',
      'plazo',
      'tenant',
      'verificar',
    ]) {
      expect(salida).toMatch(new RegExp(`^  ${orden}\\b`, 'm'));
    }
    expect(salida).toContain('Códigos de salida:');
    expect(salida).not.toMatch(INGLES);
  });

  it.each([
    ['import trd', ['import', 'trd', '--help'], '--tipo <tipo>'],
    ['import fuid', ['import', 'fuid', '--help'], '--columna-cierre <columna>'],
    ['lote', ['lote', 'help'], 'candidatos'],
    ['lote ejecutar', ['lote', 'ejecutar', '--help'], '--follow'],
    ['verificar', ['verificar', '--help'], '--ancla <pem...>'],
  ])('la de %s también', async (_orden, argumentos, contiene) => {
    const { codigo, salida } = await eliminacion({}, ...argumentos);
    expect(codigo).toBe(0);
    expect(salida).toContain(contiene);
    expect(salida).not.toMatch(INGLES);
  });

  it.each([
    ['sin orden', [], 'Uso: eliminacion'],
    ['una orden que no existe', ['lote', 'propner'], 'No existe la orden «propner». ¿Quiso decir proponer?'],
    ['una opción que no existe', ['doctor', '--jsn'], 'No existe la opción «--jsn». ¿Quiso decir --json?'],
    ['sin un argumento', ['import', 'trd'], 'Falta el argumento «archivo».'],
    ['sin una opción obligatoria', ['lote', 'proponer'], 'Falta la opción «--descripcion <texto>».'],
    [
      'una opción sin valor',
      ['lote', 'ver', 'L', '--como'],
      'La opción «--como <identidad>» necesita un valor.',
    ],
    ['argumentos de más', ['lote', 'ver', 'L', 'M'], 'Sobran argumentos.'],
  ])('%s termina con 2 y lo dice en español', async (_caso, argumentos, frase) => {
    const { codigo, salida, error } = await eliminacion({}, ...argumentos);
    expect([codigo, salida]).toEqual([2, '']);
    expect(error).toContain(frase);
    expect(error).not.toMatch(INGLES);
  });
});
