import type { Rendicion } from '../../../domain/acta/acta-item.ts';
import { resultadoDe } from '../../../domain/acta/contar-observaciones.ts';
import {
  type CuentasActa,
  cuadrarOrden,
  cuadrarSaldo,
  cuadrarTotales,
} from '../../../domain/acta/cuadrar-acta.ts';
import { AcumuladorMerkle } from '../../../domain/acta/merkle.ts';
import { RecuentoInventario } from '../../../domain/acta/recuento-inventario.ts';
import { hechosDeItem } from '../../../xml/acta/hechos-item.ts';
import { hojaDeItem } from '../../../xml/acta/render-item.ts';
import {
  type Elemento,
  elementosDe,
  findAtributo,
  findHijo,
  textoDe,
} from '../../../xml/canonico/elemento.ts';
import type { Informe } from './informe.ts';

function texto(elemento: Elemento | undefined, ...camino: readonly string[]): string {
  let actual: Elemento | null = elemento ?? null;
  for (const nombre of camino) actual = actual === null ? null : findHijo(actual, nombre);
  return actual === null ? '' : textoDe(actual);
}

function numero(elemento: Elemento | undefined, ...camino: readonly string[]): number {
  return Number(texto(elemento, ...camino));
}

function ordenes(lista: Elemento | undefined): number[] {
  return lista === undefined ? [] : elementosDe(lista).map((fila) => numero(fila, 'orden'));
}

/** What an acta says of itself, as far as a summary needs it. */
export interface ResumenActa {
  readonly numero: string;
  readonly fecha: string;
  readonly entidad: string;
  readonly lote: string;
  readonly rendicion: Rendicion;
  readonly expedientes: number;
  readonly raizMerkle: string;
}

/** Gathers an acta's pieces as they are read and, at the end, checks that they bear each other out. */
export class ContenidoActa {
  readonly #secciones = new Map<string, Elemento>();
  readonly #recuento = new RecuentoInventario();
  readonly #arbol = new AcumuladorMerkle();
  #raiz: Elemento | null = null;
  #tomos = 0;
  #conSalIndebida = 0;

  raiz(elemento: Elemento): void {
    this.#raiz = elemento;
  }

  seccion(elemento: Elemento): void {
    this.#secciones.set(elemento.nombre, elemento);
  }

  renglon(elemento: Elemento, bytes: Uint8Array): void {
    if (elemento.nombre === 'tomo') {
      this.#tomos += 1;
      return;
    }
    this.#recuento.add(hechosDeItem(elemento));
    this.#arbol.append(hojaDeItem(bytes));
    if ((findHijo(elemento, 'sal') !== null) !== (this.#rendicion === 'completa')) this.#conSalIndebida += 1;
  }

  get #rendicion(): Rendicion {
    const dicha = this.#raiz === null ? null : findAtributo(this.#raiz, 'rendicion');
    return dicha === 'publica' ? 'publica' : 'completa';
  }

  #seccionDe(nombre: string): Elemento | undefined {
    return this.#secciones.get(nombre);
  }

