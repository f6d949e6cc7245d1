import { setTimeout as sleep } from 'node:timers/promises';
import { type Motivo, renderMotivo } from '../../domain/admision/motivo.ts';
import { fechaEnBogota } from '../../domain/plazos/bogota.ts';
import { ejecutarLote } from '../../services/ejecucion/ejecutar-lote.ts';
import { registrarConstanciaFisica } from '../../services/ejecucion/registrar-constancia-fisica.ts';
import { aprobarLote } from '../../services/lote/aprobar-lote.ts';
import { confirmarVersionPublica } from '../../services/lote/confirmar-version-publica.ts';
import { getLoteDetallado, type LoteDetallado } from '../../services/lote/consultar-lote.ts';
import { type LotePropuesto, proponerLote } from '../../services/lote/proponer-lote.ts';
import { publicarLote } from '../../services/lote/publicar-lote.ts';
import { avanzarVentana } from './avanzar-ventana.ts';
import { type Caminata, descripcionDe } from './caminata.ts';
import { cargarCierres, cargarInventario, cargarTrd } from './cargar-archivo.ts';
import { incorporarDocumentos } from './incorporar-documentos.ts';

const SESION = {
  concepto: {
    numero: 'CT-2027-004',
    fecha: '2027-02-15',
    sha256: 'b7f4c1d09a3e5b6f2c8d7e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b',
  },
  asistentes: [
    { nombre: 'Rosa Elvira Peña', cargo: 'Secretaria General', rol: 'presidente', voto: 'favor' },
    { nombre: 'Luis Ávila', cargo: 'Jefe de Archivo', rol: 'secretario_tecnico', voto: 'favor' },
    { nombre: 'Marta Quintero', cargo: 'Secretaria de Hacienda', rol: 'miembro', voto: 'favor' },
    { nombre: 'Ana Gil', cargo: 'Jefa de Control Interno', rol: 'control_interno', voto: 'sin_voto' },
  ],
};
/** SHA-256 of the scanned certificate. */
const EVIDENCIA = '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b';
const PASEO_MS = 200;

/** Loads the walk's archive: TRD, inventory, documents, closings. Each part is skipped where it is done. */
export async function cargarArchivo(caminata: Caminata): Promise<void> {
  const { narrador } = caminata;
  narrador.paso('Archivo de la alcaldía: TRD e inventario');
  await cargarTrd(caminata);
  const expedientes = await cargarInventario(caminata);
  narrador.paso('Documentos electrónicos');
  const { radicados, anexos, compartidos } = await incorporarDocumentos(caminata, expedientes);
  narrador.dato(`${radicados} radicados y ${anexos} anexos; ${compartidos} comparten sus bytes con otro.`);
  await cargarCierres(caminata, expedientes);
}

/** Proposes the walk's lote by filter, and says what was refused and why. */
export async function proponer(caminata: Caminata): Promise<string> {
  const { app, narrador, n } = caminata;
  narrador.paso('Propuesta del lote');
  const propuesta = await proponerLote(app.servicios, await caminata.actor('archivo'), {
    descripcion: descripcionDe(n),
    criterio: { filtro: { version: 'TRD-2012' } },
  });
  narrador.dato(
    `${propuesta.codigo}: ${propuesta.resumen.admitidos} admitidos de ${propuesta.resumen.evaluados} evaluados.`,
  );
  narrateRechazos(caminata, propuesta);
  return propuesta.id;
}

function narrateRechazos({ narrador }: Caminata, { resumen, rechazados }: LotePropuesto): void {
  for (const [motivo, cuantos] of Object.entries(resumen.porMotivo) as [Motivo, number][]) {
    const ejemplo = rechazados.find(({ motivos }) => motivos[0] === motivo);
    narrador.dato(
      `  ${cuantos} ${cuantos === 1 ? 'rechazado' : 'rechazados'}: ${renderMotivo(motivo)}${ejemplo === undefined ? '' : ` (por ejemplo ${ejemplo.codigo}, «${ejemplo.titulo}»)`}`,
    );
  }
}

/** Takes the lote one act further, whatever state a crash left it in; false once there is nothing left to do. */
export async function avanzarLote(caminata: Caminata, loteId: string): Promise<boolean> {
  const detalle = await getLoteDetallado(caminata.app.servicios, await caminata.actor('comite'), loteId);
  switch (detalle.lote.estado) {
    case 'borrador':
      await publicar(caminata, detalle);
      return true;
    case 'publicado':
      await aprobar(caminata, detalle);
      return true;
    case 'aprobado':
      await ejecutar(caminata, detalle);
      return true;
    case 'en_ejecucion':
      await esperarEjecucion(caminata, loteId);
      return true;
    default:
      return esperarActa(caminata, detalle);
  }
}

