import { fechaEnBogota, renderInstante } from '../../../src/domain/plazos/bogota.ts';
import { buildCalendarioColombia } from '../../../src/domain/plazos/calendario.ts';
import { parseFechaCivil } from '../../../src/domain/plazos/fecha-civil.ts';
import { festivosColombia, PRIMER_ANIO, ULTIMO_ANIO } from '../../../src/domain/plazos/festivos-colombia.ts';
import { computeVentana } from '../../../src/domain/plazos/ventana.ts';
import { computeVencimiento } from '../../../src/domain/retencion/vencimiento.ts';
import { PUBLICACIONES } from './vectores-ley.ts';

/** Run as a process of its own under a time zone: prints as JSON everything that a zone could spoil. */
const calendario = buildCalendarioColombia();
const festivos = festivosColombia('ley-2578');
const ventanas = PUBLICACIONES.map(([publicado]) =>
  computeVentana({ publicadoEn: parseFechaCivil(publicado), calendario }),
);

process.stdout.write(
  JSON.stringify({
    zona: Intl.DateTimeFormat().resolvedOptions().timeZone,
    desfase: new Date(0).getTimezoneOffset(),
    festivos: Array.from({ length: ULTIMO_ANIO - PRIMER_ANIO + 1 }, (_, indice) =>
      festivos.listFestivos(PRIMER_ANIO + indice).map(({ fecha }) => fecha),
    ),
    ventanas: ventanas.map(({ publicadoEn, ultimoDia }) => [publicadoEn, ultimoDia]),
    cierres: ventanas.map(({ cierre }) => renderInstante(cierre)),
    dias: ['2026-12-02T04:59:59.999Z', '2026-12-02T05:00:00Z'].map((texto) => fechaEnBogota(new Date(texto))),
    vencimiento: computeVencimiento({
      tipo: 'TRD',
      ag: 1,
      ac: 3,
      cierre: parseFechaCivil('2024-02-29'),
      calendario,
    }),
  }),
);
