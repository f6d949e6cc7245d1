import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Writes the pictures of the documentation: starts the demo in a new folder, walks its pages with the system's Chromium at
 * the width of a desk and of a small phone, and stops it. Fails where a page answers with an error or is wider than its
 * window.
 */
const IMAGENES = resolve(import.meta.dirname, '../docs/img');
const ANCHOS = [1280, 320];
const ALTO = 900;

interface Pantalla {
  readonly nombre: string;
  readonly ruta: string;
}

const PANTALLAS: readonly Pantalla[] = [
  { nombre: 'publico-lista', ruta: '/publico/demo' },
  { nombre: 'publico-inventario', ruta: '/publico/demo/lotes/LOTE-2026-0001' },
  { nombre: 'api-docs', ruta: '/docs' },
];

async function main(): Promise<void> {
  const datos = await mkdtemp(join(tmpdir(), 'eliminacion-pantallas-'));
  await chmod(datos, 0o711);
  const demo = await startDemo(datos);
  try {
    const navegador = await chromium.launch({
      executablePath: findChromium(),
      // A browser of root refuses its own sandbox; it only sees pages of this demo.
      chromiumSandbox: process.getuid?.() !== 0,
    });
    try {
      mkdirSync(IMAGENES, { recursive: true });
      for (const ancho of ANCHOS) await capturar(navegador, demo.url, ancho);
    } finally {
      await navegador.close();
    }
  } finally {
    await demo.stop();
    await rm(datos, { recursive: true, force: true });
  }
}

async function capturar(navegador: Browser, url: string, ancho: number): Promise<void> {
  const contexto = await navegador.newContext({
    viewport: { width: ancho, height: ALTO },
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const pagina = await contexto.newPage();
  for (const { nombre, ruta } of PANTALLAS) {
    const respuesta = await pagina.goto(url + ruta, { waitUntil: 'load' });
    if (respuesta?.ok() !== true) throw new Error(`${ruta}: ${respuesta?.status() ?? 'sin respuesta'}`);
    await assertCabe(pagina, ruta, ancho);
    await pagina.screenshot({ path: join(IMAGENES, `${nombre}-${ancho}.png`) });
    console.log(`docs/img/${nombre}-${ancho}.png`);
  }
  await contexto.close();
}

/** A page that scrolls sideways can't be read on a phone. */
async function assertCabe(pagina: Page, ruta: string, ancho: number): Promise<void> {
  const real: number = await pagina.evaluate('document.documentElement.scrollWidth');
  if (real > ancho) throw new Error(`${ruta} mide ${real} px en una ventana de ${ancho}`);
}

/** Resolves once the walk is over and the service stays up. */
function startDemo(datos: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const hijo = spawn(process.execPath, ['src/cli/main.ts', 'demo'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, ELIMINACION_DATOS: datos, ELIMINACION_HTTP_PUERTO: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const fin = new Promise<void>((done) => hijo.once('close', () => done()));
  const stop = async (): Promise<void> => {
    hijo.kill('SIGTERM');
    await fin;
  };
  return new Promise((done, fail) => {
    hijo.once('error', fail);
    hijo.once('close', (codigo) => fail(new Error(`la demostración terminó con ${codigo}`)));
    createInterface({ input: hijo.stderr }).on('line', (linea) => {
      const url = /^Página pública: (http:\/\/[^/]+)\//.exec(linea)?.[1];
      if (url !== undefined) done({ url, stop });
    });
  });
}

function findChromium(): string {
  const carpetas = (process.env['PATH'] ?? '/usr/bin').split(delimiter);
  const rutas = carpetas.flatMap((carpeta) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((programa) => join(carpeta, programa)),
  );
  const ruta = rutas.find((una) => existsSync(una));
  if (ruta === undefined) throw new Error('Falta Chromium. Instálelo con: sudo apt-get install chromium');
  return ruta;
}

await main();
