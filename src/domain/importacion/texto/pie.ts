const PIE =
  /^\W*(elaborado|entregado|recibido|revisado|aprobado|autorizado|verificado|elabor[oó]|revis[oó]|aprob[oó]|firmas?|nombres? y apellidos|cargo|frecuencia de consulta|convenciones|instrucciones|instructivo|total(es)?)\b/i;

/** True for what forms say under their data: signatures, conventions, instructions, totals. */
export function isPie(texto: string | null): boolean {
  return texto !== null && PIE.test(texto);
}