async function publicar(caminata: Caminata, { lote }: LoteDetallado): Promise<void> {
  const { app, narrador } = caminata;
  const actor = await caminata.actor('publicacion');
  narrador.paso('Revisión de la versión pública y publicación');
  const revision = await confirmarVersionPublica(app.servicios, actor, {
    loteId: lote.id,
    version: lote.version,
  });
  narrador.dato(`Una persona confirmó la versión pública de ${revision.filas} filas.`);
  const publicado = await publicarLote(app.servicios, actor, { loteId: lote.id, version: revision.version });
  narrador.dato(`Publicado en ${publicado.url}`);
  narrador.dato(`60 días hábiles: del ${publicado.primerDia} al ${publicado.ultimoDia}.`);
}

async function aprobar(caminata: Caminata, { lote }: LoteDetallado): Promise<void> {
  const { app, narrador } = caminata;
  narrador.paso('Sesenta días hábiles con disponibilidad demostrada');
  const ultimoDia = await avanzarVentana(caminata, lote.id);
  narrador.dato(`La ventana terminó el ${ultimoDia} a las 24:00 de Bogotá, sin observaciones.`);
  narrador.paso('Sesión del Comité');
  const aprobado = await aprobarLote(app.servicios, await caminata.actor('comite'), {
    loteId: lote.id,
    version: lote.version,
    sesion: {
      ...SESION,
      acta: { numero: `Acta ${String(caminata.n + 4).padStart(2, '0')} de 2027`, fecha: ultimoDia },
    },
  });
  narrador.dato(`Aprobado por mayoría: ${aprobado.aprobados} expedientes; ${aprobado.retirados} retirados.`);
}

async function ejecutar(caminata: Caminata, { lote }: LoteDetallado): Promise<void> {
  const { app, narrador } = caminata;
  narrador.paso('Ejecución');
  const orden = await ejecutarLote(app.servicios, await caminata.actor('ejecutor'), {
    loteId: lote.id,
    version: lote.version,
    confirmacion: lote.codigo,
  });
  narrador.dato(
    `Destrucción ordenada por otra persona, escribiendo ${lote.codigo}: ${orden.items} expedientes.`,
  );
}

/** Follows the run; when only paper is left to wait for, records its certificate of destruction. */
async function esperarEjecucion(caminata: Caminata, loteId: string): Promise<void> {
  const { app, narrador } = caminata;
  const actor = await caminata.actor('ejecutor');
  for (;;) {
    const { lote, progreso } = await getLoteDetallado(app.servicios, actor, loteId);
    const { pendientes, destruidos, omitidos, esperaFisico, total } = progreso;
    const papel = esperaFisico > 0 ? `; ${esperaFisico} en papel esperan su constancia` : '';
    narrador.progreso(destruidos + omitidos, total, `expedientes resueltos${papel}`);
    if (lote.estado !== 'en_ejecucion') return;
    if (pendientes === 0 && esperaFisico > 0) await certificar(caminata, lote);
    await sleep(PASEO_MS);
  }
}

async function certificar(caminata: Caminata, lote: LoteDetallado['lote']): Promise<void> {
  const { app, narrador, reloj } = caminata;
  const { items } = await registrarConstanciaFisica(app.servicios, await caminata.actor('ejecutor'), {
    loteId: lote.id,
    version: lote.version,
    numero: `CDF-${lote.codigo}`,
    metodo: 'picado',
    fecha: fechaEnBogota(reloj.now()),
    lugar: 'Bodega del archivo central, municipio de Arroyo Verde',
    unidades: 16,
    testigos: ['Carlos Rúa, Control Interno', 'Nelly Ortiz, Almacén'],
    evidencia: { nombre: 'constancia-picado.pdf', sha256: EVIDENCIA },
  });
  narrador.dato(`Constancia de picado ante testigos: ${items} expedientes en papel.`);
}

/** Waits until every artefact of the acta is kept and verified. */
async function esperarActa(caminata: Caminata, detalle: LoteDetallado): Promise<false> {
  const { app, narrador } = caminata;
  if (detalle.progreso.destruidos === 0) return false;
  narrador.paso('Acta');
  const actor = await caminata.actor('comite');
  for (;;) {
    const { acta } = await getLoteDetallado(app.servicios, actor, detalle.lote.id);
    if (acta?.artefactos.every(({ estado }) => estado === 'verificado')) {
      narrador.dato(`${acta.numero} emitida, sellada (XAdES B-B), guardada y comprobada.`);
      return false;
    }
    await sleep(PASEO_MS);
  }
}
