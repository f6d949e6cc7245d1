import type { PlanoEncabezado, ReglaColumna } from '../encabezado/buscar-encabezado.ts';

export type CampoFuid =
  | 'orden'
  | 'codigo'
  | 'serie'
  | 'subserie'
  | 'titulo'
  | 'oficina'
  | 'fechaInicial'
  | 'fechaFinal'
  | 'caja'
  | 'carpeta'
  | 'tomo'
  | 'otro'
  | 'folios'
  | 'soporte'
  | 'fisico'
  | 'electronico'
  | 'frecuencia'
  | 'notas'
  | 'ubicacion';

/** First match wins. Labels arrive in capitals, without accents or punctuation. */
const REGLAS: readonly ReglaColumna<CampoFuid>[] = [
  { campo: 'orden', hoja: /^(N|NO|NRO|NUM|NUMERO)?( DE)? ?ORDEN$/ },
  { campo: 'codigo', hoja: /^COD(IGO)?( DE)?( LA)?( TRD| TVD| SERIE[ /]+(Y |O )?SUB ?SERIE| DOCUMENTAL)?$/ },
  { campo: 'fechaInicial', hoja: /^(F E |FECHA )?(EXTREMA )?(INICIAL|INICIO|DESDE)\b/, padres: /FECHA/ },
  { campo: 'fechaInicial', hoja: /^(F E|FECHA)( EXTREMA)? (DE )?(INICIAL|INICIO)\b/ },
  { campo: 'fechaFinal', hoja: /^(F E |FECHA )?(EXTREMA )?(FINAL|FIN|HASTA)\b/, padres: /FECHA/ },
  { campo: 'fechaFinal', hoja: /^(F E|FECHA)( EXTREMA)? (DE )?(FINAL|FIN)\b/ },
  { campo: 'serie', hoja: /^(NOMBRE )?(DE )?(LAS? )?SERIES?\b/ },
  { campo: 'subserie', hoja: /^(NOMBRE )?(DE )?(LAS? )?SUB ?SERIES?\b/ },
  {
    campo: 'titulo',
    hoja: /^(NOMBRE )?(DE )?(LA )?UNIDAD DOCUMENTAL$|^(NOMBRE|TITULO)( DEL?)?( EXPEDIENTE)?$|^ASUNTOS?$/,
  },
  { campo: 'titulo', hoja: /^NOMBRE DEL? EXPEDIENTE\b|^(NOMBRE|TITULO) DE LA CARPETA$/ },
  { campo: 'oficina', hoja: /^(OFICINA|DEPENDENCIA)( PRODUCTORA)?$/ },
  { campo: 'caja', hoja: /^(N|NO|NRO|NUMERO)?( DE)? ?CAJA$/ },
  { campo: 'carpeta', hoja: /^(N|NO|NRO|NUMERO)?( DE)? ?CARPETA$/ },
  { campo: 'carpeta', hoja: /^UPD$/, padres: /CONSERVACION/ },
  { campo: 'tomo', hoja: /^TOMO\b/ },
  { campo: 'otro', hoja: /^OTROS?$/ },
  { campo: 'otro', hoja: /^TIPO$/, padres: /OTRO/ },
  { campo: 'folios', hoja: /^(N|NO|NRO|NUMERO|CANTIDAD)?( DE)? ?FOLIOS?$/ },
  { campo: 'fisico', hoja: /^(FISICO|PAPEL)$/, padres: /SOPORTE/ },
  { campo: 'electronico', hoja: /^(ELECTRONICO|DIGITAL)$/, padres: /SOPORTE/ },
  { campo: 'fisico', hoja: /^FISICO$/, sinPadres: /./ },
  { campo: 'electronico', hoja: /^ELECTRONICO$/, sinPadres: /./ },
  { campo: 'soporte', hoja: /^SOPORTE( O FORMATO)?$/ },
  { campo: 'frecuencia', hoja: /^FRECUENCIA( DE)?( CONSULTA)?$/ },
  { campo: 'ubicacion', hoja: /^(UBICACION|SIGNATURA TOPOGRAFICA)\b/ },
  { campo: 'notas', hoja: /^(NOTAS?|OBSERVACION(ES)?)\b/ },
];

/** How the heading of an inventory (FUID) is known, and what it can't do without. */
export const PLANO_FUID: PlanoEncabezado<CampoFuid> = {
  reglas: REGLAS,
  repetibles: new Set<CampoFuid>(),
  secundarios: new Set<CampoFuid>([
    'notas',
    'otro',
    'ubicacion',
    'frecuencia',
    'tomo',
    'oficina',
    'soporte',
    'fisico',
    'electronico',
  ]),
  indicio: /orden|c[oó]d|serie|asunto|unidad|fecha|caja|carpeta|folio|soporte|conservaci/i,
  faltantes: (campos) => {
    const faltan: string[] = [];
    const ninguno = (...nombres: CampoFuid[]) => !nombres.some((nombre) => campos.has(nombre));
    if (ninguno('codigo')) faltan.push('código de la serie');
    if (ninguno('titulo', 'serie')) faltan.push('nombre del expediente, unidad documental o asunto');
    if (ninguno('fechaInicial', 'fechaFinal')) faltan.push('fechas extremas');
    if (ninguno('caja', 'carpeta', 'folios')) faltan.push('unidad de conservación (caja, carpeta) o folios');
    return faltan;
  },
};
