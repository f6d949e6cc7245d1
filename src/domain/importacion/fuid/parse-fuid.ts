import type { FechaCivil } from '../../plazos/fecha-civil.ts';
import { groupBy } from '../agrupar-por.ts';
import type { Informe } from '../informe/informe.ts';
import { Libreta } from '../informe/libreta.ts';
import { noteHoja } from '../informe/notar-hoja.ts';
import { renderFilas } from '../informe/rangos.ts';
import { type Hoja, readHoja } from '../tabla.ts';
import { type ExpedienteFuid, groupExpedientes, type UnidadEmparejada } from './agrupar-expedientes.ts';
import type { ColumnasElegidas } from './columnas-elegidas.ts';
import { BuscadorSeries, type SerieDeVersion } from './emparejar-serie.ts';
import { type RecorridoFuid, walkHojaFuid } from './recorrer-hoja-fuid.ts';
import type { UnidadFuid } from './unidad-fuid.ts';

export interface OpcionesFuid<S extends SerieDeVersion> {
  /** Name of the file, for the report. */
  readonly archivo: string;
  /** The version of TRD or TVD that governs what enters, and its series. */
  readonly version: string;
  readonly series: readonly S[];
  /** Code of the office, for inventories whose codes don't carry it. */
  readonly dependencia: string | null;
  readonly columnas: ColumnasElegidas;
  /** Today in Bogotá: nothing is closed in the future. */
  readonly hoy: FechaCivil;
  /** Start of the codes given to expedientes that have none of their own. */
  readonly prefijo: string;
  /** Lets the sound expedientes enter though others were refused. */
  readonly aceptarParcial: boolean;
}

export interface ResultadoFuid<S> {
  /** Sound expedientes; to be used only if the report says `importado`. */
  readonly expedientes: readonly ExpedienteFuid<S>[];
  readonly informe: Informe;
}

interface HojaRecorrida {
  readonly nombre: string;
  readonly recorrido: RecorridoFuid;
}

/**
 * Reads an inventory in the FUID form (REQ-INV-1). A row is a unit; without a closing date what enters is open, and
 * the final date is never taken for one (REQ-RET-1). Every row ends imported, ignored with a reason, or refused.
 */
export async function parseFuid<S extends SerieDeVersion>(
  hojas: AsyncIterable<Hoja>,
  opciones: OpcionesFuid<S>,
): Promise<ResultadoFuid<S>> {
  const libreta = new Libreta();
  const recorridas: HojaRecorrida[] = [];
  for await (const hoja of hojas) {
    if (hoja.oculta) libreta.addHoja({ nombre: hoja.nombre, oculta: true, nota: 'Hoja oculta: no se leyó.' });
    else {
      const leida = await readHoja(hoja);
      const recorrido = walkHojaFuid(leida, opciones, libreta);
      noteHoja(leida, recorrido.conEncabezado, 'un FUID', libreta);
      recorridas.push({ nombre: hoja.nombre, recorrido });
    }
  }
  refuseVacio(recorridas, libreta);
  const unidades = recorridas.flatMap(({ recorrido }) => recorrido.unidades);
  const rechazados = new Set(recorridas.flatMap(({ recorrido }) => [...recorrido.expedientesRechazados]));
  warnOrdenRepetido(unidades, libreta);
  const emparejadas = matchUnidades(unidades, opciones, rechazados, libreta);
  const expedientes = groupExpedientes(emparejadas, rechazados, opciones.prefijo, libreta);
  return { expedientes, informe: libreta.close(opciones.archivo, 'FUID', opciones.aceptarParcial) };
}

function matchUnidades<S extends SerieDeVersion>(
  unidades: readonly UnidadFuid[],
  opciones: OpcionesFuid<S>,
  rechazados: Set<string>,
  libreta: Libreta,
): UnidadEmparejada<S>[] {
  const buscador = new BuscadorSeries(opciones.version, opciones.series, opciones.dependencia);
  const emparejadas: UnidadEmparejada<S>[] = [];
  for (const unidad of unidades) {
    const hallada = buscador.find(unidad);
    if ('serie' in hallada) emparejadas.push({ unidad, serie: hallada.serie });
    else {
      const { hoja, fila, columnas, codigo, expediente } = unidad;
      libreta.refuse({
        hoja,
        fila,
        columna: columnas.codigo ?? '',
        valor: codigo.join('.'),
        motivo: hallada.motivo,
      });
      if (expediente !== null) rechazados.add(expediente);
    }
  }
  return emparejadas;
}

function refuseVacio(recorridas: readonly HojaRecorrida[], libreta: Libreta): void {
  const conEncabezado = recorridas.filter(({ recorrido }) => recorrido.conEncabezado);
  if (conEncabezado.some(({ recorrido }) => recorrido.conFilas)) return;
  const [primera] = conEncabezado;
  if (primera !== undefined) {
    libreta.refuseArchivo({ hoja: primera.nombre, motivo: 'No hay filas: es un formato sin diligenciar.' });
    return;
  }
  const [mejor] = [...recorridas].sort((a, b) => sizeOf(b) - sizeOf(a));
  const incompleto = mejor?.recorrido.incompleto;
  const rotulos = recorridas[0]?.recorrido.primerosRotulos.slice(0, 8).join(', ') ?? '';
  const vistas = rotulos === '' ? '' : ` Se ven las columnas: ${rotulos}.`;
  const motivo = incompleto
    ? `No es un FUID completo: falta ${incompleto.faltantes.join('; ')}.`
    : `No tiene el encabezado de un FUID (código, unidad documental, fechas extremas, caja, carpeta, folios).${vistas}`;
  const fila = incompleto ? { fila: incompleto.filaInicial } : {};
  libreta.refuseArchivo({ hoja: mejor?.nombre ?? '', ...fila, motivo });
}

function sizeOf({ recorrido }: HojaRecorrida): number {
  return recorrido.incompleto?.columnas.size ?? 0;
}

/** The order restarts in every box: a number repeated inside one is a likely slip, and only worth saying. */
function warnOrdenRepetido(unidades: readonly UnidadFuid[], libreta: Libreta): void {
  const numeradas = unidades.filter(({ orden }) => orden !== null);
  const vistas = groupBy(numeradas, ({ hoja, caja, orden }) => [hoja, caja, orden].join('\u0000'));
  for (const repetidas of vistas.values()) {
    const [primera] = repetidas;
    if (primera === undefined || repetidas.length < 2) continue;
    const caja = primera.caja === null ? 'sin caja' : `en la caja ${primera.caja}`;
    const texto = `El número de orden ${primera.orden} se repite ${caja}: filas ${renderFilas(repetidas.map((u) => u.fila))}.`;
    libreta.warn({ hoja: primera.hoja, texto });
  }
}
