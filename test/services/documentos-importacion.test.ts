import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carpetaDocumentos } from '../../src/adapters/documentos/carpeta-documentos.ts';
import { createLectorTablas } from '../../src/adapters/tablas/lector-tablas.ts';
import { importarDocumentos } from '../../src/services/documentos/importar-documentos.ts';
import { type BaseDePrueba, crearBaseDePrueba } from '../support/postgres.ts';
import { Banco, makeActor } from './documentos-banco.ts';

let base: BaseDePrueba;
let banco: Banco;
let carpeta: string;
beforeAll(async () => {
  base = await crearBaseDePrueba();
  banco = await Banco.open(base.appUrl);
  carpeta = await mkdtemp(join(tmpdir(), 'eliminacion lista ñ '));
  await mkdir(join(carpeta, 'docs', 'más adentro'), { recursive: true });
  await writeFile(join(carpeta, 'docs', 'oficio.pdf'), 'oficio');
  await writeFile(join(carpeta, 'docs', 'más adentro', 'respuesta ñ.txt'), 'respuesta');
  await writeFile(join(carpeta, 'docs', 'vacío.bin'), '');
  await writeFile(join(carpeta, 'secreto.txt'), 'fuera');
  await symlink(join(carpeta, 'secreto.txt'), join(carpeta, 'docs', 'enlace.txt'));
});
afterAll(async () => {
  await banco.close();
  await base.drop();
  await rm(carpeta, { recursive: true, force: true });
});

const ENCABEZADO = 'expediente;radicado;asunto;fecha;nivel;archivo';

const lista = (filas: readonly string[], encabezado = ENCABEZADO) => ({
  nombre: 'documentos.csv',
  bytes: Buffer.from([encabezado, ...filas].join('\n')),
  fuente: carpetaDocumentos(join(carpeta, 'docs')),
  lector: createLectorTablas(),
});

async function nuevo(): Promise<{ id: string; codigo: string }> {
  const id = await banco.crearExpediente();
  const [fila] = await banco.query<{ codigo: string }>('SELECT codigo FROM expedientes WHERE id = $1', [id]);
  return { id, codigo: fila?.codigo ?? '' };
}

const anexosDe = (expediente: string) =>
  banco.query<{ numero: string; nombre: string; media_type: string }>(
    `SELECT r.numero, a.nombre, a.media_type FROM radicados r LEFT JOIN anexos a ON a.radicado_id = r.id
      WHERE r.expediente_id = $1 ORDER BY r.numero, a.nombre`,
    [expediente],
  );

it('cada fila es un archivo; un radicado con varios tiene varias filas', async () => {
  const { id, codigo } = await nuevo();
  const avances: number[] = [];
  const importados = await importarDocumentos(banco.servicios, banco.actor, {
    ...lista([
      `${codigo};L-1;Solicitud;2015-02-03;1;oficio.pdf`,
      `${codigo};L-1;Solicitud;03/02/2015;INTERNA;más adentro/respuesta ñ.txt`,
      `${codigo};L-2;Sin archivo;;;`,
      `${codigo};L-3;Vacío;s.f.;pública;vacío.bin`,
    ]),
    alAvanzar: (hechos, total) => avances.push(hechos / total),
  });
  expect(importados).toEqual({
    radicados: 3,
    radicadosRepetidos: 0,
    anexos: 3,
    anexosRepetidos: 0,
    bytes: 15,
  });
  expect(avances.at(-1)).toBe(1);
  expect(await anexosDe(id)).toEqual([
    { numero: 'L-1', nombre: 'oficio.pdf', media_type: 'application/pdf' },
    { numero: 'L-1', nombre: 'respuesta ñ.txt', media_type: 'text/plain' },
    { numero: 'L-2', nombre: null, media_type: null },
    { numero: 'L-3', nombre: 'vacío.bin', media_type: 'application/octet-stream' },
  ]);
  const niveles = await banco.query(
    `SELECT numero, nivel_seguridad AS nivel, fecha FROM radicados WHERE expediente_id = $1 ORDER BY numero`,
    [id],
  );
  expect(niveles).toEqual([
    { numero: 'L-1', nivel: 1, fecha: '2015-02-03' },
    { numero: 'L-2', nivel: 3, fecha: null },
    { numero: 'L-3', nivel: 0, fecha: null },
  ]);
});

it('repetir la misma lista no añade nada', async () => {
  const { id, codigo } = await nuevo();
  const filas = lista([`${codigo};M-1;Uno;;1;oficio.pdf`, `${codigo};M-2;Dos;;1;oficio.pdf`]);
  await importarDocumentos(banco.servicios, banco.actor, filas);
  const antes = await anexosDe(id);
  expect(await importarDocumentos(banco.servicios, banco.actor, filas)).toEqual({
    radicados: 2,
    radicadosRepetidos: 2,
    anexos: 2,
    anexosRepetidos: 2,
    bytes: 0,
  });
  expect(await anexosDe(id)).toEqual(antes);
});

