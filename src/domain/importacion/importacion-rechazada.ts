import { DomainError, type Fault } from '../errors/domain-error.ts';
import { importacionErrors } from './importacion.errors.ts';
import type { Informe } from './informe/informe.ts';

const MAXIMO_FALLOS = 500;

/** `importacion_rechazada` with the whole report: nothing of the file entered. */
export class ImportacionRechazada extends DomainError {
  readonly informe: Informe;

  constructor(informe: Informe) {
    const { rechazada, importada } = informe.resumen;
    const [primero] = informe.fallos;
    const detalle =
      primero === undefined ? `${rechazada} filas tienen faltas y ${importada} están bien.` : primero.motivo;
    super(
      importacionErrors.importacion_rechazada,
      { archivo: informe.archivo, detalle },
      { faults: listFallos(informe) },
    );
    this.name = 'ImportacionRechazada';
    this.informe = informe;
  }
}

/** The first faults, those of the file before those of its rows; the report has them all. */
function listFallos(informe: Informe): readonly Fault[] {
  return [...informe.fallos, ...informe.filas.flatMap((fila) => fila.fallos)].slice(0, MAXIMO_FALLOS);
}
