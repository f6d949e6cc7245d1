import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createDatabase } from '../../src/db/database.ts';
import { verificarActa } from '../../src/services/acta/verificar-acta.ts';
import { verificarCadenas } from '../../src/services/auditoria/verificar-cadenas.ts';
import { SLUG } from '../support/escenario.ts';
import { correrExterna } from '../xml/herramienta-externa.ts';
import { type Copia, listArchivos } from './copia.ts';
import { CASOS, type Caso, NOMBRES } from './matriz.ts';

const XSD = resolve(import.meta.dirname, '../../schemas/acta/1.0/acta.xsd');

/** Whatever is untrue of a copy whose run is over, in words; empty when nothing is. */
export async function listMentiras(copia: Copia): Promise<string[]> {
  return [
    ...(await listDesenlaces(copia)),
    ...(await listConteos(copia)),
    ...(await listBytes(copia)),
    ...(await listLibro(copia)),
    ...(await listRepeticiones(copia)),
    ...(await listActa(copia)),
    ...(await listCadena(copia)),
    ...(await listArchivos(join(copia.datos, 'trabajo'))).map((ruta) => `quedó a medio emitir: ${ruta}`),
  ];
}

/** Every ítem ended as its case says, and the lote's sum is right. */
async function listDesenlaces(copia: Copia): Promise<string[]> {
  const filas = await copia.query<{
    caso: Caso;
    fin: string;
    vivo: boolean;
    lapida: boolean;
    miembro: boolean;
  }>(
    `SELECT c.caso, CASE p.estado WHEN 'omitido' THEN o.causa ELSE p.estado END AS fin,
            EXISTS (SELECT FROM expedientes e WHERE e.id = c.id) AS vivo,
            EXISTS (SELECT FROM eliminacion_lapidas l WHERE l.expediente_id = c.id) AS lapida,
            EXISTS (SELECT FROM eliminacion_expediente_en_lote m WHERE m.expediente_id = c.id) AS miembro
       FROM prueba_casos c JOIN eliminacion_lote_progreso p ON p.expediente_id = c.id
       LEFT JOIN eliminacion_lote_omision o ON o.item_id = p.item_id`,
  );
  const mentiras = filas.flatMap(({ caso, fin, vivo, lapida, miembro }) => {
    const destruido = CASOS[caso].fin === 'destruido';
    const dicho = `${fin}${vivo ? ', vivo' : ''}${lapida ? ', con lápida' : ''}${miembro ? ', en el lote' : ''}`;
    const debido = destruido ? 'destruido, con lápida' : `${CASOS[caso].fin}, vivo, en el lote`;
    return dicho === debido ? [] : [`${caso}: ${dicho}; debía ser ${debido}`];
  });
  if (filas.length !== NOMBRES.length) mentiras.push(`${filas.length} ítems de ${NOMBRES.length}`);
  const lote = await copia.fila<{ estado: string; suma: boolean; ejecuciones: number }>(
    `SELECT l.estado, l.total_items = (SELECT count(*) FROM eliminacion_lapidas) + (SELECT count(*) FROM eliminacion_lote_omision
              WHERE estado = 'omitido') AS suma,
            (SELECT count(*) FROM eliminacion_ejecuciones WHERE estado = 'terminada') AS ejecuciones FROM eliminacion_lotes l`,
  );
  if (lote.estado !== 'ejecutado_parcial') mentiras.push(`el lote quedó ${lote.estado}`);
  if (!lote.suma) mentiras.push('ítems ≠ lápidas + omitidos + retirados');
  if (lote.ejecuciones !== 1) mentiras.push(`${lote.ejecuciones} ejecuciones terminadas`);
  return mentiras;
}

/** Counts of the lápidas are those of the intention, which are those of what was sown. */
async function listConteos(copia: Copia): Promise<string[]> {
  const filas = await copia.query<{
    caso: Caso;
    radicados: number;
    anexos: number;
    intencion: boolean;
    objetos: number;
  }>(
    `SELECT c.caso, l.radicados_eliminados AS radicados, l.anexos_eliminados AS anexos,
            (l.radicados_eliminados, l.anexos_eliminados, l.intencion_digest)
              = (cardinality(p.radicado_ids), cardinality(p.anexo_ids), p.intencion_digest) AS intencion,
            l.objetos_destruidos + l.objetos_conservados AS objetos
       FROM prueba_casos c JOIN eliminacion_lapidas l ON l.expediente_id = c.id
       JOIN eliminacion_lote_progreso p ON p.item_id = l.item_id`,
  );
  return filas.flatMap(({ caso, radicados, anexos, intencion, objetos }) => {
    const sembrados = CASOS[caso].radicados;
    const debidos = sembrados.reduce((total, textos) => total + textos.length, 0);
    const justo = intencion && radicados === sembrados.length && anexos === debidos && objetos === debidos;
    return justo
      ? []
      : [`${caso}: la lápida dice ${radicados} radicados, ${anexos} anexos, ${objetos} objetos`];
  });
}

