import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcesoVivo } from './is-proceso-vivo.ts';

/** Name of a process as owner of leases: `host/pid/boot`. */
export function buildPropietario(): string {
  return `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
}

/**
 * Whether an owner is surely dead: a process of this machine whose pid nobody has any more, or has this very process.
 * Of other machines nothing is known, so their leases run out by themselves.
 */
export function isPropietarioMuerto(otro: string, yo: string): boolean {
  if (otro === yo) return false;
  const [host, pid] = otro.split('/');
  if (host !== hostname() || pid === undefined || !/^\d+$/.test(pid)) return false;
  return Number(pid) === process.pid || !isProcesoVivo(Number(pid));
}
