import { join } from 'node:path';
import { cargarFirmantePem, cargarFirmantePkcs12 } from '../adapters/firma/cargar-firmante.ts';
import { generarFirmanteDemo } from '../adapters/firma/generar-firmante-demo.ts';
import type { Config } from '../config/config-blocks.ts';
import type { Reloj } from '../services/ports/reloj.ts';
import type { Partes } from './partes.ts';

/** The configured key; outside production without one, a key of the demo; in production, null. */
export async function openFirmante(
  config: Config,
  carpetaDatos: string,
  reloj: Reloj,
): Promise<Pick<Partes, 'firmante' | 'anclasFirma'>> {
  const { clave, contrasena } = config.firma;
  const ahora = reloj.now();
  if (clave !== null) {
    const firmante = /\.pem$/i.test(clave)
      ? await cargarFirmantePem(
          { clave, certificado: clave, ...(contrasena === null ? {} : { frase: contrasena }) },
          ahora,
        )
      : await cargarFirmantePkcs12(clave, contrasena ?? '', ahora);
    return { firmante, anclasFirma: [] };
  }
  if (config.entorno.entorno === 'production') return { firmante: null, anclasFirma: [] };
  const demo = {
    nombre: 'Entidad de demostración',
    carpeta: join(carpetaDatos, 'firma-demo'),
    desde: new Date('2020-01-01T00:00:00-05:00'),
    hasta: new Date('2049-12-31T00:00:00-05:00'),
  };
  const { firmante, anclaPem } = await generarFirmanteDemo(demo, ahora);
  return { firmante, anclasFirma: [anclaPem] };
}
