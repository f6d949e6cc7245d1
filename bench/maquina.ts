import { availableParallelism, cpus, totalmem } from 'node:os';

/** The machine in one line: ratios of two machines can be compared, seconds can't. */
export function describirMaquina(): string {
  const modelo = cpus()[0]?.model.replace(/\s+/g, ' ').trim() || 'procesador sin nombre';
  const memoria = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} núcleos (${modelo}), ${memoria} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}
