import { verify, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cargarFirmantePem, cargarFirmantePkcs12 } from '../../../src/adapters/firma/cargar-firmante.ts';
import { crearFirmante } from '../../../src/adapters/firma/crear-firmante.ts';
import { generarFirmanteDemo } from '../../../src/adapters/firma/generar-firmante-demo.ts';
import {
  type AlgoritmoDePrueba,
  DESDE,
  FIRMADA_EN,
  HASTA,
  type MaterialDePrueba,
  materialDePrueba,
} from '../../xml/firmante-de-prueba.ts';
import { correrExterna } from '../../xml/herramienta-externa.ts';

const carpetaNueva = (): string => mkdtempSync(join(tmpdir(), 'firmante-'));

function escribirPem(material: MaterialDePrueba, frase?: string): { clave: string; certificado: string } {
  const carpeta = carpetaNueva();
  const archivos = { clave: join(carpeta, 'clave.pem'), certificado: join(carpeta, 'certificado.pem') };
  const cifrado = frase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase: frase };
  writeFileSync(archivos.clave, material.clave.export({ type: 'pkcs8', format: 'pem', ...cifrado }));
  writeFileSync(archivos.certificado, `${material.certificadoPem}${material.anclaPem}`);
  return archivos;
}

describe('firmante', () => {
  it.each<[AlgoritmoDePrueba, string, string]>([
    ['rsa', 'rsa-sha256', 'sha256'],
    ['p256', 'ecdsa-p256-sha256', 'sha256'],
    ['p384', 'ecdsa-p384-sha384', 'sha384'],
  ])('con una clave %s firma en el formato de XMLDSig', async (tipo, algoritmo, hash) => {
    const material = await materialDePrueba(tipo);
    const firmante = crearFirmante({ ...material, cadenaPem: [] }, FIRMADA_EN);
    expect(firmante.algoritmo).toBe(algoritmo);
    const datos = Buffer.from('SignedInfo');
    const valor = await firmante.firmar(datos);
    const { publicKey } = new X509Certificate(material.certificadoPem);
    expect(verify(hash, datos, { key: publicKey, dsaEncoding: 'ieee-p1363' }, valor)).toBe(true);
  });

  it.each<[string, () => Promise<MaterialDePrueba>, Date, string]>([
    ['RSA de 1024 bits', () => materialDePrueba('rsa1024'), FIRMADA_EN, 'RSA de al menos 2048 bits'],
    ['una curva no admitida', () => materialDePrueba('p521'), FIRMADA_EN, 'ECDSA P-256 o P-384'],
    [
      'certificado vencido',
      () => materialDePrueba('p256'),
      new Date(HASTA.getTime() + 1000),
      'el certificado venció el 2046-01-01',
    ],
    [
      'certificado aún no válido',
      () => materialDePrueba('p256'),
      new Date(DESDE.getTime() - 1000),
      'solo es válido desde 2026-01-01',
    ],
    [
      'certificado que no es para firmar',
      () => materialDePrueba('p256', { uso: { octeto: 0x20, unusedBits: 5 } }),
      FIRMADA_EN,
      'keyUsage',
    ],
    [
      'clave de otro certificado',
      async () => ({ ...(await materialDePrueba('p256')), clave: (await materialDePrueba('p256')).clave }),
      FIRMADA_EN,
      'la clave privada no corresponde al certificado',
    ],
  ])('no se carga: %s', async (_, crear, ahora, motivo) => {
    const material = await crear();
    expect(() => crearFirmante({ ...material, cadenaPem: [] }, ahora)).toThrow(motivo);
    expect(() => crearFirmante({ ...material, cadenaPem: [] }, ahora)).toThrow('«CN=Alcaldía de Peñón»');
  });

  it('se carga de archivos PEM, cifrados o no, con su cadena', async () => {
    const material = await materialDePrueba('p256');
    const llana = await cargarFirmantePem(escribirPem(material), FIRMADA_EN);
    const cifrada = await cargarFirmantePem(
      { ...escribirPem(material, 'ñandú'), frase: 'ñandú' },
      FIRMADA_EN,
    );
    expect(llana.certificadoPem.trim()).toBe(material.certificadoPem.trim());
    expect(llana.cadenaPem.map((pem) => pem.trim())).toEqual([material.anclaPem.trim()]);
    expect(cifrada.certificadoPem).toBe(llana.certificadoPem);
  });

  it('dice qué archivo PEM no sirve y por qué', async () => {
    const material = await materialDePrueba('p256');
    const archivos = escribirPem(material, 'secreta');
    const basura = join(carpetaNueva(), 'basura.pem');
    writeFileSync(basura, 'no es PEM');
    const ausente = join(carpetaNueva(), 'no-esta.pem');
    for (const [entrada, motivo] of [
      [archivos, 'la clave está cifrada y falta su contraseña'],
      [{ ...archivos, frase: 'otra' }, 'la contraseña no abre la clave'],
      [{ ...archivos, clave: basura }, `«${basura}»: no contiene una clave privada en PEM`],
      [{ ...archivos, frase: 'secreta', certificado: basura }, 'no contiene un certificado X.509 en PEM'],
      [{ ...archivos, clave: ausente }, 'el archivo no existe'],
    ] as const) {
      await expect(cargarFirmantePem(entrada, FIRMADA_EN)).rejects.toThrow(motivo);
    }
  });
});

