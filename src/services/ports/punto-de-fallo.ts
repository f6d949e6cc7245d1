/**
 * A named instant at which a test may kill the process (or make it wait). Code that must survive a crash announces
 * its boundaries here; in production the port does nothing.
 */
export interface PuntoDeFallo {
  alcanzar(nombre: string): Promise<void>;
}

/** The port of production: no instant is special. */
export const sinPuntoDeFallo: PuntoDeFallo = { alcanzar: () => Promise.resolve() };
