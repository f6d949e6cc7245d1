import type { getLoteDetallado, listLotes } from '../../services/lote/consultar-lote.ts';

type Detalle = Awaited<ReturnType<typeof getLoteDetallado>>;
type Lote = Awaited<ReturnType<typeof listLotes>>[number];

/** A lote for a program: what the API tells of it, under the same names. */
export function buildVistaLote({ lote, publicacion, progreso, omisiones, acta }: Detalle): object {
  return {
    ...buildVistaBreve(lote),
    items: lote.totalItems,
    aprobador: lote.aprobadorNombre,
    ejecutor: lote.ejecutorNombre,
    publicacion:
      publicacion === null
        ? null
        : {
            url: publicacion.url,
            publicadoEn: publicacion.publicadoEn,
            primerDia: publicacion.primerDia,
            ultimoDia: publicacion.ultimoDia ?? publicacion.ultimoDiaPrevisto,
            dias: publicacion.dias,
            cerrada: publicacion.ultimoDia !== null,
            sha256Completo: publicacion.sha256Completo,
            sha256Publico: publicacion.sha256Publico,
          },
    ejecucion: progreso,
    omisiones,
    acta:
      acta === null
        ? null
        : {
            numero: acta.numero,
            items: acta.items,
            cerradaEn: acta.cerradaEn,
            artefactos: acta.artefactos.map(({ clase, rendicion, estado, nombre, sha256, tamano }) => ({
              clase,
              rendicion,
              estado,
              nombre,
              sha256,
              tamano,
            })),
          },
  };
}

export function buildVistaBreve(lote: Lote): object {
  const { id, codigo, estado, version, descripcion, proponenteNombre, propuestoEn } = lote;
  return {
    id,
    codigo,
    estado,
    version,
    descripcion,
    proponente: proponenteNombre,
    propuestoEn,
    publicadoEn: lote.publicadoEn,
    aprobadoEn: lote.aprobadoEn,
    cerradoEn: lote.cerradoEn,
    motivoAnulacion: lote.anuladoMotivo,
  };
}

/** The same for a person. */
export function renderLote({ lote, publicacion, progreso, omisiones, acta }: Detalle): string[] {
  const lineas = [
    `${lote.codigo} · ${lote.estado} · ${lote.totalItems} expedientes · versión ${lote.version}`,
    `  ${lote.descripcion}`,
    `  Propuso ${lote.proponenteNombre}; ${lote.rechazados} no se admitieron.`,
  ];
  if (lote.anuladoMotivo !== null) lineas.push(`  Anulado: ${lote.anuladoMotivo}`);
  if (publicacion !== null) {
    const { primerDia, ultimoDia, ultimoDiaPrevisto, dias, url } = publicacion;
    const hasta = ultimoDia === null ? `hasta el ${ultimoDiaPrevisto}, previsto` : `cerrado el ${ultimoDia}`;
    lineas.push(`  Publicado del ${primerDia} ${hasta} (${dias} días hábiles): ${url}`);
  }
  if (lote.aprobadorNombre !== null) lineas.push(`  Registró la aprobación: ${lote.aprobadorNombre}`);
  if (progreso.total > 0) lineas.push(`  ${renderProgreso(progreso)}`);
  for (const { estado, causa, cuantas } of omisiones) lineas.push(`  ${cuantas} ${estado}: ${causa}`);
  if (acta !== null) {
    lineas.push(`  ${acta.numero}: ${acta.items} expedientes`);
    for (const { nombre, estado, sha256 } of acta.artefactos) {
      lineas.push(`    ${nombre} (${estado})${sha256 === null ? '' : ` SHA-256 ${sha256}`}`);
    }
  }
  return lineas;
}

export function renderProgreso(progreso: Detalle['progreso']): string {
  const { total, pendientes, esperaFisico, destruidos, omitidos } = progreso;
  const partes = [
    `${destruidos} de ${total} destruidos`,
    ...(pendientes > 0 ? [`${pendientes} pendientes`] : []),
    ...(esperaFisico > 0 ? [`${esperaFisico} esperan la constancia del papel`] : []),
    ...(omitidos > 0 ? [`${omitidos} omitidos`] : []),
  ];
  return `${partes.join(', ')}.`;
}
