import { describe, expect, it } from 'vitest';
import {
  type ActoLote,
  ESTADOS_LOTE,
  findDestino,
  TRANSICIONES,
} from '../../../src/domain/lote/estado-lote.ts';

/** The table of the design, act by act, written again by hand. */
const TABLA: Readonly<Record<ActoLote, readonly string[]>> = {
  publicar: ['borrador → publicado'],
  aprobar: ['publicado → aprobado'],
  ejecutar: ['aprobado → en_ejecucion'],
  cerrar: ['en_ejecucion → ejecutado'],
  cerrar_parcial: ['en_ejecucion → ejecutado_parcial'],
  reintentar: ['ejecutado_parcial → en_ejecucion'],
  completar: ['ejecutado_parcial → ejecutado'],
  anular: ['borrador → anulado', 'publicado → anulado', 'aprobado → anulado'],
  vaciar: ['publicado → anulado', 'aprobado → anulado', 'ejecutado_parcial → anulado'],
};

describe('los actos sobre un lote', () => {
  it.each(Object.keys(TRANSICIONES) as ActoLote[])(
    '%s: desde cada estado, a donde dice la tabla o a ninguna parte',
    (acto) => {
      const licitos = ESTADOS_LOTE.flatMap((estado) => {
        const destino = findDestino(acto, estado);
        return destino === null ? [] : [`${estado} → ${destino}`];
      });
      expect(licitos).toEqual(TABLA[acto]);
    },
  );

  it('cada estado salvo borrador se alcanza por algún acto', () => {
    const alcanzados = new Set(Object.values(TRANSICIONES).map(({ hasta }) => hasta));
    expect([...alcanzados].toSorted()).toEqual(
      ESTADOS_LOTE.filter((estado) => estado !== 'borrador').toSorted(),
    );
  });
});
