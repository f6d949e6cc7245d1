import type { Escenario } from './escenario.ts';

/** What an act leaves behind: its entries in the audit chain, and its events waiting in the outbox. */
export interface Rastro {
  readonly asientos: readonly { accion: string; actor: string; resultado: string; datos: unknown }[];
  readonly eventos: readonly { tipo: string; payload: unknown }[];
}

/** The trail of a subject from the first to the last. */
export async function rastroDe(escenario: Escenario, sujeto: string): Promise<Rastro> {
  const asientos = await escenario.query<Rastro['asientos'][number]>(
    `SELECT accion, actor, resultado, contenido::jsonb -> 'datos' AS datos FROM audit_log WHERE sujeto_id = $1 ORDER BY seq`,
    [sujeto],
  );
  const eventos = await escenario.query<Rastro['eventos'][number]>(
    'SELECT event_type AS tipo, payload FROM outbox WHERE subject = $1 ORDER BY id',
    [sujeto],
  );
  return { asientos, eventos };
}

/** How much an entity holds of what the verbs write: equal before and after means that nothing was left half done. */
export async function huellaDe(escenario: Escenario): Promise<Record<string, number>> {
  const tablas = [
    'eliminacion_lotes',
    'eliminacion_lote_items',
    'eliminacion_expediente_en_lote',
    'eliminacion_lote_omision',
    'eliminacion_publicaciones',
    'eliminacion_decisiones',
    'eliminacion_ejecuciones',
    'retenciones_legales',
    'audit_log',
    'outbox',
  ];
  const cuentas: [string, number][] = [];
  for (const tabla of tablas) cuentas.push([tabla, await escenario.cuenta(tabla)]);
  return Object.fromEntries(cuentas);
}
