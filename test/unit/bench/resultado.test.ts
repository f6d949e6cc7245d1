import { describe, expect, it } from 'vitest';
import type { Banco, Medida } from '../../../bench/banco.ts';
import { renderLinea } from '../../../bench/render-linea.ts';
import { type Resultado, runBanco } from '../../../bench/resultado.ts';

const nadie = new AbortController().signal;

function makeBanco(medir: Banco['medir'], cambios: Partial<Banco> = {}): Banco {
  return {
    nombre: 'prueba',
    trabajo: 'un trabajo',
    contra: 'otro',
    metodo: 'a ojo',
    aim: 3,
    direction: '<=',
    maximoS: { rapida: 60, entera: 60 },
    medir,
    ...cambios,
  };
}

function makeMedida(cambios: Partial<Medida> = {}): Medida {
  return {
    ratio: 2,
    rondas: 3,
    tamano: '10 filas',
    cifras: { copia_s: 1.5, con_cadena_por_s: 20, pico_de_memoria_mib: null },
    recuento: { esperado: 10, enBase: 10 },
    ...cambios,
  };
}

function run(banco: Banco): Promise<Resultado> {
  return runBanco(banco, true, nadie);
}

describe('el resultado de un banco', () => {
  it('cumple según la dirección de su meta', async () => {
    const medir = () => Promise.resolve(makeMedida({ ratio: 2 }));
    const metas = [
      { aim: 2, direction: '<=', ok: true },
      { aim: 1.9, direction: '<=', ok: false },
      { aim: 2, direction: '>=', ok: true },
      { aim: 2.1, direction: '>=', ok: false },
    ] as const;
    for (const { ok, ...meta } of metas)
      expect(await run(makeBanco(medir, meta))).toMatchObject({ ok, ratio: 2 });
  });

  it('falla si la base no tiene lo que el banco cree haber hecho', async () => {
    const resultado = await run(
      makeBanco(() => Promise.resolve(makeMedida({ recuento: { esperado: 10, enBase: 9 } }))),
    );
    expect(resultado).toMatchObject({ ok: false, ratio: null });
    expect(resultado.error).toContain('9 filas');
  });

  it('falla con el motivo si el banco no puede medir, sin tumbar a los demás', async () => {
    const resultado = await run(makeBanco(() => Promise.reject(new Error('sin disco'))));
    expect(resultado).toMatchObject({ ok: false, ratio: null, error: 'sin disco' });
    expect(renderLinea(resultado)).toBe('✗ prueba: sin disco');
  });

  it('avisa al banco cuando se acaba su tiempo', async () => {
    const banco = makeBanco(
      ({ plazo }) =>
        new Promise((_, reject) =>
          plazo.addEventListener('abort', () => reject(new Error('fuera de tiempo'))),
        ),
      { maximoS: { rapida: 0.01, entera: 60 } },
    );
    // The timer of a signal alone does not keep a process alive.
    const vivo = setInterval(() => undefined, 1_000);
    try {
      expect((await run(banco)).error).toBe('fuera de tiempo');
    } finally {
      clearInterval(vivo);
    }
  });

  it('se lee en una línea, con unidades y sin lo que no se pudo medir', async () => {
    const resultado = await run(makeBanco(() => Promise.resolve(makeMedida())));
    expect(renderLinea(resultado)).toBe(
      '✓ prueba 2.00 (meta ≤ 3) · 10 filas · 3 rondas · copia 1.5 s, con cadena 20 por segundo',
    );
  });
});
