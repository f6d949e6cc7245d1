import { X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { DomainError } from '../domain/errors/domain-error.ts';
import { operacionErrors } from '../domain/errors/operacion.errors.ts';
import type { Resultado } from '../services/acta/verificacion/informe.ts';
import { type InformeVerificacion, verificarActa } from '../services/acta/verificar-acta.ts';
import { statArchivo } from './leer-archivo.ts';
import { type Salida, writeResultado } from './salida.ts';

interface VerificarOptions {
  readonly ancla?: readonly string[];
  readonly json?: true;
}

const SIGNOS: Readonly<Record<Resultado, string>> = { correcta: '✓', fallida: '✗', no_comprobada: '–' };
const INVALIDA = 6;
const CERTIFICADO = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** `eliminacion verificar ACTA.xml`: offline, with no database and no configuration; exit 6 when it does not hold. */
export function registerVerificar(program: Command, salida: Salida): void {
  program
    .command('verificar')
    .description('Comprueba un acta sin conexión ni base de datos; sale con 6 si no es válida')
    .argument('<acta>', 'archivo XML del acta sellada')
    .option('--ancla <pem...>', 'certificado (PEM) de una autoridad en la que se confía; puede repetirse')
    .option('--json', 'escribe el informe como un objeto JSON')
    .action(async (archivo: string, options: VerificarOptions) => {
      await statArchivo(archivo);
      const anclas = (await Promise.all((options.ancla ?? []).map(readAnclas))).flat();
      const informe = await verificarActa({ origen: createReadStream(archivo), anclas, ahora: new Date() });
      writeResultado(salida, options, informe, renderInforme(informe, anclas.length > 0));
      // Without anchors nobody can say whose the signature is: whole is then all that was asked.
      if (!(anclas.length > 0 ? informe.valida : informe.integra)) process.exitCode = INVALIDA;
    });
}

/** The certificates of a file: one or a bundle. Errors: `archivo_no_legible`, `archivo_de_orden_invalido`. */
async function readAnclas(ruta: string): Promise<string[]> {
  await statArchivo(ruta);
  const pems = (await readFile(ruta, 'utf8')).match(CERTIFICADO) ?? [];
  if (pems.length > 0 && pems.every(isCertificado)) return pems;
  const detalle = 'no es un certificado X.509 en PEM';
  throw new DomainError(operacionErrors.archivo_de_orden_invalido, { archivo: ruta, detalle });
}

function isCertificado(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function renderInforme(informe: InformeVerificacion, conAnclas: boolean): string[] {
  const { comprobaciones, firmante, sha256, sha256Original } = informe;
  return [
    ...comprobaciones.map(({ titulo, resultado, detalle }) => `${SIGNOS[resultado]} ${titulo}. ${detalle}`),
    '',
    ...(firmante === null
      ? []
      : [`Firmó: ${firmante.sujeto} (emisor: ${firmante.emisor}), ${firmante.instante}`]),
    ...(sha256 === null ? [] : [`SHA-256 del archivo: ${sha256}`]),
    ...(sha256Original === null ? [] : [`SHA-256 del original: ${sha256Original}`]),
    renderVeredicto(informe, conAnclas),
  ];
}

function renderVeredicto({ valida, integra }: InformeVerificacion, conAnclas: boolean): string {
  if (valida) return 'VÁLIDA: íntegra, y firmada por quien responde una autoridad de las indicadas.';
  if (integra && !conAnclas)
    return 'ÍNTEGRA: no cambió desde que se firmó. Indique con --ancla en quién confía.';
  return 'NO VÁLIDA.';
}
