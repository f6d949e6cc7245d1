import { defineErrors } from '../errors/domain-error.ts';

/** Why an identity is refused. None tells a stranger whether what they asked for exists. */
export const accesoErrors = defineErrors({
  token_invalido: {
    kind: 'unauthenticated',
    titulo: 'Identidad no válida',
    mensaje: 'El token de acceso no sirve: {motivo}.',
  },
  login_antiguo: {
    kind: 'unauthenticated',
    titulo: 'Vuelva a identificarse',
    mensaje: 'Este acto exige haberse identificado hace menos de {minutos} minutos.',
  },
  emisor_no_disponible: {
    kind: 'unavailable',
    titulo: 'No se puede comprobar la identidad',
    mensaje: 'El emisor de identidades no responde. Intente de nuevo en unos momentos.',
  },
  tenant_no_permitido: {
    kind: 'forbidden',
    titulo: 'Entidad fuera de su alcance',
    mensaje: 'Su identidad no alcanza la entidad «{tenant}».',
  },
  tenant_requerido: {
    kind: 'validation',
    titulo: 'Falta decir la entidad',
    mensaje: 'Su identidad alcanza varias entidades; diga cuál en la cabecera X-Tenant.',
  },
  acto_reservado_a_personas: {
    kind: 'forbidden',
    titulo: 'Acto reservado a personas',
    mensaje: 'Un programa no puede {acto}: debe hacerlo una persona.',
  },
});
