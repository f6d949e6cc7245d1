import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { registrarRadicado } from '../../services/documentos/registrar-radicado.ts';
import { subirAnexo } from '../../services/documentos/subir-anexo.ts';
import type { Caminata, ExpedienteDeCaminata } from './caminata.ts';

/** A circular that was sent to every file: its bytes are shared by many anexos. */
const CIRCULAR = Buffer.from(
  'Circular 004. A todas las dependencias: se recuerda entregar los informes trimestrales a más tardar el día quinto.\n',
);

interface Anexo {
  readonly nombre: string;
  readonly mediaType: string;
  readonly contenido: Buffer;
}

/**
 * Files the electronic documents of the walk's open expedientes: two radicados each, with a letter of its own, a scan
 * and, every third one, the circular whose bytes they share. Repeating it adds nothing.
 */
export async function incorporarDocumentos(
  caminata: Caminata,
  expedientes: readonly ExpedienteDeCaminata[],
): Promise<{ radicados: number; anexos: number; compartidos: number }> {
  const { app, narrador } = caminata;
  const actor = await caminata.actor('archivo');
  const conDocumentos = expedientes.filter(({ soporte, cierre }) => soporte !== 'fisico' && cierre === null);
  const total = { radicados: 0, anexos: 0, compartidos: 0 };
  for (const [indice, expediente] of conDocumentos.entries()) {
    for (const n of [1, 2]) {
      const numero = `${expediente.codigo}-R${n}`;
      if (expediente.radicados < n) {
        await registrarRadicado(app.servicios, actor, {
          expediente: expediente.id,
          numero,
          asunto:
            n === 1
              ? `Comunicación inicial de ${expediente.codigo}`
              : `Respuesta y cierre de ${expediente.codigo}`,
          nivelSeguridad: 0,
        });
      }
      total.radicados += 1;
      for (const anexo of buildAnexos(expediente, n, indice)) {
        const { contenido, ...datos } = anexo;
        const subido = await subirAnexo(
          app.serviciosDocumentos,
          actor,
          { radicado: numero, ...datos, unaVez: true },
          Readable.from([contenido]),
        );
        total.anexos += 1;
        if (subido.compartido) total.compartidos += 1;
      }
    }
    narrador.progreso(indice + 1, conDocumentos.length, 'expedientes con documentos');
  }
  return total;
}

function buildAnexos({ codigo, titulo }: ExpedienteDeCaminata, n: number, indice: number): Anexo[] {
  const carta = Buffer.from(`Señores\nReferencia: ${titulo}\nRadicado ${codigo}-R${n}\n\nCordial saludo.\n`);
  const oficio = { nombre: `oficio ${n}.txt`, mediaType: 'text/plain', contenido: carta };
  const escaneo = {
    nombre: `digitalización-${n}.tif`,
    mediaType: 'image/tiff',
    contenido: buildEscaneo(`${codigo}/${n}`),
  };
  const circular = { nombre: 'Circular 004.txt', mediaType: 'text/plain', contenido: CIRCULAR };
  return indice % 3 === 0 && n === 1 ? [oficio, escaneo, circular] : [oficio, escaneo];
}

/** 4 KiB that look like nothing else, the same for the same seed. */
function buildEscaneo(semilla: string): Buffer {
  const bloques = Array.from({ length: 128 }, (_, i) =>
    createHash('sha256').update(`${semilla}#${i}`).digest(),
  );
  return Buffer.concat(bloques);
}