  /** What it says of itself; null until all of it was read. */
  resumen(): ResumenActa | null {
    if (!this.#secciones.has('firmantes')) return null;
    return {
      numero: texto(this.#seccionDe('numero')),
      fecha: texto(this.#seccionDe('fecha')),
      entidad: texto(this.#seccionDe('entidad'), 'nombre'),
      lote: texto(this.#seccionDe('lote'), 'codigo'),
      rendicion: this.#rendicion,
      expedientes: numero(this.#seccionDe('saldo'), 'destruidos'),
      raizMerkle: texto(this.#seccionDe('raizMerkle')),
    };
  }

  #cuentas(): CuentasActa {
    const saldo = this.#seccionDe('saldo');
    const resumen = this.#seccionDe('resumen');
    const series = resumen === undefined ? null : findHijo(resumen, 'series');
    return {
      saldo: {
        items: numero(saldo, 'items'),
        destruidos: numero(saldo, 'destruidos'),
        omitidos: numero(saldo, 'omitidos'),
        retirados: numero(saldo, 'retirados'),
      },
      resumen: {
        series: (series === null ? [] : elementosDe(series)).map((serie) => ({
          codigo: findAtributo(serie, 'codigo') ?? '',
          subserie: findAtributo(serie, 'subserie'),
          expedientes: Number(findAtributo(serie, 'expedientes')),
        })),
        expedientes: numero(resumen, 'expedientes'),
        radicados: numero(resumen, 'radicados'),
        anexos: numero(resumen, 'anexos'),
        folios: numero(resumen, 'folios'),
        omitidos: numero(resumen, 'omitidos'),
        retirados: numero(resumen, 'retirados'),
      },
      estadoLote: texto(this.#seccionDe('lote'), 'estado'),
      omisiones: ordenes(this.#seccionDe('omisiones')),
      retirados: ordenes(this.#seccionDe('retirados')),
    };
  }

  #fallasDeObservaciones(): string[] {
    const observaciones = this.#seccionDe('observaciones');
    if (observaciones === undefined) return [];
    const lista = elementosDe(observaciones);
    const deducidos = lista.map((observacion) =>
      resultadoDe(
        elementosDe(observacion).map((r) =>
          findAtributo(r, 'resultado') === 'aceptada' ? 'aceptada' : 'rechazada',
        ),
      ),
    );
    const cuentas: readonly (readonly [string, number])[] = [
      ['recibidas', lista.length],
      ['extemporaneas', lista.filter((o) => findAtributo(o, 'extemporanea') === 'true').length],
      ['aceptadas', deducidos.filter((r) => r === 'aceptada').length],
      ['rechazadas', deducidos.filter((r) => r === 'rechazada').length],
      ['parciales', deducidos.filter((r) => r === 'parcial').length],
      ['sinRespuesta', deducidos.filter((r) => r === 'sin_respuesta').length],
    ];
    const malas = cuentas.filter(([nombre, n]) => findAtributo(observaciones, nombre) !== String(n));
    const incoherentes = lista.filter((o, i) => findAtributo(o, 'resultado') !== deducidos[i]);
    return [
      ...malas.map(([nombre, n]) => `la cuenta de observaciones ${nombre} no es ${n}`),
      ...incoherentes.map(
        (o) => `el resultado de la observación ${findAtributo(o, 'numero')} no es el de sus respuestas`,
      ),
    ];
  }

  /** To be called once all of the acta was read. */
  comprobar(informe: Informe): void {
    const cuentas = this.#cuentas();
    informe.segun(
      'saldo',
      cuadrarSaldo(cuentas),
      'Destruidos, omitidos y retirados suman los renglones del lote.',
    );
    if (this.#tomos > 0) {
      const detalle = `El inventario está en ${this.#tomos} tomos, archivos aparte que esta comprobación no lee.`;
      informe.noComprobada('inventario', detalle);
      informe.noComprobada('merkle', detalle);
      return;
    }
    this.#comprobarInventario(informe, cuentas);
  }

  #comprobarInventario(informe: Informe, cuentas: CuentasActa): void {
    const fallas = [
      ...cuadrarOrden(cuentas, this.#recuento),
      ...cuadrarTotales(cuentas, this.#recuento),
      ...this.#fallasDeObservaciones(),
    ];
    if (this.#conSalIndebida > 0) {
      fallas.push(`${this.#conSalIndebida} renglones no son de la versión ${this.#rendicion}`);
    }
    const { expedientes } = this.#recuento;
    informe.segun('inventario', fallas, `Se contaron ${expedientes} expedientes destruidos.`);
    const raiz = Buffer.from(this.#arbol.raiz()).toString('hex');
    const dicha = texto(this.#seccionDe('raizMerkle'));
    informe.segun(
      'merkle',
      raiz === dicha ? [] : [`el acta dice ${dicha} y los renglones dan ${raiz}`],
      `Recalculada sobre ${expedientes} renglones: ${raiz}.`,
    );
  }
}
