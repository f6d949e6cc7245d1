import { Writable } from 'node:stream';
import type { ActaCabecera } from '../../src/domain/acta/acta-cabecera.ts';
import type { ActaItem, Rendicion } from '../../src/domain/acta/acta-item.ts';
import { renderItem } from '../../src/xml/acta/render-item.ts';
import { type ActaEmitida, writeActa } from '../../src/xml/acta/write-acta.ts';

const HUELLA = 'a'.repeat(64);

function uuid(n: number): string {
  return `01890a5d-ac96-774b-bcce-${n.toString(16).padStart(12, '0')}`;
}

/** A plausible destroyed expediente; everything is determined by `orden`. */
export function itemDePrueba(orden: number, cambios: Partial<ActaItem> = {}): ActaItem {
  return {
    orden,
    expedienteId: uuid(orden),
    expedienteCodigo: `EXP-1998-${String(orden).padStart(5, '0')}`,
    titulo: `Historia laboral de Rosa Peña — cédula 52.123.${String(orden).padStart(3, '0')}`,
    tituloPublico: 'Historia laboral de [nombre reservado]',
    fundamentoReserva: 'Ley 1581 de 2012, art. 5',
    serie: { version: 'TRD-2016', dependencia: '100', codigo: '19', subserie: '05' },
    serieNombre: 'HISTORIAS LABORALES',
    subserieNombre: 'Supernumerarios',
    actoConvalidacionTrd: { numero: 'Resolución 0123', fecha: '2016-05-04' },
    actaAprobacionTrd: { numero: 'Acta 03', fecha: '2016-02-10' },
    disposicion: 'E',
    fundamento: 'TRD-2016, 19.05: 3 años en gestión y 7 en central; eliminación',
    fechasExtremas: { inicio: '1996-02-29', fin: null },
    cierre: '2004-02-29',
    vencimiento: { ag: 3, ac: 7, termino: '2014-02-28', vence: '2014-02-28' },
    soporte: 'electronico',
    folios: 12,
    radicadosEliminados: 2,
    anexosEliminados: 3,
    destruidoEn: '2026-12-01T15:04:05.123Z',
    sal: orden.toString(16).padStart(32, '0'),
    antecedente: null,
    ampliaciones: [],
    constanciaFisica: null,
    ...cambios,
  };
}

