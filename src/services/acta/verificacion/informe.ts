export type Resultado = 'correcta' | 'fallida' | 'no_comprobada';

/** One check in words that a person outside the trade can follow. */
export interface Comprobacion {
  readonly id: IdComprobacion;
  readonly titulo: string;
  readonly resultado: Resultado;
  readonly detalle: string;
}

/** Every check, in the order in which they are told. */
export const COMPROBACIONES = {
  contenido_prohibido:
    'No hay DOCTYPE, comentarios, instrucciones ni otras construcciones que oculten contenido',
  estructura: 'Está escrita, byte a byte, como la emite el sistema y cumple el esquema del acta',
  firma_unica: 'Lleva una sola firma, como último elemento',
  identificadores: 'Los identificadores de la firma no se repiten',
  algoritmos: 'Los algoritmos son de los admitidos',
  referencias: 'La firma cubre el documento entero y sus propias propiedades, y nada más',
  documento: 'El contenido no cambió desde que se firmó',
  propiedades: 'Las propiedades de la firma (hora, certificado, rol) no cambiaron',
  certificado: 'El certificado que la acompaña es el que se firmó',
  valor_firma: 'El valor de la firma corresponde a ese certificado',
  politica: 'Política de firma',
  vigencia: 'El certificado estaba vigente al firmar',
  cadena: 'El certificado viene de una autoridad de confianza',
  sello_tiempo: 'Un tercero da fe de la hora (sello de tiempo)',
  inventario: 'Cada renglón del lote está una sola vez y las cuentas coinciden con el inventario',
  merkle: 'La raíz de Merkle es la de los renglones',
  saldo: 'El saldo suma',
} as const;

export type IdComprobacion = keyof typeof COMPROBACIONES;

/** What depends on whom the reader trusts, not on the file. */
const DE_CONFIANZA: ReadonlySet<IdComprobacion> = new Set(['cadena', 'sello_tiempo']);

/** Collects the outcome of each check; what nobody reached stays "no comprobada" and says so. */
export class Informe {
  readonly #resultados = new Map<IdComprobacion, Omit<Comprobacion, 'id' | 'titulo'>>();

  correcta(id: IdComprobacion, detalle: string): void {
    if (!this.#resultados.has(id)) this.#resultados.set(id, { resultado: 'correcta', detalle });
  }

  fallida(id: IdComprobacion, detalle: string): void {
    this.#resultados.set(id, { resultado: 'fallida', detalle });
  }

  noComprobada(id: IdComprobacion, detalle: string): void {
    this.#resultados.set(id, { resultado: 'no_comprobada', detalle });
  }

  /** Fails with the reasons, or passes if there are none. */
  segun(id: IdComprobacion, fallas: readonly string[], bien: string): void {
    if (fallas.length > 0) this.fallida(id, fallas.join('; '));
    else this.correcta(id, bien);
  }

  comprobaciones(): Comprobacion[] {
    return Object.entries(COMPROBACIONES).map(([clave, titulo]) => {
      const id = clave as IdComprobacion;
      const resultado = this.#resultados.get(id);
      return {
        id,
        titulo,
        resultado: resultado?.resultado ?? 'no_comprobada',
        detalle: resultado?.detalle ?? 'No se llegó a comprobar porque falló algo anterior.',
      };
    });
  }

  #resultado(id: IdComprobacion): Resultado {
    return this.#resultados.get(id)?.resultado ?? 'no_comprobada';
  }

  /** The file is whole and its signature its certificate's; whose certificate that is may be unknown. */
  get integra(): boolean {
    return this.comprobaciones().every(
      ({ id, resultado }) => DE_CONFIANZA.has(id) || resultado === 'correcta',
    );
  }

  /** All that must hold, trust included. At level B-B nobody vouches for the hour: that alone may be unchecked. */
  get valida(): boolean {
    return (
      this.integra &&
      this.#resultado('cadena') === 'correcta' &&
      this.#resultado('sello_tiempo') !== 'fallida'
    );
  }
}
