/** Tells the walk to a person, on standard error so that standard output is left for the result. */
export interface Narrador {
  paso(titulo: string): void;
  dato(texto: string): void;
  /** Redraws one line on a terminal; elsewhere it says only the last, and that once. */
  progreso(hechos: number, total: number, texto: string): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  write(texto: string): unknown;
}

const ANCHO = 30;
/** Back to the start of the line, and nothing left of what it said. */
const LINEA_EN_BLANCO = '\r\x1b[K';

export function createNarrador(salida: Terminal): Narrador {
  let paso = 0;
  let completa = '';
  return {
    paso: (titulo) => {
      paso += 1;
      salida.write(`\n${paso}. ${titulo}\n`);
    },
    dato: (texto) => {
      salida.write(`   ${texto}\n`);
    },
    progreso: (hechos, total, texto) => {
      const completo = hechos >= total;
      const linea = `${hechos}/${total} ${texto}`;
      if ((salida.isTTY !== true && !completo) || (completo && linea === completa)) return;
      if (completo) completa = linea;
      const llenos = total === 0 ? ANCHO : Math.round((hechos / total) * ANCHO);
      const barra = '█'.repeat(llenos) + '░'.repeat(ANCHO - llenos);
      salida.write(
        `${salida.isTTY === true ? LINEA_EN_BLANCO : ''}   ${barra} ${linea}${completo ? '\n' : ''}`,
      );
    },
  };
}
