/** Counts of a lote when its run is to close. */
export interface Balance {
  readonly items: number;
  readonly lapidas: number;
  readonly destruidos: number;
  readonly omitidos: number;
  readonly retirados: number;
  /** Living members: exactly the omitted ones, which are still in the lote. */
  readonly miembros: number;
}

/**
 * The invariant of every close, or what breaks it: ítems = lápidas + omitidos + retirados, with nothing pending; every
 * ítem marked destroyed has its lápida; and only what was omitted is still a member.
 */
export function findDesbalance(balance: Balance): string | null {
  const { items, lapidas, destruidos, omitidos, retirados, miembros } = balance;
  if (lapidas + omitidos + retirados !== items) {
    return `${items} ítems no son ${lapidas} lápidas + ${omitidos} omitidos + ${retirados} retirados`;
  }
  if (lapidas !== destruidos) return `${destruidos} ítems destruidos y ${lapidas} lápidas`;
  if (miembros !== omitidos) return `${miembros} expedientes siguen en el lote y ${omitidos} fueron omitidos`;
  return null;
}
