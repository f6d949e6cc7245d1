import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser } from '../db/como-superusuario.ts';
import { Escenario, SLUG } from '../support/escenario.ts';
import { forzarEstado, insertBorrador } from '../support/lotes-de-prueba.ts';
import { type BaseDePrueba, crearBaseVacia } from '../support/postgres.ts';
import { CasaDeOrdenes, eliminacion, objetoDe } from './orden.ts';

describe('una instalación nueva', () => {
  let base: BaseDePrueba;
  let casa: CasaDeOrdenes;
  beforeAll(async () => {
    base = await crearBaseVacia();
    casa = await CasaDeOrdenes.abrir(base);
  });
  afterAll(async () => {
    await casa.cerrar();
    await base.drop();
  });

  it('doctor dice que faltan las migraciones', async () => {
    const { codigo, salida } = await casa.correr('doctor');
    expect(codigo).toBe(3);
    expect(salida).toMatch(/^✗ migraciones: /m);
  });

  it('migrate la pone al día contando archivo por archivo; repetirla no hace nada', async () => {
    const primera = await casa.correr('migrate');
    expect(primera.codigo).toBe(0);
    expect(primera.salida).toMatch(/^1\/\d+ public · 0001_/m);
    expect(primera.salida).toMatch(/Migraciones aplicadas: [1-9]/);
    expect(objetoDe(await casa.correr('migrate', '--json'))).toEqual({ aplicadas: 0, tenants: 0 });
  });

  it('tenant create crea la entidad una vez; tenant list la muestra', async () => {
    const crear = ['tenant', 'create', 'arroyo', '--nombre', 'Arroyo Verde', '--nit', '800.000.001-1'];
    expect(objetoDe(await casa.correr(...crear, '--json'))).toEqual({ slug: 'arroyo', creado: true });
    const otra = await casa.correr(...crear);
    expect([otra.codigo, otra.salida]).toEqual([0, 'La entidad «arroyo» ya existía.\n']);
    const { salida } = await casa.correr('tenant', 'list');
    expect(salida).toBe('arroyo\tArroyo Verde\t800.000.001-1\tactiva\n');
  });

  it('un nombre corto que no vale y otro NIT se rechazan sin crear nada', async () => {
    const invalido = await casa.correr('tenant', 'create', 'Árbol', '--nombre', 'x', '--nit', 'x');
    expect([invalido.codigo, invalido.error]).toEqual([2, expect.stringContaining('(tenant_slug_invalido)')]);
    const distinto = await casa.correr(
      'tenant',
      'create',
      'arroyo',
      '--nombre',
      'Arroyo Verde',
      '--nit',
      '1',
    );
    expect([distinto.codigo, distinto.error]).toEqual([3, expect.stringContaining('(tenant_ya_existe)')]);
    expect((await casa.correr('tenant', 'list')).salida.trimEnd().split('\n')).toHaveLength(1);
  });

  it('sin la dirección del propietario no migra ni crea, y dice cuál falta', async () => {
    const { MIGRATIONS_DATABASE_URL: _, ...env } = casa.env;
    for (const orden of [['migrate'], ['tenant', 'create', 'b1', '--nombre', 'x', '--nit', 'x']]) {
      const { codigo, error } = await eliminacion(env, ...orden);
      expect([codigo, error]).toEqual([3, expect.stringContaining('MIGRATIONS_DATABASE_URL')]);
    }
  });

  it('con la configuración mal escrita sale con 2 y la nombra', async () => {
    const { codigo, error } = await eliminacion({ ...casa.env, ELIMINACION_ROLES: 'cocinero' }, 'doctor');
    expect([codigo, error]).toEqual([2, expect.stringContaining('ELIMINACION_ROLES')]);
  });
});

describe('una instalación en marcha', () => {
  let escenario: Escenario;
  let casa: CasaDeOrdenes;
  beforeAll(async () => {
    escenario = await Escenario.abrir();
    casa = await CasaDeOrdenes.abrir(escenario.base);
  });
  afterAll(async () => {
    await casa.cerrar();
    await escenario.cerrar();
  });

  it('doctor dice las versiones y que todo está en orden', async () => {
    const { codigo, salida } = await casa.correr('doctor');
    expect(salida).toMatch(
      /^servicio \d+\.\d+\.\d+ · node 24\.\d+\.\d+ · postgres \d+\.\d+ · migracion 0\d+_/,
    );
    expect([codigo, salida]).toEqual([0, expect.stringContaining('Todo está en orden.')]);
  });

  it('sin base lo dice por su nombre y sale con 3', async () => {
    const env = { ...casa.env, DATABASE_URL: 'postgres://app:frase-secretisima@127.0.0.1:1/nada' };
    const terminada = await eliminacion(env, 'doctor', '--json');
    expect(terminada.codigo).toBe(3);
    expect(objetoDe(terminada)).toMatchObject({ listo: false, pendientes: [] });
    expect(`${terminada.salida}${terminada.error}`).not.toContain('frase-secretisima');
  });

  it('audit verify recorre todas las cadenas y lo deja registrado; de una sola no cuenta', async () => {
    const { codigo, salida } = await casa.correr('audit', 'verify');
    expect(codigo).toBe(0);
    expect(salida).toMatch(/^✓ public: \d+ asientos$/m);
    expect(salida).toMatch(/^✓ tenant_demo: \d+ asientos$/m);
    expect(salida).toContain('La corrida quedó registrada.');
    const sola = objetoDe(await casa.correr('audit', 'verify', '--tenant', SLUG, '--json'));
    expect(sola).toMatchObject({ integra: true, completa: false, registrada: true });
    const nadie = await casa.correr('audit', 'verify', '--tenant', 'nadie');
    expect([nadie.codigo, nadie.error]).toEqual([5, expect.stringContaining('(tenant_desconocido)')]);
  });

  it('una ejecución detenida espera a una persona: doctor la nombra y sale con 3', async () => {
    const lote = await insertBorrador(escenario);
    await forzarEstado(escenario, lote, 'en_ejecucion');
    await escenario.query(
      `INSERT INTO eliminacion_ejecuciones (lote_id, n, clase, estado, ejecutor_id, ejecutor_nombre, iniciada_en, bloqueo)
       VALUES ($1, 1, 'inicial', 'bloqueada', 'e', 'e', $2, 'no cuadra')`,
      [lote, escenario.ahora],
    );
    const { codigo, salida } = await casa.correr('doctor');
    expect(codigo).toBe(3);
    expect(salida).toMatch(/^✗ demo: ejecución bloqueada: LOTE-2020-\d{4}: no cuadra$/m);
    expect(salida).toContain('Hay asuntos por atender.');
  });

  it('una cadena rota sale con 6 y dice qué asiento y de qué modo', async () => {
    await asSuperuser(escenario.base, (cliente) =>
      cliente.query(
        `SET session_replication_role = replica; UPDATE tenant_${SLUG}.audit_log SET contenido = replace(contenido, '"cli"', '"api"') WHERE seq = 1`,
      ),
    );
    const { codigo, salida } = await casa.correr('audit', 'verify');
    expect(codigo).toBe(6);
    expect(salida).toMatch(/^✗ tenant_demo: 1 roturas en \d+ asientos$/m);
    expect(salida).toMatch(/^ +asiento 1: alterado; /m);
    expect(salida).toContain('NO ÍNTEGRA.');
  });
});
