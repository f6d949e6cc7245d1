import type { ActaCabecera } from './acta-cabecera.ts';

type Respuesta = ActaCabecera['observaciones'][number]['respuestas'][number];
type ResultadoObservacion = Respuesta['resultado'] | 'parcial' | 'sin_respuesta';

/** Outcome of an observation, from the outcomes of its answers. */
export function resultadoDe(resultados: readonly Respuesta['resultado'][]): ResultadoObservacion {
  const [primero] = resultados;
  if (primero === undefined) return 'sin_respuesta';
  return resultados.every((resultado) => resultado === primero) ? primero : 'parcial';
}

/** The printed counts: always generated from the data, never typed. Late ones also count under their outcome. */
export function contarObservaciones(observaciones: ActaCabecera['observaciones']): Record<string, number> {
  const cuenta = (buscado: ResultadoObservacion): number =>
    observaciones.filter(
      ({ respuestas }) => resultadoDe(respuestas.map(({ resultado }) => resultado)) === buscado,
    ).length;
  return {
    recibidas: observaciones.length,
    extemporaneas: observaciones.filter(({ extemporanea }) => extemporanea).length,
    aceptadas: cuenta('aceptada'),
    rechazadas: cuenta('rechazada'),
    parciales: cuenta('parcial'),
    sinRespuesta: cuenta('sin_respuesta'),
  };
}
