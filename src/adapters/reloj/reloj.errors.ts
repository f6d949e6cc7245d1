import { defineErrors } from '../../domain/errors/domain-error.ts';

export const relojErrors = defineErrors({
  reloj_desviado: {
    kind: 'precondition',
    titulo: 'Los relojes no coinciden',
    mensaje:
      'El reloj de este equipo y el de la base de datos difieren {segundos} s; con más de {maximo} s los plazos legales no son ciertos. Sincronice los dos (NTP).',
  },
});
