import { renderMotivo } from '../../domain/admision/motivo.ts';
import type { CandidatosEvaluados } from '../../services/lote/evaluar-candidatos.ts';

/** How many an evaluation admits and refuses, and the refused ones that it brings, each with every reason. */
export function renderAdmision({ resumen, rechazados }: CandidatosEvaluados): string[] {
  const { evaluados, admitidos } = resumen;
  const resto = evaluados - admitidos - rechazados.length;
  return [
    `${evaluados} expedientes evaluados: ${admitidos} admitidos, ${evaluados - admitidos} rechazados.`,
    ...rechazados.map(({ codigo, titulo, motivos, vencimientoHabil }) => {
      const vence =
        motivos.includes('retencion_vigente') && vencimientoHabil !== null
          ? ` (vence el ${vencimientoHabil})`
          : '';
      return `  ${codigo} «${titulo}»: ${motivos.map(renderMotivo).join('; ')}${vence}.`;
    }),
    ...(resto > 0 ? [`  … y ${resto} más.`] : []),
  ];
}