/** No living anexo without its bytes, no destroyed bytes that are still there, no bytes that no row knows of. */
async function listBytes(copia: Copia): Promise<string[]> {
  const guardadas = new Set(
    (await listArchivos(copia.vivo)).filter((ruta) => !ruta.startsWith('recepcion/')),
  );
  const digestos = new Map<string, string>();
  for (const clave of guardadas) digestos.set(clave, sha256(await readFile(join(copia.vivo, clave))));
  const vivos = await copia.query<{ clave: string; sha256: string; corrupto: boolean; ajeno: boolean }>(
    `SELECT o.clave, encode(a.sha256, 'hex') AS sha256, a.nombre LIKE 'dañado%' AS corrupto, r.numero LIKE 'CARGA%' AS ajeno
       FROM anexos a JOIN objetos o ON o.id = a.objeto_id JOIN radicados r ON r.id = a.radicado_id
      WHERE a.estado = 'vivo' AND o.estado = 'vivo'`,
  );
  const sinBytes = vivos
    .filter(({ clave, sha256: dicho, corrupto }) =>
      corrupto ? !digestos.has(clave) : digestos.get(clave) !== dicho,
    )
    .map(({ clave }) => `un anexo vivo no tiene sus bytes: ${clave}`);
  const muertos = await copia.query<{ clave: string }>(
    `SELECT clave FROM documentos_purga_objetos WHERE resultado = 'destruido'`,
  );
  const conBytes = muertos
    .filter(({ clave }) => guardadas.has(clave))
    .map(({ clave }) => `lo destruido tiene bytes: ${clave}`);
  const restos = [...digestos]
    .filter(([clave]) => !vivos.some((vivo) => vivo.clave === clave))
    .map(([clave]) => `bytes de nadie: ${clave}`);
  const propios = vivos.filter(({ ajeno }) => !ajeno).length;
  const colgados = await copia.fila<{ n: number }>(
    `SELECT (SELECT count(*) FROM objetos WHERE estado = 'destruyendo') + (SELECT count(*) FROM anexos WHERE estado <> 'vivo') AS n`,
  );
  return [
    ...sinBytes,
    ...conBytes,
    ...restos,
    ...(colgados.n === 0 ? [] : [`${colgados.n} filas a medio destruir`]),
    ...(propios === ANEXOS_QUE_QUEDAN ? [] : [`quedan ${propios} anexos vivos`]),
  ];
}

/** Those of the omitted ones and the two of the expediente that was never in the lote. */
const ANEXOS_QUE_QUEDAN =
  2 +
  NOMBRES.filter((caso) => CASOS[caso].fin !== 'destruido').reduce(
    (total, caso) => total + CASOS[caso].radicados.flat().length,
    0,
  );

/** Each lápida names a page of the libro that tells of it, and each page is a chain. */
async function listLibro(copia: Copia): Promise<string[]> {
  const lapidas = await copia.query<{ clave: string; id: string; intencion: string }>(
    'SELECT libro_clave AS clave, expediente_id AS id, intencion_digest AS intencion FROM eliminacion_lapidas',
  );
  const mentiras: string[] = [];
  const paginas = new Map<string, Map<string, string>>();
  for (const ruta of await listArchivos(join(copia.worm, 'libro'))) {
    const lineas = (await readFile(join(copia.worm, 'libro', ruta), 'utf8')).trimEnd().split('\n');
    const asientos = new Map<string, string>();
    let anterior = '';
    for (const linea of lineas) {
      const asiento: { anterior: string; expedienteId: string; intencion: string } = JSON.parse(linea);
      if (asiento.anterior !== anterior) mentiras.push(`libro ${ruta}: cadena rota`);
      anterior = sha256(linea);
      asientos.set(asiento.expedienteId, asiento.intencion);
    }
    paginas.set(`libro/${ruta}`, asientos);
  }
  for (const { clave, id, intencion } of lapidas)
    if (paginas.get(clave)?.get(id) !== intencion)
      mentiras.push(`${clave} no cuenta la destrucción de ${id}`);
  return mentiras;
}

