import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Acta,
  type Artefacto,
  advanceArtefacto,
  getActa,
  listArtefactos,
  listItemsEmitidos,
} from '../../db/acta/actas.queries.ts';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { withTenantTx } from '../../db/tenant-tx.ts';
import type { Rendicion } from '../../domain/acta/acta-item.ts';
import { RENDICIONES } from '../../domain/acta/acta-item.ts';
import { parseActaCabecera } from '../../domain/acta/parse-acta.ts';
import { buildActorSistema } from '../../domain/personas/actor-sistema.ts';
import { type ActaEmitida, writeActa } from '../../xml/acta/write-acta.ts';
import type { Servicios } from '../servicios.ts';
import { digestWorm, sellarActa } from './sellar-acta.ts';

export type ServiciosActa = Pick<
  Servicios,
  'db' | 'reloj' | 'worm' | 'firmante' | 'firmarActa' | 'puntoDeFallo' | 'carpetaTrabajo'
>;

const ITEMS_POR_PAGINA = 500;

/**
 * Takes the artefacts of an acta as far as they can go: emits the canonical bytes of both renderings, anchors their
 * digests, keeps them under WORM, seals each, keeps the seal, reads everything back. Each step repeats without effect;
 * what a crash lost is emitted again, to the same bytes. It never touches a destruction.
 */
export async function avanzarActa(servicios: ServiciosActa, slug: string, actaId: number): Promise<void> {
  const { acta, artefactos } = await withTenantTx(
    servicios.db,
    slug,
    async (tx) => ({ acta: await getActa(tx, actaId), artefactos: await listArtefactos(tx, actaId) }),
    { readOnly: true },
  );
  await mkdir(servicios.carpetaTrabajo, { recursive: true });
  // Named by its process, so that what a dead one left can be told (barrer-emisiones.ts).
  const carpeta = await mkdtemp(join(servicios.carpetaTrabajo, `${acta.numero}.${process.pid}-`));
  try {
    for (const rendicion of RENDICIONES) {
      const [original, sello] = (['original', 'sello'] as const).map((clase) =>
        artefactos.find((artefacto) => artefacto.rendicion === rendicion && artefacto.clase === clase),
      );
      if (original === undefined || sello === undefined) throw new Error(`${acta.numero}: artefacts missing`);
      if (original.estado === 'verificado' && sello.estado === 'verificado') continue;
      await advanceRendicion({ servicios, slug, acta, rendicion, carpeta }, original, sello);
    }
  } finally {
    await rm(carpeta, { recursive: true, force: true });
  }
}

interface Obra {
  readonly servicios: ServiciosActa;
  readonly slug: string;
  readonly acta: Acta;
  readonly rendicion: Rendicion;
  readonly carpeta: string;
}

async function advanceRendicion(obra: Obra, original: Artefacto, sello: Artefacto): Promise<void> {
  const { servicios, slug, acta, carpeta } = obra;
  const archivo = join(carpeta, original.nombre);
  const emitida = await emit(obra, archivo);
  await servicios.puntoDeFallo.alcanzar('acta.emitida');
  await anchor(obra, original, emitida);
  await servicios.puntoDeFallo.alcanzar('acta.anclada');
  const clave = `actas/${acta.numero}/${original.nombre}`;
  await servicios.worm(slug).put(clave, createReadStream(archivo));
  await servicios.puntoDeFallo.alcanzar('acta.guardada_sin_anotar');
  await settle(obra, original, { clave, sha256: emitida.sha256, raizMerkle: emitida.raizMerkle });
  await servicios.puntoDeFallo.alcanzar('acta.almacenada');
  const sellada = await sellarActa({
    servicios,
    slug,
    acta,
    archivo,
    sha256: emitida.sha256,
    carpeta,
    nombre: sello.nombre,
  });
  await servicios.puntoDeFallo.alcanzar('acta.sellada');
  await settle(obra, sello, { ...sellada, raizMerkle: null });
  await servicios.puntoDeFallo.alcanzar('acta.verificada');
}

/** Streams header and items to a file, on disk when it returns. */
async function emit({ servicios, slug, acta, rendicion }: Obra, archivo: string): Promise<ActaEmitida> {
  return writeActa({
    cabecera: parseActaCabecera(JSON.parse(acta.cabecera)),
    rendicion,
    items: streamItems(servicios, slug, acta.loteId, rendicion),
    out: createWriteStream(archivo, { flush: true }),
  });
}

async function* streamItems(
  { db }: ServiciosActa,
  slug: string,
  loteId: string,
  rendicion: Rendicion,
): AsyncGenerator<{ bytes: Uint8Array; hoja: Uint8Array }, void, undefined> {
  for (let despuesDe = 0; ; ) {
    const pagina = await withTenantTx(
      db,
      slug,
      (tx) => listItemsEmitidos(tx, loteId, rendicion, { despuesDe, limite: ITEMS_POR_PAGINA }),
      { readOnly: true },
    );
    yield* pagina;
    const ultimo = pagina.at(-1);
    if (ultimo === undefined) return;
    despuesDe = ultimo.orden;
  }
}

/** Anchors digest, size and root, once: the engine refuses a second emitter with other bytes. */
async function anchor(
  { servicios, slug, acta, rendicion }: Obra,
  artefacto: Artefacto,
  emitida: ActaEmitida,
): Promise<void> {
  const instante = servicios.reloj.now();
  const actor = buildActorSistema(slug, 'signature');
  const avance = {
    sha256: emitida.sha256,
    tamano: emitida.bytes,
    raizMerkle: emitida.raizMerkle,
    clave: null,
    instante,
  };
  const nueva = artefacto.estado === 'pendiente';
  await withTenantTx(servicios.db, slug, async (tx) => {
    await advanceArtefacto(tx, artefacto.id, { ...avance, estado: nueva ? 'emitido' : artefacto.estado });
    if (!nueva) return;
    const tipo = 'archive.eliminacion_acta_emitida';
    const datos = {
      numero: acta.numero,
      rendicion,
      sha256: emitida.sha256,
      items: emitida.cuenta,
      raiz: emitida.raizMerkle,
    };
    await publicarEvento(tx, {
      tipo,
      version: 1,
      agregado: acta.loteId,
      sujeto: acta.loteId,
      actor,
      ocurridoEn: instante,
      payload: { loteId: acta.loteId, ...datos },
    });
    await registrarAuditoria(tx, [
      {
        accion: tipo,
        actor,
        instante,
        sujeto: { tipo: 'acta', id: acta.numero },
        despues: emitida.sha256,
        datos,
      },
    ]);
  });
}

/** Reads what WORM keeps and, if it is what was anchored, records it as verified. */
async function settle(
  { servicios, slug }: Obra,
  artefacto: Artefacto,
  guardado: { readonly clave: string; readonly sha256: string; readonly raizMerkle: string | null },
): Promise<void> {
  const leido = await digestWorm(servicios, slug, guardado.clave);
  if (leido.sha256 !== guardado.sha256) throw new Error(`${artefacto.nombre}: WORM holds ${leido.sha256}`);
  const instante = servicios.reloj.now();
  await withTenantTx(servicios.db, slug, (tx) =>
    advanceArtefacto(tx, artefacto.id, { estado: 'verificado', tamano: leido.tamano, ...guardado, instante }),
  );
}
