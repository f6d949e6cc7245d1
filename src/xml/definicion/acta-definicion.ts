import {
  acaso,
  algunos,
  type DefElemento,
  grupo,
  opcional,
  uno,
  vacio,
  valor,
  varios,
} from './estructura.ts';

import { itemDefinicion } from './item-definicion.ts';
import {
  avisos,
  constancia,
  copias,
  entidad,
  firmantes,
  lote,
  omisiones,
  retirados,
  saldo,
} from './secciones-comunes.ts';
import * as t from './tipos-simples.ts';

const comite = grupo('comite', 'Sesión del comité que aprobó.', [
  uno(valor('nombre', t.texto, 'Nombre del comité.')),
  uno(valor('acta', t.texto, 'Número del acta de la sesión.', { fecha: t.fecha })),
  uno(
    grupo('asistentes', 'Asistentes con su rol y su voto.', [
      algunos(valor('asistente', t.texto, 'Nombre del asistente.', { rol: t.texto, voto: t.voto })),
    ]),
  ),
  uno(valor('decision', t.decision, 'Decisión.')),
  uno(
    valor('conceptoTecnico', t.texto, 'Número del concepto técnico, su fecha y su huella.', {
      fecha: t.fecha,
      sha256: t.huella,
    }),
  ),
]);

const publicacion = grupo('publicacion', 'Publicación del inventario (60 días hábiles).', [
  uno(valor('url', t.texto, 'Dirección pública.')),
  uno(valor('primerDia', t.fecha, 'Primer día.')),
  uno(valor('ultimoDia', t.fecha, 'Último día.')),
  uno(valor('diasHabiles', t.ordinal, 'Días hábiles contados.')),
  uno(valor('calendario', t.texto, 'Versión del calendario con que se contó.')),
  uno(
    vacio('disponibilidad', 'Evidencia de que la página estuvo disponible.', {
      comprobada: t.booleano,
      diasAcreditados: opcional(t.cantidad),
      diasNoContados: opcional(t.cantidad),
      umbral: opcional(t.porcentaje),
    }),
  ),
  uno(valor('sha256Completo', t.huella, 'Huella del inventario completo.')),
  uno(valor('sha256Publico', t.huella, 'Huella del inventario público.')),
]);

const respuesta = grupo(
  'respuesta',
  'Respuesta: las filas que cubre (ninguna: todo el lote) y el motivo.',
  [varios(valor('fila', t.ordinal, 'Fila.')), uno(valor('motivo', t.texto, 'Motivo.'))],
  { resultado: t.resultado },
);

const observaciones = grupo(
  'observaciones',
  'Observaciones ciudadanas y su respuesta; las cuentas se generan de los datos.',
  [
    varios(
      grupo('observacion', 'Una observación.', [varios(respuesta)], {
        extemporanea: t.booleano,
        numero: t.texto,
        recibida: t.instante,
        resultado: t.resultadoObservacion,
      }),
    ),
  ],
  {
    aceptadas: t.cantidad,
    extemporaneas: t.cantidad,
    parciales: t.cantidad,
    recibidas: t.cantidad,
    rechazadas: t.cantidad,
    sinRespuesta: t.cantidad,
  },
);

const resumen = grupo('resumen', 'Resumen de lo eliminado.', [
  uno(
    grupo('series', 'Series eliminadas.', [
      algunos(
        grupo(
          'serie',
          'Una serie o subserie.',
          [
            uno(valor('nombre', t.texto, 'Nombre de la serie.')),
            acaso(valor('subserieNombre', t.texto, 'Nombre de la subserie.')),
          ],
          { codigo: t.texto, expedientes: t.ordinal, subserie: opcional(t.texto) },
        ),
      ),
    ]),
  ),
  uno(valor('expedientes', t.ordinal, 'Expedientes destruidos.')),
  uno(valor('radicados', t.cantidad, 'Radicados eliminados.')),
  uno(valor('anexos', t.cantidad, 'Anexos eliminados.')),
  uno(valor('folios', t.cantidad, 'Folios.')),
  uno(valor('unidades', t.cantidad, 'Unidades físicas (cajas, carpetas).')),
  uno(valor('metros', t.medida, 'Metros lineales.')),
  uno(valor('bytesLiberados', t.cantidad, 'Bytes liberados.')),
  uno(valor('objetosConservados', t.cantidad, 'Objetos que siguen porque otro expediente los comparte.')),
  uno(valor('omitidos', t.cantidad, 'Renglones omitidos.')),
  uno(valor('retirados', t.cantidad, 'Renglones retirados.')),
]);

const metodo = grupo('metodo', 'Método de destrucción.', [
  uno(valor('electronico', t.metodoElectronico, 'Parte electrónica.')),
  varios(constancia),
]);

const tomo = vacio('tomo', 'Un tomo del inventario: archivo aparte, de renglones consecutivos.', {
  desde: t.ordinal,
  hasta: t.ordinal,
  items: t.ordinal,
  numero: t.ordinal,
  raizMerkle: t.huella,
  sha256: t.huella,
});

/** Up to 20,000 items stand here; larger inventories are listed as tomos. */
export const inventarioDefinicion: DefElemento = {
  nombre: 'inventario',
  doc: 'Inventario de lo destruido: los renglones, o los tomos que los llevan.',
  atributos: {},
  contenido: { clase: 'eleccion', particulas: [algunos(itemDefinicion), algunos(tomo)] },
};

/** The acta, in the order of the document; `ds:Signature` may follow as last child (the XSD says it as xs:any). */
export const actaDefinicion: DefElemento = grupo(
  'acta',
  'Acta de eliminación documental.',
  [
    uno(entidad),
    uno(valor('numero', t.numeroActa, 'Número del acta.')),
    uno(valor('fecha', t.fecha, 'Fecha del cierre, en Bogotá.')),
    uno(lote),
    uno(comite),
    uno(publicacion),
    uno(observaciones),
    uno(retirados),
    uno(resumen),
    uno(metodo),
    uno(inventarioDefinicion),
    uno(valor('raizMerkle', t.huella, 'Raíz del árbol de Merkle (RFC 6962) de los renglones.')),
    uno(omisiones),
    uno(copias),
    uno(avisos),
    uno(saldo),
    uno(firmantes),
  ],
  { nivel: t.nivel, rendicion: t.rendicion, version: t.version },
);
