/** What an expediente holds: one list of texts per radicado, one anexo per text. Equal texts share their bytes. */
export interface Contenido {
  readonly soporte: 'electronico' | 'hibrido' | 'fisico';
  readonly radicados: readonly (readonly string[])[];
}

interface CasoDeCaida extends Contenido {
  readonly que: string;
  /** `destruido`, or the cause of its omisión. */
  readonly fin: string;
}

/** The expedientes of the lote that every crash is rehearsed on, and what must become of each. */
export const CASOS = {
  electronico: {
    que: 'electrónico, dos radicados con dos anexos cada uno',
    soporte: 'electronico',
    radicados: [
      ['oficio', 'anexo'],
      ['respuesta', 'soporte'],
    ],
    fin: 'destruido',
  },
  comparteConVivo: {
    que: 'comparte bytes con un expediente que no está en el lote',
    soporte: 'electronico',
    radicados: [['carta', 'circular de todos']],
    fin: 'destruido',
  },
  comparteUno: {
    que: 'comparte bytes con otro del mismo lote',
    soporte: 'electronico',
    radicados: [['acta', 'plano común']],
    fin: 'destruido',
  },
  comparteOtro: {
    que: 'ese otro',
    soporte: 'electronico',
    radicados: [['plano común']],
    fin: 'destruido',
  },
  hibrido: {
    que: 'híbrido: papel y un anexo',
    soporte: 'hibrido',
    radicados: [['digitalización']],
    fin: 'destruido',
  },
  papel: { que: 'solo papel', soporte: 'fisico', radicados: [], fin: 'destruido' },
  vacio: { que: 'electrónico sin radicados', soporte: 'electronico', radicados: [], fin: 'destruido' },
  corrupto: {
    que: 'un anexo suyo cambió en el disco',
    soporte: 'electronico',
    radicados: [['intacto', 'dañado en el disco']],
    fin: 'integridad',
  },
  retenido: {
    que: 'una retención legal llega con su intención',
    soporte: 'electronico',
    radicados: [['prueba de un juicio']],
    fin: 'retencion_legal',
  },
  reabierto: {
    que: 'reabierto después de aprobado',
    soporte: 'electronico',
    radicados: [['reclamación']],
    fin: 'expediente_cambio',
  },
} as const satisfies Record<string, CasoDeCaida>;
export type Caso = keyof typeof CASOS;
export const NOMBRES = Object.keys(CASOS) as Caso[];

/** How far a lote has come, as the tables and the two stores say it: what a crash leaves, in numbers. */
export interface Foto {
  /** Ítems whose intention is written, and ítems omitted. */
  readonly intenciones: number;
  readonly omitidos: number;
  /** Anexos marked to be destroyed, and objetos that the purge's record says are. */
  readonly marcados: number;
  readonly purgados: number;
  /** Files in the store of living objects. */
  readonly archivos: number;
  /** Ítems that wait for their paper. */
  readonly enPapel: number;
  /** Pages of the libro de destrucciones under WORM. */
  readonly paginas: number;
  readonly lapidas: number;
  readonly cerrado: boolean;
  /** Artefacts of the acta with their digest anchored, files of it under WORM, artefacts verified. */
  readonly anclados: number;
  readonly deActa: number;
  readonly verificados: number;
}

/** One crash that is rehearsed on that lote. */
export interface Caida {
  /** Announced point; `:n` for its n-th time (the second pass is that of the paper). */
  readonly punto: string;
  /** What had just happened, or was about to. */
  readonly instante: string;
  /** What the kill leaves, and how many pages of the libro there are in the end. */
  readonly alMorir: Foto;
  readonly paginas: number;
}

const NADA: Foto = {
  intenciones: 0,
  omitidos: 0,
  marcados: 0,
  purgados: 0,
  archivos: 16,
  enPapel: 0,
  paginas: 0,
  lapidas: 0,
  cerrado: false,
  anclados: 0,
  deActa: 0,
  verificados: 0,
};
const CON_INTENCION: Foto = { ...NADA, intenciones: 9, omitidos: 1 };
const POR_PURGAR: Foto = { ...CON_INTENCION, omitidos: 3 };
const MARCADA: Foto = { ...POR_PURGAR, marcados: 10 };
const SIN_BYTES: Foto = { ...MARCADA, archivos: 7 };
const PURGADA: Foto = { ...SIN_BYTES, marcados: 0, purgados: 8 };
const ASENTADA: Foto = { ...PURGADA, enPapel: 2 };
const CON_LAPIDAS: Foto = { ...ASENTADA, paginas: 1, lapidas: 5 };
const TODO_DESTRUIDO: Foto = { ...CON_LAPIDAS, paginas: 2, lapidas: 7, enPapel: 0 };
const CERRADA: Foto = { ...TODO_DESTRUIDO, cerrado: true };
const COMPLETA: Foto = { ...CERRADA, anclados: 2, deActa: 2, verificados: 2 };

/** What there is in the end, whatever the crash; the housekeeping has taken the bytes that no anexo uses. */
export const FINAL: Foto = { ...CERRADA, archivos: 6, anclados: 4, deActa: 4, verificados: 4 };

function caida(punto: string, instante: string, alMorir: Foto, paginas = 2): Caida {
  return { punto, instante, alMorir, paginas };
}

