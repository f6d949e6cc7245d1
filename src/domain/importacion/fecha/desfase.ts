import type { FechaLeida } from './interpretar-fecha.ts';

const CINCO_HORAS = 5 / 24;
const TOLERANCIA = 1 / 86_400;

/**
 * Counts what the dates of one column have in common. Dates that all sit at 05:00 were midnights of Bogotá written
 * in UTC, and some programs lose a day on that way: it is said, with counts, and never corrected here.
 */
export class ObservadorFechas {
  #fechas = 0;
  #aLasCinco = 0;
  #conHora = 0;
  #diaPrimero = 0;

  see(leida: FechaLeida): void {
    if (leida.clase !== 'fecha') return;
    this.#fechas += 1;
    if (Math.abs(leida.hora - CINCO_HORAS) < TOLERANCIA) this.#aLasCinco += 1;
    else if (leida.hora > TOLERANCIA) this.#conHora += 1;
    if (leida.escritaDma) this.#diaPrimero += 1;
  }

  /** Sentences for the report about the column called `rotulo`. */
  avisos(rotulo: string): string[] {
    const avisos: string[] = [];
    if (this.#aLasCinco > 0) {
      avisos.push(
        `«${rotulo}»: ${this.#aLasCinco} de ${this.#fechas} fechas traen la hora 05:00, señal de un cambio de zona ` +
          'horaria (UTC-5): pueden estar un día antes del verdadero. Se tomó el día que muestra la celda; compruébelas.',
      );
    }
    if (this.#conHora > 0) {
      avisos.push(`«${rotulo}»: ${this.#conHora} de ${this.#fechas} fechas traen hora; se tomó el día.`);
    }
    if (this.#diaPrimero > 0) {
      avisos.push(
        `«${rotulo}»: ${this.#diaPrimero} de ${this.#fechas} fechas se leyeron como día, mes, año.`,
      );
    }
    return avisos;
  }
}
