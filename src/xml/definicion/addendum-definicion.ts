import { inventarioDefinicion } from './acta-definicion.ts';
import { acaso, algunos, type DefElemento, grupo, uno, valor, varios } from './estructura.ts';
import {
  avisos,
  constancia,
  copias,
  entidad,
  fila,
  firmantes,
  lote,
  omisiones,
  retirados,
} from './secciones-comunes.ts';
import * as t from './tipos-simples.ts';

const acto = grupo('acto', 'Acto del que nace esta adenda.', [
  uno(valor('descripcion', t.texto, 'Qué se decidió u ocurrió.')),
  uno(valor('fecha', t.fecha, 'Fecha del acto.')),
  acaso(valor('numero', t.texto, 'Número del acto o de la sesión.')),
  acaso(valor('autoridad', t.texto, 'Quien lo dictó.')),
]);

const eliminados = grupo('eliminados', 'Lo eliminado por este acto.', [
  uno(valor('expedientes', t.ordinal, 'Expedientes destruidos.')),
  uno(valor('radicados', t.cantidad, 'Radicados eliminados.')),
  uno(valor('anexos', t.cantidad, 'Anexos eliminados.')),
  uno(valor('folios', t.cantidad, 'Folios.')),
  uno(valor('bytesLiberados', t.cantidad, 'Bytes liberados.')),
  uno(valor('objetosConservados', t.cantidad, 'Objetos que siguen porque otro expediente los comparte.')),
]);

const correccion = grupo('correccion', 'Una corrección: el acta no se edita.', [
  ...fila,
  uno(valor('dice', t.texto, 'Lo que dice el acta.')),
  uno(valor('debeDecir', t.texto, 'Lo que debe decir.')),
]);

/** Like the acta's, but an addendum may leave nothing destroyed. */
const saldo = grupo('saldo', 'Cuenta de renglones después de esta adenda.', [
  uno(valor('items', t.ordinal, 'Renglones del lote.')),
  uno(valor('destruidos', t.cantidad, 'Destruidos, en el acta y en todas sus adendas hasta esta.')),
  uno(valor('omitidos', t.cantidad, 'Omitidos.')),
  uno(valor('retirados', t.cantidad, 'Retirados.')),
]);

/**
 * An addendum: one act after the acta, joined to its inventory by `expedienteId`, chained to the acta and to the link
 * before it. It has only the sections that its act needs: what is absent is left out, never signed empty.
 */
export const addendumDefinicion: DefElemento = grupo(
  'addendum',
  'Adenda de un acta de eliminación documental.',
  [
    uno(entidad),
    uno(valor('cita', t.citaAdenda, 'Cómo se cita: {acta}-AD{número}.')),
    uno(valor('numero', t.ordinal, 'Número de la adenda dentro de su acta.')),
    uno(valor('fecha', t.fecha, 'Fecha, en Bogotá.')),
    uno(lote),
    uno(
      valor('actaReferida', t.numeroActa, 'Número del acta y huella de su original.', { sha256: t.huella }),
    ),
    uno(
      valor(
        'anterior',
        t.texto,
        'Eslabón anterior: el acta o la adenda anterior, y la huella de su original.',
        {
          sha256: t.huella,
        },
      ),
    ),
    uno(valor('clase', t.claseAdenda, 'Clase de adenda.')),
    uno(acto),
    acaso(eliminados),
    varios(constancia),
    acaso(inventarioDefinicion),
    acaso(valor('raizMerkle', t.huella, 'Raíz del árbol de Merkle (RFC 6962) de los renglones, si los hay.')),
    acaso(retirados),
    acaso(omisiones),
    acaso(copias),
    acaso(grupo('correcciones', 'Correcciones.', [algunos(correccion)])),
    acaso(avisos),
    uno(saldo),
    uno(firmantes),
  ],
  { nivel: t.nivel, rendicion: t.rendicion, version: t.version },
);
