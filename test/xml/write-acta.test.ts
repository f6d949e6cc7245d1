import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { setImmediate as turno } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ActaCabecera } from '../../src/domain/acta/acta-cabecera.ts';
import { AcumuladorMerkle } from '../../src/domain/acta/merkle.ts';
import { hojaDeItem, type ItemEmitido, renderItem } from '../../src/xml/acta/render-item.ts';
import { writeActa } from '../../src/xml/acta/write-acta.ts';
import { canonicalizar } from '../../src/xml/canonico/canonicalizar.ts';
import { parseXmlSeguro } from '../../src/xml/parse-xml-seguro.ts';
import { actaEjemplo, actaEnMemoria, cabeceraDePrueba, itemDePrueba, Memoria } from './acta-de-prueba.ts';

const ORDENES = [1, 3, 5];
const items = (): ItemEmitido[] => ORDENES.map((orden) => renderItem(itemDePrueba(orden), 'completa'));

function emitirCon(cambios: { cabecera?: ActaCabecera; items?: ItemEmitido[] }): Promise<unknown> {
  return writeActa({
    cabecera: cambios.cabecera ?? cabeceraDePrueba(ORDENES),
    rendicion: 'completa',
    items: cambios.items ?? items(),
    out: new Memoria(),
  });
}

