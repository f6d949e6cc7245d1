import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildPrograma } from '../../../src/cli/programa.ts';
import { type Fuente, listFuentes, rutaEnRepositorio } from '../../support/fuentes.ts';

const RAIZ = ['README.md', 'CONTRIBUTING.md'] as const;
const documentos: readonly Fuente[] = [
  ...RAIZ.map((ruta) => ({ ruta, texto: readFileSync(rutaEnRepositorio(ruta), 'utf8') })),
  ...listFuentes(['docs', 'changes'], '.md'),
];
const paquete: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(rutaEnRepositorio('package.json'), 'utf8'),
);

/** What a path of this repository begins with, as somebody writes it in a sentence. */
const CARPETAS = 'src|test|docs|drizzle|schemas|fixtures|bench|scripts|changes|\\.ci';
const RUTA = new RegExp(`(?<![\\w./-])(?:${CARPETAS})/[\\w./*ñ-]*`, 'g');
const ENLACE = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;

/** Every match of the first group (or of the whole) in every document, with the document that has it. */
function findTodas(patron: RegExp): readonly { readonly ruta: string; readonly hallado: string }[] {
  return documentos.flatMap(({ ruta, texto }) =>
    [...texto.matchAll(patron)].map((match) => ({ ruta, hallado: match[1] ?? match[0] })),
  );
}

/** The part of a path that must exist: up to a placeholder or a wildcard, without the period of a sentence. */
function fixedPart(ruta: string): string {
  const partes = ruta.replace(/[.…]+$/, '').split('/');
  const hasta = partes.findIndex((parte) => /[*]|NNNN/.test(parte));
  return (hasta === -1 ? partes : partes.slice(0, hasta)).join('/');
}

function listOrdenes(orden: Command, antes: readonly string[] = []): string[] {
  return orden.commands.flatMap((una) => {
    const nombre = [...antes, una.name()];
    return [nombre.join(' '), ...listOrdenes(una, nombre)];
  });
}

describe('los documentos', () => {
  it('solo nombran carpetas y archivos que existen', () => {
    const rutas = findTodas(RUTA);
    expect(rutas.length).toBeGreaterThan(50);
    const faltan = rutas
      .filter(({ hallado }) => !existsSync(rutaEnRepositorio(fixedPart(hallado))))
      .map(({ ruta, hallado }) => `${ruta}: ${hallado}`);
    expect(faltan).toEqual([]);
  });

  it('enlazan a archivos que existen', () => {
    const enlaces = findTodas(ENLACE).filter(({ hallado }) => !/^(https?|mailto):/.test(hallado));
    expect(enlaces.length).toBeGreaterThan(10);
    const rotos = enlaces
      .filter(({ ruta, hallado }) => !existsSync(rutaEnRepositorio(normalize(join(dirname(ruta), hallado)))))
      .map(({ ruta, hallado }) => `${ruta}: ${hallado}`);
    expect(rotos).toEqual([]);
  });

  it('solo piden órdenes de npm que existen', () => {
    const ordenes = findTodas(/npm run (?:-s )?([a-z][\w:-]*)/g);
    expect(ordenes.length).toBeGreaterThan(10);
    const faltan = ordenes
      .filter(({ hallado }) => paquete.scripts[hallado] === undefined)
      .map(({ ruta, hallado }) => `${ruta}: npm run ${hallado}`);
    expect(faltan).toEqual([]);
  });

  it('solo piden órdenes de «eliminacion» que existen', () => {
    const conocidas = listOrdenes(buildPrograma({ write: () => true }));
    const pedidas = findTodas(/(?:npm run -s eliminacion --|`eliminacion) ([a-z]+(?: [a-z]+)?)/g);
    expect(pedidas.length).toBeGreaterThan(10);
    const faltan = pedidas
      .filter(({ hallado }) => hallado !== 'help')
      .filter(({ hallado }) => {
        const [primera = '', segunda] = hallado.split(' ');
        const tieneSubordenes = conocidas.some((una) => una.startsWith(`${primera} `));
        return tieneSubordenes && segunda !== undefined
          ? !conocidas.includes(`${primera} ${segunda}`)
          : !conocidas.includes(primera);
      })
      .map(({ ruta, hallado }) => `${ruta}: eliminacion ${hallado}`);
    expect(faltan).toEqual([]);
  });

  it('no nombran carpetas de la máquina de nadie', () => {
    const ajenas = findTodas(/(?<![\w.])\/(?:home|root|Users|tmp|work)\/[^\s)`]*/g);
    expect(ajenas.map(({ ruta, hallado }) => `${ruta}: ${hallado}`)).toEqual([]);
  });
});

describe('el README', () => {
  const texto = documentos[0]?.texto ?? '';

  it('muestra la demostración y la orden de las pruebas, tal como se escriben', () => {
    expect(texto).toContain('npm ci && npm run demo');
    expect(texto).toContain('npm ci && npm test');
  });

  it('la enseña funcionando en 25 líneas o menos, con una imagen', () => {
    const [, muestra = ''] = /```console\n(\$ npm ci && npm run demo[\s\S]*?)```/.exec(texto) ?? [];
    expect(muestra).toContain('ACTA-');
    expect(muestra.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    expect(texto).toMatch(/!\[[^\]]+\]\(docs\/img\/[\w-]+\.png\)/);
  });
});

describe('las decisiones (docs/adr)', () => {
  const adr = documentos.filter(({ ruta }) => ruta.startsWith('docs/adr/'));

  it('se numeran sin saltos ni repetidos', () => {
    expect(adr.map(({ ruta }) => Number(/(\d{4})-/.exec(ruta)?.[1]))).toEqual(adr.map((_, n) => n + 1));
  });

  it.each(adr.map(({ ruta, texto }) => [ruta, texto] as const))(
    '%s cabe en 60 líneas y dice pregunta, decisión y consecuencias',
    (ruta, texto) => {
      expect(texto.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
      expect(texto).toMatch(new RegExp(`^# ${/(\d{4})-/.exec(ruta)?.[1]} · `));
      for (const titulo of ['Question', 'Decision', 'Consequences'])
        expect(texto).toContain(`\n## ${titulo}\n`);
    },
  );
});
