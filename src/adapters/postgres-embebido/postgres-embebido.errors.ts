import { defineErrors } from '../../domain/errors/domain-error.ts';

export const postgresEmbebidoErrors = defineErrors({
  postgres_embebido_sin_binarios: {
    kind: 'unavailable',
    titulo: 'No hay PostgreSQL embebido para este equipo',
    mensaje:
      'No se encontraron los binarios de PostgreSQL para {plataforma} ({detalle}). Repita «npm ci», o use un PostgreSQL 15 o posterior ya instalado e indíquelo en DATABASE_URL.',
  },
  postgres_embebido_sin_cuenta: {
    kind: 'unavailable',
    titulo: 'PostgreSQL no puede correr como root',
    mensaje:
      'PostgreSQL no corre como root y no se pudo crear ni encontrar otra cuenta ({detalle}). Cree una con «useradd --system postgres» o ejecute el programa con una cuenta sin privilegios.',
  },
  postgres_embebido_inaccesible: {
    kind: 'unavailable',
    titulo: 'La carpeta de datos no es accesible',
    mensaje:
      'La cuenta {cuenta} no puede usar la carpeta {carpeta}: {detalle}. Indique en ELIMINACION_DATOS una carpeta a la que esa cuenta pueda entrar.',
  },
  postgres_embebido_ajeno: {
    kind: 'conflict',
    titulo: 'Otro servidor usa la carpeta de datos',
    mensaje:
      'El archivo {archivo} dice que el proceso {pid} es un servidor PostgreSQL sobre {carpeta} en el puerto {puerto}, y este programa no lo arrancó. Deténgalo, o indique otra carpeta en ELIMINACION_DATOS.',
  },
  postgres_embebido_clave: {
    kind: 'conflict',
    titulo: 'La clave guardada no abre el servidor embebido',
    mensaje:
      'Los datos de {carpeta} existen, pero la clave de {archivo} falta o no es la suya ({detalle}). Recupere ese archivo, o indique otra carpeta en ELIMINACION_DATOS para empezar de nuevo.',
  },
  postgres_embebido_version: {
    kind: 'conflict',
    titulo: 'Los datos son de otra versión de PostgreSQL',
    mensaje:
      'Los datos de {carpeta} son de PostgreSQL {datos} y los binarios son de PostgreSQL {binarios}: no se abren para no dañarlos. Use los binarios de la versión {datos} o indique otra carpeta en ELIMINACION_DATOS.',
  },
  postgres_embebido_no_inicia: {
    kind: 'unavailable',
    titulo: 'El PostgreSQL embebido no arrancó',
    mensaje: 'El PostgreSQL embebido de {carpeta} no arrancó: {detalle}',
  },
  postgres_embebido_ocupado: {
    kind: 'unavailable',
    titulo: 'Otro proceso está arrancando el PostgreSQL embebido',
    mensaje:
      'Otro proceso lleva más de {segundos} s arrancando o deteniendo el PostgreSQL embebido de {carpeta}. Espere a que termine e inténtelo de nuevo.',
  },
  postgres_embebido_no_para: {
    kind: 'unavailable',
    titulo: 'El PostgreSQL embebido no se detuvo',
    mensaje: 'El PostgreSQL embebido de {carpeta} (proceso {pid}) no se detuvo en {segundos} s.',
  },
});