/** From the intention to the lápidas. */
export const CAIDAS_DESTRUCCION: readonly Caida[] = [
  caida('intencion.inventariada', 'inventario de anexos leído, sin transacción', NADA),
  caida('intencion.antes_de_confirmar', 'intenciones escritas, sin confirmar', NADA),
  caida('intencion.registrada', 'intenciones confirmadas', CON_INTENCION),
  caida('purga.verificada', 'bytes comparados con lo registrado al ingreso', CON_INTENCION),
  caida('purga.antes', 'integridad y retenciones asentadas, purga sin pedir', POR_PURGAR),
  caida('documentos.antes_de_marcar', 'purga pedida', POR_PURGAR),
  caida('documentos.marcada', 'anexos y objetos marcados, ningún byte tocado', MARCADA),
  caida('documentos.entre_objetos', 'antes del primer objeto', MARCADA),
  caida('documentos.entre_objetos:5', 'antes del quinto objeto', { ...MARCADA, archivos: 12 }),
  caida('almacen.borrados_sin_sincronizar', 'objetos borrados, carpetas sin sincronizar', SIN_BYTES),
  caida('almacen.borrados', 'carpetas sincronizadas', SIN_BYTES),
  caida('documentos.ausencia_probada', 'ausencia leída por quien solo lee', SIN_BYTES),
  caida('documentos.antes_de_confirmar', 'registro de la purga escrito, sin confirmar', SIN_BYTES),
  caida('documentos.confirmada', 'registro de la purga confirmado', PURGADA),
  caida('purga.despues', 'respuesta de la purga recibida', PURGADA),
  caida('purga.asentada', 'lo que tiene papel queda en espera', ASENTADA),
  caida('lapida.ausencia_probada', 'ausencia probada otra vez, sin lápida', ASENTADA),
  caida('lapida.libro_escrito', 'página del libro escrita, sin lápida', { ...ASENTADA, paginas: 1 }, 3),
  caida(
    'lapida.antes_de_confirmar',
    'lápidas escritas y filas borradas, sin confirmar',
    { ...ASENTADA, paginas: 1 },
    3,
  ),
  caida('lapida.confirmada', 'lápidas confirmadas', CON_LAPIDAS),
];

/** From letting go of the tramo to the acta, the second pass included. */
export const CAIDAS_CIERRE: readonly Caida[] = [
  caida('tramo.antes_de_soltar', 'tramo soltado, sin confirmar', CON_LAPIDAS),
  caida('tramo.soltado', 'tramo a la espera de su papel', CON_LAPIDAS),
  caida('documentos.confirmada:2', 'segunda vuelta: purga repetida, nada que destruir', CON_LAPIDAS),
  caida(
    'lapida.libro_escrito:2',
    'segunda vuelta: página escrita, sin lápida',
    { ...CON_LAPIDAS, paginas: 2 },
    3,
  ),
  caida(
    'lapida.antes_de_confirmar:2',
    'segunda vuelta: lápidas sin confirmar',
    { ...CON_LAPIDAS, paginas: 2 },
    3,
  ),
  caida('tramo.soltado:2', 'tramo terminado, ejecución sin cerrar', TODO_DESTRUIDO),
  caida('cierre.antes_de_confirmar', 'cierre escrito y acta numerada, sin confirmar', TODO_DESTRUIDO),
  caida('cierre.confirmado', 'cierre confirmado, acta sin emitir', CERRADA),
  caida('acta.emitida', 'bytes del acta escritos, sin anclar', CERRADA),
  caida('acta.anclada', 'digesto anclado, acta sin guardar', { ...CERRADA, anclados: 1 }),
  caida('acta.guardada_sin_anotar', 'acta bajo WORM, sin anotar', { ...CERRADA, anclados: 1, deActa: 1 }),
  caida('acta.almacenada', 'acta anotada y releída, sin sellar', {
    ...CERRADA,
    anclados: 1,
    deActa: 1,
    verificados: 1,
  }),
  caida('acta.firmada_sin_guardar', 'sello hecho y verificado, sin guardar', {
    ...CERRADA,
    anclados: 1,
    deActa: 1,
    verificados: 1,
  }),
  caida('acta.sellada', 'sello bajo WORM, sin anotar', {
    ...CERRADA,
    anclados: 1,
    deActa: 2,
    verificados: 1,
  }),
  caida('acta.verificada', 'versión completa terminada', COMPLETA),
  caida('acta.firmada_sin_guardar:2', 'versión pública: sello hecho, sin guardar', {
    ...COMPLETA,
    anclados: 3,
    deActa: 3,
    verificados: 3,
  }),
  caida('acta.verificada:2', 'versión pública terminada', {
    ...CERRADA,
    anclados: 4,
    deActa: 4,
    verificados: 4,
  }),
];

/** One crash in the middle of an upload: whether its anexo exists, with its bytes, once the housekeeping has passed. */
export interface CaidaDeCarga {
  readonly punto: string;
  readonly instante: string;
  readonly anexos: 0 | 1;
}

export const CAIDAS_CARGA: readonly CaidaDeCarga[] = [
  { punto: 'almacen.recibido', instante: 'bytes recibidos, sin clave', anexos: 0 },
  { punto: 'almacen.reservado', instante: 'clave reservada, sin bytes', anexos: 0 },
  { punto: 'almacen.renombrado', instante: 'bytes bajo su clave, carpeta sin sincronizar', anexos: 0 },
  { punto: 'almacen.guardado', instante: 'bytes durables, sin anexo', anexos: 0 },
  { punto: 'documentos.subida_antes_de_confirmar', instante: 'anexo escrito, sin confirmar', anexos: 0 },
  { punto: 'documentos.subida_confirmada', instante: 'anexo confirmado', anexos: 1 },
];
