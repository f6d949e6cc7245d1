import {
  CAIDAS_CARGA,
  CAIDAS_CIERRE,
  CAIDAS_DESTRUCCION,
  CASOS,
  type Caida,
  type Foto,
} from '../test/crash/matriz.ts';

/** The page of docs/crash-matrix.md, from the very table that the crash tests run. */
export function renderMatrizCaidas(): string {
  return `${[
    HEADER,
    renderLote(),
    renderCaidas('De la intención a la lápida', CAIDAS_DESTRUCCION),
    renderCaidas('Del tramo al acta', CAIDAS_CIERRE),
    renderCargas(),
    FALTAS,
  ].join('\n\n')}\n`;
}

const HEADER = `# Matriz de caídas

Página generada por \`scripts/generar-matriz-caidas.ts\` a partir de la tabla que corren las pruebas (\`test/crash\`): no se
edita a mano. Un punto anunciado en el código que no esté aquí hace fallar las pruebas.

Cada fila mata de verdad (\`kill -9\`) un proceso de verdad en ese punto, mira lo que quedó, arranca el servicio otra vez
(en el proceso de la prueba), sin ningún paso manual, y espera a que el lote termine. Después se exige, en todas las filas por igual:

- cada ítem destruido u omitido con su causa, como dice la tabla del lote; ítems = lápidas + omitidos + retirados;
- las cuentas de cada lápida son las de su intención, que son las de lo sembrado;
- ningún anexo vivo sin sus bytes; ningún expediente destruido con bytes, salvo los compartidos; ningún byte sin dueño;
- cada destrucción contada una sola vez en la auditoría y en los eventos, y en una página del libro bajo WORM;
- una sola acta, con sus cuatro archivos iguales a lo anclado, válida contra su XSD, por nuestra verificación y por xmlsec1;
- la cadena de auditoría se verifica.`;

function renderLote(): string {
  const filas = Object.values(CASOS).map(({ que, fin }) => `| ${que} | ${renderFin(fin)} |`);
  return ['## El lote', '', '| expediente | en qué termina |', '|---|---|', ...filas].join('\n');
}

function renderFin(fin: string): string {
  return fin === 'destruido' ? 'destruido, con lápida' : `omitido: \`${fin}\``;
}

function renderCaidas(titulo: string, caidas: readonly Caida[]): string {
  const filas = caidas.map(
    ({ punto, instante, alMorir, paginas }) =>
      `| \`${punto}\` | ${instante} | ${renderFoto(alMorir)} | ${renderDespues(paginas)} |`,
  );
  return [
    `## ${titulo}`,
    '',
    '| punto | instante del `kill -9` | lo que queda | después de volver a arrancar |',
    '|---|---|---|---|',
    ...filas,
  ].join('\n');
}

/** What a crash left, leaving out what is not there. */
function renderFoto(foto: Foto): string {
  const partes: readonly (readonly [number, string])[] = [
    [foto.intenciones, 'intenciones'],
    [foto.omitidos, 'omitidos'],
    [foto.marcados, 'anexos marcados'],
    [16 - foto.archivos, 'archivos borrados'],
    [foto.purgados, 'objetos registrados como destruidos'],
    [foto.enPapel, 'en espera de papel'],
    [foto.paginas, 'páginas del libro'],
    [foto.lapidas, 'lápidas'],
    [foto.anclados, 'digestos de acta anclados'],
    [foto.deActa, 'archivos de acta guardados'],
    [foto.verificados, 'verificados'],
  ];
  const dichas = partes.filter(([cuantos]) => cuantos > 0).map(([cuantos, que]) => `${que} ${cuantos}`);
  const estado = foto.cerrado ? ['lote cerrado'] : [];
  return [...dichas, ...estado].join(' · ') || 'nada';
}

function renderDespues(paginas: number): string {
  const sobrante = paginas > 2 ? '; la página del intento que no se confirmó queda como evidencia' : '';
  return `7 destruidos, 3 omitidos, un acta${sobrante}`;
}

function renderCargas(): string {
  const filas = CAIDAS_CARGA.map(
    ({ punto, instante, anexos }) =>
      `| \`${punto}\` | ${instante} | ${anexos === 1 ? 'el anexo, con sus bytes' : 'nada: ni anexo, ni bytes, ni reserva'} |`,
  );
  return [
    '## Carga de un anexo',
    '',
    '| punto | instante del `kill -9` | después de volver a arrancar y pasar el barrido |',
    '|---|---|---|',
    ...filas,
  ].join('\n');
}

const FALTAS = `## Otras faltas

Fuera de esta tabla, en \`test/services/ejecutor-*.test.ts\` y \`test/e2e\`: la base de datos muerta y vuelta a arrancar en plena
ejecución; un ejecutor detenido más que su arriendo; dos ejecutores sobre un lote; el almacén que no deja borrar, que no deja
leer un objeto o que desapareció; una cuenta que no cuadra; el proceso entero muerto mientras importa, mientras corre la ventana
y mientras ejecuta. Todavía no están cruzadas con cada punto: base de datos muerta, error del almacén, disco lleno, y un
servicio de documentos externo que no responde, que falla después de haber hecho o que hace la mitad.`;
