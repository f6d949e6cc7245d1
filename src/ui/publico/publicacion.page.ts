import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { EstadoLote } from '../../domain/lote/estado-lote.ts';
import { renderInstante } from '../../domain/plazos/bogota.ts';
import type {
  FilaPublica,
  PublicacionEnLista,
  PublicacionPublica,
} from '../../services/publicacion/leer-publicacion.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const ESTADOS: Readonly<Record<EstadoLote, string>> = {
  borrador: 'En preparación',
  publicado: 'Publicado: recibe observaciones',
  aprobado: 'Aprobado por el Comité',
  en_ejecucion: 'Eliminación en curso',
  ejecutado: 'Eliminación ejecutada',
  ejecutado_parcial: 'Eliminación ejecutada en parte',
  anulado: 'Anulado',
};

/** As people write them; the database keeps them without accents. */
const SOPORTES: Readonly<Record<string, string>> = {
  fisico: 'físico',
  electronico: 'electrónico',
  hibrido: 'híbrido',
};

function renderPagina(titulo: string, entidad: string, contenido: Html): Html {
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titulo} · ${entidad}</title>
<link rel="stylesheet" href="/publico/estilo.css">
</head>
<body>
<a class="saltar" href="#contenido">Ir al contenido</a>
<header><p>${entidad}</p><h1>${titulo}</h1></header>
<main id="contenido">${contenido}</main>
</body>
</html>
`;
}

/** Every inventory an entity has published, for ever, annulled ones included. */
export function renderListaPage(entidad: string, lotes: readonly PublicacionEnLista[], base: string): Html {
  const filas = lotes.map(
    (
      lote,
    ) => html`<tr><td class="entero"><a href="${base}/lotes/${lote.codigo}">${lote.codigo}</a></td><td>${lote.descripcion}</td>
<td class="orden">${lote.filas}</td><td class="entero">${renderInstante(lote.publicadoEn).slice(0, 10)}</td><td>${ESTADOS[lote.estado]}</td></tr>`,
  );
  return renderPagina(
    'Inventarios documentales en proceso de eliminación',
    entidad,
    lotes.length === 0
      ? html`<p>Esta entidad no ha publicado inventarios para eliminación.</p>`
      : html`<div class="tabla" tabindex="0" role="region" aria-label="Inventarios"><table><thead><tr><th scope="col">Lote</th><th scope="col">Descripción</th>
<th scope="col">Expedientes</th><th scope="col">Publicado</th><th scope="col">Estado</th></tr></thead><tbody>${filas}</tbody></table></div>`,
  );
}

/** One published inventory: what it is, until when it can be observed and how, and its rows. */
export function renderPublicacionPage(
  publicacion: PublicacionPublica,
  filas: readonly FilaPublica[],
  siguiente: string | null,
  base: string,
): Html {
  const { entidad, codigo } = publicacion;
  return renderPagina(
    `Inventario para eliminación ${codigo}`,
    entidad.nombre,
    html`<p>${publicacion.descripcion}</p>
${renderHechos(publicacion, base)}
<h2>Cómo presentar observaciones</h2>
<p>Cualquier persona puede observar este inventario hasta las 24:00 del ${publicacion.ultimoDia} escribiendo a
<a href="mailto:${entidad.correo}">${entidad.correo}</a>. También puede dirigirse al Consejo Territorial de Archivos o al
Archivo General de la Nación. Los datos de quien observa no se publican.</p>
<h2>Expedientes</h2>
<div class="tabla" tabindex="0" role="region" aria-label="Expedientes del inventario"><table>
<caption>${publicacion.filas} expedientes en total. Lo enmascarado indica su fundamento legal.</caption>
<thead><tr><th scope="col">Nº</th><th scope="col">Código</th><th scope="col">Nombre del expediente</th><th scope="col">Serie</th>
<th scope="col">Fechas extremas</th><th scope="col">Cierre</th><th scope="col">Vence</th><th scope="col">Soporte</th></tr></thead>
<tbody>${filas.map(renderFila)}</tbody></table></div>
${siguiente === null ? '' : html`<nav aria-label="Páginas"><p><a rel="next" href="${siguiente}">Siguiente página</a></p></nav>`}`,
  );
}

function renderHechos(publicacion: PublicacionPublica, base: string): Html {
  const { entidad, acta } = publicacion;
  return html`<dl>
<dt>Estado</dt><dd>${ESTADOS[publicacion.estado]}${publicacion.motivoAnulacion === null ? '' : `: ${publicacion.motivoAnulacion}`}</dd>
<dt>Entidad</dt><dd>${entidad.nombre}, NIT ${entidad.nit}</dd>
<dt>Primer día</dt><dd>${publicacion.primerDia}</dd>
<dt>Último día</dt><dd>${publicacion.ultimoDia}, hasta las 24:00 (hora de Bogotá)</dd>
<dt>Días contados</dt><dd><progress max="${publicacion.dias}" value="${publicacion.diasContados}">${publicacion.diasContados}</progress>
${publicacion.diasContados} de ${publicacion.dias} días hábiles con disponibilidad demostrada (calendario ${publicacion.calendario}; el día de publicación no cuenta)</dd>
<dt>Norma</dt><dd>Acuerdo AGN 001 de 2024, art. 4.5.4; Ley 1712 de 2014, art. 11 literal k</dd>
<dt>Datos abiertos</dt><dd><a href="${base}/lotes/${publicacion.codigo}/inventario.jsonl">inventario público (JSON por líneas)</a>
<small>SHA-256 <code>${publicacion.sha256Publico}</code></small><small>SHA-256 del inventario completo, interno: <code>${publicacion.sha256Completo}</code></small></dd>
${acta === null ? '' : html`<dt>Acta</dt><dd><a href="${base}/lotes/${publicacion.codigo}/acta.xml">${acta.numero}</a> (versión pública, sellada)<small>SHA-256 <code>${acta.sha256}</code></small></dd>`}
</dl>`;
}

function renderFila(fila: FilaPublica): Html {
  return html`<tr><td class="orden">${fila.orden}</td><td class="entero">${fila.codigo}</td><td>${fila.titulo}${fila.basesLegales.map(
    (base) => html`<small>${base}</small>`,
  )}</td><td>${fila.serie}</td><td class="entero">${fila.fechas}</td><td class="entero">${fila.cierre}</td><td class="entero">${fila.vencimiento}</td><td>${SOPORTES[fila.soporte] ?? fila.soporte}</td></tr>
`;
}
