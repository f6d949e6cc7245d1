import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { Certificate } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { contarObservaciones, resultadoDe } from '../../../src/domain/acta/contar-observaciones.ts';
import { type CuentasActa, cuadrarOrden } from '../../../src/domain/acta/cuadrar-acta.ts';
import { issuerSerialV2 } from '../../../src/domain/acta/issuer-serial.ts';
import { parseActaCabecera, parseActaItem } from '../../../src/domain/acta/parse-acta.ts';
import { RecuentoInventario } from '../../../src/domain/acta/recuento-inventario.ts';
import { isTextoXml } from '../../../src/domain/acta/texto-xml.ts';
import { cabeceraDePrueba, itemDePrueba } from '../../xml/acta-de-prueba.ts';
import { materialDePrueba } from '../../xml/firmante-de-prueba.ts';

describe('texto que puede ir en XML', () => {
  it('admite todo Unicode menos lo que XML 1.0 no tiene', () => {
    for (let punto = 0; punto <= 0x10ffff; punto += punto < 0x11000 ? 1 : 0x101) {
      const noTiene =
        (punto < 0x20 && ![9, 10, 13].includes(punto)) ||
        (punto >= 0xd800 && punto <= 0xdfff) ||
        punto === 0xfffe ||
        punto === 0xffff;
      if (isTextoXml(String.fromCodePoint(punto)) === noTiene) expect.fail(`U+${punto.toString(16)}`);
    }
    expect(isTextoXml('')).toBe(true);
    expect(isTextoXml('📁'.slice(0, 1))).toBe(false);
  });
});

describe('cabecera y renglones del acta', () => {
  it('lo congelado como JSON se lee igual', () => {
    const cabecera = cabeceraDePrueba([1, 3, 5]);
    expect(parseActaCabecera(JSON.parse(JSON.stringify(cabecera)))).toEqual(cabecera);
    const item = itemDePrueba(1);
    expect(parseActaItem(JSON.parse(JSON.stringify(item)))).toEqual(item);
  });

  it.each([
    ['expedienteId', { expedienteId: 'ABC' }, 'debe ser un UUID en minúsculas'],
    ['cierre', { cierre: '29/02/2004' }, 'debe ser una fecha AAAA-MM-DD'],
    ['destruidoEn', { destruidoEn: '2026-12-01T10:00:00' }, 'debe ser un instante RFC 3339 con zona'],
    ['sal', { sal: 'corta' }, 'debe ser 128 bits en 32 hexadecimales'],
    ['titulo', { titulo: '' }, 'no puede estar vacío'],
    ['titulo', { titulo: 'a\ud800' }, 'caracteres de control o incompletos'],
  ])('un renglón con %s mal se rechaza diciendo el campo y la razón', (campo, cambio, motivo) => {
    const intento = () => parseActaItem({ ...itemDePrueba(1), ...cambio });
    expect(intento).toThrow(`${campo}: `);
    expect(intento).toThrow(motivo);
  });
});

describe('cuentas de observaciones', () => {
  it('se deducen de las respuestas, nunca se escriben', () => {
    const respuesta = (resultado: 'aceptada' | 'rechazada') => ({ filas: [], resultado, motivo: 'x' });
    const observacion = (extemporanea: boolean, ...respuestas: ReturnType<typeof respuesta>[]) => ({
      numero: 'O',
      recibidaEn: '2026-08-01T00:00:00Z',
      extemporanea,
      respuestas,
    });
    expect(
      contarObservaciones([
        observacion(false, respuesta('aceptada'), respuesta('aceptada')),
        observacion(false, respuesta('aceptada'), respuesta('rechazada')),
        observacion(false, respuesta('rechazada')),
        observacion(true),
      ]),
    ).toEqual({ recibidas: 4, extemporaneas: 1, aceptadas: 1, rechazadas: 1, parciales: 1, sinRespuesta: 1 });
    expect(resultadoDe([])).toBe('sin_respuesta');
  });
});

describe('cada renglón del lote está una sola vez', () => {
  const cuentas = (items: number, omisiones: number[], retirados: number[]): CuentasActa => ({
    saldo: { items, destruidos: 1, omitidos: omisiones.length, retirados: retirados.length },
    resumen: { series: [], expedientes: 0, radicados: 0, anexos: 0, folios: 0, omitidos: 0, retirados: 0 },
    estadoLote: 'ejecutado_parcial',
    omisiones,
    retirados,
  });
  const recuento = (ordenes: number[]): RecuentoInventario => {
    const cuenta = new RecuentoInventario();
    for (const orden of ordenes) {
      cuenta.add({ orden, serie: '1', subserie: null, folios: 0, radicados: 0, anexos: 0 });
    }
    return cuenta;
  };

  it('cualquier reparto de los renglones cuadra, y si uno se pierde, se repite o sobra, no', () => {
    const reparto = fc.array(fc.constantFrom('destruido', 'omitido', 'retirado'), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(reparto, fc.nat(), (destinos, semilla) => {
        const de = (destino: string) => destinos.flatMap((d, i) => (d === destino ? [i + 1] : []));
        const [destruidos, omitidos, retirados] = [de('destruido'), de('omitido'), de('retirado')];
        const n = destinos.length;
        const cual = (semilla % n) + 1;
        const sin = (lista: number[]) => lista.filter((orden) => orden !== cual);
        expect(cuadrarOrden(cuentas(n, omitidos.toReversed(), retirados), recuento(destruidos))).toEqual([]);
        expect(cuadrarOrden(cuentas(n, sin(omitidos), sin(retirados)), recuento(sin(destruidos)))).toEqual([
          `falta el renglón ${cual}: no está destruido, omitido ni retirado`,
        ]);
        expect(cuadrarOrden(cuentas(n, [...omitidos, cual], retirados), recuento(destruidos))).not.toEqual(
          [],
        );
        expect(cuadrarOrden(cuentas(n, [...omitidos, n + 1], retirados), recuento(destruidos))).not.toEqual(
          [],
        );
        expect(cuadrarOrden(cuentas(n + 1, omitidos, retirados), recuento(destruidos))).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('IssuerSerialV2', () => {
  it('lleva el emisor y el número del certificado, con su codificación DER', async () => {
    const { certificadoPem } = await materialDePrueba('p256');
    const { raw, serialNumber } = new X509Certificate(certificadoPem);
    const der = Buffer.from(issuerSerialV2(raw));
    const { issuer } = Certificate.fromBER(raw);
    expect(der.includes(Buffer.from(issuer.toSchema().toBER()))).toBe(true);
    expect(der.toString('hex').endsWith(`0210${serialNumber.toLowerCase()}`)).toBe(true);
    expect(der[0]).toBe(0x30);
    expect(der[1]).toBe(der.length - 2);
  });

  it('con un emisor largo las longitudes siguen siendo DER', async () => {
    const { certificadoPem } = await materialDePrueba('p256', { emisor: 'A'.repeat(400) });
    const der = Buffer.from(issuerSerialV2(new X509Certificate(certificadoPem).raw));
    expect(der[1]).toBe(0x82);
    expect(der.readUInt16BE(2)).toBe(der.length - 4);
  });

  it('de bytes que no son un certificado no inventa nada', () => {
    expect(() => issuerSerialV2(Buffer.from('3003020101', 'hex'))).toThrow(RangeError);
    expect(() => issuerSerialV2(Buffer.from('30820fff', 'hex'))).toThrow(RangeError);
    expect(() => issuerSerialV2(Buffer.alloc(0))).toThrow(RangeError);
  });
});
