import { describe, expect, it } from 'vitest';
import type { Migracion } from '../../../src/db/migrate/leer-migraciones.ts';
import { planPendientes } from '../../../src/db/migrate/plan-pendientes.ts';
import { DomainError } from '../../../src/domain/errors/domain-error.ts';

const archivo = (nombre: string, sha256 = `huella de ${nombre}`): Migracion => ({ nombre, sql: '', sha256 });
const aplicada = ({ nombre, sha256 }: Migracion) => ({ nombre, sha256 });
const uno = archivo('0001_uno');
const dos = archivo('0002_dos');
const tres = archivo('0003_tres');

function rechazo(plan: () => unknown): DomainError {
  try {
    plan();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('el plan no se rechazó');
}

describe('qué migraciones faltan', () => {
  it('todas en una base nueva, las últimas en una al día de antes, ninguna en una al día', () => {
    expect(planPendientes('public', [uno, dos], [])).toEqual([uno, dos]);
    expect(planPendientes('public', [uno, dos, tres], [uno, dos].map(aplicada))).toEqual([tres]);
    expect(planPendientes('public', [uno, dos], [dos, uno].map(aplicada))).toEqual([]);
  });

  it('un archivo aplicado y después editado se rechaza y se nombra', () => {
    const error = rechazo(() =>
      planPendientes('tenant_a', [uno, archivo('0002_dos', 'otra')], [uno, dos].map(aplicada)),
    );
    expect(error.code).toBe('migracion_archivo_editado');
    expect(error.params).toMatchObject({ ambito: 'tenant_a', archivo: '0002_dos' });
  });

  it('un archivo que llega tarde, antes de otro ya aplicado, se rechaza y no se salta en silencio', () => {
    const error = rechazo(() => planPendientes('public', [uno, dos, tres], [uno, tres].map(aplicada)));
    expect(error.code).toBe('migracion_archivo_saltado');
    expect(error.params).toMatchObject({ archivo: '0002_dos', posterior: '0003_tres' });
  });

  it('un programa anterior a la base se niega a migrar', () => {
    const error = rechazo(() => planPendientes('public', [uno], [uno, dos].map(aplicada)));
    expect(error.code).toBe('migracion_programa_antiguo');
    expect(error.params).toMatchObject({ archivo: '0002_dos' });
  });

  it('un archivo aplicado que desapareció de la mitad se rechaza', () => {
    const error = rechazo(() => planPendientes('public', [uno, tres], [uno, dos].map(aplicada)));
    expect(error.code).toBe('migracion_archivo_perdido');
  });
});
