import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { registerPlazo } from '../../../src/cli/plazo.ts';

function run(...args: string[]): string {
  let escrito = '';
  const program = new Command('eliminacion');
  registerPlazo(program, {
    write: (texto) => {
      escrito += texto;
    },
  });
  program.parse(['plazo', ...args], { from: 'user' });
  return escrito;
}

describe('eliminacion plazo', () => {
  it('REQ-PUB-1: con --json da el último día, el cierre y los festivos', () => {
    expect(JSON.parse(run('2026-12-01', '--json'))).toEqual({
      publicadoEn: '2026-12-01',
      dias: 60,
      primerDia: '2026-12-02',
      ultimoDia: '2027-03-01',
      cierre: '2027-03-02T00:00:00-05:00',
      calendario: 'ley-2578',
      festivos: [
        { fecha: '2026-12-08', nombre: 'Inmaculada Concepción' },
        { fecha: '2026-12-25', nombre: 'Navidad' },
        { fecha: '2027-01-01', nombre: 'Año Nuevo' },
        { fecha: '2027-01-11', nombre: 'Día de los Reyes Magos' },
      ],
    });
  });

  it('sin --json lo cuenta en español', () => {
    expect(run('2026-12-01', '--dias', '2')).toBe(
      [
        'Publicado el 2026-12-01; el plazo es de 2 días hábiles (calendario ley-2578).',
        'Primer día: 2026-12-02',
        'Último día: 2026-12-03, hasta las 24:00 de Bogotá (2026-12-04T00:00:00-05:00)',
        'No hay festivos en el plazo.',
        '',
      ].join('\n'),
    );
    expect(run('2026-12-01')).toContain('Festivos que no cuentan:\n  2026-12-08  Inmaculada Concepción\n');
  });

  it('calcula con otra versión del calendario', () => {
    expect(JSON.parse(run('2026-06-01', '--json', '--calendario', 'antes-ley-2578'))).toMatchObject({
      ultimoDia: '2026-09-01',
      calendario: 'antes-ley-2578',
    });
  });

  it.each([
    [['2026-02-30'], 'fecha_invalida'],
    [['2026-12-01', '--dias', 'x'], 'plazo_invalido'],
    [['2026-12-01', '--calendario', 'x'], 'calendario_desconocido'],
    [['2199-12-01'], 'fecha_fuera_de_calendario'],
  ])('rechaza %o con %s', (args, code) => {
    expect(() => run(...args)).toThrowError(expect.objectContaining({ code }));
  });
});
