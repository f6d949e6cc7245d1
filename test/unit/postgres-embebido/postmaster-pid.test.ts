import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  judgePostmaster,
  parsePostmasterPid,
  postmasterPidPath,
} from '../../../src/adapters/postgres-embebido/postmaster-pid.ts';

describe('parsePostmasterPid', () => {
  it('lee proceso, carpeta, puerto y fase de un servidor listo', () => {
    const texto =
      '4321\n/datos con ñ/pgdata\n1764547200\n54321\n\n127.0.0.1\n  1234567         3\nready   \n';
    expect(parsePostmasterPid(texto)).toEqual({
      pid: 4321,
      carpeta: '/datos con ñ/pgdata',
      puerto: 54321,
      fase: 'ready',
    });
  });

  it('un servidor que aún no ha escrito su fase la tiene vacía', () => {
    expect(parsePostmasterPid('4321\n/datos\n1764547200\n54321\n')).toMatchObject({ pid: 4321, fase: '' });
  });

  it.each([[''], ['\n'], ['abc\n/datos\n'], ['0\n/datos\n'], ['1e400\n/datos\n']])(
    'lo que no empieza con un proceso no es de nadie: %j',
    (texto) => {
      expect(parsePostmasterPid(texto)).toBeNull();
    },
  );
});

describe('judgePostmaster', () => {
  let pgdata: string;

  beforeEach(async () => {
    pgdata = await mkdtemp(join(tmpdir(), 'pgdata ñ '));
  });

  afterEach(() => rm(pgdata, { recursive: true }));

  const note = (pid: number, carpeta: string) =>
    writeFile(postmasterPidPath(pgdata), `${pid}\n${carpeta}\n1\n5432\n\n127.0.0.1\n\nready\n`);

  it('sin archivo no hay servidor', async () => {
    expect(await judgePostmaster(pgdata)).toEqual({ tipo: 'ausente' });
  });

  it('un archivo vacío es ilegible', async () => {
    await writeFile(postmasterPidPath(pgdata), '');
    expect(await judgePostmaster(pgdata)).toEqual({ tipo: 'ilegible' });
  });

  it('un proceso que ya no existe deja el archivo caducado', async () => {
    await note(4_194_305, pgdata);
    expect(await judgePostmaster(pgdata)).toEqual({ tipo: 'caducado', pidReutilizado: false });
  });

  it('un proceso vivo que trabaja en otra parte es un número reutilizado', async () => {
    await note(process.pid, pgdata);
    expect(await judgePostmaster(pgdata)).toEqual({ tipo: 'caducado', pidReutilizado: true });
  });

  it('un proceso vivo que trabaja en la carpeta que el archivo nombra, y no es esta, es ajeno', async () => {
    await note(process.pid, process.cwd());
    expect(await judgePostmaster(pgdata)).toMatchObject({ tipo: 'ajeno', datos: { pid: process.pid } });
  });
});
