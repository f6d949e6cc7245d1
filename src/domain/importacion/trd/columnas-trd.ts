import type { PlanoEncabezado, ReglaColumna } from '../encabezado/buscar-encabezado.ts';

export type CampoTrd =
  | 'dependenciaCodigo'
  | 'dependenciaNombre'
  | 'codigo'
  | 'serieCodigo'
  | 'subserieCodigo'
  | 'nombre'
  | 'serieNombre'
  | 'subserieNombre'
  | 'tipoNombre'
  | 'ag'
  | 'ac'
  | 'retencion'
  | 'ct'
  | 'e'
  | 's'
  | 'r'
  | 'disposicion'
  | 'procedimiento'
  | 'soporte';

const DE_CODIGO = /COD/;
const AJENO_A_DISPOSICION = /COD|SOPORTE|FORMATO|RETENCION/;

/** First match wins. Labels arrive in capitals, without accents or punctuation. */
const REGLAS: readonly ReglaColumna<CampoTrd>[] = [
  { campo: 'procedimiento', hoja: /^PROCEDIMIENTOS?\b/ },
  { campo: 'soporte', hoja: /./, padres: /SOPORTE|FORMATO/ },
  { campo: 'soporte', hoja: /^SOPORTES?\b|^FORMATO\b/ },
  { campo: 'dependenciaCodigo', hoja: /^COD(IGO)?\b.*(DEPENDENCIA|OFICINA|SUBSECCION|SECCION|UNIDAD|AREA)/ },
  {
    campo: 'dependenciaCodigo',
    hoja: /^(DEPENDENCIA|OFICINA|SECCION|UNIDAD|DEP|OF|OP|D)\b/,
    padres: DE_CODIGO,
  },
  { campo: 'serieCodigo', hoja: /^(COD(IGO)?|CONSECUTIVO)( DE)?( LA)? SERIES?( DOCUMENTAL| O ASUNTO)?$/ },
  { campo: 'serieCodigo', hoja: /^(S|SER|SERIE)$/, padres: DE_CODIGO },
  { campo: 'subserieCodigo', hoja: /^(COD(IGO)?|CONSECUTIVO)( DE)?( LA)? SUB ?SERIES?( DOCUMENTAL)?$/ },
  { campo: 'subserieCodigo', hoja: /^(SB|SS|SBS|SUB|SUBS|SUB ?SERIE)$/, padres: DE_CODIGO },
  { campo: 'codigo', hoja: /^SERIE[ /]+(Y )?SUB ?SERIE$/, padres: DE_CODIGO },
  { campo: 'codigo', hoja: /^COD(IGO)?( DE)?( LA)?( TRD| TVD| DOCUMENTAL| SERIE[ /]+(Y |O )?SUB ?SERIE)?$/ },
  { campo: 'dependenciaNombre', hoja: /^NOMBRE\b.*(DEPENDENCIA|OFICINA|SUBSECCION|SECCION|UNIDAD ADMIN)/ },
  { campo: 'dependenciaNombre', hoja: /^(DEPENDENCIA|OFICINA|OFICINA PRODUCTORA|UNIDAD ADMINISTRATIVA)$/ },
  { campo: 'serieNombre', hoja: /^(NOMBRE )?(DE )?(LAS? )?S(ERI|EIR)ES?( DOCUMENTALE?S?)?( O ASUNTOS?)?$/ },
  { campo: 'subserieNombre', hoja: /^(NOMBRE )?(DE )?(LAS? )?SUB ?SERIES?( DOCUMENTALE?S?)?$/ },
  { campo: 'nombre', hoja: /^(NOMBRE )?(DE )?(LAS? )?S(ERI|EIR)ES?\b.*(SUB ?SERIE|TIPO|ASUNTO)/ },
  { campo: 'tipoNombre', hoja: /^(NOMBRE )?(DE )?(LOS )?(TIPO|TIPOLOGIA)S? DOCUMENTALE?S?$/ },
  { campo: 'ag', hoja: /^(ANOS )?(EN )?(EL )?(ARCHIVO |A )?(DE )?GESTION( ANOS)?$|^A ?G$/ },
  { campo: 'ac', hoja: /^(ANOS )?(EN )?(EL )?(ARCHIVO |A )?CENTRAL( ANOS)?$|^A ?C$/ },
  { campo: 'retencion', hoja: /^(TIEMPO DE )?RETENCION\b/ },
  { campo: 'ct', hoja: /^(C ?T|CONSERVACION( TOTAL)?)$/, sinPadres: AJENO_A_DISPOSICION },
  { campo: 'ct', hoja: /^C$/, padres: /DISPOSICION/ },
  { campo: 'e', hoja: /^(E|ELIMINACION|ELIMINAR)$/, sinPadres: AJENO_A_DISPOSICION },
  { campo: 's', hoja: /^(S|SELECCION)$/, sinPadres: AJENO_A_DISPOSICION },
  {
    campo: 'r',
    hoja: /^(R|D|M|M ?T|[DM] ?\/ ?[DM]|(REPRODUCCION|REPROGRAFIA|MICROFILMACION|DIGITALIZACION|MEDIOS? TEC)\b.*)$/,
    sinPadres: AJENO_A_DISPOSICION,
  },
  { campo: 'disposicion', hoja: /^DISPOSICION( FINAL)?$/ },
];

/** How the heading of a retention schedule is known, and what it can't do without. */
export const PLANO_TRD: PlanoEncabezado<CampoTrd> = {
  reglas: REGLAS,
  repetibles: new Set(['r', 'soporte']),
  secundarios: new Set(['procedimiento', 'tipoNombre']),
  indicio: /s(eri|eir)e|retenci|disposici|gesti[oó]n|central|c[oó]dig|codifica|dependencia|procedimiento/i,
  faltantes: (campos) => {
    const faltan: string[] = [];
    const tiene = (...nombres: CampoTrd[]) => nombres.some((nombre) => campos.has(nombre));
    if (!tiene('codigo', 'serieCodigo', 'subserieCodigo', 'serieNombre', 'nombre'))
      faltan.push('código o nombre de la serie');
    if (!tiene('nombre', 'serieNombre', 'subserieNombre')) faltan.push('nombre de la serie o subserie');
    if (!tiene('ag', 'ac', 'retencion')) faltan.push('retención (archivo de gestión y archivo central)');
    if (!tiene('ct', 'e', 's', 'r', 'disposicion')) faltan.push('disposición final (CT, E, S, M/D)');
    return faltan;
  },
};
