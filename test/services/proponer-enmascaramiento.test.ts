import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Escenario } from '../support/escenario.ts';

let escenario: Escenario;
beforeAll(async () => {
  escenario = await Escenario.abrir();
});
afterAll(() => escenario.cerrar());

const proponer = (titulo: string, nivel = 1) =>
  escenario.fila<{ titulo: string; bases: string[] }>(
    'SELECT titulo_publico AS titulo, bases FROM eliminacion_proponer_titulo_publico($1, $2::smallint)',
    [titulo, nivel],
  );
const DATOS = ['Ley 1581 de 2012, arts. 4 f y 5'];

describe('REQ-PUB-2: la primera propuesta de versión pública', () => {
  it.each([
    'Contrato 045 de 2010',
    'Resolución 1234 de 2015, por la cual se adopta el plan 2016-2019',
    'Historias laborales',
    'Acta 12 del 31/12/2009',
    'Convenio interadministrativo n.º 99999',
  ])('deja como está «%s»', async (titulo) => {
    expect(await proponer(titulo)).toEqual({ titulo, bases: [] });
  });

  it.each([
    ['Queja de c.c. 52.123.456 por ruido', 'Queja de c.c. [identificación] por ruido'],
    ['Queja de 52123456', 'Queja de [identificación]'],
    ['Queja de CC52123456', 'Queja de CC[identificación]'],
    ['Queja de 52 123 456', 'Queja de [identificación]'],
    ["Queja de 1'018.456.789", 'Queja de [identificación]'],
    ['Tarjeta de identidad 10203040506', 'Tarjeta de identidad [identificación]'],
    ['Proveedor NIT 79.456.123-4', 'Proveedor NIT [identificación]'],
    ['Proveedor NIT 900123456-7', 'Proveedor NIT [identificación]'],
    ['Pensión de 41.234.567 y 52.765.432', 'Pensión de [identificación] y [identificación]'],
    ['Llamar al 310 123 4567', 'Llamar al [teléfono]'],
    ['Llamar al +57 3101234567', 'Llamar al +57 [teléfono]'],
    ['Llamar al 601-234-5678', 'Llamar al [teléfono]'],
    ['Escribir a rosa.peña+x@correo.gov.co hoy', 'Escribir a [correo] hoy'],
    ['Historia laboral de Rosa Peña Ávila', 'Historia laboral de [nombre]'],
    ['HISTORIA CLÍNICA DE JUAN', 'HISTORIA CLÍNICA DE [nombre]'],
    ['Historias laborales de Rosa y Luis', 'Historias laborales de [nombre]'],
    ['Historia laboral: Rosa Peña', 'Historia laboral: [nombre]'],
    ['Historia laboral Rosa Peña, 52.123.456', 'Historia laboral [nombre]'],
    ['Hoja de vida del señor Juan Díaz', 'Hoja de vida del [nombre]'],
    ['Hoja de vida - Juan Díaz', 'Hoja de vida - [nombre]'],
  ])('«%s» → «%s»', async (titulo, publico) => {
    expect(await proponer(titulo)).toEqual({ titulo: publico, bases: DATOS });
  });

  it.each([
    [2, '[título reservado]', 'Ley 1712 de 2014, art. 19'],
    [3, '[título clasificado]', 'Ley 1712 de 2014, art. 18'],
  ])('el de nivel %i no se muestra, y dice por qué', async (nivel, publico, base) => {
    expect(await proponer('Historia laboral de Rosa Peña', nivel)).toEqual({
      titulo: publico,
      bases: [base],
    });
  });

  it('queda en el ítem, sin revisar, y el título completo también', async () => {
    const id = await escenario.expediente({ titulo: 'Historia laboral de Rosa Peña', nivel: 1 });
    const lote = await escenario.loteEn('borrador', [id]);
    expect(
      await escenario.fila(
        'SELECT titulo, titulo_publico, enmascaramiento, revisado_en FROM eliminacion_lote_items WHERE lote_id = $1',
        [lote.id],
      ),
    ).toEqual({
      titulo: 'Historia laboral de Rosa Peña',
      titulo_publico: 'Historia laboral de [nombre]',
      enmascaramiento: DATOS,
      revisado_en: null,
    });
  });
});
