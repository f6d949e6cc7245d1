import type { ActaCabecera } from '../../domain/acta/acta-cabecera.ts';
import { contarObservaciones, resultadoDe } from '../../domain/acta/contar-observaciones.ts';
import { type Elemento, el, hoja, hojaOpcional } from '../canonico/elemento.ts';

type De<Seccion extends keyof ActaCabecera> = ActaCabecera[Seccion];

function renderComite(comite: De<'comite'>): Elemento {
  const { acta, conceptoTecnico } = comite;
  const asistentes = comite.asistentes.map(({ nombre, rol, voto }) => el('asistente', { rol, voto }, nombre));
  return el(
    'comite',
    {},
    hoja('nombre', comite.nombre),
    el('acta', { fecha: acta.fecha }, acta.numero),
    el('asistentes', {}, asistentes),
    hoja('decision', comite.decision),
    el(
      'conceptoTecnico',
      { fecha: conceptoTecnico.fecha, sha256: conceptoTecnico.sha256 },
      conceptoTecnico.numero,
    ),
  );
}

function renderDisponibilidad(disponibilidad: De<'publicacion'>['disponibilidad']): Elemento {
  if (disponibilidad === null) return el('disponibilidad', { comprobada: false });
  return el('disponibilidad', {
    comprobada: true,
    diasAcreditados: disponibilidad.diasAcreditados,
    diasNoContados: disponibilidad.diasNoContados,
    umbral: disponibilidad.umbralPorcentaje,
  });
}

function renderPublicacion(publicacion: De<'publicacion'>): Elemento {
  return el(
    'publicacion',
    {},
    hoja('url', publicacion.url),
    hoja('primerDia', publicacion.primerDia),
    hoja('ultimoDia', publicacion.ultimoDia),
    hoja('diasHabiles', publicacion.diasHabiles),
    hoja('calendario', publicacion.calendario),
    renderDisponibilidad(publicacion.disponibilidad),
    hoja('sha256Completo', publicacion.sha256Completo),
    hoja('sha256Publico', publicacion.sha256Publico),
  );
}

function renderObservaciones(observaciones: De<'observaciones'>): Elemento {
  return el(
    'observaciones',
    { ...contarObservaciones(observaciones) },
    observaciones.map((observacion) =>
      el(
        'observacion',
        {
          extemporanea: observacion.extemporanea,
          numero: observacion.numero,
          recibida: observacion.recibidaEn,
          resultado: resultadoDe(observacion.respuestas.map(({ resultado }) => resultado)),
        },
        observacion.respuestas.map(({ filas, resultado, motivo }) =>
          el(
            'respuesta',
            { resultado },
            filas.map((fila) => hoja('fila', fila)),
            hoja('motivo', motivo),
          ),
        ),
      ),
    ),
  );
}

function renderFila(fila: De<'retirados'>[number] | De<'omisiones'>[number]): Elemento[] {
  return [
    hoja('orden', fila.orden),
    hoja('expedienteId', fila.expedienteId),
    hoja('expedienteCodigo', fila.expedienteCodigo),
  ];
}

function renderRetirado(retirado: De<'retirados'>[number]): Elemento {
  const { causa, motivo, acto } = retirado;
  return el(
    'retirado',
    {},
    renderFila(retirado),
    hoja('causa', causa),
    hoja('motivo', motivo),
    hoja('acto', acto),
  );
}

function renderResumen(resumen: De<'resumen'>): Elemento {
  const series = resumen.series.map(({ codigo, subserie, nombre, subserieNombre, expedientes }) =>
    el(
      'serie',
      { codigo, subserie, expedientes },
      hoja('nombre', nombre),
      hojaOpcional('subserieNombre', subserieNombre),
    ),
  );
  return el(
    'resumen',
    {},
    el('series', {}, series),
    hoja('expedientes', resumen.expedientes),
    hoja('radicados', resumen.radicados),
    hoja('anexos', resumen.anexos),
    hoja('folios', resumen.folios),
    hoja('unidades', resumen.unidades),
    hoja('metros', resumen.metros),
    hoja('bytesLiberados', resumen.bytesLiberados),
    hoja('objetosConservados', resumen.objetosConservados),
    hoja('omitidos', resumen.omitidos),
    hoja('retirados', resumen.retirados),
  );
}

function renderMetodo(metodo: De<'metodo'>): Elemento {
  const constancias = metodo.constancias.map((constancia) =>
    el(
      'constancia',
      { numero: constancia.numero },
      hoja('procedimiento', constancia.metodo),
      hoja('fecha', constancia.fecha),
      hoja('lugar', constancia.lugar),
      hoja('unidades', constancia.unidades),
      constancia.testigos.map((testigo) => hoja('testigo', testigo)),
      hojaOpcional('evidenciaSha256', constancia.evidenciaSha256),
    ),
  );
  return el('metodo', {}, hoja('electronico', metodo.electronico), constancias);
}

/** The sections of an acta that come before its inventory, in order. */
export function renderAntesDelInventario(cabecera: ActaCabecera): Elemento[] {
  const { entidad, lote } = cabecera;
  return [
    el(
      'entidad',
      {},
      hoja('nombre', entidad.nombre),
      hoja('nit', entidad.nit),
      hoja('tenant', entidad.tenant),
    ),
    hoja('numero', cabecera.numero),
    hoja('fecha', cabecera.fecha),
    el('lote', {}, hoja('codigo', lote.codigo), hoja('id', lote.id), hoja('estado', lote.estado)),
    renderComite(cabecera.comite),
    renderPublicacion(cabecera.publicacion),
    renderObservaciones(cabecera.observaciones),
    el('retirados', {}, cabecera.retirados.map(renderRetirado)),
    renderResumen(cabecera.resumen),
    renderMetodo(cabecera.metodo),
  ];
}

/** The sections that come after `raizMerkle`, in order. */
export function renderDespuesDelInventario(cabecera: ActaCabecera): Elemento[] {
  const { omisiones, copias, avisos, saldo, firmantes } = cabecera;
  return [
    el(
      'omisiones',
      {},
      omisiones.map((omision) =>
        el(
          'omision',
          {},
          renderFila(omision),
          hoja('causa', omision.causa),
          hojaOpcional('claseError', omision.claseError),
        ),
      ),
    ),
    el(
      'copias',
      { declaradas: copias.length > 0 },
      copias.map(({ lugar, estado, fecha }) => el('copia', { estado, fecha }, lugar)),
    ),
    el(
      'avisos',
      {},
      avisos.map((aviso) => el('aviso', { instante: aviso.instante, posicion: aviso.posicion }, aviso.texto)),
    ),
    el(
      'saldo',
      {},
      hoja('items', saldo.items),
      hoja('destruidos', saldo.destruidos),
      hoja('omitidos', saldo.omitidos),
      hoja('retirados', saldo.retirados),
    ),
    el(
      'firmantes',
      {},
      firmantes.map(({ tipo, nombre, cargo }) =>
        el('firmante', { tipo }, hoja('nombre', nombre), hoja('cargo', cargo)),
      ),
    ),
  ];
}
