import { constants, createHash, sign, X509Certificate } from 'node:crypto';
import { copyFileSync, createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { firmarActa } from '../../src/adapters/firma/firmar-acta.ts';
import { type InformeVerificacion, verificarActa } from '../../src/services/acta/verificar-acta.ts';
import type { SolicitudFirmaActa } from '../../src/services/ports/firma.ts';
import { datoCompartido, exigirTodo, hayDatosCompartidos } from '../support/datos-compartidos.ts';
import { type ActaFirmadaDePrueba, actaFirmadaDePrueba, FIRMADA_EN } from './firmante-de-prueba.ts';
import { correrExterna, verificarConXmlsec } from './herramienta-externa.ts';

function verificar(archivo: string, anclaPem: string): Promise<InformeVerificacion> {
  return verificarActa({ origen: createReadStream(archivo), anclas: [anclaPem], ahora: FIRMADA_EN });
}

let rsa: ActaFirmadaDePrueba;

beforeAll(async () => {
  rsa = await actaFirmadaDePrueba('rsa');
});

function solicitud(cambios: Partial<SolicitudFirmaActa> = {}): SolicitudFirmaActa {
  const { original, sha256Original, firmante, carpeta } = rsa;
  return {
    original,
    sha256: sha256Original,
    firmada: join(carpeta, 'otra.xml'),
    firmante,
    instante: FIRMADA_EN,
    rol: 'Sello de la entidad',
    ...cambios,
  };
}

describe('firma XAdES B-B', () => {
  it.each(['rsa', 'p256', 'p384'] as const)(
    'REQ-ACT-2: una firma %s la dan por válida nuestro verificador y xmlsec1',
    async (algoritmo) => {
      const { firmada, anclaPem, rutaAncla, sha256Original, resultado } =
        await actaFirmadaDePrueba(algoritmo);
      const informe = await verificar(firmada, anclaPem);
      expect(informe.comprobaciones.filter((c) => c.resultado !== 'correcta').map((c) => c.id)).toEqual([
        'sello_tiempo',
      ]);
      expect(informe).toMatchObject({
        valida: true,
        integra: true,
        sha256: resultado.sha256,
        sha256Original,
        acta: { numero: 'ACTA-2026-0007', rendicion: 'completa', expedientes: 3 },
        firmante: { sujeto: 'CN=Alcaldía de Peñón', instante: '2026-12-01T12:00:00.000Z' },
      });
      expect(verificarConXmlsec(firmada, rutaAncla) ?? true).toBe(true);
    },
  );

  it('la firma es el último hijo de la raíz y sin ella quedan exactamente los bytes del original', () => {
    const firmada = readFileSync(rsa.firmada, 'utf8');
    const firma = /<ds:Signature .*<\/ds:Signature>/s.exec(firmada)?.[0] ?? '';
    expect(firmada.endsWith(`${firma}</acta>`)).toBe(true);
    expect(firmada.replace(firma, '')).toBe(readFileSync(rsa.original, 'utf8'));
    expect(rsa.resultado.bytes).toBe(Buffer.byteLength(firmada));
    expect(rsa.resultado.sha256).toBe(createHash('sha256').update(firmada).digest('hex'));
  });

  it('lo firmado es un SignedInfo armado a mano, byte a byte', () => {
    const xml = readFileSync(rsa.firmada, 'utf8');
    const id = `firma-${rsa.sha256Original.slice(0, 16)}`;
    const propiedades = /<xades:SignedProperties .*<\/xades:SignedProperties>/s.exec(xml)?.[0] ?? '';
    const propiedadesApice = propiedades.replace(
      '<xades:SignedProperties Id',
      '<xades:SignedProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id',
    );
    // Exclusive C14N declares a prefix at the first element that uses it.
    const canonicas = propiedadesApice.replaceAll(
      /<ds:(DigestMethod|DigestValue)(?=[ >])/g,
      '<ds:$1 xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
    );
    const huella = createHash('sha256').update(canonicas).digest('base64');
    const documento = Buffer.from(rsa.sha256Original, 'hex').toString('base64');
    const signedInfo =
      '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">' +
      '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod>' +
      '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>' +
      `<ds:Reference Id="${id}-documento" URI=""><ds:Transforms>` +
      '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>' +
      '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>' +
      '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>' +
      `<ds:DigestValue>${documento}</ds:DigestValue></ds:Reference>` +
      `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#${id}-propiedades"><ds:Transforms>` +
      '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>' +
      '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>' +
      `<ds:DigestValue>${huella}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
    const valor = sign('sha256', Buffer.from(signedInfo), {
      key: rsa.clave,
      padding: constants.RSA_PKCS1_PADDING,
    }).toString('base64');
    expect(xml).toContain(`<ds:SignatureValue>${valor}</ds:SignatureValue>`);
  });

  it('la firma cumple los esquemas oficiales de XMLDSig y XAdES, sin tolerancia', () => {
    if (!hayDatosCompartidos) {
      expect(exigirTodo, 'faltan los esquemas oficiales en ../shared/data/xsd').toBe(false);
      process.stderr.write('Sin ../shared/data: no se validó la firma contra los esquemas oficiales.\n');
      return;
    }
    const firma = /<ds:Signature .*<\/ds:Signature>/s.exec(readFileSync(rsa.firmada, 'utf8'))?.[0] ?? '';
    const archivo = join(rsa.carpeta, 'firma.xml');
    writeFileSync(archivo, firma);
    const estricto = join(rsa.carpeta, 'estricto.xsd');
    const importar = (espacio: string, esquema: string): string =>
      `<xs:import namespace="${espacio}" schemaLocation="${datoCompartido(`xsd/${esquema}`)}"/>`;
    writeFileSync(
      estricto,
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${importar(
        'http://www.w3.org/2000/09/xmldsig#',
        'xmldsig-core-schema.xsd',
      )}${importar('http://uri.etsi.org/01903/v1.3.2#', 'XAdES01903v132-201601.xsd')}</xs:schema>`,
    );
    const salida = correrExterna('xmllint', ['--noout', '--nonet', '--schema', estricto, archivo]);
    expect(salida?.stderr ?? `${archivo} validates\n`).toContain(`${archivo} validates\n`);
  });

  it('firmar dos veces lo mismo con RSA da el mismo archivo y reemplaza el anterior', async () => {
    const primera = await firmarActa(solicitud());
    const segunda = await firmarActa(solicitud());
    expect(segunda).toEqual(primera);
  });

  it('firma con una clave lejana y lenta: el firmante solo da el valor', async () => {
    const { firmante } = rsa;
    const lejano = {
      ...firmante,
      firmar: async (datos: Uint8Array) => {
        await new Promise((listo) => setTimeout(listo, 20));
        return firmante.firmar(datos);
      },
    };
    await firmarActa(solicitud({ firmante: lejano }));
    expect((await verificar(join(rsa.carpeta, 'otra.xml'), rsa.anclaPem)).valida).toBe(true);
  });

  it.each([
    [
      'el valor de la clave no verifica',
      () => solicitud({ firmante: { ...rsa.firmante, firmar: async () => new Uint8Array(256) } }),
      'no verifica con su certificado',
    ],
    [
      'la clave falla',
      () =>
        solicitud({
          firmante: { ...rsa.firmante, firmar: () => Promise.reject(new Error('token retirado')) },
        }),
      'token retirado',
    ],
    [
      'los bytes no son los anclados',
      () => solicitud({ sha256: 'f'.repeat(64) }),
      'no son los del SHA-256 anclado',
    ],
    [
      'el certificado no está vigente en la hora de la firma',
      () => solicitud({ instante: new Date('2051-01-01T00:00:00Z') }),
      'no está vigente en el instante de la firma',
    ],
    [
      'el rol lleva un carácter que la biblioteca canonicaliza mal',
      () => solicitud({ rol: 'Sello\u2028de la entidad' }),
      'caracteres que no se pueden firmar',
    ],
  ])('no deja archivo si %s', async (_, armar, motivo) => {
    const firmada = join(rsa.carpeta, 'fallida.xml');
    await expect(firmarActa({ ...armar(), firmada })).rejects.toThrow(motivo);
    expect(existsSync(firmada)).toBe(false);
    expect(existsSync(`${firmada}.parcial`)).toBe(false);
  });

  it('no firma lo que no termina como un acta', async () => {
    const original = join(rsa.carpeta, 'ajena.xml');
    writeFileSync(original, '<otra></otra>');
    await expect(firmarActa(solicitud({ original }))).rejects.toThrow('no termina como un acta');
    copyFileSync(rsa.original, original);
  });

  it('el certificado que viaja es el del firmante', () => {
    const base64 = new X509Certificate(rsa.certificadoPem).raw.toString('base64');
    expect(readFileSync(rsa.firmada, 'utf8')).toContain(`<ds:X509Certificate>${base64}</ds:X509Certificate>`);
  });
});
