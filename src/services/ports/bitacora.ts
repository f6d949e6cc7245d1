/** What services need of a log: the rest of the logger is the surfaces' business. */
export interface Bitacora {
  info(datos: object, mensaje: string): void;
  warn(datos: object, mensaje: string): void;
  error(datos: object, mensaje: string): void;
}
