import { type Asiento, registrarAuditoria, renderAsiento } from '../src/db/auditoria/registrar-auditoria.ts';
import { verifyAuditChain } from '../src/db/auditoria/verificar-cadena.ts';
import { withTenantTx } from '../src/db/tenant-tx.ts';
import { makeActor } from './actor-de-banco.ts';
import type { Corrida, Medida } from './banco.ts';
import { type BaseDeBanco, ENTIDAD, ESQUEMA, withBaseDeBanco } from './base-de-banco.ts';
import { cronometrar } from './cronometro.ts';
import { mediana, redondear } from './mediana.ts';

const ESCRITORES = 16;

/** Work of one round: what each of the sixteen writers does. */
export interface CargaAuditoria {
  readonly actos: number;
  readonly asientosPorActo: number;
}

/** Same columns, same generated columns, same indexes; no head, no link, no trigger. */
const PISO = `
  CREATE TABLE piso_audit (LIKE audit_log INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES);
  ALTER TABLE piso_audit ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY;
  GRANT INSERT ON piso_audit TO ${ESQUEMA}`;
const INSERT_PISO = `INSERT INTO piso_audit (prev_hash, hash, contenido)
  SELECT h, h, contenido FROM unnest($1::text[]) AS contenido, decode(repeat('00', 32), 'hex') AS h`;

/**
 * Entries per second through the chain, over the same inserts without a chain, in alternating rounds: each act is a
 * transaction of its own with the same round trips. Afterwards the chain is verified.
 */
export function medirAuditoria({ plazo }: Corrida, carga: CargaAuditoria, rondas: number): Promise<Medida> {
  return withBaseDeBanco(async (base) => {
    await base.admin(PISO);
    const antes = await contar(base, 'audit_log');
    const porRonda = ESCRITORES * carga.actos * carga.asientosPorActo;
    const cadena: number[] = [];
    const piso: number[] = [];
    // The first round of each only warms up: it counts for the recount, not for the figure.
    for (let n = 0; n <= rondas; n += 1) {
      const orden = n % 2 === 0 ? [cadena, piso] : [piso, cadena];
      for (const tiempos of orden) {
        plazo.throwIfAborted();
        const { segundos } = await cronometrar(() => escribir(base, carga, tiempos === cadena));
        tiempos.push(segundos);
      }
    }
    await assertIntacta(base);
    const razones = cadena.slice(1).map((segundos, n) => (piso[n + 1] ?? Number.NaN) / segundos);
    return {
      ratio: redondear(mediana(razones), 2),
      rondas,
      tamano: `${porRonda} asientos por ronda`,
      cifras: {
        con_cadena_por_s: Math.round(porRonda / mediana(cadena.slice(1))),
        sin_cadena_por_s: Math.round(porRonda / mediana(piso.slice(1))),
      },
      recuento: {
        esperado: 2 * porRonda * (rondas + 1),
        enBase: (await contar(base, 'audit_log')) - antes + (await contar(base, 'piso_audit')),
      },
    };
  });
}

async function escribir({ db }: BaseDeBanco, carga: CargaAuditoria, conCadena: boolean): Promise<void> {
  const escritor = async (): Promise<void> => {
    for (let acto = 0; acto < carga.actos; acto += 1) {
      const asientos = Array.from({ length: carga.asientosPorActo }, (_, n) => makeAsiento(n));
      await withTenantTx(db, ENTIDAD, async (tx) => {
        if (conCadena) await registrarAuditoria(tx, asientos);
        else await tx.execute(INSERT_PISO, [asientos.map(renderAsiento)]);
      });
    }
  };
  await Promise.all(Array.from({ length: ESCRITORES }, escritor));
}

function makeAsiento(n: number): Asiento {
  return {
    accion: 'archive.expediente_eliminado_trd',
    actor: makeActor(),
    instante: new Date(),
    sujeto: { tipo: 'expediente', id: `0198c2d4-7f1e-7a3b-9c4d-${String(n).padStart(12, '0')}` },
    datos: { lote: 'LOTE-2026-0001', orden: n, radicados: 3, anexos: 6, confirmadoUltimoIntento: true },
  };
}

async function assertIntacta({ auditoria }: BaseDeBanco): Promise<void> {
  const { roturas } = await verifyAuditChain(auditoria, ESQUEMA);
  if (roturas.length > 0)
    throw new Error(`the chain forked or broke: ${JSON.stringify(roturas.slice(0, 3))}`);
}

async function contar({ admin }: BaseDeBanco, tabla: 'audit_log' | 'piso_audit'): Promise<number> {
  const [fila] = await admin<{ n: number }>(`SELECT count(*) AS n FROM ${tabla}`);
  return fila?.n ?? 0;
}
