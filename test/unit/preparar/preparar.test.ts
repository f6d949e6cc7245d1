import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const guion = resolve(import.meta.dirname, '../../../scripts/preparar.ts');

let equipo: string;

beforeEach(() => {
  equipo = mkdtempSync(join(tmpdir(), 'equipo-'));
  mkdirSync(join(equipo, 'bin'));
});

afterEach(() => rmSync(equipo, { recursive: true }));

/** Puts programs, shell scripts all, where the PATH of that machine leads. */
function poner(programas: Readonly<Record<string, string>>): void {
  for (const [nombre, texto] of Object.entries(programas)) {
    const ruta = join(equipo, 'bin', nombre);
    writeFileSync(ruta, `#!/bin/sh\n${texto}\n`);
    chmodSync(ruta, 0o755);
  }
}

function preparar(env: Readonly<Record<string, string>> = {}) {
  const PATH = join(equipo, 'bin');
  return spawnSync(process.execPath, [guion], {
    encoding: 'utf8',
    env: { PATH, ELIMINACION_PG15_BIN: join(PATH, 'quince'), EQUIPO: equipo, ...env },
  });
}

const completo = { 'redis-server': '', xmlsec1: '', xmllint: '' };

it('con todo presente no hace ni dice nada, salvo PostgreSQL 15, que no es necesario', () => {
  poner(completo);
  const { status, stdout, stderr } = preparar();
  expect(status).toBe(0);
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('Falta PostgreSQL 15')]);
});

it('donde no puede instalar dice qué falta, para qué y cómo se instala', () => {
  poner({ xmllint: '' });
  const { status, stderr } = preparar();
  expect(status).toBe(0);
  expect(stderr).toContain('No se instaló nada: este equipo no tiene apt-get.');
  expect(stderr).toContain('Falta redis-server (un Redis real para las pruebas de eventos).');
  expect(stderr).toContain('sudo apt-get install xmlsec1');
  expect(stderr).not.toContain('xmllint');
});

it.each([{ CI: 'true' }, { ELIMINACION_EXIGIR_TODO: '1' }])('con %o lo que falta es un fallo', (env) => {
  poner(completo);
  expect(preparar(env).status).toBe(1);
});

it('instala lo que falta, y renueva las listas de paquetes solo cuando hace falta', () => {
  poner({
    'redis-server': '',
    xmllint: '',
    'apt-get': `
      echo "$@" >> "$EQUIPO/ordenes"
      case "$*" in
        *update*) : > "$EQUIPO/listas" ;;
        *install*) [ -e "$EQUIPO/listas" ] || exit 100; : > "$EQUIPO/bin/xmlsec1" ;;
      esac`,
    env: 'while :; do case "$1" in *=*) shift ;; *) break ;; esac; done; exec "$@"',
    sudo: 'shift; exec "$@"',
    true: '',
  });
  const { status, stdout, stderr } = preparar();
  expect(status).toBe(0);
  expect(stdout).toContain('Instalando xmlsec1…');
  expect(stderr).not.toContain('Falta xmlsec1');
  const ordenes = readFileSync(join(equipo, 'ordenes'), 'utf8').trim().split('\n');
  expect(ordenes.map((orden) => /\b(install|update)\b/.exec(orden)?.[0])).toEqual([
    'install',
    'update',
    'install',
  ]);
  expect(ordenes[0]).toMatch(/ xmlsec1$/);
});
