import { groupBy } from '../agrupar-por.ts';
import type { AvisoInforme, Fallo, FilaInforme, Informe } from './informe.ts';
import { describeFilas } from './rangos.ts';

const MAXIMO_LINEAS = 200;
const MAXIMO_VALOR = 60;

/** The report as a person reads it: what happened, what to mend and where, what to look at, what was left out. */
export function renderInforme(informe: Informe): string {
  const secciones = [
    [renderTitular(informe), renderRecuento(informe)],
    section('Del archivo', informe.fallos.map(renderFalloArchivo)),
    section('Qué hay que corregir', renderRechazos(informe.filas)),
    section('Avisos', informe.avisos.map(renderAviso)),
    section(
      'Hojas que no se leyeron',
      informe.hojas.flatMap(({ nombre, nota }) => (nota ? [`«${nombre}»: ${nota}`] : [])),
    ),
    section('Filas ignoradas', renderIgnoradas(informe.filas)),
  ];
  return `${secciones
    .filter((lineas) => lineas.length > 0)
    .map((lineas) => lineas.join('\n'))
    .join('\n\n')}\n`;
}

function renderTitular({ archivo, instrumento, importado, resumen }: Informe): string {
  if (!importado) return `${instrumento} «${archivo}»: no se importó nada.`;
  const parcial = resumen.rechazada > 0 ? ' en parte, como se pidió' : '';
  return `${instrumento} «${archivo}»: importado${parcial}.`;
}

function renderRecuento({ importado, resumen }: Informe): string {
  const validas = importado ? 'importadas' : 'correctas, que no entraron';
  return `Filas: ${resumen.importada} ${validas}; ${resumen.rechazada} rechazadas; ${resumen.ignorada} ignoradas.`;
}

function section(titulo: string, lineas: readonly string[]): string[] {
  if (lineas.length === 0) return [];
  const resto = lineas.length - MAXIMO_LINEAS;
  const corte = resto > 0 ? [`  … y ${resto} más; el informe en JSON las trae todas.`] : [];
  return [titulo, ...lineas.slice(0, MAXIMO_LINEAS).map((linea) => `  ${linea}`), ...corte];
}

function renderFalloArchivo({ hoja, fila, columna, motivo }: Fallo): string {
  return `${renderLugar(hoja, fila === undefined ? null : `fila ${fila}`, columna)}: ${motivo}`;
}

function renderAviso({ hoja, fila, columna, texto }: AvisoInforme): string {
  return `${renderLugar(hoja, fila === undefined ? null : `fila ${fila}`, columna)}: ${texto}`;
}

function renderLugar(hoja: string, filas: string | null, columna: string | undefined): string {
  return [`hoja «${hoja}»`, filas, columna ? `columna ${columna}` : null]
    .filter((parte) => parte !== null)
    .join(', ');
}

/** Rows with the same fault in the same column are told together, with one example of what they hold. */
function renderRechazos(filas: readonly FilaInforme[]): string[] {
  const fallos = filas.flatMap((fila) => fila.fallos.map((fallo) => ({ ...fallo, fila: fila.fila })));
  return [
    ...groupBy(fallos, ({ hoja, columna, motivo }) => [hoja, columna, motivo].join('\u0000')).values(),
  ].map((grupo) => {
    const [primero] = grupo;
    const lugar = renderLugar(
      primero?.hoja ?? '',
      describeFilas(grupo.map(({ fila }) => fila)),
      primero?.columna,
    );
    const valor = primero?.valor ? ` (dice «${shorten(primero.valor)}»)` : '';
    return `${lugar}: ${primero?.motivo}${valor}`;
  });
}

function renderIgnoradas(filas: readonly FilaInforme[]): string[] {
  const ignoradas = filas.filter(({ veredicto }) => veredicto === 'ignorada');
  return [...groupBy(ignoradas, ({ hoja, nota }) => [hoja, nota].join('\u0000')).values()].map((grupo) => {
    const [primera] = grupo;
    return `hoja «${primera?.hoja}», ${describeFilas(grupo.map(({ fila }) => fila))}: ${primera?.nota}`;
  });
}

function shorten(valor: string): string {
  return valor.length > MAXIMO_VALOR ? `${valor.slice(0, MAXIMO_VALOR - 1)}…` : valor;
}
