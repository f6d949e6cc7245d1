import {
  borrarDenegacionesViejas,
  type DenegacionesAcumuladas,
  tomarAcumuladas,
} from '../../db/auditoria/denegaciones.queries.ts';
import type { TenantTx } from '../../db/tenant-tx.ts';
import { canonicalJson, type JsonValue } from '../../domain/json-canonico.ts';

const MINUTO_MS = 60_000;
/** Counters are kept a while: replicas' clocks differ, and a late denial must still find its count. */
const CONSERVAR_MS = 60 * MINUTO_MS;

/** The minute, by the injected clock, that denials are counted in. */
export function inicioDeMinuto(instante: Date): Date {
  return new Date(Math.floor(instante.getTime() / MINUTO_MS) * MINUTO_MS);
}

/**
 * Texts to chain for the denials that were only counted in minutes now gone: one for each actor, act and minute,
 * with how many they were. The caller must chain them in this same transaction.
 */
export async function acumularDenegaciones(tx: TenantTx, ahora: Date): Promise<string[]> {
  const minuto = inicioDeMinuto(ahora);
  const acumuladas = await tomarAcumuladas(tx, minuto);
  await borrarDenegacionesViejas(tx, new Date(minuto.getTime() - CONSERVAR_MS));
  return acumuladas.map((acumulada) => renderAcumulada(acumulada, ahora));
}

/** The latest of them, with the count in place of its data. */
function renderAcumulada({ ultimo, sinAsentar, minuto }: DenegacionesAcumuladas, ahora: Date): string {
  const entry = JSON.parse(ultimo) as Record<string, JsonValue>;
  return canonicalJson({
    ...entry,
    instante: ahora.toISOString(),
    datos: { acumuladas: sinAsentar, minuto: minuto.toISOString() },
  });
}
