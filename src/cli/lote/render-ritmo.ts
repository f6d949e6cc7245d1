/** Where a run was when somebody began to follow it. */
export interface Arranque {
  readonly hechos: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly en: number;
}

/** Rate since the beginning and time left at that rate, as `120 por segundo, faltan 1 min 5 s`; empty while unknown. */
export function renderRitmo(arranque: Arranque, hechos: number, pendientes: number, ahora: number): string {
  const segundos = (ahora - arranque.en) / 1_000;
  const avance = hechos - arranque.hechos;
  if (segundos <= 0 || avance <= 0) return '';
  const porSegundo = avance / segundos;
  const ritmo = porSegundo >= 10 ? String(Math.round(porSegundo)) : porSegundo.toFixed(1);
  return `${ritmo} por segundo${pendientes > 0 ? `, faltan ${renderDuracion(Math.ceil(pendientes / porSegundo))}` : ''}`;
}

function renderDuracion(segundos: number): string {
  const horas = Math.floor(segundos / 3_600);
  const minutos = Math.floor((segundos % 3_600) / 60);
  if (horas > 0) return `${horas} h ${minutos} min`;
  return minutos > 0 ? `${minutos} min ${segundos % 60} s` : `${segundos} s`;
}