it('una importación interrumpida sigue donde iba', async () => {
  const { id, codigo } = await nuevo();
  const completa = lista([`${codigo};N-1;Uno;;1;oficio.pdf`, `${codigo};N-1;Uno;;1;vacío.bin`]);
  const fuente = carpetaDocumentos(join(carpeta, 'docs'));
  const rota = {
    ...completa,
    fuente: {
      ...fuente,
      abrir: (archivo: string) =>
        archivo === 'vacío.bin' ? Promise.reject(new Error('se cortó')) : fuente.abrir(archivo),
    },
  };
  await expect(importarDocumentos(banco.servicios, banco.actor, rota)).rejects.toThrow('se cortó');
  expect(await anexosDe(id)).toHaveLength(1);
  expect(await importarDocumentos(banco.servicios, banco.actor, completa)).toMatchObject({
    radicadosRepetidos: 1,
    anexosRepetidos: 1,
  });
  expect(await anexosDe(id)).toHaveLength(2);
});

it('cualquier falta rechaza la lista entera, con su fila, su columna y su motivo', async () => {
  const bueno = await nuevo();
  const cerrado = await nuevo();
  await banco.cerrar(cerrado.id);
  const condenado = await nuevo();
  await banco.intencion(condenado.id);
  const ajeno = await nuevo();
  await importarDocumentos(banco.servicios, banco.actor, lista([`${ajeno.codigo};AJENO-1;x;;1;`]));
  const alto = await banco.crearExpediente(3);
  const [secreto] = await banco.query<{ codigo: string }>('SELECT codigo FROM expedientes WHERE id = $1', [
    alto,
  ]);
  const filas = [
    `${bueno.codigo};F-1;Bien;;1;oficio.pdf`,
    `NO-EXISTE;F-2;x;;1;oficio.pdf`,
    `${cerrado.codigo};F-3;x;;1;oficio.pdf`,
    `${condenado.codigo};F-4;x;;1;oficio.pdf`,
    `${secreto?.codigo};F-5;x;;1;oficio.pdf`,
    `${bueno.codigo};AJENO-1;x;;1;oficio.pdf`,
    `${bueno.codigo};F-7;x;31/02/2015;1;oficio.pdf`,
    `${bueno.codigo};F-8;x;;9;oficio.pdf`,
    `${bueno.codigo};F-9;;;1;oficio.pdf`,
    `${bueno.codigo};F-1;Otra cosa;;1;oficio.pdf`,
    `${bueno.codigo};F-11;x;;1;no-existe.pdf`,
    `${bueno.codigo};F-12;x;;1;../secreto.txt`,
    `${bueno.codigo};F-13;x;;1;enlace.txt`,
    `${bueno.codigo};F-14;x;;1;más adentro`,
    `${bueno.codigo};F-15;x;;1;/etc/passwd`,
    `${bueno.codigo};F-16;x;;1;..\\secreto.txt`,
  ];
  const lector = makeActor(undefined, 2);
  const error: unknown = await importarDocumentos(banco.servicios, lector, lista(filas)).catch(
    (e: unknown) => e,
  );
  expect(error).toMatchObject({
    code: 'manifiesto_invalido',
    params: { faltas: 15, archivo: 'documentos.csv' },
  });
  const fuera = 'Está fuera de la carpeta de los documentos.';
  expect(error).toMatchObject({
    faults: [
      { fila: 3, columna: 'expediente', motivo: 'No existe el expediente NO-EXISTE.' },
      { fila: 4, columna: 'expediente', motivo: expect.stringContaining('está cerrado') },
      { fila: 5, columna: 'expediente', motivo: expect.stringContaining('está en eliminación') },
      { fila: 6, columna: 'expediente', motivo: expect.stringContaining('No existe el expediente') },
      { fila: 7, columna: 'radicado', motivo: 'Ya existe el radicado AJENO-1 en otro expediente.' },
      { fila: 8, columna: 'fecha' },
      { fila: 9, columna: 'nivel', motivo: expect.stringContaining('0 o PUBLICA') },
      { fila: 10, columna: 'asunto', motivo: 'Falta este dato.' },
      { fila: 11, columna: 'asunto', motivo: 'El radicado F-1 dice otra cosa en la fila 2.' },
      { fila: 12, columna: 'archivo', motivo: 'No existe en la carpeta de los documentos.' },
      { fila: 13, columna: 'archivo', motivo: fuera },
      { fila: 14, columna: 'archivo', motivo: fuera },
      { fila: 15, columna: 'archivo', motivo: 'No es un archivo.' },
      { fila: 16, columna: 'archivo', motivo: fuera },
      { fila: 17, columna: 'archivo', motivo: fuera },
    ],
  });
  expect(await anexosDe(bueno.id)).toEqual([]);
});

it.each([
  ['sin columnas', 'expediente;asunto', /Falta la columna «radicado»/],
  ['con otro orden y mayúsculas, sirve', 'ARCHIVO;Asunto;Nivel;Fecha;Radicado;Expediente', null],
])('un encabezado %s', async (_caso, encabezado, motivo) => {
  const { codigo } = await nuevo();
  const importacion = importarDocumentos(
    banco.servicios,
    banco.actor,
    lista([`oficio.pdf;Asunto;1;;H-${codigo};${codigo}`], encabezado),
  );
  if (motivo === null) await expect(importacion).resolves.toMatchObject({ anexos: 1 });
  else
    await expect(importacion).rejects.toMatchObject({
      faults: [{ fila: 1, motivo: expect.stringMatching(motivo) }],
    });
});

it('sin permiso no se lee siquiera', async () => {
  await expect(importarDocumentos(banco.servicios, makeActor([]), lista([]))).rejects.toMatchObject({
    code: 'sin_permiso',
  });
});
