interface Tlv {
  readonly etiqueta: number;
  /** The whole element, header included, and the position just after it. */
  readonly bytes: Uint8Array;
  readonly contenido: Uint8Array;
  readonly siguiente: number;
}

function leerTlv(der: Uint8Array, pos: number): Tlv {
  const etiqueta = der[pos];
  const primero = der[pos + 1];
  if (etiqueta === undefined || primero === undefined) throw new RangeError('truncated DER');
  const largos = primero < 0x80 ? 0 : primero & 0x7f;
  let longitud = primero < 0x80 ? primero : 0;
  for (const octeto of der.subarray(pos + 2, pos + 2 + largos)) longitud = longitud * 256 + octeto;
  const inicio = pos + 2 + largos;
  const siguiente = inicio + longitud;
  if (largos > 4 || siguiente > der.length) throw new RangeError('truncated DER');
  return {
    etiqueta,
    bytes: der.subarray(pos, siguiente),
    contenido: der.subarray(inicio, siguiente),
    siguiente,
  };
}

function envolver(etiqueta: number, contenido: Uint8Array): Uint8Array {
  const longitud: number[] = [];
  for (let n = contenido.length; n > 0; n = Math.floor(n / 256)) longitud.unshift(n % 256);
  const cabecera = contenido.length < 0x80 ? [contenido.length] : [0x80 + longitud.length, ...longitud];
  return Buffer.concat([Uint8Array.of(etiqueta, ...cabecera), contenido]);
}

const SECUENCIA = 0x30;
const VERSION = 0xa0;
const NOMBRE_DIRECTORIO = 0xa4;

/**
 * DER of `IssuerSerial { GeneralNames, serialNumber }` (RFC 5035) of a certificate: the value of IssuerSerialV2 of
 * XAdES. Throws RangeError if the bytes are not a certificate.
 */
export function issuerSerialV2(certificadoDer: Uint8Array): Uint8Array {
  const certificado = leerTlv(certificadoDer, 0);
  const tbs = leerTlv(certificado.contenido, 0);
  if (certificado.etiqueta !== SECUENCIA || tbs.etiqueta !== SECUENCIA)
    throw new RangeError('not a certificate');
  const primero = leerTlv(tbs.contenido, 0);
  const serie = primero.etiqueta === VERSION ? leerTlv(tbs.contenido, primero.siguiente) : primero;
  const desplazamiento = primero.etiqueta === VERSION ? serie.siguiente : primero.siguiente;
  const algoritmo = leerTlv(tbs.contenido, desplazamiento);
  const emisor = leerTlv(tbs.contenido, algoritmo.siguiente);
  const nombres = envolver(SECUENCIA, envolver(NOMBRE_DIRECTORIO, emisor.bytes));
  return envolver(SECUENCIA, Buffer.concat([nombres, serie.bytes]));
}
