import { audit } from './audit.bench.ts';
import { auditBatch } from './audit-batch.bench.ts';
import type { Banco } from './banco.ts';
import { demo } from './demo.bench.ts';
import { propose } from './propose.bench.ts';

/** Every bench, in the order in which they run. */
export const BANCOS: readonly Banco[] = [demo, propose, audit, auditBatch];
