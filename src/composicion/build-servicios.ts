import { join } from 'node:path';
import { firmarActa } from '../adapters/firma/firmar-acta.ts';
import { createLectorTablas } from '../adapters/tablas/lector-tablas.ts';
import { firmaErrors } from '../domain/acta/firma.errors.ts';
import { DomainError } from '../domain/errors/domain-error.ts';
import { documentosEmbebidos } from '../services/documentos/documentos-embebidos.ts';
import type { ServiciosDocumentos } from '../services/documentos/servicios-documentos.ts';
import type { ServiciosImportacion } from '../services/importacion/servicios-importacion.ts';
import type { Servicios } from '../services/servicios.ts';
import type { Partes } from './partes.ts';

const LIMITE_ANEXO_BYTES = 5 * 1024 ** 3;

/** The document module of this process: its own database and stores. */
export function buildServiciosDocumentos(partes: Partes): ServiciosDocumentos {
  const { db, reloj, almacen, lectura, puntoDeFallo } = partes;
  return { db, reloj, almacen, lectura, puntoDeFallo, limiteAnexoBytes: LIMITE_ANEXO_BYTES };
}

/** Everything the verbs need. A process that was given no key may do all but sign, and says so when asked to. */
export function buildServicios(partes: Partes): Servicios {
  const { db, reloj, worm, puntoDeFallo, carpetaDatos } = partes;
  return {
    db,
    reloj,
    worm,
    puntoDeFallo,
    documentos: documentosEmbebidos(buildServiciosDocumentos(partes)),
    firmarActa,
    get firmante() {
      if (partes.firmante !== null) return partes.firmante;
      throw new DomainError(firmaErrors.firmante_no_utilizable, {
        sujeto: 'este proceso',
        detalle: 'no se le dio una clave de firma',
      });
    },
    carpetaTrabajo: join(carpetaDatos, 'trabajo'),
  };
}

/** What imports need: the reader of spreadsheets within its limits. */
export function buildServiciosImportacion({ db, reloj }: Partes): ServiciosImportacion {
  return { db, reloj, tablas: createLectorTablas() };
}
