import type { Informe } from '../informe/informe.ts';
import { Libreta } from '../informe/libreta.ts';
import { noteHoja } from '../informe/notar-hoja.ts';
import { type Hoja, readHoja } from '../tabla.ts';
import { keyOfGrupo, nameOfSerie, refuseAmbiguas, refuseSeriesConDosNombres } from './ambiguedades.ts';
import { chooseGrafia, type Grafia } from './grafia.ts';
import { type GrupoConRegla, judgeGrupos } from './juzgar-grupo.ts';
import { type RecorridoTrd, type Seccion, walkHojaTrd } from './recorrer-hoja.ts';
import { type Grupo, resolveCodigos } from './resolver-codigos.ts';
import type { SerieTrd } from './serie-trd.ts';

export interface OpcionesTrd {
  /** Name of the file, for the report. */
  readonly archivo: string;
  readonly tipo: 'TRD' | 'TVD';
  /** Lets the sound rows enter though others were refused. */
  readonly aceptarParcial: boolean;
}

export interface ResultadoTrd {
  /** Sound series in the order of the file; to be used only if the report says `importado`. */
  readonly series: readonly SerieTrd[];
  readonly informe: Informe;
}

/**
 * Reads a retention schedule (REQ-INS-3). Every row ends imported, ignored with a reason, or refused with sheet, row,
 * column and reason; whatever could be understood in two ways is refused. Pure: reads only what it is given.
 */
export async function parseTrd(hojas: AsyncIterable<Hoja>, opciones: OpcionesTrd): Promise<ResultadoTrd> {
  const libreta = new Libreta();
  const esTvd = opciones.tipo === 'TVD';
  const recorridos: { readonly nombre: string; readonly recorrido: RecorridoTrd }[] = [];
  for await (const hoja of hojas) {
    if (hoja.oculta) libreta.addHoja({ nombre: hoja.nombre, oculta: true, nota: 'Hoja oculta: no se leyó.' });
    else {
      const leida = await readHoja(hoja);
      const recorrido = walkHojaTrd(leida, libreta, esTvd);
      noteHoja(leida, recorrido.conEncabezado, 'una TRD', libreta);
      recorridos.push({ nombre: hoja.nombre, recorrido });
    }
  }
  refuseSinEncabezado(recorridos, libreta);
  const secciones = recorridos.flatMap(({ recorrido }) => recorrido.secciones);
  const series = concludeSeries(secciones, esTvd, libreta);
  if (series.length === 0 && !libreta.hasFallos()) {
    const hoja = recorridos.find(({ recorrido }) => recorrido.conEncabezado)?.nombre ?? '';
    libreta.refuseArchivo({ hoja, motivo: 'No hay filas con series o subseries debajo del encabezado.' });
  }
  return { series, informe: libreta.close(opciones.archivo, opciones.tipo, opciones.aceptarParcial) };
}

/** From rows to series: codes, then rules, then what contradicts what across the whole file. */
function concludeSeries(secciones: readonly Seccion[], esTvd: boolean, libreta: Libreta): SerieTrd[] {
  const porSeccion = secciones.map((seccion) => resolveCodigos(seccion, libreta));
  const juicios = porSeccion.map((grupos) => judgeGrupos(grupos, esTvd, libreta));
  const todos = porSeccion.flat();
  const conRegla = juicios.flatMap((juicio) => juicio.conRegla);
  refuseAmbiguas(conRegla, libreta);
  refuseSeriesConDosNombres(todos, libreta);
  const completos = juicios.flatMap((juicio) => juicio.completos);
  return collectSeries(completos, todos, libreta);
}

function refuseSinEncabezado(
  recorridos: readonly { readonly nombre: string; readonly recorrido: RecorridoTrd }[],
  libreta: Libreta,
): void {
  if (recorridos.some(({ recorrido }) => recorrido.conEncabezado)) return;
  const [mejor] = recorridos
    .filter(({ recorrido }) => recorrido.incompleto !== null)
    .sort(
      (a, b) => (b.recorrido.incompleto?.columnas.size ?? 0) - (a.recorrido.incompleto?.columnas.size ?? 0),
    );
  const incompleto = mejor?.recorrido.incompleto;
  if (mejor === undefined || !incompleto) {
    const [primero] = recorridos;
    const rotulos = primero?.recorrido.primerosRotulos.slice(0, 8).join(', ') ?? '';
    const vistas = rotulos === '' ? '' : ` Se ven las columnas: ${rotulos}.`;
    const motivo = `No tiene el encabezado de una TRD (código, serie y subserie, retención, disposición final).${vistas}`;
    libreta.refuseArchivo({ hoja: primero?.nombre ?? '', motivo });
    return;
  }
  libreta.refuseArchivo({
    hoja: mejor.nombre,
    fila: incompleto.filaInicial,
    motivo: `No es una TRD completa: falta ${incompleto.faltantes.join('; ')}.`,
  });
}

function collectSeries(
  completos: readonly GrupoConRegla[],
  todos: readonly Grupo[],
  libreta: Libreta,
): SerieTrd[] {
  const grafia = chooseGrafia(todos);
  const nombres = new Map<string, string>();
  for (const grupo of todos) {
    const nombre = nameOfSerie(grupo);
    if (nombre !== null) nombres.set(keyOfGrupo({ ...grupo, subserie: null }), nombre);
  }
  const vistas = new Set<string>();
  const series: SerieTrd[] = [];
  for (const completo of completos) {
    const { grupo } = completo;
    const clave = keyOfGrupo(grupo);
    if (libreta.isRefused(grupo.fila.hoja, grupo.fila.fila) || vistas.has(clave)) continue;
    vistas.add(clave);
    libreta.accept(grupo.fila.hoja, grupo.fila.fila);
    series.push(buildSerie(completo, grafia, nombres.get(keyOfGrupo({ ...grupo, subserie: null })) ?? null));
  }
  warnSinNombre(series, libreta);
  return series;
}

function buildSerie({ grupo, regla }: GrupoConRegla, grafia: Grafia, serieNombre: string | null): SerieTrd {
  const { ag, ac } = regla;
  const enTexto = (ag !== null && ag.anos === null) || ac === null || ac.anos === null;
  return {
    dependenciaCodigo: grafia.dependencia(grupo),
    dependenciaNombre: grupo.dependencia.nombre ?? grafia.dependencia(grupo),
    serieCodigo: grafia.serie(grupo),
    serieNombre,
    subserieCodigo: grafia.subserie(grupo),
    subserieNombre: grupo.subserie === null ? null : grupo.nombre,
    ag: ag?.anos ?? null,
    ac: ac?.anos ?? null,
    retencionTexto: enTexto ? `AG: ${ag?.texto ?? '(en blanco)'} · AC: ${ac?.texto ?? '(en blanco)'}` : null,
    disposicion: regla.disposicion,
    procedimiento: grupo.fila.procedimiento,
    hoja: grupo.fila.hoja,
    fila: grupo.fila.fila,
  };
}

function warnSinNombre(series: readonly SerieTrd[], libreta: Libreta): void {
  for (const { hoja, fila, serieCodigo, serieNombre } of series) {
    if (serieNombre !== null) continue;
    const texto = `El archivo no dice cómo se llama la serie ${serieCodigo}: nada de ella podrá proponerse hasta corregirlo.`;
    libreta.warn({ hoja, fila, texto });
  }
}