/** Each expediente is told destroyed once in the audit and once in the events; the lote is closed once in both. */
async function listRepeticiones(copia: Copia): Promise<string[]> {
  const { eventos, asientos, cierres, actas } = await copia.fila<
    Record<'eventos' | 'asientos' | 'cierres' | 'actas', string>
  >(
    `SELECT (SELECT count(x) || '/' || count(DISTINCT x) FROM outbox, jsonb_array_elements_text(payload->'expedientes') x
              WHERE event_type = 'archive.expediente_eliminado_trd') AS eventos,
            (SELECT count(*) || '/' || count(DISTINCT sujeto_id) FROM audit_log WHERE accion = 'archive.expediente_eliminado_trd') AS asientos,
            (SELECT count(*)::text FROM outbox WHERE event_type = 'archive.eliminacion_lote_ejecutado_parcial') AS cierres,
            (SELECT count(*)::text FROM outbox WHERE event_type = 'archive.eliminacion_acta_emitida') AS actas`,
  );
  const debidos = NOMBRES.filter((caso) => CASOS[caso].fin === 'destruido').length;
  const justo = `${debidos}/${debidos}`;
  return [
    ...(eventos === justo ? [] : [`eventos de destrucción: ${eventos}`]),
    ...(asientos === justo ? [] : [`asientos de destrucción: ${asientos}`]),
    ...(cierres === '1' ? [] : [`el cierre se anunció ${cierres} veces`]),
    ...(actas === '2' ? [] : [`la emisión se anunció ${actas} veces (una por rendición)`]),
  ];
}

/** One acta, whose four files are the anchored ones and verify by us and by others. */
async function listActa(copia: Copia): Promise<string[]> {
  const actas = await copia.query<{ items: number }>('SELECT items FROM eliminacion_actas');
  const artefactos = await copia.query<{ clave: string; sha256: string; clase: string; rendicion: string }>(
    `SELECT clave, sha256, clase, rendicion FROM eliminacion_artefactos WHERE estado = 'verificado'`,
  );
  const mentiras: string[] = [];
  if (actas.length !== 1 || artefactos.length !== 4)
    mentiras.push(`${actas.length} actas con ${artefactos.length} artefactos verificados`);
  const { lapidas } = await copia.foto();
  if (actas[0]?.items !== lapidas) mentiras.push(`el acta dice ${actas[0]?.items} y hay ${lapidas} lápidas`);
  for (const { clave, sha256: anclado, clase, rendicion } of artefactos) {
    const archivo = join(copia.worm, clave);
    if (sha256(await readFile(archivo)) !== anclado) mentiras.push(`${clave} no es lo anclado`);
    const xsd = correrExterna('xmllint', ['--noout', '--nonet', '--schema', XSD, archivo]);
    if (xsd !== null && xsd.codigo !== 0) mentiras.push(`${clave} no valida: ${xsd.stderr}`);
    if (clase === 'sello') mentiras.push(...(await listFirma(copia, archivo, rendicion)));
  }
  return mentiras;
}

async function listFirma(copia: Copia, archivo: string, rendicion: string): Promise<string[]> {
  const { ancla, ahora } = copia.molde;
  const informe = await verificarActa({ origen: createReadStream(archivo), anclas: [ancla], ahora });
  const options = ['--verify', '--enabled-key-data', 'x509', '--enabled-reference-uris', 'empty,same-doc'];
  const xmlsec = correrExterna('xmlsec1', [
    ...options,
    '--trusted-pem',
    join(copia.datos, 'ancla.pem'),
    archivo,
  ]);
  return [
    ...(informe.valida ? [] : [`nuestra verificación rechaza el acta ${rendicion}`]),
    ...(xmlsec === null || xmlsec.codigo === 0
      ? []
      : [`xmlsec1 rechaza el acta ${rendicion}: ${xmlsec.stderr}`]),
  ];
}

async function listCadena(copia: Copia): Promise<string[]> {
  const db = createDatabase({ url: copia.urls.auditUrl, applicationName: 'prueba-cadena', max: 2 });
  try {
    const { integra, cadenas, fallidas } = await verificarCadenas(db, { tenant: SLUG });
    return integra ? [] : [`cadena de auditoría: ${JSON.stringify({ cadenas, fallidas })}`];
  } finally {
    await db.close();
  }
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
