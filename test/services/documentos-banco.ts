import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { almacenesEnCarpeta, lecturasEnCarpeta } from '../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { prepararCarpetaAlmacen } from '../../src/adapters/almacen/carpeta-marcada.ts';
import type { SistemaArchivos } from '../../src/adapters/almacen/sistema-archivos.ts';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { createDatabase } from '../../src/db/database.ts';
import { type TenantTx, withTenantTx } from '../../src/db/tenant-tx.ts';
import type { Actor } from '../../src/domain/personas/actor.ts';
import type { NivelSeguridad } from '../../src/domain/personas/nivel-seguridad.ts';
import type { Permiso } from '../../src/domain/personas/permiso.ts';
import { documentosEmbebidos } from '../../src/services/documentos/documentos-embebidos.ts';
import { registrarRadicado } from '../../src/services/documentos/registrar-radicado.ts';
import type { ServiciosDocumentos } from '../../src/services/documentos/servicios-documentos.ts';
import { type AnexoSubido, subirAnexo } from '../../src/services/documentos/subir-anexo.ts';
import type { Documentos, ItemPorPurgar, ItemPurgado } from '../../src/services/ports/documentos.ts';
import { type PuntoDeFallo, sinPuntoDeFallo } from '../../src/services/ports/punto-de-fallo.ts';

export const SLUG = 'demo';
const AHORA = new Date('2026-12-01T15:00:00Z');

export interface Lugar {
  readonly appUrl: string;
  readonly carpeta: string;
  readonly puntoDeFallo?: PuntoDeFallo;
  readonly archivos?: SistemaArchivos;
  readonly conexiones?: number;
}

/** The document module over a real database and a real folder; in a test and in the processes that it kills. */
export function openServicios(lugar: Lugar): ServiciosDocumentos {
  const {
    appUrl,
    carpeta,
    puntoDeFallo = sinPuntoDeFallo,
    archivos = sistemaArchivosNode,
    conexiones = 10,
  } = lugar;
  return {
    db: createDatabase({ url: appUrl, applicationName: 'prueba-documentos', max: conexiones }),
    reloj: { now: () => AHORA },
    puntoDeFallo,
    almacen: almacenesEnCarpeta({ carpeta, archivos, puntoDeFallo }),
    lectura: lecturasEnCarpeta({ carpeta, archivos }),
    limiteAnexoBytes: 1_000_000,
  };
}

export function makeActor(
  permisos: readonly Permiso[] = ['PERM_ARCHIVO_IMPORTAR'],
  clearance: NivelSeguridad = 3,
  tenant = SLUG,
): Actor {
  return {
    kind: 'persona',
    issuer: 'https://identidad.example',
    sub: 'archivista',
    nombre: 'Ángela Muñoz',
    documentoIdentidad: null,
    tenant,
    permisos: new Set(permisos),
    clearance,
    autenticadoEn: null,
    canal: 'cli',
    ip: null,
    agente: null,
    requestId: 'prueba',
  };
}

export async function* bytesDe(texto: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof texto === 'string' ? Buffer.from(texto) : texto;
}

export const digestDe = (texto: string | Uint8Array): string =>
  createHash('sha256').update(texto).digest('hex');

/** What a test does with the module, and what it looks at afterwards. */
export class Banco {
  readonly carpeta: string;
  readonly servicios: ServiciosDocumentos;
  readonly documentos: Documentos;
  readonly actor = makeActor();
  readonly #lugar: Lugar;
  #loteId: string | undefined;
  #ordenes = 0;

  private constructor(lugar: Lugar) {
    this.#lugar = lugar;
    this.carpeta = lugar.carpeta;
    this.servicios = openServicios(lugar);
    this.documentos = documentosEmbebidos(this.servicios);
  }

  static async open(appUrl: string, cambios: Omit<Lugar, 'appUrl' | 'carpeta'> = {}): Promise<Banco> {
    const carpeta = await mkdtemp(join(tmpdir(), 'eliminacion documentos ñ '));
    await prepararCarpetaAlmacen(sistemaArchivosNode, carpeta);
    const banco = new Banco({ appUrl, carpeta, ...cambios });
    await banco.tx(prepareInstrumento);
    return banco;
  }

