/** Never changes: elements are only ever added, optional, at the end of their parent. */
export const ESPACIO_ACTA = 'urn:orpycamcp:acta-eliminacion:v1';
