import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { crearFirmante } from '../../src/adapters/firma/crear-firmante.ts';
import { firmarActa } from '../../src/adapters/firma/firmar-acta.ts';
import { verificarActa } from '../../src/services/acta/verificar-acta.ts';
import {
  type ActaFirmadaDePrueba,
  actaFirmadaDePrueba,
  FIRMADA_EN,
  type MaterialDePrueba,
  materialDePrueba,
} from './firmante-de-prueba.ts';
import type { Botin } from './forjar.ts';
import { verificarConXmlsec } from './herramienta-externa.ts';
import { MANIPULACIONES } from './manipulaciones.ts';

let base: ActaFirmadaDePrueba;
let botin: Botin;
let anclas: string[];
const filas: string[] = [];

async function sellar(material: MaterialDePrueba, instante: Date): Promise<string> {
  const firmada = join(mkdtempSync(join(tmpdir(), 'otra-')), 'firmada.xml');
  const firmante = crearFirmante({ ...material, cadenaPem: [] }, instante);
  await firmarActa({
    original: base.original,
    sha256: base.sha256Original,
    firmada,
    firmante,
    instante,
    rol: 'Sello de la entidad',
  });
  return readFileSync(firmada, 'utf8');
}

beforeAll(async () => {
  base = await actaFirmadaDePrueba();
  const ajena = await materialDePrueba();
  const vencido = await materialDePrueba('rsa', {
    desde: new Date('2026-01-01T00:00:00Z'),
    hasta: new Date('2026-06-01T00:00:00Z'),
  });
  botin = {
    xml: readFileSync(base.firmada, 'utf8'),
    propia: base,
    ajena,
    selladaPorOtro: await sellar(ajena, FIRMADA_EN),
    selladaConVencido: await sellar(vencido, new Date('2026-05-01T00:00:00Z')),
  };
  anclas = [base.anclaPem];
});

const veredicto = (valida: boolean | null): string =>
  valida === null ? 'no corrió' : valida ? 'válida' : 'rechazada';

describe('matriz de manipulaciones', () => {
  it.each(MANIPULACIONES)('$caso', async ({ caso, aplicar, fallan }) => {
    const manipulada = aplicar(botin);
    if (fallan.length > 0) expect(manipulada).not.toBe(botin.xml);
    const informe = await verificarActa({
      origen: Readable.from([Buffer.from(manipulada)]),
      anclas,
      ahora: FIRMADA_EN,
    });
    const fallidas = informe.comprobaciones
      .filter(({ resultado }) => resultado === 'fallida')
      .map(({ id }) => id);
    expect(fallidas.toSorted()).toEqual(fallan.toSorted());
    expect(informe.valida).toBe(fallan.length === 0);
    const archivo = join(base.carpeta, 'manipulada.xml');
    writeFileSync(archivo, manipulada);
    const xmlsec = verificarConXmlsec(archivo, base.rutaAncla);
    filas.push(`| ${caso} | ${veredicto(informe.valida)} | ${fallidas.join(', ')} | ${veredicto(xmlsec)} |`);
  });

  it('el veredicto de cada caso, el nuestro y el de xmlsec1, queda escrito', async () => {
    expect(filas).toHaveLength(MANIPULACIONES.length);
    if (filas.some((fila) => fila.includes('no corrió'))) {
      process.stderr.write('Sin xmlsec1 la tabla de veredictos no se comparó.\n');
      return;
    }
    const tabla = [
      '# Manipulaciones de un acta firmada y su veredicto',
      '',
      'xmlsec1 solo comprueba XMLDSig: lo que da por válido y nosotros no, lo rechazamos como acta o como XAdES.',
      '',
      '| manipulación | nuestro veredicto | comprobaciones que fallan | xmlsec1 |',
      '|---|---|---|---|',
      ...filas,
      '',
    ];
    await expect(tabla.join('\n')).toMatchFileSnapshot('manipulaciones.txt');
  });
});
