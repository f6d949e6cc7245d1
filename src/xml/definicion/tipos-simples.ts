/** A simple type: how the XSD says it and how our own reader checks it. Both come from here, so they can't part. */
export interface TipoSimple {
  readonly nombre: string;
  readonly doc: string;
  readonly base: string;
  readonly patron?: string;
  readonly valores?: readonly string[];
  readonly longitudMinima?: number;
  /** What `base` demands beyond the pattern (that 30 February does not exist, for instance). */
  readonly admite?: (texto: string) => boolean;
}

const comprobadores = new Map<TipoSimple, (texto: string) => boolean>();

function construir(tipo: TipoSimple): (texto: string) => boolean {
  const { patron, valores, longitudMinima = 0, admite = () => true } = tipo;
  const conjunto = valores === undefined ? null : new Set(valores);
  const regex = patron === undefined ? null : new RegExp(`^(?:${patron})$`, 'u');
  return (texto) =>
    texto.length >= longitudMinima &&
    (conjunto?.has(texto) ?? true) &&
    (regex?.test(texto) ?? true) &&
    admite(texto);
}

/** True when the text is a value of the type. */
export function esValor(tipo: TipoSimple, texto: string): boolean {
  const comprobador = comprobadores.get(tipo) ?? construir(tipo);
  comprobadores.set(tipo, comprobador);
  return comprobador(texto);
}

function esFecha(texto: string): boolean {
  const [anio = 0, mes = 0, dia = 0] = texto.slice(0, 10).split('-').map(Number);
  if (anio === 0) return false;
  const fecha = new Date(0);
  fecha.setUTCFullYear(anio, mes - 1, dia);
  return fecha.getUTCMonth() === mes - 1 && fecha.getUTCDate() === dia;
}

const FECHA = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const HORA = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?';
const ZONA = '(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])';

export const texto: TipoSimple = {
  nombre: 'Texto',
  doc: 'Texto libre, no vacío.',
  base: 'xs:string',
  longitudMinima: 1,
};
export const fecha: TipoSimple = {
  nombre: 'Fecha',
  doc: 'Fecha civil AAAA-MM-DD, sin zona.',
  base: 'xs:date',
  patron: FECHA,
  admite: esFecha,
};
export const instante: TipoSimple = {
  nombre: 'Instante',
  doc: 'Instante con zona horaria (RFC 3339).',
  base: 'xs:dateTime',
  patron: `${FECHA}T${HORA}${ZONA}`,
  admite: esFecha,
};
export const cantidad: TipoSimple = {
  nombre: 'Cantidad',
  doc: 'Entero mayor o igual que cero, sin ceros a la izquierda.',
  base: 'xs:nonNegativeInteger',
  patron: '0|[1-9][0-9]{0,15}',
};
export const ordinal: TipoSimple = {
  nombre: 'Ordinal',
  doc: 'Entero mayor que cero, sin ceros a la izquierda.',
  base: 'xs:positiveInteger',
  patron: '[1-9][0-9]{0,15}',
};
export const porcentaje: TipoSimple = {
  nombre: 'Porcentaje',
  doc: 'Porcentaje entero entre 1 y 100.',
  base: 'xs:positiveInteger',
  patron: '[1-9][0-9]?|100',
};
export const medida: TipoSimple = {
  nombre: 'Medida',
  doc: 'Decimal con punto y hasta tres cifras (metros lineales).',
  base: 'xs:decimal',
  patron: '(0|[1-9][0-9]{0,8})(\\.[0-9]{1,3})?',
};
export const huella: TipoSimple = {
  nombre: 'Huella',
  doc: 'SHA-256 en 64 dígitos hexadecimales en minúscula.',
  base: 'xs:string',
  patron: '[0-9a-f]{64}',
};
export const sal: TipoSimple = {
  nombre: 'Sal',
  doc: '128 bits aleatorios en 32 dígitos hexadecimales; solo en la versión completa.',
  base: 'xs:string',
  patron: '[0-9a-f]{32}',
};
export const identificador: TipoSimple = {
  nombre: 'Identificador',
  doc: 'UUID en minúsculas.',
  base: 'xs:string',
  patron: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
};
export const causa: TipoSimple = {
  nombre: 'Causa',
  doc: 'Código de causa.',
  base: 'xs:string',
  patron: '[a-z][a-z0-9_]*',
};
export const numeroActa: TipoSimple = {
  nombre: 'NumeroActa',
  doc: 'ACTA-{ejercicio}-{número}, consecutivo por entidad y año.',
  base: 'xs:string',
  patron: 'ACTA-[0-9]{4}-[0-9]{4,}',
};
export const citaAdenda: TipoSimple = {
  nombre: 'CitaAdenda',
  doc: '{acta}-AD{número}.',
  base: 'xs:string',
  patron: 'ACTA-[0-9]{4}-[0-9]{4,}-AD[1-9][0-9]{0,15}',
};
export const nivel: TipoSimple = {
  nombre: 'Nivel',
  doc: '0 pública, 1 interna, 2 reservada, 3 clasificada.',
  base: 'xs:string',
  patron: '[0-3]',
};
export const booleano: TipoSimple = {
  nombre: 'Booleano',
  doc: 'true o false.',
  base: 'xs:string',
  valores: ['true', 'false'],
};

/** A closed list of values. */
function lista(nombre: string, doc: string, ...valores: readonly string[]): TipoSimple {
  return { nombre, doc, base: 'xs:string', valores };
}

export const rendicion = lista(
  'Rendicion',
  'completa: interna, con sal; publica: los mismos renglones e identificadores, con títulos enmascarados.',
  'completa',
  'publica',
);
export const version = lista('Version', 'Versión de este esquema.', '1.0');
export const disposicion = lista('Disposicion', 'E eliminación, S selección.', 'E', 'S');
export const soporte = lista('Soporte', 'Soporte del expediente.', 'fisico', 'electronico', 'hibrido');
export const metodoFisico = lista('MetodoFisico', 'Destrucción física.', 'picado', 'triturado', 'otro');
export const metodoElectronico = lista(
  'MetodoElectronico',
  'Borrado con ausencia comprobada (no se afirma sobrescritura), de todas las versiones, o no hubo parte electrónica.',
  'borrado_verificado',
  'borrado_todas_las_versiones',
  'no_aplica',
);
export const estadoLote = lista('EstadoLote', 'Estado alcanzado.', 'ejecutado', 'ejecutado_parcial');
export const voto = lista('Voto', 'Sentido del voto.', 'favor', 'contra', 'abstencion', 'sin_voto');
export const decision = lista('Decision', 'Decisión del comité.', 'aprobado', 'aprobado_parcial');
export const resultado = lista('Resultado', 'Respuesta a una observación.', 'aceptada', 'rechazada');
export const resultadoObservacion = lista(
  'ResultadoObservacion',
  'Resultado de una observación, deducido de sus respuestas.',
  'aceptada',
  'rechazada',
  'parcial',
  'sin_respuesta',
);
export const estadoCopia = lista('EstadoCopia', 'Qué fue de la copia.', 'destruida', 'vence');
export const tipoFirma = lista(
  'TipoFirma',
  'Sello de la entidad o firma de una persona.',
  'sello',
  'personal',
);
export const claseAdenda = lista(
  'ClaseAdenda',
  'Clase de adenda.',
  'retiro',
  'reintento',
  'constancia_fisica',
  'copias_vencidas',
  'correccion',
  'orden',
);
