import type { FechaCivil } from '../../plazos/fecha-civil.ts';
import type { Encabezado } from '../encabezado/buscar-encabezado.ts';
import { interpretFecha } from '../fecha/interpretar-fecha.ts';
import type { Celda, FilaTabular } from '../tabla.ts';
import { dataOfCelda, lineOfCelda } from '../texto/leer-celda.ts';
import { readCodigo } from '../trd/codigo.ts';
import { parseMarca } from '../trd/disposicion.ts';
import type { CampoFuid } from './columnas-fuid.ts';
import { type ContextoLectura, ordenFechaOf } from './contexto-lectura.ts';
import { parseFolios } from './folios.ts';
import { combineSoportes, parseSoporte, type Soporte } from './soporte.ts';
import type { UnidadFuid } from './unidad-fuid.ts';

/** Letters of the columns chosen by whoever imports; null where none was. */
export interface LetrasElegidas {
  readonly expediente: string | null;
  readonly cierre: string | null;
}

/** Where one merged value stands for all the rows it covers; a name or a date never does. */
const COMPARTIDOS: ReadonlySet<CampoFuid> = new Set<CampoFuid>([
  'serie',
  'subserie',
  'oficina',
  'caja',
  'soporte',
  'frecuencia',
  'ubicacion',
]);

/** Where a spreadsheet may have turned what was typed into something else: `1-20` into a date, long numbers into round ones. */
const TECLEADOS: readonly CampoFuid[] = ['orden', 'caja', 'carpeta', 'tomo', 'otro', 'folios'];
const CIFRAS_FIABLES = 1e15;

/**
 * Reads one data row as a unit. Null when something in it is wrong: each fault is then in the report. All cells are
 * looked at before giving up, so that a row is mended once.
 */
export function readUnidad(
  fila: FilaTabular,
  encabezado: Encabezado<CampoFuid>,
  letras: LetrasElegidas,
  contexto: ContextoLectura,
): UnidadFuid | null {
  const lector = new LectorUnidad(fila, encabezado, letras, contexto);
  lector.refuseRotas();
  lector.refuseConvertidas();
  const unidad = lector.read();
  return contexto.libreta.isRefused(contexto.hoja, fila.numero) ? null : unidad;
}

class LectorUnidad {
  readonly #fila: FilaTabular;
  readonly #encabezado: Encabezado<CampoFuid>;
  readonly #letras: LetrasElegidas;
  readonly #contexto: ContextoLectura;

  constructor(
    fila: FilaTabular,
    encabezado: Encabezado<CampoFuid>,
    letras: LetrasElegidas,
    contexto: ContextoLectura,
  ) {
    this.#fila = fila;
    this.#encabezado = encabezado;
    this.#letras = letras;
    this.#contexto = contexto;
  }

  read(): UnidadFuid | null {
    const codigo = this.#readCodigo();
    const titulo = this.#readTitulo();
    const fechas = this.#readFechas();
    const cierre = this.#readCierre(fechas.fechaFinal ?? fechas.fechaInicial);
    const expediente = this.#readExpediente();
    const lugar = this.#readLugar();
    const soporte = this.#readSoporte(Object.values(lugar).some((parte) => parte !== null));
    const folios = this.#readFolios();
    if (codigo === null || titulo === null || soporte === null) return null;
    return {
      hoja: this.#contexto.hoja,
      fila: this.#fila.numero,
      orden: this.#data('orden'),
      codigo,
      serieNombre: this.#data('serie'),
      subserieNombre: this.#data('subserie'),
      oficina: this.#data('oficina') ?? this.#contexto.oficina,
      titulo,
      ...fechas,
      ...lugar,
      ubicacion: this.#data('ubicacion'),
      ...folios,
      soporte,
      frecuencia: this.#data('frecuencia'),
      notas: this.#data('notas'),
      expediente,
      cierre,
      columnas: this.#columnas(),
    };
  }

