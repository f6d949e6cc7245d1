import { acaso, algunos, grupo, uno, valor, varios } from './estructura.ts';
import * as t from './tipos-simples.ts';

/** Sections that actas and addenda share. */
export const entidad = grupo('entidad', 'Entidad que elimina.', [
  uno(valor('nombre', t.texto, 'Nombre.')),
  uno(valor('nit', t.texto, 'NIT.')),
  uno(valor('tenant', t.texto, 'Identificador de la entidad en el sistema.')),
]);

export const lote = grupo('lote', 'Lote de eliminación.', [
  uno(valor('codigo', t.texto, 'Código del lote.')),
  uno(valor('id', t.identificador, 'Identificador del lote.')),
  uno(valor('estado', t.estadoLote, 'Estado alcanzado.')),
]);

export const fila = [
  uno(valor('orden', t.ordinal, 'Número del renglón en el inventario del lote.')),
  uno(valor('expedienteId', t.identificador, 'Identificador del expediente.')),
  uno(valor('expedienteCodigo', t.texto, 'Código del expediente.')),
];

export const retirados = grupo('retirados', 'Renglones retirados, con su causa.', [
  varios(
    grupo('retirado', 'Un renglón retirado.', [
      ...fila,
      uno(valor('causa', t.causa, 'Causa.')),
      uno(valor('motivo', t.texto, 'Motivo.')),
      uno(valor('acto', t.texto, 'Acto que lo retiró.')),
    ]),
  ),
]);

export const constancia = grupo(
  'constancia',
  'Constancia de destrucción física.',
  [
    uno(valor('procedimiento', t.metodoFisico, 'Procedimiento.')),
    uno(valor('fecha', t.fecha, 'Fecha.')),
    uno(valor('lugar', t.texto, 'Lugar.')),
    uno(valor('unidades', t.cantidad, 'Unidades destruidas.')),
    varios(valor('testigo', t.texto, 'Testigo.')),
    acaso(valor('evidenciaSha256', t.huella, 'Huella de la evidencia escaneada.')),
  ],
  { numero: t.ordinal },
);

export const omisiones = grupo('omisiones', 'Renglones que no se destruyeron en esta ejecución.', [
  varios(
    grupo('omision', 'Un renglón omitido.', [
      ...fila,
      uno(valor('causa', t.causa, 'Causa.')),
      acaso(valor('claseError', t.texto, 'Clase de error técnico.')),
    ]),
  ),
]);

export const copias = grupo(
  'copias',
  'Lugares que tenían copias; sin declaradas, la entidad no declaró ninguna.',
  [varios(valor('copia', t.texto, 'Lugar.', { estado: t.estadoCopia, fecha: t.fecha }))],
  { declaradas: t.booleano },
);

export const avisos = grupo('avisos', 'Retenciones que llegaron durante la ejecución.', [
  varios(
    valor('aviso', t.texto, 'Aviso; posición: expedientes ya destruidos entonces.', {
      instante: t.instante,
      posicion: t.cantidad,
    }),
  ),
]);

export const saldo = grupo('saldo', 'Cuenta de renglones después de esta acta.', [
  uno(valor('items', t.ordinal, 'Renglones del lote.')),
  uno(valor('destruidos', t.ordinal, 'Destruidos.')),
  uno(valor('omitidos', t.cantidad, 'Omitidos.')),
  uno(valor('retirados', t.cantidad, 'Retirados.')),
]);

export const firmantes = grupo('firmantes', 'Quiénes deben firmar.', [
  algunos(
    grupo(
      'firmante',
      'Un firmante.',
      [uno(valor('nombre', t.texto, 'Nombre.')), uno(valor('cargo', t.texto, 'Cargo.'))],
      { tipo: t.tipoFirma },
    ),
  ),
]);
