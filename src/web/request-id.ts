import { uuidv7 } from 'uuidv7';

const SEGURO = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The id a trusted proxy gave, if there is one and it is harmless in logs and headers; otherwise a new one. */
export function chooseRequestId(inbound: string | undefined, saltos: number): string {
  return saltos > 0 && inbound !== undefined && SEGURO.test(inbound) ? inbound : uuidv7();
}
