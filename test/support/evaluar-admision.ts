import type { Escenario } from './escenario.ts';

export interface Evaluado {
  readonly motivos: string[];
  readonly vencimiento: string | null;
  readonly vencimientoHabil: string | null;
}

/** What the SQL of admission says of one expediente, on a civil day, for a lote being re-checked or for none. */
export async function evaluar(
  escenario: Escenario,
  expedienteId: string,
  { hoy = '2026-12-01', loteId = null }: { readonly hoy?: string; readonly loteId?: string | null } = {},
): Promise<Evaluado> {
  return escenario.fila<Evaluado & Record<string, unknown>>(
    `SELECT motivos, vencimiento, vencimiento_habil AS "vencimientoHabil"
       FROM eliminacion_evaluar_admision($1, (SELECT max(id) FROM calendario_versiones), $2) WHERE expediente_id = $3`,
    [hoy, loteId, expedienteId],
  );
}

export async function motivosDe(
  escenario: Escenario,
  expedienteId: string,
  opciones: { readonly hoy?: string; readonly loteId?: string | null } = {},
): Promise<string[]> {
  return (await evaluar(escenario, expedienteId, opciones)).motivos;
}

export interface Alcance {
  readonly alcance: 'expediente' | 'subserie' | 'serie' | 'dependencia' | 'lote' | 'todo';
  readonly expediente?: string;
  readonly serie?: string;
  readonly subserie?: string | null;
  readonly dependencia?: string;
  readonly lote?: string;
}

/** Places a hold; gives its id. */
export async function retener(escenario: Escenario, sobre: Alcance, clase = 'judicial'): Promise<number> {
  const { id } = await escenario.fila<{ id: number }>(
    `INSERT INTO retenciones_legales (alcance, expediente_id, serie_codigo, subserie_codigo, dependencia_codigo, lote_id, clase, mandato,
            autoridad, motivo, revision_en, impuesta_en, impuesta_por)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'm', 'a', 'm', '2030-01-01', now(), 'ana') RETURNING id`,
    [
      sobre.alcance,
      sobre.expediente ?? null,
      sobre.serie ?? null,
      sobre.subserie ?? null,
      sobre.dependencia ?? null,
      sobre.lote ?? null,
      clase,
    ],
  );
  return id;
}

export async function levantar(escenario: Escenario, id: number): Promise<void> {
  await escenario.query(
    `UPDATE retenciones_legales SET levantada_en = now(), levantada_por = 'luis', levantada_motivo = 'fin' WHERE id = $1`,
    [id],
  );
}