describe('emisión del acta', () => {
  it('dice el SHA-256, el tamaño y la cuenta de lo que escribió, y la raíz de sus renglones', async () => {
    const { xml, emitida } = await actaEjemplo();
    const arbol = new AcumuladorMerkle();
    for (const { hoja } of items()) arbol.append(hoja);
    expect(emitida).toEqual({
      sha256: createHash('sha256').update(xml).digest('hex'),
      bytes: xml.length,
      raizMerkle: Buffer.from(arbol.raiz()).toString('hex'),
      cuenta: 3,
    });
    expect(xml.toString()).toContain(`<raizMerkle>${emitida.raizMerkle}</raizMerkle>`);
  });

  it('la misma cabecera y los mismos renglones dan siempre los mismos bytes', async () => {
    expect((await actaEjemplo()).xml.equals((await actaEjemplo()).xml)).toBe(true);
  });

  it('la hoja de un renglón es la de su forma canónica como ápice, con su xmlns', () => {
    const { bytes, hoja } = renderItem(itemDePrueba(1), 'completa');
    const dentro = `<acta xmlns="urn:orpycamcp:acta-eliminacion:v1">${Buffer.from(bytes)}</acta>`;
    const [item] = parseXmlSeguro(dentro).hijos;
    if (item === undefined || typeof item === 'string') throw new Error('no item');
    const apice = canonicalizar(item, { '': 'urn:orpycamcp:acta-eliminacion:v1' });
    const esperada = createHash('sha256')
      .update(Buffer.from([0]))
      .update(apice)
      .digest('hex');
    expect(Buffer.from(hoja).toString('hex')).toBe(esperada);
    expect(Buffer.from(hojaDeItem(bytes)).toString('hex')).toBe(esperada);
  });

  it('REQ-PUB-2: la versión pública tiene los mismos renglones, el título enmascarado con su fundamento, y no la sal', async () => {
    const completa = (await actaEjemplo('completa')).xml.toString();
    const publica = (await actaEjemplo('publica')).xml.toString();
    const ordenes = (xml: string) => xml.match(/<item><orden>\d+<\/orden><expedienteId>[^<]+/g);
    expect(ordenes(publica)).toEqual(ordenes(completa));
    expect(completa).toContain('Rosa Peña');
    expect(publica).not.toContain('Rosa Peña');
    expect(publica).not.toContain('<sal>');
    expect(publica).toContain(
      '<titulo fundamentoReserva="Ley 1581 de 2012, art. 5">Historia laboral de [nombre reservado]</titulo>',
    );
  });

  it('REQ-ACT-1: nombra series y expedientes, fechas, volumen y el acto de aprobación del instrumento', async () => {
    const xml = (await actaEjemplo()).xml.toString();
    for (const dato of [
      '<serieNombre>HISTORIAS LABORALES</serieNombre>',
      '<expedienteCodigo>EXP-1998-00001</expedienteCodigo>',
      '<fecha>2026-12-01</fecha>',
      '<expedientes>3</expedientes>',
      '<actoConvalidacionTrd fecha="2016-05-04">Resolución 0123</actoConvalidacionTrd>',
      '<actaAprobacionTrd fecha="2016-02-10">Acta 03</actaAprobacionTrd>',
    ]) {
      expect(xml).toContain(dato);
    }
  });

  it('un expediente sin folios, con fecha s.f. o que vuelve de otro lote se dice como es', () => {
    const item = itemDePrueba(7, {
      folios: null,
      fechasExtremas: { inicio: null, fin: null },
      subserieNombre: null,
      serie: { version: 'TVD-1', dependencia: null, codigo: '3', subserie: null },
      antecedente: { lote: 'LOTE-2025-0009', causa: 'lote_anulado' },
      ampliaciones: [{ numero: 1, anexos: 2, motivo: 'Anexo tardío' }],
      constanciaFisica: { numero: 1, metodo: 'triturado', fecha: '2026-11-30', lugar: 'Bodega' },
    });
    const xml = Buffer.from(renderItem(item, 'completa').bytes).toString();
    expect(xml).toContain('<fechasExtremas></fechasExtremas>');
    expect(xml).toContain('<serie version="TVD-1">3</serie>');
    expect(xml).not.toContain('<folios>');
    expect(
      xml.endsWith(
        '<antecedente causa="lote_anulado" lote="LOTE-2025-0009"></antecedente>' +
          '<ampliacion anexos="2" numero="1">Anexo tardío</ampliacion>' +
          '<constanciaFisica fecha="2026-11-30" metodo="triturado" numero="1">Bodega</constanciaFisica></item>',
      ),
    ).toBe(true);
  });

  it.each<[string, (base: ActaCabecera) => ActaCabecera, string]>([
    [
      'el saldo no suma',
      (c) => ({ ...c, saldo: { ...c.saldo, omitidos: 0 } }),
      'el saldo no suma: 3 + 0 + 1 ≠ 5',
    ],
    [
      'el resumen dice otros radicados',
      (c) => ({ ...c, resumen: { ...c.resumen, radicados: 7 } }),
      'dice 7 radicados en el resumen y hay 6',
    ],
    [
      'el resumen dice otros folios',
      (c) => ({ ...c, resumen: { ...c.resumen, folios: 1 } }),
      'dice 1 folios en el resumen y hay 36',
    ],
    [
      'una serie no cuadra',
      (c) => ({
        ...c,
        resumen: { ...c.resumen, series: c.resumen.series.map((s) => ({ ...s, codigo: '20' })) },
      }),
      'el resumen por series no coincide con el inventario',
    ],
    [
      'un renglón no está en ninguna parte',
      (c) => ({ ...c, omisiones: c.omisiones.map((o) => ({ ...o, orden: 6 })) }),
      'falta el renglón 4: no está destruido, omitido ni retirado',
    ],
    [
      'un renglón destruido figura también como omitido',
      (c) => ({ ...c, omisiones: c.omisiones.map((o) => ({ ...o, orden: 3 })) }),
      'el renglón 3 figura como no destruido y también en el inventario',
    ],
    [
      'un lote ejecutado tiene omitidos',
      (c) => ({ ...c, lote: { ...c.lote, estado: 'ejecutado' } }),
      'un lote ejecutado no puede tener omitidos',
    ],
  ])('no se emite si %s', async (_, cambiar, motivo) => {
    await expect(emitirCon({ cabecera: cambiar(cabeceraDePrueba(ORDENES)) })).rejects.toThrow(motivo);
  });

  it.each<[string, () => ItemEmitido[], string]>([
    [
      'los renglones vienen desordenados',
      () => items().reverse(),
      'el renglón 3 está repetido o desordenado',
    ],
    ['falta un renglón', () => items().slice(0, 2), 'dice 3 destruidos en el saldo y hay 2'],
    [
      'la hoja guardada no es la del renglón',
      () => items().map((item, i) => (i === 1 ? { ...item, hoja: new Uint8Array(32) } : item)),
      'la hoja guardada no corresponde a sus bytes',
    ],
    [
      'los bytes guardados están dañados',
      () => items().map((item, i) => (i === 1 ? { ...item, bytes: item.bytes.subarray(0, -3) } : item)),
      'un renglón guardado está dañado',
    ],
    [
      'los bytes guardados no cumplen la definición',
      () => {
        const bytes = Buffer.from('<item><orden>1</orden></item>');
        return [{ bytes, hoja: hojaDeItem(bytes) }];
      },
      'falta <expedienteId>',
    ],
    [
      'se mezclan versiones',
      () => ORDENES.map((orden) => renderItem(itemDePrueba(orden), 'publica')),
      'el renglón no es de la versión completa',
    ],
  ])('no se emite si %s', async (_, dar, motivo) => {
    await expect(emitirCon({ items: dar() })).rejects.toThrow(motivo);
  });

  it('una cabecera mal formada se rechaza nombrando cada campo', async () => {
    const base = cabeceraDePrueba(ORDENES);
    const mala = { ...base, fecha: '2026-02-30', entidad: { ...base.entidad, nombre: 'a\u0000' } };
    await expect(emitirCon({ cabecera: mala })).rejects.toMatchObject({
      code: 'acta_contenido_invalido',
      faults: [
        { campo: 'entidad.nombre', motivo: expect.stringContaining('caracteres de control') },
        { campo: 'fecha', motivo: 'debe ser una fecha AAAA-MM-DD' },
      ],
    });
  });

  it('sin copias declaradas lo dice, y sin comprobación de disponibilidad también', async () => {
    const base = cabeceraDePrueba([1]);
    const { xml } = await actaEnMemoria(
      { ...base, copias: [], publicacion: { ...base.publicacion, disponibilidad: null } },
      [itemDePrueba(1)],
    );
    expect(xml.toString()).toContain('<copias declaradas="false"></copias>');
    expect(xml.toString()).toContain('<disponibilidad comprobada="false"></disponibilidad>');
  });

  it('espera a quien recibe: no produce renglones por delante de lo que se escribe', async () => {
    const total = 3000;
    let producidos = 0;
    let mayorAdelanto = 0;
    let recibidos = 0;
    const base = cabeceraDePrueba([1]);
    const { bytes: ejemplo } = renderItem(itemDePrueba(1), 'completa');
    function* producir(): Generator<ItemEmitido> {
      for (let orden = 1; orden <= total; orden += 1) {
        producidos += 1;
        mayorAdelanto = Math.max(mayorAdelanto, producidos * ejemplo.length - recibidos);
        yield renderItem(itemDePrueba(orden), 'completa');
      }
    }
    const out = new Writable({
      write(pieza: Buffer, _codificacion, listo) {
        recibidos += pieza.length;
        turno().then(() => listo(), listo);
      },
    });
    const [serie] = base.resumen.series;
    if (serie === undefined) throw new Error('no serie');
    const { cuenta, bytes } = await writeActa({
      cabecera: {
        ...base,
        saldo: { items: total, destruidos: total, omitidos: 0, retirados: 0 },
        resumen: {
          ...base.resumen,
          series: [{ ...serie, expedientes: total }],
          expedientes: total,
          radicados: 2 * total,
          anexos: 3 * total,
          folios: 12 * total,
        },
      },
      rendicion: 'completa',
      items: producir(),
      out,
    });
    expect({ cuenta, bytes }).toEqual({ cuenta: total, bytes: recibidos });
    expect(bytes).toBeGreaterThan(2_500_000);
    expect(mayorAdelanto).toBeLessThan(600_000);
  });
});
