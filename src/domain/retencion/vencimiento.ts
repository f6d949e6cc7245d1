import { DomainError } from '../errors/domain-error.ts';
import type { Calendario } from '../plazos/calendario.ts';
import { addDays, addYears, type FechaCivil } from '../plazos/fecha-civil.ts';
import { retencionErrors } from './retencion.errors.ts';

const MAXIMO_ANIOS = 999;

/** Retention of a serie, in whole years. A TVD keeps only in archivo central: its AG, if any, is not summed. */
export type Retencion =
  | { readonly tipo: 'TRD'; readonly ag: number; readonly ac: number }
  | { readonly tipo: 'TVD'; readonly ag?: number | null; readonly ac: number };

export type VencimientoInput = Retencion & {
  /** Day on which the expediente was closed; never the *fecha final* of an inventory. */
  readonly cierre: FechaCivil;
  /** The calendar in force when it is evaluated. */
  readonly calendario: Calendario;
};

export interface Vencimiento {
  /** cierre + retention, before rolling. */
  readonly fin: FechaCivil;
  /** `fin` rolled to the next business day; the term runs to 24:00 of it. */
  readonly finHabil: FechaCivil;
  /** First calendar day on which the expediente is no longer under retention. */
  readonly admisibleDesde: FechaCivil;
  /** The sum, in words for the acta and for whoever was refused (`renderAritmetica`). */
  readonly aritmetica: string;
}

/**
 * When the retention of a closed expediente ends (REQ-RET-1): AG + AC calendar years summed once, rolled to the next
 * business day (Ley 4/1913 art. 62), admissible from the next calendar day. Refuses a retention that is not a whole
 * number of years (`retencion_invalida`) and an end that the calendar doesn't cover (`fecha_fuera_de_calendario`).
 */
export function computeVencimiento(input: VencimientoInput): Vencimiento {
  const { cierre, calendario } = input;
  const fin = addYears(cierre, sumRetencion(input));
  const finHabil = calendario.siguienteHabil(fin);
  const admisibleDesde = addDays(finHabil, 1);
  return {
    fin,
    finHabil,
    admisibleDesde,
    aritmetica: renderAritmetica(input, { fin, finHabil, admisibleDesde }),
  };
}

/**
 * The arithmetic as it is printed. The set-based SQL builds the same text with these two formats, so they hold nothing
 * but plain values: changing one side without the other fails a test.
 *
 * TRD: `cierre %s + (AG %s + AC %s) años = %s; día hábil %s (calendario %s); admisible desde %s`
 * TVD: `cierre %s + AC %s años = %s; día hábil %s (calendario %s); admisible desde %s`
 */
function renderAritmetica(input: VencimientoInput, fechas: Omit<Vencimiento, 'aritmetica'>): string {
  const sum = input.tipo === 'TRD' ? `(AG ${input.ag} + AC ${input.ac})` : `AC ${input.ac}`;
  return (
    `cierre ${input.cierre} + ${sum} años = ${fechas.fin}; ` +
    `día hábil ${fechas.finHabil} (calendario ${input.calendario.version}); ` +
    `admisible desde ${fechas.admisibleDesde}`
  );
}

function sumRetencion(retencion: Retencion): number {
  const ac = parseAnios('AC', retencion.ac);
  return retencion.tipo === 'TRD' ? parseAnios('AG', retencion.ag) + ac : ac;
}

function parseAnios(campo: string, valor: number): number {
  if (Number.isInteger(valor) && valor >= 0 && valor <= MAXIMO_ANIOS) return valor;
  throw new DomainError(retencionErrors.retencion_invalida, {
    campo,
    valor: String(valor),
    maximo: MAXIMO_ANIOS,
  });
}
