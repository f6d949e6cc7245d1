import { join } from 'node:path';
import { getLoteDetallado, type LoteDetallado } from '../../services/lote/consultar-lote.ts';
import { type Caminata, TENANT_DEMO } from './caminata.ts';
import { extraer, verificarPropia, verificarXmlsec1 } from './comprobar-acta.ts';

type Artefacto = NonNullable<LoteDetallado['acta']>['artefactos'][number];

/** What the demo proves, as its last line says it. */
export interface ResultadoDemo {
  readonly lote: { readonly codigo: string; readonly estado: string };
  readonly conteos: {
    readonly admitidos: number;
    readonly rechazados: number;
    readonly destruidos: number;
    readonly omitidos: number;
    readonly retirados: number;
  };
  readonly acta: {
    readonly numero: string;
    readonly sha256: string;
    readonly original: string;
    readonly firmada: string;
  };
  readonly verificacion: { readonly propia: boolean; readonly xmlsec1: boolean | null };
}

/** Reads the result of a finished walk from the database and its store, and verifies the acta twice. */
export async function leerResultado(caminata: Caminata, loteId: string): Promise<ResultadoDemo> {
  const { app, reloj } = caminata;
  const actor = await caminata.actor('comite');
  const { lote, progreso, omisiones, acta } = await getLoteDetallado(app.servicios, actor, loteId);
  if (acta === null) throw new Error(`${lote.codigo} has no acta`);
  const original = findArtefacto(acta.artefactos, 'original');
  const [rutaOriginal, rutaFirmada] = [
    await extraerArtefacto(caminata, original),
    await extraerArtefacto(caminata, findArtefacto(acta.artefactos, 'sello')),
  ];
  const [ancla] = app.anclasFirma;
  if (ancla === undefined) throw new Error('the demo signs with a key of its own making');
  const retirados = omisiones.filter(({ estado }) => estado === 'retirado');
  return {
    lote: { codigo: lote.codigo, estado: lote.estado },
    conteos: {
      admitidos: lote.totalItems,
      rechazados: lote.rechazados,
      destruidos: progreso.destruidos,
      omitidos: progreso.omitidos,
      retirados: retirados.reduce((total, { cuantas }) => total + cuantas, 0),
    },
    acta: {
      numero: acta.numero,
      sha256: original.sha256 ?? '',
      original: rutaOriginal,
      firmada: rutaFirmada,
    },
    verificacion: {
      propia: await verificarPropia(rutaFirmada, ancla, reloj.now()),
      xmlsec1: await verificarXmlsec1(rutaFirmada, ancla),
    },
  };
}

function findArtefacto(artefactos: readonly Artefacto[], clase: Artefacto['clase']): Artefacto {
  const artefacto = artefactos.find((uno) => uno.rendicion === 'completa' && uno.clase === clase);
  if (artefacto === undefined) throw new Error(`the acta has no ${clase}`);
  return artefacto;
}

async function extraerArtefacto({ app }: Caminata, { clave, nombre }: Artefacto): Promise<string> {
  if (clave === null) throw new Error(`${nombre} is not kept yet`);
  return extraer(app.worm(TENANT_DEMO), clave, join(app.carpetaDatos, 'demo', nombre));
}
