import { hash as digest } from 'node:crypto';

/** One row of an audit chain as it is stored; hashes in lower-case hexadecimal. */
export interface Eslabon {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly contenido: string;
}

/** A point of a chain: the number of a row and its hash. The head of an empty chain is row 0, its genesis. */
export interface PuntoCadena {
  readonly seq: number;
  readonly hash: string;
}

/**
 * SHA-256 of utf8(number in decimal, LF, previous hash in hex, LF, content byte for byte): the same that the SQL
 * function `audit_registrar` computes.
 */
export function eslabonHash(seq: number, prevHash: string, contenido: string): string {
  return digest('sha256', `${seq}\n${prevHash}\n${contenido}`, 'hex');
}

/** Hash before the first row. It holds the name of the schema: a chain can't be passed off as another tenant's. */
export function genesisHash(schema: string): string {
  return digest('sha256', `orpycamcp-auditoria-1\n${schema}`, 'hex');
}
