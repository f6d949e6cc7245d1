import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchMemoria } from '../../../bench/memoria-de-arbol.ts';

const MIB = 1024 ** 2;
const RESERVADOS_MIB = 150;

/** A process whose child, not itself, fills some memory and says so. */
const PROGRAMA = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', 'const b = Buffer.alloc(${RESERVADOS_MIB} * 1024 * 1024, 1); console.log(b.length); setInterval(() => b, 1000)'],
    { stdio: ['ignore', 'inherit', 'inherit'] });`;

describe('la memoria de un árbol de procesos', () => {
  it('cuenta también a los hijos (donde hay /proc; en otros sistemas no se sabe)', async () => {
    const padre = spawn(process.execPath, ['-e', PROGRAMA], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const { pid } = padre;
    if (pid === undefined) throw new Error('the process did not start');
    try {
      const vigilancia = watchMemoria(pid);
      await once(padre.stdout, 'data');
      await new Promise((done) => setTimeout(done, 500));
      const pico = await vigilancia.stop();
      if (process.platform === 'linux') expect(pico).toBeGreaterThan(RESERVADOS_MIB * MIB);
      else expect(pico).toBeNull();
    } finally {
      process.kill(-pid, 'SIGKILL');
    }
  });
});
