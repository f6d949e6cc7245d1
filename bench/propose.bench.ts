import { proponerLote } from '../src/services/lote/proponer-lote.ts';
import { makeActor } from './actor-de-banco.ts';
import { llenarArchivo, UNO_RECHAZADO_CADA, VERSION } from './archivo-de-banco.ts';
import type { Banco, Corrida, Medida } from './banco.ts';
import { type BaseDeBanco, withBaseDeBanco } from './base-de-banco.ts';
import { cronometrar } from './cronometro.ts';
import { mediana, redondear } from './mediana.ts';

export const propose: Banco = {
  nombre: 'propose',
  trabajo: 'proponer un lote por filtro: admisión completa de cada expediente, en una transacción',
  contra:
    'copiar las mismas filas a tablas iguales con su clave primaria, sin disparadores, llaves foráneas ni admisión',
  metodo:
    'Segundos de `proponerLote` entre segundos de copiar después los ítems y las pertenencias que dejó, en una transacción, al ' +
    'mismo servidor. Un expediente de cada mil tiene un impedimento; la cuarta parte es papel con su caja. Entre rondas se ' +
    'vacían las tablas.',
  aim: 3,
  direction: '<=',
  maximoS: { rapida: 300, entera: 3_600 },
  medir,
};

const EXPEDIENTES = { rapida: 20_000, entera: 1_000_000 };

const PISO = `
  CREATE TABLE piso_items (LIKE eliminacion_lote_items, PRIMARY KEY (id));
  CREATE TABLE piso_pertenencia (LIKE eliminacion_expediente_en_lote, PRIMARY KEY (expediente_id))`;

interface Ronda {
  readonly propuesta: number;
  readonly piso: number;
  readonly enBase: number;
}

function medir({ rapida, plazo }: Corrida): Promise<Medida> {
  const cuantos = rapida ? EXPEDIENTES.rapida : EXPEDIENTES.entera;
  return withBaseDeBanco(async (base) => {
    await llenarArchivo(base, cuantos);
    await base.admin(PISO);
    const rondas: Ronda[] = [];
    for (let n = 0; n < 3; n += 1) {
      plazo.throwIfAborted();
      rondas.push(await rondar(base));
    }
    const razones = rondas.map(({ propuesta, piso }) => propuesta / piso);
    return {
      ratio: redondear(mediana(razones), 2),
      rondas: rondas.length,
      tamano: `${cuantos} expedientes`,
      cifras: {
        propuesta_s: redondear(mediana(rondas.map(({ propuesta }) => propuesta)), 1),
        copia_s: redondear(mediana(rondas.map(({ piso }) => piso)), 1),
      },
      recuento: {
        esperado: rondas.length * (cuantos - Math.floor(cuantos / UNO_RECHAZADO_CADA)),
        enBase: rondas.reduce((total, { enBase }) => total + enBase, 0),
      },
    };
  });
}

async function rondar(base: BaseDeBanco): Promise<Ronda> {
  const propuesta = await cronometrar(() =>
    proponerLote({ db: base.db, reloj: { now: () => new Date() } }, makeActor('PERM_ELIMINACION_PROPONER'), {
      descripcion: 'Lote de medición',
      criterio: { filtro: { version: VERSION } },
    }),
  );
  const { id } = propuesta.valor;
  const piso = await cronometrar(() => copiar(base));
  const [fila] = await base.admin<{ n: number }>(
    `SELECT count(*) AS n FROM eliminacion_lote_items i JOIN eliminacion_expediente_en_lote p ON p.item_id = i.id WHERE i.lote_id = $1`,
    [id],
  );
  await vaciar(base);
  return {
    propuesta: propuesta.segundos,
    piso: piso.segundos,
    enBase: fila?.n ?? 0,
  };
}

async function copiar({ admin }: BaseDeBanco): Promise<void> {
  await admin('BEGIN');
  await admin('INSERT INTO piso_items SELECT * FROM eliminacion_lote_items');
  await admin('INSERT INTO piso_pertenencia SELECT * FROM eliminacion_expediente_en_lote');
  await admin('COMMIT');
}

/** As before the first round. Nobody may do this to a real archive: it goes around every trigger. */
async function vaciar({ admin }: BaseDeBanco): Promise<void> {
  await admin('SET session_replication_role = replica');
  await admin('TRUNCATE eliminacion_lotes, eliminacion_expediente_en_lote CASCADE');
  await admin('TRUNCATE piso_items, piso_pertenencia');
  await admin('RESET session_replication_role');
  await admin('VACUUM (ANALYZE)');
  await admin('CHECKPOINT');
}