/** A header that balances with `ordenes` destroyed out of `items` rows: the first missing one was withdrawn. */
export function cabeceraDePrueba(
  ordenes: readonly number[],
  items = Math.max(...ordenes),
  cambios: Partial<ActaCabecera> = {},
): ActaCabecera {
  const destruidos = new Set(ordenes);
  const faltan = Array.from({ length: items }, (_, i) => i + 1).filter((orden) => !destruidos.has(orden));
  const fila = (orden: number) => ({
    orden,
    expedienteId: uuid(orden),
    expedienteCodigo: `EXP-1998-${String(orden).padStart(5, '0')}`,
  });
  const retirados = faltan.slice(0, 1).map((orden) => ({
    ...fila(orden),
    causa: 'observacion_aceptada',
    motivo: 'Tiene valor histórico para la Junta de Acción Comunal',
    acto: 'Acta 12 de 2026',
  }));
  const omisiones = faltan
    .slice(1)
    .map((orden) => ({ ...fila(orden), causa: 'integridad', claseError: null }));
  const n = ordenes.length;
  return {
    version: '1.0',
    nivel: 2,
    entidad: { nombre: 'Alcaldía de Peñón & «Río» <prueba>', nit: '890.000.000-1', tenant: 'penon' },
    numero: 'ACTA-2026-0007',
    fecha: '2026-12-01',
    lote: {
      codigo: 'LOTE-2026-0003',
      id: uuid(999_999),
      estado: omisiones.length === 0 ? 'ejecutado' : 'ejecutado_parcial',
    },
    comite: {
      nombre: 'Comité Institucional de Gestión y Desempeño',
      acta: { numero: 'Acta 12', fecha: '2026-10-05' },
      asistentes: [
        { nombre: 'Ana Ríos', rol: 'presidente', voto: 'favor' },
        { nombre: 'Luis Peña', rol: 'secretario_tecnico', voto: 'favor' },
        { nombre: 'Eva Gil', rol: 'control_interno', voto: 'sin_voto' },
      ],
      decision: 'aprobado_parcial',
      conceptoTecnico: { numero: 'CT-4', fecha: '2026-10-01', sha256: HUELLA },
    },
    publicacion: {
      url: 'https://archivo.example/penon?lote=3&v=1',
      primerDia: '2026-07-01',
      ultimoDia: '2026-09-29',
      diasHabiles: 60,
      calendario: 'CO-2026-2',
      disponibilidad: { umbralPorcentaje: 80, diasAcreditados: 60, diasNoContados: 1 },
      sha256Completo: HUELLA,
      sha256Publico: 'b'.repeat(64),
    },
    observaciones: [
      {
        numero: 'OBS-2026-0001',
        recibidaEn: '2026-08-01T09:00:00-05:00',
        extemporanea: false,
        respuestas: [{ filas: [2], resultado: 'aceptada', motivo: 'Valor histórico "acreditado"' }],
      },
      {
        numero: 'OBS-2026-0002',
        recibidaEn: '2026-10-02T09:00:00-05:00',
        extemporanea: true,
        respuestas: [],
      },
    ],
    retirados,
    resumen: {
      series: [
        {
          codigo: '19',
          subserie: '05',
          nombre: 'HISTORIAS LABORALES',
          subserieNombre: 'Supernumerarios',
          expedientes: n,
        },
      ],
      expedientes: n,
      radicados: 2 * n,
      anexos: 3 * n,
      folios: 12 * n,
      unidades: 4,
      metros: '1.25',
      bytesLiberados: 1_234_567,
      objetosConservados: 1,
      omitidos: omisiones.length,
      retirados: retirados.length,
    },
    metodo: {
      electronico: 'borrado_verificado',
      constancias: [
        {
          numero: 1,
          metodo: 'triturado',
          fecha: '2026-11-30',
          lugar: 'Bodega',
          unidades: 4,
          testigos: ['Eva Gil'],
          evidenciaSha256: HUELLA,
        },
      ],
    },
    omisiones,
    copias: [{ lugar: 'Respaldo diario', estado: 'vence', fecha: '2027-01-31' }],
    avisos: [
      { instante: '2026-12-01T15:00:00Z', posicion: 1, texto: 'Retención judicial sobre la serie 19' },
    ],
    saldo: { items, destruidos: n, omitidos: omisiones.length, retirados: retirados.length },
    firmantes: [
      { nombre: 'Alcaldía de Peñón', cargo: 'Sello de la entidad', tipo: 'sello' },
      { nombre: 'Ana Ríos', cargo: 'Presidente del Comité', tipo: 'personal' },
      { nombre: 'Luis Peña', cargo: 'Secretario técnico', tipo: 'personal' },
    ],
    ...cambios,
  };
}

/** A sink in memory. */
export class Memoria extends Writable {
  readonly #piezas: Buffer[] = [];

  override _write(pieza: Buffer, _codificacion: string, listo: () => void): void {
    this.#piezas.push(pieza);
    listo();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#piezas);
  }
}

/** Emits an acta in memory. */
export async function actaEnMemoria(
  cabecera: ActaCabecera,
  items: readonly ActaItem[],
  rendicion: Rendicion = 'completa',
): Promise<{ xml: Buffer; emitida: ActaEmitida }> {
  const out = new Memoria();
  const emitida = await writeActa({
    cabecera,
    rendicion,
    items: items.map((item) => renderItem(item, rendicion)),
    out,
  });
  return { xml: out.bytes, emitida };
}

/** The acta that most tests start from: five rows, row 2 withdrawn, row 4 omitted. */
export function actaEjemplo(
  rendicion: Rendicion = 'completa',
): Promise<{ xml: Buffer; emitida: ActaEmitida }> {
  const ordenes = [1, 3, 5];
  const items = ordenes.map((orden) => itemDePrueba(orden));
  return actaEnMemoria(cabeceraDePrueba(ordenes), items, rendicion);
}