  /** A broken formula in a column that is read makes the row unreadable, whatever else it says. */
  refuseRotas(): void {
    const leidas = new Set([...this.#encabezado.columnas.values()].flat().map(({ columna }) => columna));
    for (const columna of [this.#letras.expediente, this.#letras.cierre])
      if (columna !== null) leidas.add(columna);
    for (const columna of leidas) {
      const celda = this.#fila.celdas.get(columna);
      if (celda?.tipo === 'error')
        this.#refuse(columna, String(celda.valor), 'La celda tiene un error de fórmula.');
      if (celda?.tipo === 'formula') this.#refuse(columna, '', 'La fórmula no tiene un resultado guardado.');
    }
  }

  /** What identifies or counts must be what was typed, not what the spreadsheet made of it. */
  refuseConvertidas(): void {
    const columnas = TECLEADOS.map((campo) => this.#column(campo));
    for (const columna of new Set([...columnas, this.#letras.expediente])) {
      const celda = this.#cell(columna, false);
      const escrito = lineOfCelda(celda) ?? '';
      if (celda?.tipo === 'fecha') {
        this.#refuse(
          columna,
          escrito,
          'La hoja convirtió el dato en una fecha: dé formato de texto a la columna.',
        );
      } else if (celda?.tipo === 'numero' && Math.abs(Number(celda.valor)) >= CIFRAS_FIABLES) {
        this.#refuse(
          columna,
          escrito,
          'El número tiene más de 15 cifras y la hoja perdió las últimas: escríbalo como texto.',
        );
      }
    }
  }

  #column(campo: CampoFuid): string | null {
    return this.#encabezado.columnas.get(campo)?.[0]?.columna ?? null;
  }

  #data(campo: CampoFuid): string | null {
    const columna = this.#column(campo);
    return columna === null ? null : dataOfCelda(this.#cell(columna, COMPARTIDOS.has(campo)));
  }

  #cell(columna: string | null, compartida: boolean): Celda | undefined {
    if (columna === null) return undefined;
    const propia = this.#fila.celdas.get(columna);
    return propia ?? (compartida ? this.#contexto.celdaCombinada(columna, this.#fila.numero) : undefined);
  }

  #refuse(columna: string | null, valor: string, motivo: string): null {
    this.#contexto.refuse(this.#fila.numero, columna ?? '', valor, motivo);
    return null;
  }

  #readCodigo(): readonly string[] | null {
    const columna = this.#column('codigo');
    const celda = this.#cell(columna, true);
    const leido = readCodigo(celda);
    if (leido === null)
      return this.#refuse(columna, lineOfCelda(celda) ?? '', 'No trae el código de la serie.');
    return 'segmentos' in leido ? leido.segmentos : this.#refuse(columna, leido.valor, leido.motivo);
  }

  #readTitulo(): string | null {
    const columna = this.#column('titulo') ?? this.#column('serie');
    const titulo = columna === null ? null : dataOfCelda(this.#fila.celdas.get(columna));
    return titulo ?? this.#refuse(columna, '', 'No tiene nombre del expediente ni asunto.');
  }

  #readFecha(columna: string | null): FechaCivil | null {
    if (columna === null) return null;
    const celda = this.#cell(columna, columna === this.#letras.cierre);
    const leida = interpretFecha(celda, ordenFechaOf(this.#encabezado, columna));
    const rotulo = this.#encabezado.rutas.find((ruta) => ruta.columna === columna)?.rotulo ?? columna;
    this.#contexto.fechasOf(columna, rotulo).see(leida);
    if (leida.clase === 'invalida') return this.#refuse(columna, lineOfCelda(celda) ?? '', leida.motivo);
    return leida.clase === 'fecha' ? leida.fecha : null;
  }

  #readFechas(): { fechaInicial: FechaCivil | null; fechaFinal: FechaCivil | null } {
    const fechaInicial = this.#readFecha(this.#column('fechaInicial'));
    const fechaFinal = this.#readFecha(this.#column('fechaFinal'));
    if (fechaInicial !== null && fechaFinal !== null && fechaFinal < fechaInicial) {
      this.#refuse(
        this.#column('fechaFinal'),
        fechaFinal,
        `La fecha final es anterior a la inicial (${fechaInicial}).`,
      );
    }
    if (fechaInicial === null || fechaFinal === null) {
      this.#contexto.noteFila('Sin alguna de las fechas extremas: quedan «s.f.»', this.#fila.numero);
    }
    return { fechaInicial, fechaFinal };
  }

  /** A closing before the last document would make its retention end early; one in the future is a wish. */
  #readCierre(ultima: FechaCivil | null): FechaCivil | null {
    const columna = this.#letras.cierre;
    const cierre = this.#readFecha(columna);
    if (cierre === null) return null;
    if (cierre > this.#contexto.hoy)
      return this.#refuse(columna, cierre, 'La fecha de cierre todavía no ha llegado.');
    if (ultima === null || cierre >= ultima) return cierre;
    return this.#refuse(columna, cierre, `El cierre es anterior a las fechas del expediente (${ultima}).`);
  }

  #readExpediente(): string | null {
    const columna = this.#letras.expediente;
    if (columna === null) return null;
    return (
      dataOfCelda(this.#cell(columna, true)) ??
      this.#refuse(columna, '', 'No dice a qué expediente pertenece.')
    );
  }

  #readLugar(): Pick<UnidadFuid, 'caja' | 'carpeta' | 'tomo' | 'otro'> {
    return {
      caja: this.#data('caja'),
      carpeta: this.#data('carpeta'),
      tomo: this.#data('tomo'),
      otro: this.#data('otro'),
    };
  }

  #readFolios(): Pick<UnidadFuid, 'folios' | 'foliosTexto'> {
    const leidos = parseFolios(this.#data('folios'));
    if (leidos !== null && leidos.cantidad === null) {
      this.#contexto.noteFila(
        'Los folios no son un número ni un rango: queda el texto, sin cuenta',
        this.#fila.numero,
      );
    }
    return { folios: leidos?.cantidad ?? null, foliosTexto: leidos?.texto ?? null };
  }

  #readSoporte(conLugar: boolean): Soporte | null {
    const marcado = combineSoportes(this.#isMarked('fisico'), this.#isMarked('electronico'));
    const texto = this.#data('soporte');
    if (marcado !== null) return marcado;
    if (texto !== null) {
      return (
        parseSoporte(texto) ??
        this.#refuse(
          this.#column('soporte'),
          texto,
          'No se reconoce el soporte: escriba físico, electrónico o híbrido.',
        )
      );
    }
    if (!conLugar)
      return this.#refuse(this.#column('soporte'), '', 'No dice el soporte, ni tiene caja ni carpeta.');
    this.#contexto.noteFila(
      'No dicen el soporte: se tomó físico, porque tienen caja o carpeta',
      this.#fila.numero,
    );
    return 'fisico';
  }

  #isMarked(campo: 'fisico' | 'electronico'): boolean {
    const columna = this.#column(campo);
    if (columna === null) return false;
    const texto = lineOfCelda(this.#fila.celdas.get(columna));
    const marca = parseMarca(texto, campo.toUpperCase());
    if (marca === null) this.#refuse(columna, texto ?? '', 'No es una marca (X).');
    return marca === true;
  }

  #columnas(): UnidadFuid['columnas'] {
    const pares = [
      ['codigo', this.#column('codigo')],
      ['titulo', this.#column('titulo')],
      ['cierre', this.#letras.cierre],
      ['expediente', this.#letras.expediente],
    ] as const;
    return Object.fromEntries(pares.filter(([, columna]) => columna !== null));
  }
}
