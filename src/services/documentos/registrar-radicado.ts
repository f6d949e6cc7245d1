import { z } from 'zod';
import { registrarAuditoria } from '../../db/auditoria/registrar-auditoria.ts';
import {
  insertRadicado,
  isExpedienteEnEliminacion,
  isNumeroEliminado,
  lockExpedienteParaRadicar,
} from '../../db/documentos/radicados.queries.ts';
import { publicarEvento } from '../../db/outbox.ts';
import { type TenantTx, withTenantTx } from '../../db/tenant-tx.ts';
import { textoXml } from '../../domain/acta/texto-xml.ts';
import { documentosErrors } from '../../domain/documentos/documentos.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { Actor } from '../../domain/personas/actor.ts';
import { NIVEL_CLASIFICADA, NIVELES } from '../../domain/personas/nivel-seguridad.ts';
import { parseEntrada } from '../parse-entrada.ts';
import type { Servicios } from '../servicios.ts';
import { exigirAbierto, exigirVisible } from './exigir-receptor.ts';
import { requireIncorporar } from './require-incorporar.ts';

const registrarRadicadoSchema = z.strictObject({
  /** Id or code of the expediente. */
  expediente: z.string().min(1).max(200),
  numero: textoXml.max(100),
  asunto: textoXml.max(2_000),
  fecha: z.iso.date().nullable().default(null),
  /** In doubt about a record: CLASIFICADA. */
  nivelSeguridad: z.literal(NIVELES).default(NIVEL_CLASIFICADA),
});
type Registro = z.output<typeof registrarRadicadoSchema>;

export interface RadicadoRegistrado {
  readonly radicadoId: string;
  readonly expedienteId: string;
  readonly numero: string;
}

/**
 * Registers a document of an open expediente. Errors: `expediente_no_encontrado` (also above the actor's clearance),
 * `expediente_cerrado`, `expediente_en_eliminacion`, `radicado_ya_existe`, `radicado_ya_eliminado`. Needs
 * PERM_ARCHIVO_IMPORTAR or PERM_ARCHIVO_GESTIONAR.
 */
export async function registrarRadicado(
  { db, reloj }: Pick<Servicios, 'db' | 'reloj'>,
  actor: Actor,
  entrada: unknown,
): Promise<RadicadoRegistrado> {
  const registro = parseEntrada(registrarRadicadoSchema, entrada);
  requireIncorporar(actor);
  const instante = reloj.now();
  return withTenantTx(db, actor.tenant, (tx) => registrar(tx, actor, registro, instante), {
    reintentar: true,
  });
}

async function registrar(
  tx: TenantTx,
  actor: Actor,
  registro: Registro,
  instante: Date,
): Promise<RadicadoRegistrado> {
  const { numero, asunto, fecha, nivelSeguridad } = registro;
  const expediente = exigirVisible(await lockExpedienteParaRadicar(tx, registro.expediente), actor);
  if (await isExpedienteEnEliminacion(tx, expediente.id)) {
    throw new DomainError(documentosErrors.expediente_en_eliminacion, { detalle: expediente.codigo });
  }
  exigirAbierto(expediente);
  if (await isNumeroEliminado(tx, numero))
    throw new DomainError(documentosErrors.radicado_ya_eliminado, { numero });
  const radicadoId = await insertRadicado(tx, {
    expedienteId: expediente.id,
    numero,
    asunto,
    fecha,
    nivelSeguridad,
    creadoEn: instante,
  });
  if (radicadoId === null) throw new DomainError(documentosErrors.radicado_ya_existe, { numero });
  const tipo = 'document.radicado_creado';
  await publicarEvento(tx, {
    tipo,
    version: 1,
    agregado: expediente.id,
    sujeto: radicadoId,
    actor,
    ocurridoEn: instante,
    payload: { radicadoId, expedienteId: expediente.id, numero, nivelSeguridad },
  });
  await registrarAuditoria(tx, [
    {
      accion: tipo,
      actor,
      instante,
      sujeto: { tipo: 'radicado', id: radicadoId },
      datos: { expedienteId: expediente.id, expediente: expediente.codigo, numero, nivelSeguridad },
    },
  ]);
  return { radicadoId, expedienteId: expediente.id, numero };
}
