/** Tells the walk to a person, on standard error so that standard output is left for the result. */
export interface Narrador {
  paso(titulo: string): void;
  dato(texto: string): void;
  /** Redraws one line on a terminal; elsewhere it says only the first and the last. */
  progreso(hechos: number, total: number, texto: string): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  write(texto: string): unknown;
}

const ANCHO = 30;

export function createNarrador(salida: Terminal): Narrador {
  let paso = 0;
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
      if (salida.isTTY !== true && !completo) return;
      const llenos = total === 0 ? ANCHO : Math.round((hechos / total) * ANCHO);
      const barra = '█'.repeat(llenos) + '░'.repeat(ANCHO - llenos);
      salida.write(
        `${salida.isTTY === true ? '\r' : ''}   ${barra} ${hechos}/${total} ${texto}${completo ? '\n' : ''}`,
      );
    },
  };
}
