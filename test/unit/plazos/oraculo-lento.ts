/**
 * A second, slow and independent way to the same answers: Easter by Meeus, each law by hand, days one by one as
 * milliseconds of UTC. It shares no line with the code under test, so that both are wrong together only by accident.
 */
const DIA = 86_400_000;

interface OpcionesOraculo {
  readonly ley2578: boolean;
  readonly cierres?: readonly string[];
}

/** Milliseconds of the civil day at 00:00 UTC. */
export function milisegundosDe(fecha: string): number {
  return Date.parse(`${fecha}T00:00:00Z`);
}

export function fechaDe(milisegundos: number): string {
  return new Date(milisegundos).toISOString().slice(0, 10);
}

/** Easter Sunday (Meeus, Astronomical Algorithms, ch. 8). */
function pascua(anio: number): number {
  const a = anio % 19;
  const b = Math.floor(anio / 100);
  const c = anio % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(anio, Math.floor(n / 31) - 1, (n % 31) + 1);
}

function lunesSiguiente(milisegundos: number): number {
  let lunes = milisegundos;
  while (new Date(lunes).getUTCDay() !== 1) lunes += DIA;
  return lunes;
}

/** The holidays of a year as a sorted set of dates. */
export function festivosDelAnio(anio: number, ley2578: boolean): readonly string[] {
  const dia = (mes: number, numero: number): number => Date.UTC(anio, mes - 1, numero);
  const fijos = [dia(1, 1), dia(5, 1), dia(7, 20), dia(8, 7), dia(12, 8), dia(12, 25)];
  const movidos = [dia(1, 6), dia(3, 19), dia(6, 29), dia(8, 15), dia(10, 12), dia(11, 1), dia(11, 11)];
  if (ley2578 && anio >= 2026) movidos.push(dia(7, 9));
  const domingo = pascua(anio);
  const religiosos = [-3, -2].map((dias) => domingo + dias * DIA);
  // Ascension, Corpus and Sacred Heart: 39, 60 and 68 days after Easter, moved to Monday.
  const trasladados = [39, 60, 68].map((dias) => lunesSiguiente(domingo + dias * DIA));
  const todos = [...fijos, ...movidos.map(lunesSiguiente), ...religiosos, ...trasladados];
  return [...new Set(todos.map(fechaDe))].sort();
}

export function esHabil(fecha: string, { ley2578, cierres = [] }: OpcionesOraculo): boolean {
  const diaDeLaSemana = new Date(milisegundosDe(fecha)).getUTCDay();
  if (diaDeLaSemana === 0 || diaDeLaSemana === 6) return false;
  return !festivosDelAnio(Number(fecha.slice(0, 4)), ley2578).includes(fecha) && !cierres.includes(fecha);
}

/** Day number `dias` after the publication. */
export function ultimoDiaDelPlazo(publicado: string, dias: number, opciones: OpcionesOraculo): string {
  let dia = milisegundosDe(publicado);
  for (let faltan = dias; faltan > 0; ) {
    dia += DIA;
    if (esHabil(fechaDe(dia), opciones)) faltan -= 1;
  }
  return fechaDe(dia);
}

/** The same day some years later, as PostgreSQL adds `interval 'n years'`. */
export function sumaAnios(fecha: string, anios: number): string {
  const anio = Number(fecha.slice(0, 4)) + anios;
  const igual = `${String(anio).padStart(4, '0')}${fecha.slice(4)}`;
  const milisegundos = milisegundosDe(igual);
  return fechaDe(milisegundos) === igual ? igual : `${igual.slice(0, 8)}28`;
}