  /** The same database and folder with something else different. */
  con(cambios: Partial<Lugar>): { servicios: ServiciosDocumentos; documentos: Documentos } {
    const servicios = { ...openServicios({ ...this.#lugar, ...cambios }), db: this.servicios.db };
    return { servicios, documentos: documentosEmbebidos(servicios) };
  }

  async close(): Promise<void> {
    await this.servicios.db.close();
    await rm(this.carpeta, { recursive: true, force: true });
  }

  tx<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return withTenantTx(this.servicios.db, SLUG, work);
  }

  query<R extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.tx((tx) => tx.query<R>(sql, values));
  }

  async crearExpediente(nivel: NivelSeguridad = 1): Promise<string> {
    const [fila] = await this.query<{ id: string }>(
      `INSERT INTO expedientes (codigo, titulo, trd_version_id, trd_serie_id, dependencia_codigo, dependencia_nombre, serie_codigo, soporte,
              nivel_seguridad, creado_en)
       SELECT $1, 'Contrato', version_id, id, dependencia_codigo, dependencia_nombre, serie_codigo, 'electronico', $2, $3 FROM trd_serie LIMIT 1
       RETURNING id`,
      [`EXP-${randomBytes(5).toString('hex')}`, nivel, AHORA],
    );
    return fila?.id ?? '';
  }

  async cerrar(expedienteId: string): Promise<void> {
    await this.query(
      `UPDATE expedientes SET cierre = '2015-01-31', cierre_fundamento = 'Auto de cierre' WHERE id = $1`,
      [expedienteId],
    );
  }

  async radicar(expedienteId: string, nivelSeguridad: NivelSeguridad = 1): Promise<string> {
    const numero = `R-${randomBytes(5).toString('hex')}`;
    const entrada = { expediente: expedienteId, numero, asunto: 'Oficio', nivelSeguridad };
    return (await registrarRadicado(this.servicios, this.actor, entrada)).radicadoId;
  }

  subir(
    radicado: string,
    texto: string | Uint8Array,
    datos: Record<string, unknown> = {},
  ): Promise<AnexoSubido> {
    return subirAnexo(
      this.servicios,
      this.actor,
      { radicado, nombre: 'oficio.pdf', ...datos },
      bytesDe(texto),
    );
  }

  /** An expediente with one radicado per list, and one anexo per text of it. */
  async sembrar(...radicados: readonly (readonly string[])[]): Promise<string> {
    const expediente = await this.crearExpediente();
    for (const textos of radicados) {
      const radicado = await this.radicar(expediente);
      for (const texto of textos) await this.subir(radicado, texto);
    }
    return expediente;
  }

  /** Puts the expediente into a lote and writes its intention as the executor does; gives what the purge is asked. */
  async intencion(expedienteId: string): Promise<ItemPorPurgar> {
    return this.tx(async (tx) => {
      this.#loteId ??= await insertLote(tx);
      this.#ordenes += 1;
      await tx.query('SELECT FROM expedientes WHERE id = $1 FOR UPDATE', [expedienteId]);
      return insertIntencion(tx, this.#loteId, expedienteId, this.#ordenes);
    });
  }

  async purgar(...items: readonly ItemPorPurgar[]): Promise<ItemPurgado[]> {
    return this.documentos.purgar({ slug: SLUG, loteId: this.#loteId ?? '', items });
  }

  async claves(): Promise<string[]> {
    const claves: string[] = [];
    for await (const clave of this.servicios.almacen(SLUG).list()) claves.push(clave);
    return claves.sort();
  }

  /** Whatever is untrue now, in words; empty when no record lies about bytes and no bytes lack a record. */
  async mentiras(): Promise<string[]> {
    const vivos = await this.query<{ id: string; clave: string; sha256: string; estado: string }>(
      `SELECT a.id, o.clave, encode(a.sha256, 'hex') AS sha256, o.estado FROM anexos a JOIN objetos o ON o.id = a.objeto_id
        WHERE a.estado = 'vivo'`,
    );
    const mentiras: string[] = [];
    for (const { id, clave, sha256, estado } of vivos) {
      if (estado !== 'vivo') mentiras.push(`anexo ${id} vivo con objeto ${estado}`);
      if ((await this.#digestGuardado(clave)) !== sha256) mentiras.push(`anexo ${id} vivo sin sus bytes`);
    }
    const claves = new Set(await this.claves());
    const destruidas = await this.query<{ clave: string }>(
      `SELECT clave FROM documentos_purga_objetos WHERE resultado = 'destruido'`,
    );
    for (const { clave } of destruidas)
      if (claves.has(clave)) mentiras.push(`${clave} destruido y con bytes`);
    const conFila = await this.query<{ clave: string }>(
      'SELECT clave FROM objetos UNION ALL SELECT clave FROM subidas',
    );
    const conocidas = new Set(conFila.map(({ clave }) => clave));
    for (const clave of claves) if (!conocidas.has(clave)) mentiras.push(`${clave} sin fila`);
    return mentiras;
  }

  async #digestGuardado(clave: string): Promise<string | null> {
    const lectura = this.servicios.lectura(SLUG);
    if ((await lectura.head(clave)) === null) return null;
    const digest = createHash('sha256');
    for await (const bloque of (await lectura.get(clave)).contenido) digest.update(bloque);
    return digest.digest('hex');
  }
}

async function prepareInstrumento(tx: TenantTx): Promise<void> {
  await tx.query(
    `WITH v AS (INSERT INTO trd_version (codigo, tipo, creado_en, creado_por) VALUES ('TRD-1', 'TRD', $1, 'prueba') RETURNING id)
     INSERT INTO trd_serie (version_id, dependencia_codigo, dependencia_nombre, serie_codigo, serie_nombre, ag, ac, disposicion)
     SELECT id, '100', 'Despacho', '10', 'Contratos', 2, 3, 'E' FROM v`,
    [AHORA],
  );
}

async function insertLote(tx: TenantTx): Promise<string> {
  const [lote] = await tx.query<{ id: string }>(
    `INSERT INTO eliminacion_lotes (codigo, ejercicio, consecutivo, estado, nivel_seguridad, descripcion, criterio, proponente_id,
            proponente_nombre, propuesto_en)
     SELECT 'LOTE-2026-' || lpad(n::text, 4, '0'), 2026, n, 'borrador', 3, 'prueba', '{}', 'a', 'a', $1
       FROM (SELECT 1 + count(*)::int AS n FROM eliminacion_lotes) c RETURNING id`,
    [AHORA],
  );
  return lote?.id ?? '';
}

async function insertIntencion(
  tx: TenantTx,
  loteId: string,
  expedienteId: string,
  orden: number,
): Promise<ItemPorPurgar> {
  await tx.query(
    `INSERT INTO eliminacion_lote_items (lote_id, orden, expediente_id, expediente_codigo, titulo, nivel_seguridad, dependencia_codigo,
            dependencia_nombre, trd_version_codigo, trd_tipo, trd_serie, trd_serie_nombre, trd_acto_convalidacion,
            trd_acto_convalidacion_fecha, trd_acta_aprobacion, trd_acta_aprobacion_fecha, ac, disposicion, fundamento, cierre,
            vencimiento, vencimiento_habil, vencimiento_aritmetica, soporte, radicados_al_proponer, sal, titulo_publico)
     SELECT $1, $3, id, codigo, titulo, nivel_seguridad, dependencia_codigo, dependencia_nombre, 'TRD-1', 'TRD', serie_codigo,
            'Contratos', '1', '2014-01-01', '1', '2014-01-01', 3, 'E', 'prueba', '2015-01-31', '2020-01-31', '2020-01-31', 'prueba',
            soporte, 0, substr(sha256('x'), 1, 16), titulo
       FROM expedientes WHERE id = $2`,
    [loteId, expedienteId, orden],
  );
  const [fila] = await tx.query<{ itemId: number; radicadoIds: string[]; anexoIds: string[] }>(
    `INSERT INTO eliminacion_lote_progreso (item_id, lote_id, expediente_id, orden, estado, tramo_id, radicado_ids, anexo_ids,
            anexo_tamanos, anexo_digests, intencion_digest, intencion_en)
     SELECT i.id, i.lote_id, i.expediente_id, i.orden, 'en_curso', 1,
            ARRAY(SELECT id FROM radicados r WHERE r.expediente_id = i.expediente_id ORDER BY id),
            ARRAY(SELECT a.id FROM anexos a JOIN radicados r ON r.id = a.radicado_id WHERE r.expediente_id = i.expediente_id ORDER BY a.id),
            ARRAY(SELECT a.tamano FROM anexos a JOIN radicados r ON r.id = a.radicado_id WHERE r.expediente_id = i.expediente_id ORDER BY a.id),
            ARRAY(SELECT a.sha256 FROM anexos a JOIN radicados r ON r.id = a.radicado_id WHERE r.expediente_id = i.expediente_id ORDER BY a.id),
            'x', $3
       FROM eliminacion_lote_items i WHERE i.lote_id = $1 AND i.expediente_id = $2
     RETURNING item_id AS "itemId", radicado_ids AS "radicadoIds", anexo_ids AS "anexoIds"`,
    [loteId, expedienteId, AHORA],
  );
  if (fila === undefined) throw new Error('the intention was not written');
  return { ...fila, expedienteId };
}
