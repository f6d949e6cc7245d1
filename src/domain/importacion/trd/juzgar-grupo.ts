import type { Libreta } from '../informe/libreta.ts';
import { type FilaTrd, isMismaRegla, nameOfFila, type Regla } from './fila-trd.ts';
import type { Grupo } from './resolver-codigos.ts';

/** A code whose row alone says all of its rule. */
export interface GrupoConRegla {
  readonly grupo: Grupo;
  readonly regla: Regla & { readonly disposicion: NonNullable<Regla['disposicion']> };
}

export interface Juicio {
  /** Codes with a rule of their own, whole. */
  readonly completos: readonly GrupoConRegla[];
  /** Codes with something of a rule, refused or not: what ambiguity is looked for among. */
  readonly conRegla: readonly Grupo[];
}

/**
 * Decides for each code of a section whether its own row says retention and disposition. A rule that sits, wholly or
 * in part, on the document-type row below is refused with it: which of the two it rules is a guess.
 */
export function judgeGrupos(grupos: readonly Grupo[], esTvd: boolean, libreta: Libreta): Juicio {
  const completos: GrupoConRegla[] = [];
  const conRegla: Grupo[] = [];
  for (const [indice, grupo] of grupos.entries()) {
    if (!grupo.fila.regla.vacia || grupo.tipos.length > 0) conRegla.push(grupo);
    if (refuseReglaDebajo(grupo, libreta) || refuseFallos(grupo, libreta)) continue;
    const { regla } = grupo.fila;
    if (regla.vacia) {
      noteSinRegla(grupo, grupos.slice(indice + 1), libreta);
      continue;
    }
    if (grupo.nombre === null)
      refuse(
        grupo.fila,
        grupo.fila.columnas.codigo,
        '',
        'Tiene código y retención, pero no nombre.',
        libreta,
      );
    else if (regla.ag === null && regla.ac === null)
      refuse(
        grupo.fila,
        grupo.fila.columnas.retencion,
        '',
        'No tiene retención: ni archivo de gestión ni archivo central.',
        libreta,
      );
    else if (regla.disposicion === null)
      refuse(
        grupo.fila,
        grupo.fila.columnas.disposicion,
        '',
        'No tiene marcada ninguna disposición final.',
        libreta,
      );
    else {
      warnRetencion(grupo, esTvd, libreta);
      completos.push({ grupo, regla: { ...regla, disposicion: regla.disposicion } });
    }
  }
  return { completos, conRegla };
}

/** Marks repeated on the types, equal to their code's, are only repetition. */
function refuseReglaDebajo(grupo: Grupo, libreta: Libreta): boolean {
  const { fila, tipos } = grupo;
  const iguales = tipos.every((tipo) => isMismaRegla(tipo.regla, fila.regla));
  if (tipos.length === 0) return false;
  if (iguales) {
    for (const tipo of tipos) libreta.ignore(tipo.hoja, tipo.fila, 'tipo documental');
    return false;
  }
  const filas = tipos.map((tipo) => tipo.fila).join(', ');
  refuse(
    fila,
    bothColumns(fila),
    nameOfFila(fila) ?? '',
    `Retención o disposición están, en todo o en parte, más abajo (fila ${filas}), en la del tipo documental: póngalas en la fila del código.`,
    libreta,
  );
  for (const tipo of tipos) {
    const motivo = `Es un tipo documental y lleva retención o disposición que no son las de su código (fila ${fila.fila}).`;
    refuse(tipo, bothColumns(tipo), nameOfFila(tipo) ?? '', motivo, libreta);
  }
  return true;
}

function refuseFallos(grupo: Grupo, libreta: Libreta): boolean {
  for (const fallo of grupo.fila.regla.fallos) {
    refuse(grupo.fila, fallo.columna, fallo.valor, fallo.motivo, libreta);
  }
  return grupo.fila.regla.fallos.length > 0;
}

function noteSinRegla(grupo: Grupo, siguientes: readonly Grupo[], libreta: Libreta): void {
  const { fila, serie, subserie } = grupo;
  const encabezaSubseries =
    subserie === null && siguientes.some((otro) => otro.serie === serie || isHija(otro, grupo));
  if (encabezaSubseries) libreta.ignore(fila.hoja, fila.fila, 'serie: la regla está en sus subseries');
  else refuse(fila, bothColumns(fila), nameOfFila(fila) ?? '', 'No tiene retención ni disposición.', libreta);
}

function isHija(otro: Grupo, serie: Grupo): boolean {
  return otro.subserie !== null && otro.serie.replace(/^0+/, '') === serie.serie.replace(/^0+/, '');
}

function warnRetencion(grupo: Grupo, esTvd: boolean, libreta: Libreta): void {
  const { ag, ac } = grupo.fila.regla;
  const faltan: string[] = [];
  if (!esTvd && (ag === null || ag.anos === null))
    faltan.push(`archivo de gestión (${ag?.texto ?? 'en blanco'})`);
  if (ac === null || ac.anos === null) faltan.push(`archivo central (${ac?.texto ?? 'en blanco'})`);
  if (faltan.length === 0) return;
  libreta.warn({
    hoja: grupo.fila.hoja,
    fila: grupo.fila.fila,
    texto: `Sin número de años en ${faltan.join(' y ')}: entra así y nada de ella vencerá hasta que se corrija.`,
  });
}

function bothColumns({ columnas }: FilaTrd): string {
  return `${columnas.retencion}, ${columnas.disposicion}`;
}

function refuse(fila: FilaTrd, columna: string, valor: string, motivo: string, libreta: Libreta): void {
  libreta.refuse({ hoja: fila.hoja, fila: fila.fila, columna, valor, motivo });
}
