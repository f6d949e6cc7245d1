import { isTextoXml, MOTIVO_TEXTO_XML } from '../acta/texto-xml.ts';
import type { Fault } from '../errors/domain-error.ts';
import { interpretFecha } from '../importacion/fecha/interpretar-fecha.ts';
import type { Celda, FilaTabular, HojaLeida } from '../importacion/tabla.ts';
import { isFilaVacia, lineOfCelda } from '../importacion/texto/leer-celda.ts';
import { normalizeTexto } from '../importacion/texto/normalizar.ts';
import { NIVEL_CLASIFICADA, NIVELES, type NivelSeguridad, renderNivel } from '../personas/nivel-seguridad.ts';
import type { FechaCivil } from '../plazos/fecha-civil.ts';

const COLUMNAS = ['expediente', 'radicado', 'asunto', 'fecha', 'nivel', 'archivo'] as const;
type Columna = (typeof COLUMNAS)[number];
const OBLIGATORIAS: readonly Columna[] = ['expediente', 'radicado', 'asunto'];
const LARGOS: Readonly<Partial<Record<Columna, number>>> = { expediente: 200, radicado: 100, asunto: 2_000 };

/** A radicado of the list, with the files that its rows name. `fila` is where it first appears. */
export interface RadicadoManifiesto {
  readonly fila: number;
  readonly expediente: string;
  readonly numero: string;
  readonly asunto: string;
  readonly fecha: FechaCivil | null;
  readonly nivelSeguridad: NivelSeguridad;
  readonly archivos: readonly { readonly fila: number; readonly archivo: string }[];
}

export interface Manifiesto {
  readonly radicados: readonly RadicadoManifiesto[];
  readonly fallos: readonly Fault[];
}

/**
 * Reads a list of documents: one row per file, with the columns expediente, radicado, asunto, fecha, nivel, archivo in
 * any order. A radicado with several files has several rows, which must agree. No level → 3; a level that is not one
 * is a fault. Never throws: what is wrong is told with its row and column.
 */
export function parseManifiesto(hoja: HojaLeida): Manifiesto {
  const llenas = hoja.filas.filter((fila) => !isFilaVacia(fila));
  const [encabezado, ...datos] = llenas;
  if (encabezado === undefined) return { radicados: [], fallos: [{ motivo: 'La lista está vacía.' }] };
  const columnas = findColumnas(encabezado);
  const faltan = OBLIGATORIAS.filter((columna) => !columnas.has(columna));
  if (faltan.length > 0) {
    const motivo = `Falta la columna «${faltan.join('», «')}». Las columnas son: ${COLUMNAS.join(', ')}.`;
    return { radicados: [], fallos: [{ fila: encabezado.numero, motivo }] };
  }
  const fallos: Fault[] = [];
  const radicados = new Map<string, RadicadoManifiesto>();
  for (const fila of datos) {
    const leida = readFila(fila, columnas, fallos);
    if (leida !== null) addFila(radicados, leida, fallos);
  }
  return { radicados: [...radicados.values()], fallos };
}

function findColumnas(encabezado: FilaTabular): Map<Columna, string> {
  const columnas = new Map<Columna, string>();
  for (const [letra, celda] of encabezado.celdas) {
    const nombre = normalizeTexto(lineOfCelda(celda) ?? '').toLowerCase();
    const columna = COLUMNAS.find((conocida) => conocida === nombre);
    if (columna !== undefined && !columnas.has(columna)) columnas.set(columna, letra);
  }
  return columnas;
}

/** Null, with its faults told, if the row can't be used. */
function readFila(
  fila: FilaTabular,
  columnas: ReadonlyMap<Columna, string>,
  fallos: Fault[],
): RadicadoManifiesto | null {
  const antes = fallos.length;
  const celda = (columna: Columna): Celda | undefined => fila.celdas.get(columnas.get(columna) ?? '');
  const refuse = (columna: Columna, motivo: string): void => {
    fallos.push({ fila: fila.numero, columna, motivo });
  };
  const texto = (columna: Columna): string => {
    const valor = lineOfCelda(celda(columna)) ?? '';
    if (valor === '' && OBLIGATORIAS.includes(columna)) refuse(columna, 'Falta este dato.');
    if (!isTextoXml(valor)) refuse(columna, MOTIVO_TEXTO_XML);
    const largo = LARGOS[columna] ?? 1_000;
    if (valor.length > largo) refuse(columna, `Debe tener como máximo ${largo} caracteres.`);
    return valor;
  };
  const fecha = interpretFecha(celda('fecha'));
  if (fecha.clase === 'invalida') refuse('fecha', fecha.motivo);
  const nivelSeguridad = readNivel(lineOfCelda(celda('nivel')));
  if (nivelSeguridad === null) {
    refuse('nivel', `Debe ser ${NIVELES.map((n) => `${n} o ${renderNivel(n)}`).join(', ')}.`);
  }
  const archivo = texto('archivo');
  const leida: RadicadoManifiesto = {
    fila: fila.numero,
    expediente: texto('expediente'),
    numero: texto('radicado'),
    asunto: texto('asunto'),
    fecha: fecha.clase === 'fecha' ? fecha.fecha : null,
    nivelSeguridad: nivelSeguridad ?? NIVEL_CLASIFICADA,
    archivos: archivo === '' ? [] : [{ fila: fila.numero, archivo }],
  };
  return fallos.length === antes ? leida : null;
}

function readNivel(texto: string | null): NivelSeguridad | null {
  if (texto === null) return NIVEL_CLASIFICADA;
  const nombre = normalizeTexto(texto);
  return NIVELES.find((nivel) => String(nivel) === nombre || renderNivel(nivel) === nombre) ?? null;
}

function addFila(
  radicados: Map<string, RadicadoManifiesto>,
  leida: RadicadoManifiesto,
  fallos: Fault[],
): void {
  const previo = radicados.get(leida.numero);
  if (previo === undefined) {
    radicados.set(leida.numero, leida);
    return;
  }
  const distintas = (['expediente', 'asunto', 'fecha', 'nivelSeguridad'] as const).filter(
    (campo) => previo[campo] !== leida[campo],
  );
  for (const campo of distintas) {
    const columna = campo === 'nivelSeguridad' ? 'nivel' : campo;
    const motivo = `El radicado ${leida.numero} dice otra cosa en la fila ${previo.fila}.`;
    fallos.push({ fila: leida.fila, columna, motivo });
  }
  if (distintas.length === 0) {
    radicados.set(leida.numero, { ...previo, archivos: [...previo.archivos, ...leida.archivos] });
  }
}
