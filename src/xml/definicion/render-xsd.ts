import { canonicalizarDentro } from '../canonico/canonicalizar.ts';
import { type Elemento, el, elementosDe } from '../canonico/elemento.ts';
import type { DefAtributo, DefElemento, Particula, Veces } from './estructura.ts';
import type { TipoSimple } from './tipos-simples.ts';

const AMBITO = { xs: 'http://www.w3.org/2001/XMLSchema' } as const;
const ESPACIO_FIRMA = 'http://www.w3.org/2000/09/xmldsig#';
const OCURRENCIAS: Readonly<Record<Veces, Record<string, string>>> = {
  '1': {},
  '?': { minOccurs: '0' },
  '*': { minOccurs: '0', maxOccurs: 'unbounded' },
  '+': { maxOccurs: 'unbounded' },
};

function documentacion(doc: string): Elemento {
  return el('xs:annotation', {}, el('xs:documentation', {}, doc));
}

function renderTipoSimple({ nombre, doc, base, patron, valores, longitudMinima }: TipoSimple): Elemento {
  return el(
    'xs:simpleType',
    { name: nombre },
    documentacion(doc),
    el(
      'xs:restriction',
      { base },
      (valores ?? []).map((value) => el('xs:enumeration', { value })),
      longitudMinima === undefined ? null : el('xs:minLength', { value: longitudMinima }),
      patron === undefined ? null : el('xs:pattern', { value: patron }),
    ),
  );
}

function renderAtributo([nombre, { tipo, opcional }]: readonly [string, DefAtributo]): Elemento {
  return el('xs:attribute', {
    name: nombre,
    type: tipo.nombre,
    use: opcional === true ? 'optional' : 'required',
  });
}

function renderContenido(def: DefElemento, alFinal: Elemento | null): (Elemento | null)[] {
  const atributos = Object.entries(def.atributos).map(renderAtributo);
  const { contenido } = def;
  if (contenido.clase === 'vacio') return atributos;
  if (contenido.clase === 'texto') {
    const base = contenido.tipo.nombre;
    return [el('xs:simpleContent', {}, el('xs:extension', { base }, atributos))];
  }
  const clase = contenido.clase === 'secuencia' ? 'xs:sequence' : 'xs:choice';
  return [el(clase, {}, contenido.particulas.map(renderParticula), alFinal), ...atributos];
}

function renderTipoComplejo(def: DefElemento, nombre: string | null, alFinal: Elemento | null): Elemento {
  return el('xs:complexType', { name: nombre }, renderContenido(def, alFinal));
}

function renderElemento(
  def: DefElemento,
  ocurrencias: Record<string, string>,
  alFinal: Elemento | null,
): Elemento {
  const comun = { name: def.nombre, ...ocurrencias };
  if (def.tipoComun !== undefined) {
    return el('xs:element', { ...comun, type: def.tipoComun }, documentacion(def.doc));
  }
  if (def.contenido.clase === 'texto' && Object.keys(def.atributos).length === 0) {
    return el('xs:element', { ...comun, type: def.contenido.tipo.nombre }, documentacion(def.doc));
  }
  return el('xs:element', comun, documentacion(def.doc), renderTipoComplejo(def, null, alFinal));
}

function renderParticula({ def, veces }: Particula): Elemento {
  return renderElemento(def, OCURRENCIAS[veces], null);
}

/** Place of the signature: any element of XMLDSig, so that no third-party schema has to be shipped. */
function lugarDeFirma(): Elemento {
  return el(
    'xs:any',
    { minOccurs: 0, namespace: ESPACIO_FIRMA, processContents: 'lax' },
    documentacion('Firma (XMLDSig / XAdES) del documento, como último elemento.'),
  );
}

/** Indented for people; only element-only content is broken into lines, so no value gains white space. */
function sangrar(elemento: Elemento, nivel: number): Elemento {
  const hijos = elementosDe(elemento);
  if (hijos.length === 0) return elemento;
  const salto = `\n${'  '.repeat(nivel + 1)}`;
  return {
    ...elemento,
    hijos: [...hijos.flatMap((hijo) => [salto, sangrar(hijo, nivel + 1)]), `\n${'  '.repeat(nivel)}`],
  };
}

function renderEsquema(espacio: string, doc: string, contenido: readonly Elemento[]): string {
  const esquema = el(
    'xs:schema',
    { targetNamespace: espacio, elementFormDefault: 'qualified' },
    documentacion(doc),
    contenido,
  );
  const raiz = { ...esquema, atributos: { ...esquema.atributos, xmlns: espacio, 'xmlns:xs': AMBITO.xs } };
  const cuerpo = canonicalizarDentro(sangrar(raiz, 0), {});
  // The default namespace is used by type names only, so exclusive C14N would leave it out: it is put back.
  return `<?xml version="1.0" encoding="UTF-8"?>\n${cuerpo.replace('<xs:schema ', `<xs:schema xmlns="${espacio}" `)}\n`;
}

/** XSD of a document whose root may end in a signature, over the shared types of `tipos`. */
export function renderXsdDocumento(raiz: DefElemento, opciones: { espacio: string; tipos: string }): string {
  return renderEsquema(opciones.espacio, raiz.doc, [
    el('xs:include', { schemaLocation: opciones.tipos }),
    renderElemento(raiz, {}, lugarDeFirma()),
  ]);
}

function recoger(
  def: DefElemento,
  simples: Map<string, TipoSimple>,
  comunes: Map<string, DefElemento>,
): void {
  for (const { tipo } of Object.values(def.atributos)) simples.set(tipo.nombre, tipo);
  if (def.tipoComun !== undefined) comunes.set(def.tipoComun, def);
  const { contenido } = def;
  if (contenido.clase === 'texto') simples.set(contenido.tipo.nombre, contenido.tipo);
  if ('particulas' in contenido) {
    for (const particula of contenido.particulas) recoger(particula.def, simples, comunes);
  }
}

/** XSD of the simple and common complex types that the given documents use. */
export function renderXsdTipos(raices: readonly DefElemento[], espacio: string): string {
  const simples = new Map<string, TipoSimple>();
  const comunes = new Map<string, DefElemento>();
  for (const raiz of raices) recoger(raiz, simples, comunes);
  const porNombre = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
    a < b ? -1 : 1;
  return renderEsquema(espacio, 'Tipos comunes de las actas de eliminación y sus adendas.', [
    ...[...simples].sort(porNombre).map(([, tipo]) => renderTipoSimple(tipo)),
    ...[...comunes].sort(porNombre).map(([nombre, def]) => renderTipoComplejo(def, nombre, null)),
  ]);
}
