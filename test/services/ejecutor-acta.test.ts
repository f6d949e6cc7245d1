import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firmarActa } from '../../src/adapters/firma/firmar-acta.ts';
import { openFirmante } from '../../src/composicion/open-firmante.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createAvisos } from '../../src/db/avisos.ts';
import type { Firmante, FirmarActa } from '../../src/services/ports/firma.ts';
import { sinPuntoDeFallo } from '../../src/services/ports/punto-de-fallo.ts';
import type { RolProceso } from '../../src/services/ports/rol-proceso.ts';
import { createArtefactos } from '../../src/services/roles/artefactos.ts';
import type { LoteDePrueba } from '../support/escenario.ts';
import { BancoEjecutor } from './ejecutor-banco.ts';

let banco: BancoEjecutor;
let firmante: Firmante;
let trabajo: string;
beforeAll(async () => {
  banco = await BancoEjecutor.abrir();
  trabajo = join(banco.datos, 'trabajo');
  const abierto = await openFirmante(loadConfig({}).config, banco.datos, banco.escenario.reloj);
  if (abierto.firmante === null) throw new Error('sin firmante');
  firmante = abierto.firmante;
});
afterAll(() => banco.cerrar());

let detener: (() => Promise<void>) | null = null;
afterEach(async () => {
  await detener?.();
  detener = null;
});

async function arrancar(firmar: FirmarActa): Promise<RolProceso> {
  const { db, reloj, worm, base } = banco.escenario;
  const avisos = createAvisos(base.appUrl, () => undefined);
  await avisos.start();
  const rol = createArtefactos({
    servicios: {
      db,
      reloj,
      worm,
      firmante,
      firmarActa: firmar,
      puntoDeFallo: sinPuntoDeFallo,
      carpetaTrabajo: trabajo,
    },
    avisos,
    bitacora: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  await rol.start();
  detener = () => rol.stop().then(() => avisos.close());
  return rol;
}

async function loteCerrado(): Promise<LoteDePrueba> {
  const lote = await banco.ordenar(await banco.sembrar(1));
  await banco.arrancar();
  await banco.cerrado(lote);
  await banco.detener();
  return lote;
}

const artefactos = (lote: LoteDePrueba) =>
  banco.escenario.query<{ estado: string; intentos: number; error: string | null; espera: number | null }>(
    `SELECT x.estado, x.intentos, x.ultimo_error AS error, extract(epoch FROM x.proximo_intento - clock_timestamp())::float8 AS espera
       FROM eliminacion_artefactos x JOIN eliminacion_actas a ON a.id = x.acta_id WHERE a.lote_id = $1 AND x.estado <> 'verificado' ORDER BY x.id`,
    [lote.id],
  );

describe('un acta que no se puede sellar', () => {
  it('se intenta cada vez más tarde, por sus propios intentos, y en cuanto se puede queda hecha una sola vez', async () => {
    const lote = await loteCerrado();
    let averiada = true;
    await arrancar((solicitud) =>
      averiada ? Promise.reject(new Error('el sello no responde')) : firmarActa(solicitud),
    );
    const techos: number[] = [];
    for (let n = 1; n <= 3; n += 1) {
      await banco.hasta(async () => (await artefactos(lote)).some(({ intentos }) => intentos === n));
      const [primero] = await artefactos(lote);
      expect(primero?.error).toBe('el sello no responde');
      techos.push(primero?.espera ?? 0);
      averiada = n < 3;
      // Nothing else would wake the role before its own sweep.
      await banco.escenario.query(
        `UPDATE eliminacion_artefactos SET proximo_intento = NULL WHERE estado <> 'verificado'`,
      );
      await banco.escenario.query(`SELECT pg_notify('orpycamcp', 'demo:acta')`);
    }
    const [uno = 0, dos = 0, tres = 0] = techos;
    expect(uno).toBeLessThanOrEqual(0.5);
    expect(dos).toBeLessThanOrEqual(1);
    expect(tres).toBeLessThanOrEqual(2);
    expect(tres).toBeGreaterThan(0.5);
    await banco.hasta(async () => (await artefactos(lote)).length === 0);
    const { n } = await banco.escenario.fila<{ n: number }>(
      `SELECT count(*) AS n FROM outbox WHERE event_type = 'archive.eliminacion_acta_emitida' AND agregado = $1`,
      [lote.id],
    );
    expect(n).toBe(2);
    expect(await readdir(trabajo)).toEqual([]);
  });

  it('al arrancar se quitan los restos de procesos muertos, y solo esos', async () => {
    await mkdir(join(trabajo, 'ACTA-2027-0009.4194304-aBc123'), { recursive: true });
    await mkdir(join(trabajo, `ACTA-2027-0009.${process.ppid}-aBc123`));
    await mkdir(join(trabajo, 'de-otra-cosa'));
    await arrancar(firmarActa);
    await sleep(50);
    expect((await readdir(trabajo)).sort()).toEqual(
      [`ACTA-2027-0009.${process.ppid}-aBc123`, 'de-otra-cosa'].sort(),
    );
  });
});
