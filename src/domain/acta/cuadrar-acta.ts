import { claveSerie, type Rango, type RecuentoInventario } from './recuento-inventario.ts';

/** What an acta states about itself and its inventory must bear out. */
export interface CuentasActa {
  readonly saldo: {
    readonly items: number;
    readonly destruidos: number;
    readonly omitidos: number;
    readonly retirados: number;
  };
  readonly resumen: {
    readonly series: readonly {
      readonly codigo: string;
      readonly subserie: string | null;
      readonly expedientes: number;
    }[];
    readonly expedientes: number;
    readonly radicados: number;
    readonly anexos: number;
    readonly folios: number;
    readonly omitidos: number;
    readonly retirados: number;
  };
  readonly estadoLote: string;
  /** Rows of the lote listed as omitted and as withdrawn. */
  readonly omisiones: readonly number[];
  readonly retirados: readonly number[];
}

function distinto(nombre: string, dice: number, hay: number): string | null {
  return dice === hay ? null : `dice ${dice} ${nombre} y hay ${hay}`;
}

/** Disagreements between the stated balance and the rows (empty: it balances). */
export function cuadrarSaldo(cuentas: CuentasActa): string[] {
  const { saldo, omisiones, retirados, estadoLote } = cuentas;
  const suma = saldo.destruidos + saldo.omitidos + saldo.retirados;
  return [
    suma === saldo.items
      ? null
      : `el saldo no suma: ${saldo.destruidos} + ${saldo.omitidos} + ${saldo.retirados} ≠ ${saldo.items}`,
    distinto('omitidos en el saldo', saldo.omitidos, omisiones.length),
    distinto('retirados en el saldo', saldo.retirados, retirados.length),
    estadoLote === 'ejecutado' && saldo.omitidos > 0 ? 'un lote ejecutado no puede tener omitidos' : null,
  ].filter((falla) => falla !== null);
}

function cuadrarSeries(cuentas: CuentasActa, recuento: RecuentoInventario): string | null {
  const dichas = new Map<string, number>();
  for (const { codigo, subserie, expedientes } of cuentas.resumen.series) {
    const clave = claveSerie(codigo, subserie);
    dichas.set(clave, (dichas.get(clave) ?? 0) + expedientes);
  }
  const iguales =
    dichas.size === recuento.series.size &&
    [...recuento.series].every(([clave, cuenta]) => dichas.get(clave) === cuenta);
  return iguales ? null : 'el resumen por series no coincide con el inventario';
}

/** Disagreements between the stated totals and the inventory that was counted. */
export function cuadrarTotales(cuentas: CuentasActa, recuento: RecuentoInventario): string[] {
  const { saldo, resumen, omisiones, retirados } = cuentas;
  return [
    distinto('destruidos en el saldo', saldo.destruidos, recuento.expedientes),
    distinto('expedientes en el resumen', resumen.expedientes, recuento.expedientes),
    distinto('radicados en el resumen', resumen.radicados, recuento.radicados),
    distinto('anexos en el resumen', resumen.anexos, recuento.anexos),
    distinto('folios en el resumen', resumen.folios, recuento.folios),
    distinto('omitidos en el resumen', resumen.omitidos, omisiones.length),
    distinto('retirados en el resumen', resumen.retirados, retirados.length),
    cuadrarSeries(cuentas, recuento),
  ].filter((falla) => falla !== null);
}

function* numeros(rangos: readonly Rango[]): Generator<number> {
  for (const { desde, hasta } of rangos) for (let n = desde; n <= hasta; n += 1) yield n;
}

/**
 * Whether each row of the lote stands exactly once: in the inventory, among the omitted or among the withdrawn. This
 * is what "gapless orden" means in an acta: a row that is nowhere was lost.
 */
export function cuadrarOrden(cuentas: CuentasActa, recuento: RecuentoInventario): string[] {
  if (recuento.desordenado !== null)
    return [`el renglón ${recuento.desordenado} está repetido o desordenado`];
  const fuera = [...cuentas.omisiones, ...cuentas.retirados].sort((a, b) => a - b);
  const resto: Rango = { desde: recuento.ultimoOrden + 1, hasta: cuentas.saldo.items };
  let i = 0;
  for (const falta of numeros([...recuento.huecos, resto])) {
    const listado = fuera[i];
    if (listado !== falta) {
      return listado !== undefined && listado < falta
        ? [`el renglón ${listado} figura como no destruido y también en el inventario o dos veces`]
        : [`falta el renglón ${falta}: no está destruido, omitido ni retirado`];
    }
    i += 1;
  }
  const sobra = fuera[i];
  return sobra === undefined ? [] : [`el renglón ${sobra} está repetido o fuera del lote`];
}
