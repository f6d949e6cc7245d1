import type { Banco } from './banco.ts';
import { medirAuditoria } from './medir-auditoria.ts';

export const auditBatch: Banco = {
  nombre: 'audit-batch',
  trabajo: '16 escritores, 200 asientos de auditoría por transacción (un tramo)',
  contra: 'las mismas inserciones en una tabla igual, sin cadena',
  metodo: 'Como `audit`, con los 200 asientos de un tramo encadenados en una sola llamada.',
  aim: 0.3,
  direction: '>=',
  maximoS: { rapida: 120, entera: 600 },
  medir: (corrida) =>
    medirAuditoria(corrida, { actos: corrida.rapida ? 3 : 20, asientosPorActo: 200 }, corrida.rapida ? 3 : 7),
};
