import type { Banco } from './banco.ts';
import { medirAuditoria } from './medir-auditoria.ts';

export const audit: Banco = {
  nombre: 'audit',
  trabajo: '16 escritores, un asiento de auditoría por transacción',
  contra: 'las mismas inserciones en una tabla igual, sin cadena',
  metodo:
    'Asientos por segundo con cadena entre asientos por segundo sin ella, en rondas alternas sobre el mismo servidor, que ' +
    'escribe a disco (`fsync`). Cada asiento espera su turno en la cabeza de la cadena hasta el COMMIT; sin cadena las ' +
    'transacciones se agrupan. Al final se verifica la cadena.',
  aim: 0.25,
  direction: '>=',
  maximoS: { rapida: 120, entera: 600 },
  medir: (corrida) =>
    medirAuditoria(corrida, { actos: corrida.rapida ? 40 : 250, asientosPorActo: 1 }, corrida.rapida ? 3 : 7),
};
