import { acaso, type DefElemento, grupo, opcional, uno, vacio, valor, varios } from './estructura.ts';
import * as t from './tipos-simples.ts';

const actoConvalidacionTrd = valor(
  'actoConvalidacionTrd',
  t.texto,
  'Número del acto de aprobación o convalidación del instrumento (TRD o TVD).',
  { fecha: t.fecha },
);
const actaAprobacionTrd = valor(
  'actaAprobacionTrd',
  t.texto,
  'Número del acta del comité que aprobó el instrumento.',
  { fecha: t.fecha },
);

/** One destroyed expediente. New facts are only ever appended, optional, at its end. */
export const itemDefinicion: DefElemento = {
  tipoComun: 'Item',
  ...grupo('item', 'Un expediente destruido.', [
    uno(valor('orden', t.ordinal, 'Número del renglón en el inventario del lote.')),
    uno(valor('expedienteId', t.identificador, 'Identificador del expediente.')),
    uno(valor('expedienteCodigo', t.texto, 'Código del expediente.')),
    uno(
      valor('titulo', t.texto, 'Título; en la versión pública puede estar enmascarado.', {
        fundamentoReserva: opcional(t.texto),
      }),
    ),
    uno(
      valor(
        'serie',
        t.texto,
        'Código de clasificación en la versión del instrumento que rige el expediente.',
        {
          dependencia: opcional(t.texto),
          subserie: opcional(t.texto),
          version: t.texto,
        },
      ),
    ),
    uno(valor('serieNombre', t.texto, 'Nombre de la serie.')),
    acaso(valor('subserieNombre', t.texto, 'Nombre de la subserie.')),
    uno(actoConvalidacionTrd),
    uno(actaAprobacionTrd),
    uno(valor('disposicion', t.disposicion, 'Disposición final.')),
    uno(valor('fundamento', t.texto, 'Fundamento de la eliminación.')),
    uno(
      vacio('fechasExtremas', 'Fechas extremas; la que falta es "s.f.".', {
        fin: opcional(t.fecha),
        inicio: opcional(t.fecha),
      }),
    ),
    uno(valor('cierre', t.fecha, 'Fecha de cierre del expediente.')),
    uno(
      valor(
        'vencimiento',
        t.fecha,
        'Día hábil en que venció la retención: cierre + (ag + ac) años = termino.',
        {
          ac: t.cantidad,
          ag: t.cantidad,
          termino: t.fecha,
        },
      ),
    ),
    uno(valor('soporte', t.soporte, 'Soporte.')),
    acaso(valor('folios', t.cantidad, 'Folios.')),
    uno(valor('radicadosEliminados', t.cantidad, 'Radicados eliminados, según la intención.')),
    uno(valor('anexosEliminados', t.cantidad, 'Anexos eliminados, según la intención y sus ampliaciones.')),
    uno(valor('destruccion', t.instante, 'Instante de la destrucción.')),
    acaso(valor('sal', t.sal, 'Sal de este renglón; solo en la versión completa.')),
    acaso(vacio('antecedente', 'Lote del que se había retirado antes.', { causa: t.causa, lote: t.texto })),
    varios(
      valor('ampliacion', t.texto, 'Motivo de una ampliación de la intención.', {
        anexos: t.ordinal,
        numero: t.ordinal,
      }),
    ),
    acaso(
      valor('constanciaFisica', t.texto, 'Lugar de la destrucción física; la constancia está en método.', {
        fecha: t.fecha,
        metodo: t.metodoFisico,
        numero: t.ordinal,
      }),
    ),
  ]),
};
