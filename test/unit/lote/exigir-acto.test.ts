import { describe, expect, it } from 'vitest';
import { ESTADOS_LOTE } from '../../../src/domain/lote/estado-lote.ts';
import {
  exigirOtraPersona,
  exigirPersonaConNivel,
  exigirTransicion,
  type LoteDecidible,
} from '../../../src/domain/lote/exigir-acto.ts';
import { actorId } from '../../../src/domain/personas/actor.ts';
import { NIVELES } from '../../../src/domain/personas/nivel-seguridad.ts';
import { makePersona } from '../../support/personas.ts';

const ana = makePersona('proponente', { sub: 'ana' });
const luis = makePersona('aprobador', { sub: 'luis' });
const eva = makePersona('ejecutor', { sub: 'eva' });
const lote: LoteDecidible = {
  codigo: 'LOTE-2026-0001',
  estado: 'aprobado',
  nivelSeguridad: 2,
  proponenteId: actorId(ana),
  aprobadorId: actorId(luis),
};
const codigo = (acto: () => unknown): unknown => {
  try {
    acto();
    return 'admitido';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

describe('REQ-DEC-3: ninguna persona hace dos actos vecinos', () => {
  it.each([
    ['quien propuso no aprueba', 'aprobar', ana, false, 'separacion_de_personas'],
    ['otra persona aprueba', 'aprobar', luis, false, 'admitido'],
    ['quien aprobó no ejecuta', 'ejecutar', luis, false, 'separacion_de_personas'],
    [
      'quien aprobó no ejecuta aunque la entidad deje ejecutar al proponente',
      'ejecutar',
      luis,
      true,
      'separacion_de_personas',
    ],
    ['quien propuso no ejecuta', 'ejecutar', ana, false, 'separacion_de_personas'],
    ['quien propuso ejecuta si la entidad lo deja', 'ejecutar', ana, true, 'admitido'],
    ['una tercera persona ejecuta', 'ejecutar', eva, false, 'admitido'],
    ['quien propuso publica', 'publicar', ana, false, 'admitido'],
  ] as const)('%s', (_nombre, acto, actor, ejecutorPuedeSerProponente, esperado) => {
    expect(codigo(() => exigirOtraPersona(acto, lote, actor, { ejecutorPuedeSerProponente }))).toBe(esperado);
  });

  it('una persona es su emisor y su sub: el mismo nombre en otro emisor es otra', () => {
    const tocaya = makePersona('aprobador', { sub: 'ana', issuer: 'https://otro.example' });
    expect(codigo(() => exigirOtraPersona('aprobar', lote, tocaya))).toBe('admitido');
    const conOtroNombre = makePersona('aprobador', { sub: 'ana', nombre: 'Otra' });
    expect(codigo(() => exigirOtraPersona('aprobar', lote, conOtroNombre))).toBe('separacion_de_personas');
  });
});

describe('quién puede hacer lo que no se deshace', () => {
  it.each(NIVELES)('con nivel de acceso %i sobre un lote RESERVADA', (clearance) => {
    const esperado = clearance >= 2 ? 'admitido' : 'lote_sobre_su_clearance';
    expect(codigo(() => exigirPersonaConNivel('aprobar', lote, { ...luis, clearance }))).toBe(esperado);
  });

  it.each(['maquina', 'sistema'] as const)('una %s nunca', (kind) => {
    expect(codigo(() => exigirPersonaConNivel('publicar', lote, { ...luis, kind }))).toBe(
      'acto_reservado_a_personas',
    );
  });

  it.each(ESTADOS_LOTE)('ejecutar desde %s', (estado) => {
    const esperado = estado === 'aprobado' ? 'admitido' : 'transicion_invalida';
    expect(codigo(() => exigirTransicion('ejecutar', { ...lote, estado }))).toBe(esperado);
  });

  it('el rechazo dice el acto, el lote y el nivel con palabras', () => {
    expect(() => exigirPersonaConNivel('aprobar', lote, { ...luis, clearance: 1 })).toThrow(
      'Para aprobar el lote LOTE-2026-0001 se exige el nivel de acceso RESERVADA.',
    );
    expect(() => exigirOtraPersona('ejecutar', lote, luis)).toThrow(
      'Quien aprobó el lote LOTE-2026-0001 no puede además ejecutar.',
    );
    expect(() => exigirTransicion('publicar', lote)).toThrow('publicar desde aprobado');
  });
});