describe('firmante en PKCS#12', () => {
  const exportar = (material: MaterialDePrueba, ...opciones: string[]): string | null => {
    const { clave, certificado } = escribirPem(material);
    const p12 = join(carpetaNueva(), 'firma.p12');
    const args = ['pkcs12', '-export', '-inkey', clave, '-in', certificado, '-out', p12, ...opciones];
    const salida = correrExterna('openssl', [...args, '-passout', 'pass:clave de prueba']);
    if (salida === null) return null;
    expect(salida.stderr).toBe('');
    return p12;
  };

  it.each(['rsa', 'p256'] as const)('abre lo que exporta OpenSSL, clave %s, con su cadena', async (tipo) => {
    const material = await materialDePrueba(tipo);
    const p12 = exportar(material);
    if (p12 === null) return;
    const firmante = await cargarFirmantePkcs12(p12, 'clave de prueba', FIRMADA_EN);
    expect(firmante.certificadoPem.trim()).toBe(material.certificadoPem.trim());
    expect(firmante.cadenaPem.map((pem) => pem.trim())).toEqual([material.anclaPem.trim()]);
    const valor = await firmante.firmar(Buffer.from('x'));
    const { publicKey } = new X509Certificate(material.certificadoPem);
    expect(verify('sha256', Buffer.from('x'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, valor)).toBe(
      true,
    );
  });

  it('distingue la contraseña errada del archivo que no es PKCS#12', async () => {
    const basura = join(carpetaNueva(), 'basura.p12');
    writeFileSync(basura, 'no es DER');
    await expect(cargarFirmantePkcs12(basura, 'x', FIRMADA_EN)).rejects.toThrow('no es un archivo PKCS#12');
    const p12 = exportar(await materialDePrueba('p256'));
    if (p12 === null) return;
    await expect(cargarFirmantePkcs12(p12, 'otra', FIRMADA_EN)).rejects.toThrow(
      'la contraseña no es la del archivo',
    );
  });

  it('de un cifrado antiguo dice cómo volver a exportarlo', async () => {
    const p12 = exportar(
      await materialDePrueba('p256'),
      '-certpbe',
      'PBE-SHA1-3DES',
      '-keypbe',
      'PBE-SHA1-3DES',
      '-macalg',
      'sha1',
    );
    if (p12 === null) return;
    await expect(cargarFirmantePkcs12(p12, 'clave de prueba', FIRMADA_EN)).rejects.toThrow(
      'expórtelo de nuevo con AES-256',
    );
  });
});

describe('firmante de demostración', () => {
  it('se genera sin programas externos, se guarda solo para su dueño, y la misma carpeta da el mismo', async () => {
    const carpeta = join(carpetaNueva(), 'claves');
    const solicitud = { nombre: 'Alcaldía de Peñón', carpeta, desde: DESDE, hasta: HASTA };
    const primero = await generarFirmanteDemo(solicitud, FIRMADA_EN);
    const segundo = await generarFirmanteDemo(solicitud, FIRMADA_EN);
    expect(segundo.firmante.certificadoPem).toBe(primero.firmante.certificadoPem);
    expect(statSync(carpeta).mode & 0o777).toBe(0o700);
    for (const archivo of readdirSync(carpeta))
      expect(statSync(join(carpeta, archivo)).mode & 0o777).toBe(0o600);
    const certificado = new X509Certificate(primero.firmante.certificadoPem);
    const ancla = new X509Certificate(primero.anclaPem);
    expect(certificado.checkIssued(ancla) && certificado.verify(ancla.publicKey)).toBe(true);
    expect([certificado.ca, ancla.ca]).toEqual([false, true]);
    expect(certificado.subject).toBe('CN=Alcaldía de Peñón (demostración)');
  });

  it('dos que lo generan a la vez se quedan con el mismo', async () => {
    const carpeta = join(carpetaNueva(), 'claves');
    const solicitud = { nombre: 'Alcaldía', carpeta, desde: DESDE, hasta: HASTA };
    const [uno, otro] = await Promise.all([
      generarFirmanteDemo(solicitud, FIRMADA_EN),
      generarFirmanteDemo(solicitud, FIRMADA_EN),
    ]);
    expect(otro.firmante.certificadoPem).toBe(uno.firmante.certificadoPem);
    expect(readdirSync(join(carpeta, '..'))).toEqual(['claves']);
  });

  it('si la carpeta no se puede crear lo dice, y no deja restos', async () => {
    const padre = carpetaNueva();
    writeFileSync(join(padre, 'claves'), 'esto no es una carpeta');
    chmodSync(join(padre, 'claves'), 0o600);
    const solicitud = { nombre: 'Alcaldía', carpeta: join(padre, 'claves'), desde: DESDE, hasta: HASTA };
    await expect(generarFirmanteDemo(solicitud, FIRMADA_EN)).rejects.toThrow();
    expect(readdirSync(padre)).toEqual(['claves']);
    expect(existsSync(join(padre, 'claves', 'clave.pem'))).toBe(false);
  });
});
