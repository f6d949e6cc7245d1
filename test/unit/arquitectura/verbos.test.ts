import { describe, expect, it } from 'vitest';
import { type Fuente, listFuentes } from '../../support/fuentes.ts';
import { buildGrafo, type Grafo, type Nodo, reach } from './grafo-llamadas.ts';

const ABRE_TRANSACCION = ['withTenantTx', 'withSystemTx'];
const AUDITA = ['registrarAuditoria', 'anexarAuditoria'];
const EXIGE_PERMISO = ['requirePermiso', 'requireIncorporar'];
/** Who acts by the service's own name has no permission to show; it can't be given somebody's actor either. */
const ACTUA_POR_EL_SERVICIO = ['buildActorSistema'];
const ESCRIBE =
  /\b(INSERT\s+INTO|UPDATE\s+[\w".?]+(\s+(AS\s+)?\w+)?\s+SET|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\b/i;

interface Excepciones {
  readonly sinPermiso: Readonly<Record<string, string>>;
  readonly sinAuditoria: Readonly<Record<string, string>>;
}

const SONDEO = 'un sondeo es evidencia de máquina, con tabla propia; no es un acto sobre el lote';
const FASE =
  'fase de un tramo: la destrucción la audita dejarLapidas, por expediente, y quién la ordenó, ejecutarLote';
const DENEGACION = 'anota lo denegado a un actor que justamente no tenía permiso';

const BARRIDO = 'limpieza de bytes que ningún anexo usa; no toca expedientes y nadie la pide';
const DOCUMENTOS =
  'el servicio de documentos ejecuta lo que un tramo le ordena y guarda su propio registro de purga';

const TRANSACCION_DE_ACTO =
  'abre la transacción de un verbo y guarda su respuesta: quien la llama exige el permiso y audita';

const EXCEPCIONES: Excepciones = {
  sinPermiso: {
    withActoTx: TRANSACCION_DE_ACTO,
    registrarSondeo: SONDEO,
    registrarDenegacion: DENEGACION,
    consolidarDenegaciones: DENEGACION,
    readDigestInventario: 'pieza de aprobarLote, que ya exigió el permiso',
    barrerSubidas: BARRIDO,
    barrerDestruyendo: BARRIDO,
    createMantenimiento: BARRIDO,
    purgarAnexos: DOCUMENTOS,
    documentosEmbebidos: DOCUMENTOS,
  },
  sinAuditoria: {
    withActoTx: TRANSACCION_DE_ACTO,
    registrarSondeo: SONDEO,
    registrarIntencion: FASE,
    purgarTramo: FASE,
    barrerSubidas: BARRIDO,
    barrerDestruyendo: BARRIDO,
    purgarAnexos: DOCUMENTOS,
    documentosEmbebidos: DOCUMENTOS,
  },
};

interface Veredicto {
  readonly verbos: readonly string[];
  readonly faltas: readonly string[];
}

/** SQL functions of ours that write, so that calling one is writing. */
function listFuncionesQueEscriben(sql: readonly Fuente[]): RegExp | null {
  const nombres = sql.flatMap(({ texto }) =>
    [...texto.matchAll(/CREATE (?:OR REPLACE )?FUNCTION\s+(?:public\.)?(\w+)\s*\(([\s\S]*?)\n(?:END )?\$\$/g)]
      .filter(([todo]) => ESCRIBE.test(todo) && !/RETURNS\s+trigger/i.test(todo))
      .map((match) => match[1] ?? ''),
  );
  return nombres.length === 0 ? null : new RegExp(`\\b(${nombres.join('|')})\\s*\\(`);
}

/**
 * A verb = an exported function of a service that opens a transaction. One that writes must reach the audit and a
 * permission; one that takes an actor must reach a permission even if it only reads.
 */
function judge(grafo: Grafo, funcionesSql: RegExp | null, excepciones: Excepciones): Veredicto {
  const escribe = (nodo: Nodo): boolean =>
    nodo.ruta.startsWith('src/db/') &&
    nodo.literales.some((texto) => ESCRIBE.test(texto) || funcionesSql?.test(texto) === true);
  const verbos: string[] = [];
  const faltas: string[] = [];
  for (const nodo of grafo.values()) {
    if (!isDeServicio(nodo)) continue;
    const alcanzados = [...reach(grafo, nodo)];
    const alcanza = (nombres: readonly string[]) => alcanzados.some(({ nombre }) => nombres.includes(nombre));
    if (!alcanza(ABRE_TRANSACCION)) continue;
    verbos.push(nodo.nombre);
    const muta = alcanzados.some(escribe);
    if (muta && !alcanza(AUDITA) && !(nodo.nombre in excepciones.sinAuditoria))
      faltas.push(`${nodo.id} escribe y no audita`);
    const conActor = nodo.parametros.some((tipo) => /\bActor\b/.test(tipo));
    const exige = alcanza(conActor ? EXIGE_PERMISO : [...EXIGE_PERMISO, ...ACTUA_POR_EL_SERVICIO]);
    if ((muta || conActor) && !exige && !(nodo.nombre in excepciones.sinPermiso))
      faltas.push(`${nodo.id} no exige permiso`);
  }
  return { verbos, faltas };
}

function isDeServicio({ ruta, exportado, esFuncion }: Nodo): boolean {
  return (
    exportado && esFuncion && ruta.startsWith('src/services/') && !ruta.startsWith('src/services/ports/')
  );
}

describe('los verbos', () => {
  const grafo = buildGrafo(listFuentes(['src'], '.ts'));
  const funcionesSql = listFuncionesQueEscriben(listFuentes(['drizzle'], '.sql'));
  const { verbos, faltas } = judge(grafo, funcionesSql, EXCEPCIONES);

  it('todo el que escribe audita y exige permiso; todo el que recibe un actor exige permiso', () => {
    expect(verbos).toEqual(expect.arrayContaining(['proponerLote', 'publicarLote']));
    expect(faltas).toEqual([]);
  });

  it('ninguna excepción sobra', () => {
    const { faltas: todas } = judge(grafo, funcionesSql, { sinPermiso: {}, sinAuditoria: {} });
    const sobran = (excepciones: Readonly<Record<string, string>>, falta: string) =>
      Object.keys(excepciones).filter(
        (nombre) => !todas.some((texto) => texto.endsWith(`#${nombre} ${falta}`)),
      );
    expect(sobran(EXCEPCIONES.sinPermiso, 'no exige permiso')).toEqual([]);
    expect(sobran(EXCEPCIONES.sinAuditoria, 'escribe y no audita')).toEqual([]);
  });
});

describe('la regla de los verbos', () => {
  const db: Fuente = {
    ruta: 'src/db/x.queries.ts',
    texto: `
      export async function insertX(tx) { await tx.query(\`INSERT INTO x (a) VALUES ($1)\`, [1]); }
      export async function callX(tx) { await tx.query('SELECT x_registrar($1)', [1]); }
      export async function findX(tx) { return tx.query('SELECT * FROM x WHERE updated'); }
      export async function registrarAuditoria(tx) { await tx.query('SELECT audit_registrar($1)'); }
      export async function withTenantTx(db, tenant, body) { return body(db); }`,
  };
  const permiso: Fuente = {
    ruta: 'src/domain/require-permiso.ts',
    texto: `
      export function requirePermiso(actor: Actor, permiso: string) {}
      export function buildActorSistema() { return {}; }`,
  };
  const sql: Fuente = {
    ruta: 'drizzle/x.sql',
    texto:
      'CREATE FUNCTION x_registrar(a int) RETURNS void LANGUAGE plpgsql AS $$\nBEGIN\n  INSERT INTO x VALUES (a);\nEND $$;',
  };
  const importes = `
    import { insertX, callX, findX, registrarAuditoria, withTenantTx } from '../db/x.queries.ts';
    import { requirePermiso, buildActorSistema } from '../domain/require-permiso.ts';\n`;
  const judgeVerbo = (cuerpo: string, excepciones: Excepciones = { sinPermiso: {}, sinAuditoria: {} }) =>
    judge(
      buildGrafo([db, permiso, { ruta: 'src/services/verbo.ts', texto: importes + cuerpo }]),
      listFuncionesQueEscriben([sql]),
      excepciones,
    ).faltas;

  it('acepta el que audita y exige permiso, aunque sea a través de otra función', () => {
    expect(
      judgeVerbo(`
        export async function hacer(db, actor: Actor) { requirePermiso(actor, 'P'); return withTenantTx(db, 't', (tx) => paso(tx)); }
        async function paso(tx) { await insertX(tx); await registrarAuditoria(tx); }`),
    ).toEqual([]);
  });

  it.each([
    ['insertX', 'src/services/verbo.ts#hacer escribe y no audita'],
    ['callX', 'src/services/verbo.ts#hacer escribe y no audita'],
  ])('halla al que escribe con %s y no audita', (escritura, falta) => {
    expect(
      judgeVerbo(
        `export async function hacer(db, actor: Actor) { requirePermiso(actor, 'P'); return withTenantTx(db, 't', (tx) => ${escritura}(tx)); }`,
      ),
    ).toEqual([falta]);
  });

  it('halla al que escribe o lee por un actor y no exige permiso', () => {
    expect(
      judgeVerbo(`
        export const hacer = async (db) => withTenantTx(db, 't', async (tx) => { await insertX(tx); await registrarAuditoria(tx); });
        export async function leer(db, actor: Actor) { return withTenantTx(db, 't', (tx) => findX(tx)); }`),
    ).toEqual([
      'src/services/verbo.ts#hacer no exige permiso',
      'src/services/verbo.ts#leer no exige permiso',
    ]);
  });

  it('no molesta a las piezas que reciben la transacción ni a las excepciones declaradas', () => {
    expect(judgeVerbo('export async function pieza(tx) { await insertX(tx); }')).toEqual([]);
    const sondear = `export async function sondear(db) { return withTenantTx(db, 't', (tx) => insertX(tx)); }`;
    expect(
      judgeVerbo(sondear, { sinPermiso: { sondear: 'máquina' }, sinAuditoria: { sondear: 'máquina' } }),
    ).toEqual([]);
    expect(judgeVerbo(sondear)).toHaveLength(2);
  });

  it('quien actúa por el servicio no exige permiso, salvo que reciba a alguien', () => {
    const cuerpo =
      'return withTenantTx(db, buildActorSistema(), async (tx) => { await insertX(tx); await registrarAuditoria(tx); });';
    expect(judgeVerbo(`export async function correr(db) { ${cuerpo} }`)).toEqual([]);
    expect(judgeVerbo(`export async function correr(db, actor: Actor) { ${cuerpo} }`)).toEqual([
      'src/services/verbo.ts#correr no exige permiso',
    ]);
  });
});
