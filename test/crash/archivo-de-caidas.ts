import { appendFile, chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { almacenesEnCarpeta, lecturasEnCarpeta } from '../../src/adapters/almacen/almacenes-en-carpeta.ts';
import { prepararCarpetaAlmacen } from '../../src/adapters/almacen/carpeta-marcada.ts';
import { sistemaArchivosNode } from '../../src/adapters/almacen/sistema-archivos-node.ts';
import { registrarRadicado } from '../../src/services/documentos/registrar-radicado.ts';
import type { ServiciosDocumentos } from '../../src/services/documentos/servicios-documentos.ts';
import { subirAnexo } from '../../src/services/documentos/subir-anexo.ts';
import { sinPuntoDeFallo } from '../../src/services/ports/punto-de-fallo.ts';
import { codigoUnico } from '../support/archivo-de-prueba.ts';
import { type Escenario, type LoteDePrueba, SLUG } from '../support/escenario.ts';
import { makePersona } from '../support/personas.ts';
import { CASOS, type Caso, type Contenido, NOMBRES } from './matriz.ts';

/** Lives outside the lote and shares bytes with one that is in it. */
const VIVO: Contenido = { soporte: 'electronico', radicados: [['circular de todos', 'suyo']] };

/** The document module of this process over a folder. */
export function abrirDocumentos(escenario: Escenario, carpeta: string): ServiciosDocumentos {
  return {
    db: escenario.db,
    reloj: escenario.reloj,
    puntoDeFallo: sinPuntoDeFallo,
    almacen: almacenesEnCarpeta({ carpeta }),
    lectura: lecturasEnCarpeta({ carpeta }),
    limiteAnexoBytes: 1_000_000,
  };
}

/** A folder of data like that of a process, with its two stores ready; what PostgreSQL's account may walk through. */
export async function prepararCarpetaDatos(): Promise<string> {
  const datos = await mkdtemp(join(tmpdir(), 'eliminacion caídas ñ '));
  await chmod(datos, 0o711);
  await mkdir(join(datos, 'almacen'));
  await prepararCarpetaAlmacen(sistemaArchivosNode, join(datos, 'almacen', 'vivo'));
  return datos;
}

/** An expediente with its documents, closed afterwards; gives its id. */
export async function sembrar(
  escenario: Escenario,
  documentos: ServiciosDocumentos,
  { soporte, radicados }: Contenido,
): Promise<string> {
  const actor = makePersona('ejecutor', { permisos: new Set(['PERM_ARCHIVO_IMPORTAR']) });
  const id = await escenario.expediente({ soporte, cierre: null, titulo: `Expediente ${soporte}` });
  for (const textos of radicados) {
    const radicado = codigoUnico('RAD');
    const datos = { expediente: id, numero: radicado, asunto: 'Oficio', nivelSeguridad: 1 };
    await registrarRadicado(escenario, actor, datos);
    for (const texto of textos) {
      await subirAnexo(documentos, actor, { radicado, nombre: `${texto}.txt` }, [Buffer.from(texto)]);
    }
  }
  if (soporte !== 'electronico') {
    await escenario.query(
      `INSERT INTO fisico_unidades (expediente_id, caja, carpeta) VALUES ($1, '1', '7')`,
      [id],
    );
  }
  await escenario.query(
    `UPDATE expedientes SET cierre = '2010-03-15', cierre_fundamento = 'Auto de cierre' WHERE id = $1`,
    [id],
  );
  return id;
}

/** The lote ordered to be destroyed, everything that is to go wrong with it included, and no executor yet. */
export async function construirArchivo(escenario: Escenario, datos: string): Promise<LoteDePrueba> {
  const vivo = join(datos, 'almacen', 'vivo');
  const documentos = abrirDocumentos(escenario, vivo);
  const ids = new Map<Caso, string>();
  await sembrar(escenario, documentos, VIVO);
  for (const caso of NOMBRES) ids.set(caso, await sembrar(escenario, documentos, CASOS[caso]));
  await escenario.comoDuenio(async (cliente) => {
    await cliente.query(
      `CREATE TABLE prueba_casos (caso text, id uuid); GRANT SELECT ON prueba_casos TO "tenant_${SLUG}"`,
    );
    await cliente.query('INSERT INTO prueba_casos SELECT * FROM unnest($1::text[], $2::uuid[])', [
      [...ids.keys()],
      [...ids.values()],
    ]);
  });
  const lote = await escenario.loteEn('aprobado', [...ids.values()]);
  await escenario.query('UPDATE expedientes SET cierre = NULL WHERE id = $1', [ids.get('reabierto')]);
  await corromper(escenario, vivo, 'dañado en el disco');
  await retenerEnMedio(escenario, ids.get('retenido') ?? '');
  return escenario.ejecutar(lote);
}

/** Adds a byte to what the store keeps of that text. */
async function corromper(escenario: Escenario, vivo: string, texto: string): Promise<void> {
  const { clave } = await escenario.fila<{ clave: string }>(
    'SELECT clave FROM objetos WHERE sha256 = sha256($1)',
    [Buffer.from(texto)],
  );
  await appendFile(join(vivo, SLUG, clave), '!');
}

/** A hold that arrives with the intention: after what admission saw, before the first byte. */
async function retenerEnMedio(escenario: Escenario, expedienteId: string): Promise<void> {
  await escenario.comoDuenio((cliente) =>
    cliente.query(`
      CREATE FUNCTION prueba_retiene() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO retenciones_legales (alcance, expediente_id, clase, mandato, autoridad, motivo, revision_en, impuesta_en, impuesta_por)
        VALUES ('expediente', NEW.expediente_id, 'judicial', 'Auto 12', 'Juzgado 3', 'prueba pedida', '2030-01-01', NEW.intencion_en, 'juzgado');
        RETURN NULL;
      END $$;
      CREATE TRIGGER prueba_retiene AFTER UPDATE OF intencion_en ON eliminacion_lote_progreso FOR EACH ROW
        WHEN (NEW.expediente_id = '${expedienteId}' AND OLD.intencion_en IS NULL) EXECUTE FUNCTION prueba_retiene()`),
  );
}
