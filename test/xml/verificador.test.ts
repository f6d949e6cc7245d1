import { KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { crearFirmante } from '../../src/adapters/firma/crear-firmante.ts';
import { emitirCertificado, USO_EMISOR, USO_FIRMA } from '../../src/adapters/firma/emitir-certificado.ts';
import { firmarActa } from '../../src/adapters/firma/firmar-acta.ts';
import type { IdComprobacion } from '../../src/services/acta/verificacion/informe.ts';
import {
  type InformeVerificacion,
  type SolicitudVerificacion,
  verificarActa,
} from '../../src/services/acta/verificar-acta.ts';
import { actaEnMemoria, cabeceraDePrueba, itemDePrueba } from './acta-de-prueba.ts';
import {
  type ActaFirmadaDePrueba,
  actaFirmadaDePrueba,
  DESDE,
  FIRMADA_EN,
  HASTA,
} from './firmante-de-prueba.ts';

let acta: ActaFirmadaDePrueba;

beforeAll(async () => {
  acta = await actaFirmadaDePrueba('p256');
});

function verificar(
  cambios: Partial<SolicitudVerificacion> = {},
  archivo = acta.firmada,
): Promise<InformeVerificacion> {
  const origen = createReadStream(archivo);
  return verificarActa({ origen, anclas: [acta.anclaPem], ahora: FIRMADA_EN, ...cambios });
}

function resultado(informe: InformeVerificacion, id: IdComprobacion): string {
  const { resultado: r, detalle } = informe.comprobaciones.find((c) => c.id === id) ?? {
    resultado: '',
    detalle: '',
  };
  return `${r}: ${detalle}`;
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

/** Authority → intermediate → signer; `intermedia` can be spoiled. */
async function cadena(intermedia: { esEmisor?: boolean; hasta?: Date } = {}) {
  const claves = await Promise.all(
    [0, 1, 2].map(() => crypto.subtle.generateKey(P256, true, ['sign', 'verify'] as const)),
  );
  const [raiz, media, propia] = claves;
  if (raiz === undefined || media === undefined || propia === undefined) throw new Error('no keys');
  const comun = { desde: DESDE, hasta: HASTA, uso: USO_EMISOR, esEmisor: true };
  const firmante = { ...comun, uso: USO_FIRMA, esEmisor: false };
  return {
    clave: KeyObject.from(propia.privateKey),
    anclaPem: await emitirCertificado({
      ...comun,
      sujeto: 'Raíz',
      emisor: 'Raíz',
      clavePublica: raiz.publicKey,
      claveEmisor: raiz.privateKey,
    }),
    cadenaPem: [
      await emitirCertificado({
        ...comun,
        ...intermedia,
        sujeto: 'Intermedia',
        emisor: 'Raíz',
        clavePublica: media.publicKey,
        claveEmisor: raiz.privateKey,
      }),
    ],
    certificadoPem: await emitirCertificado({
      ...firmante,
      sujeto: 'Sello',
      emisor: 'Intermedia',
      clavePublica: propia.publicKey,
      claveEmisor: media.privateKey,
    }),
  };
}

async function verificarConCadena(intermedia?: {
  esEmisor?: boolean;
  hasta?: Date;
}): Promise<InformeVerificacion> {
  const material = await cadena(intermedia);
  const firmada = `${acta.carpeta}/con-cadena.xml`;
  await firmarActa({
    original: acta.original,
    sha256: acta.sha256Original,
    firmada,
    firmante: crearFirmante(material, FIRMADA_EN),
    instante: FIRMADA_EN,
    rol: 'Sello',
  });
  return verificar({ anclas: [material.anclaPem] }, firmada);
}

describe('verificador de actas', () => {
  it('cada comprobación se cuenta en español, también lo que no se pudo comprobar', async () => {
    const informe = await verificar();
    expect(informe.comprobaciones).toHaveLength(17);
    expect(resultado(informe, 'sello_tiempo')).toBe(
      'no_comprobada: La firma no lleva sello de tiempo: la hora es la que declara el firmante.',
    );
    expect(resultado(informe, 'cadena')).toBe(
      'correcta: CN=Alcaldía de Peñón ← CN=Autoridad de prueba. No se consultó su revocación.',
    );
    expect(resultado(informe, 'inventario')).toBe('correcta: Se contaron 3 expedientes destruidos.');
  });

  it('sin certificados de confianza dice que el archivo está íntegro, nunca que es válido', async () => {
    const informe = await verificar({ anclas: [] });
    expect(informe).toMatchObject({ valida: false, integra: true });
    expect(resultado(informe, 'cadena')).toContain(
      'no_comprobada: No se indicó ningún certificado de confianza',
    );
  });

  it('un ancla que no es un certificado es error de quien pregunta, no del acta', async () => {
    await expect(verificar({ anclas: ['no es PEM'] })).rejects.toMatchObject({ code: 'firmante_ilegible' });
  });

  it('llega al ancla por un certificado intermedio que viaja en la firma', async () => {
    const informe = await verificarConCadena();
    expect(informe.valida).toBe(true);
    expect(resultado(informe, 'cadena')).toContain('CN=Sello ← CN=Intermedia ← CN=Raíz');
  });

  it.each([
    ['que no es de una autoridad', { esEmisor: false }],
    ['vencido al firmar', { hasta: new Date('2026-11-01T00:00:00Z') }],
  ])('no llega por un intermedio %s', async (_, intermedia) => {
    const informe = await verificarConCadena(intermedia);
    expect(informe.valida).toBe(false);
    expect(resultado(informe, 'cadena')).toContain('fallida: no llega a ninguno');
  });

  it('un certificado que ya venció, sin sello de tiempo, no prueba cuándo se firmó', async () => {
    const informe = await verificar({ ahora: new Date(HASTA.getTime() + 1) });
    expect(informe.valida).toBe(false);
    expect(resultado(informe, 'vigencia')).toContain('ningún sello de tiempo prueba que se firmó antes');
  });

  it('un archivo cualquiera da un informe, no una excepción', async () => {
    for (const bytes of [
      '',
      'hola',
      '<acta>',
      '\u0000\u0001',
      readFileSync(acta.firmada).subarray(0, 5000),
    ]) {
      const informe = await verificar({ origen: Readable.from([Buffer.from(bytes)]) });
      expect(informe).toMatchObject({ valida: false, integra: false, sha256: null });
      expect(resultado(informe, 'estructura')).toContain('fallida: El archivo no es un acta');
      expect(resultado(informe, 'documento')).toContain('no_comprobada: No se llegó a comprobar');
    }
  });

  it('si el origen falla al leerse, el error es del origen', async () => {
    const origen = createReadStream(`${acta.carpeta}/no-existe.xml`);
    await expect(verificar({ origen })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reconoce la versión pública y rechaza la que lleva la sal de la completa', async () => {
    const publica = await actaEnMemoria(cabeceraDePrueba([1]), [itemDePrueba(1)], 'publica');
    const con = (xml: string) => verificar({ origen: Readable.from([Buffer.from(xml)]) });
    const texto = publica.xml.toString();
    const informe = await con(texto);
    expect(informe.acta).toMatchObject({ rendicion: 'publica', raizMerkle: publica.emitida.raizMerkle });
    expect(resultado(informe, 'inventario')).toContain('correcta');
    const mezclada = texto.replace('</destruccion>', `</destruccion><sal>${'0'.repeat(32)}</sal>`);
    expect(resultado(await con(mezclada), 'inventario')).toContain(
      '1 renglones no son de la versión publica',
    );
  });

  it('las cuentas de observaciones deben ser las de sus respuestas', async () => {
    const { xml } = await actaEnMemoria(cabeceraDePrueba([1]), [itemDePrueba(1)]);
    const falsa = xml
      .toString()
      .replace('aceptadas="1"', 'aceptadas="2"')
      .replace('resultado="sin_respuesta"', 'resultado="aceptada"');
    const informe = await verificar({ origen: Readable.from([Buffer.from(falsa)]) });
    expect(resultado(informe, 'inventario')).toBe(
      'fallida: la cuenta de observaciones aceptadas no es 1; el resultado de la observación OBS-2026-0002 no es el de sus respuestas',
    );
  });

  it('de un inventario en tomos dice que no lo comprobó', async () => {
    const { xml } = await actaEnMemoria(cabeceraDePrueba([1]), [itemDePrueba(1)]);
    const h = 'a'.repeat(64);
    const tomo = `<tomo desde="1" hasta="1" items="1" numero="1" raizMerkle="${h}" sha256="${h}"></tomo>`;
    const enTomos = xml.toString().replace(/<item>.*<\/item>/, tomo);
    const informe = await verificar({ origen: Readable.from([Buffer.from(enTomos)]) });
    expect(resultado(informe, 'merkle')).toBe(
      'no_comprobada: El inventario está en 1 tomos, archivos aparte que esta comprobación no lee.',
    );
    expect(informe.integra).toBe(false);
  });
});
