import { crc32, deflateRawSync } from 'node:zlib';
import { renderColumna } from '../src/domain/importacion/columna.ts';

/** What a cell of a book to be written holds; `numero` with a format is a styled number, `fecha` a civil day. */
export type CeldaEscrita =
  | string
  | number
  | null
  | { readonly fecha: string; readonly hora?: number }
  | { readonly error: string }
  | { readonly formula: string; readonly valor?: string | number }
  | { readonly numero: number; readonly formato: '0.00' };

export interface HojaEscrita {
  readonly nombre: string;
  readonly oculta?: boolean;
  /** By row number and column letter, or rows from the first on. */
  readonly filas: readonly (readonly CeldaEscrita[])[];
  readonly combinadas?: readonly string[];
  readonly filasOcultas?: readonly number[];
  readonly comentarios?: Readonly<Record<string, string>>;
}

const CABECERA = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELACIONES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PAQUETE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const ESTILO_FECHA = 1;
const ESTILO_DECIMAL = 2;

/** A small XLSX book, the same bytes for the same content. */
export function buildLibro(
  hojas: readonly HojaEscrita[],
  opciones: { readonly sistema1904?: boolean } = {},
): Buffer {
  const partes = new Map<string, string>([
    ['[Content_Types].xml', renderTipos(hojas)],
    ['_rels/.rels', renderRelaciones([['rId1', 'officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', renderWorkbook(hojas, opciones.sistema1904 === true)],
    [
      'xl/_rels/workbook.xml.rels',
      renderRelaciones([
        ...hojas.map((_, i): Relacion => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`]),
        ['rIdE', 'styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', ESTILOS],
  ]);
  for (const [indice, hoja] of hojas.entries()) {
    partes.set(`xl/worksheets/sheet${indice + 1}.xml`, renderHoja(hoja, opciones.sistema1904 === true));
    if (hoja.comentarios === undefined) continue;
    partes.set(`xl/comments${indice + 1}.xml`, renderComentarios(hoja.comentarios));
    partes.set(
      `xl/worksheets/_rels/sheet${indice + 1}.xml.rels`,
      renderRelaciones([['rId1', 'comments', `../comments${indice + 1}.xml`]]),
    );
  }
  return buildZip(partes);
}

const ESTILOS = `${CABECERA}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`;

type Relacion = readonly [id: string, tipo: string, destino: string];

function renderRelaciones(relaciones: readonly Relacion[]): string {
  const lineas = relaciones.map(
    ([id, tipo, destino]) => `<Relationship Id="${id}" Type="${RELACIONES}/${tipo}" Target="${destino}"/>`,
  );
  return `${CABECERA}<Relationships xmlns="${PAQUETE}">${lineas.join('')}</Relationships>`;
}

function renderTipos(hojas: readonly HojaEscrita[]): string {
  const oficina = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const partes = hojas.flatMap(({ comentarios }, i) => [
    `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${oficina}.worksheet+xml"/>`,
    ...(comentarios
      ? [`<Override PartName="/xl/comments${i + 1}.xml" ContentType="${oficina}.comments+xml"/>`]
      : []),
  ]);
  return `${CABECERA}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${oficina}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${oficina}.styles+xml"/>${partes.join('')}</Types>`;
}

function renderWorkbook(hojas: readonly HojaEscrita[], sistema1904: boolean): string {
  const lineas = hojas.map(
    ({ nombre, oculta }, i) =>
      `<sheet name="${escapeXml(nombre)}" sheetId="${i + 1}"${oculta ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  const propiedades = sistema1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>';
  return `${CABECERA}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELACIONES}">${propiedades}<sheets>${lineas.join('')}</sheets></workbook>`;
}

function renderHoja(
  { filas, combinadas = [], filasOcultas = [] }: HojaEscrita,
  sistema1904: boolean,
): string {
  const cuerpo = filas.map((celdas, i) => {
    const oculta = filasOcultas.includes(i + 1) ? ' hidden="1"' : '';
    const contenido = celdas.map((celda, j) =>
      renderCelda(celda, `${renderColumna(j + 1)}${i + 1}`, sistema1904),
    );
    return `<row r="${i + 1}"${oculta}>${contenido.join('')}</row>`;
  });
  const rangos = combinadas.map((rango) => `<mergeCell ref="${rango}"/>`).join('');
  const unidas = rangos === '' ? '' : `<mergeCells count="${combinadas.length}">${rangos}</mergeCells>`;
  return `${CABECERA}<worksheet xmlns="${SPREADSHEET}"><sheetData>${cuerpo.join('')}</sheetData>${unidas}</worksheet>`;
}

function renderCelda(celda: CeldaEscrita, lugar: string, sistema1904: boolean): string {
  if (celda === null) return '';
  if (typeof celda === 'string') {
    return `<c r="${lugar}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(celda)}</t></is></c>`;
  }
  if (typeof celda === 'number') return `<c r="${lugar}"><v>${celda}</v></c>`;
  if ('error' in celda) return `<c r="${lugar}" t="e"><v>${celda.error}</v></c>`;
  if ('numero' in celda) return `<c r="${lugar}" s="${ESTILO_DECIMAL}"><v>${celda.numero}</v></c>`;
  if ('fecha' in celda) {
    const serial = serialOf(celda.fecha, sistema1904) + (celda.hora ?? 0);
    return `<c r="${lugar}" s="${ESTILO_FECHA}"><v>${serial}</v></c>`;
  }
  const tipo = typeof celda.valor === 'string' ? ' t="str"' : '';
  const valor = celda.valor === undefined ? '' : `<v>${escapeXml(String(celda.valor))}</v>`;
  return `<c r="${lugar}"${tipo}><f>${escapeXml(celda.formula)}</f>${valor}</c>`;
}

function serialOf(fecha: string, sistema1904: boolean): number {
  const dias = Date.parse(`${fecha}T00:00:00Z`) / 86_400_000 + 25_569;
  return sistema1904 ? dias - 1_462 : dias;
}

function renderComentarios(comentarios: Readonly<Record<string, string>>): string {
  const lineas = Object.entries(comentarios).map(
    ([lugar, texto]) =>
      `<comment ref="${lugar}" authorId="0"><text><r><t>${escapeXml(texto)}</t></r></text></comment>`,
  );
  return `${CABECERA}<comments xmlns="${SPREADSHEET}"><authors><author/></authors><commentList>${lineas.join('')}</commentList></comments>`;
}

function escapeXml(texto: string): string {
  return texto.replace(/[&<>"]/g, (letra) => `&#${letra.charCodeAt(0)};`);
}

/**
 * A ZIP container with these parts, in this order, dated at the epoch of the format. Stored unless asked otherwise:
 * compressed bytes differ from one zlib to another.
 */
export function buildZip(partes: ReadonlyMap<string, string | Buffer>, comprimir = false): Buffer {
  const locales: Buffer[] = [];
  const centrales: Buffer[] = [];
  let posicion = 0;
  for (const [nombre, contenido] of partes) {
    const original = typeof contenido === 'string' ? Buffer.from(contenido) : contenido;
    const comprimido = comprimir ? deflateRawSync(original, { level: 9 }) : original;
    const comunes = renderComunes(original, comprimido, nombre, comprimir ? 8 : 0);
    const local = Buffer.concat([u32(0x04034b50), comunes, Buffer.from(nombre), comprimido]);
    const ceros = Buffer.alloc(10);
    centrales.push(
      Buffer.concat([u32(0x02014b50), u16(20), comunes, ceros, u32(posicion), Buffer.from(nombre)]),
    );
    locales.push(local);
    posicion += local.length;
  }
  const directorio = Buffer.concat(centrales);
  const n = u16(centrales.length);
  const fin = Buffer.concat([u32(0x06054b50), u32(0), n, n, u32(directorio.length), u32(posicion), u16(0)]);
  return Buffer.concat([...locales, directorio, fin]);
}

/** From "version needed" to "extra field length", the same in both headers. */
function renderComunes(original: Buffer, comprimido: Buffer, nombre: string, metodo: number): Buffer {
  return Buffer.concat([
    u16(20),
    u16(0x0800),
    u16(metodo),
    u16(0),
    u16(0x21),
    u32(crc32(original)),
    u32(comprimido.length),
    u32(original.length),
    u16(Buffer.byteLength(nombre)),
    u16(0),
  ]);
}

function u16(numero: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(numero);
  return bytes;
}

function u32(numero: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(numero);
  return bytes;
}
