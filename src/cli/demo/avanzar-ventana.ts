import { fechaEnBogota, inicioEnBogota } from '../../domain/plazos/bogota.ts';
import { addDays, type FechaCivil } from '../../domain/plazos/fecha-civil.ts';
import { getVentana } from '../../services/publicacion/get-ventana.ts';
import { registrarSondeo } from '../../services/publicacion/registrar-sondeo.ts';
import type { Caminata } from './caminata.ts';

/** In the demo a day has four probes, six hours apart; in production one each 15 minutes. */
const SONDEOS_POR_DIA = 4;
const HORA_MS = 3_600_000;

/**
 * Moves the walk's clock day by day until the window of the lote is over, probing its public page on the way: each
 * probe is a real request to the running service, and the day counts on its evidence.
 */
export async function avanzarVentana(caminata: Caminata, loteId: string): Promise<FechaCivil> {
  const { app, url, reloj, narrador } = caminata;
  const actor = await caminata.actor('comite');
  for (let dia = fechaEnBogota(reloj.now()); ; dia = addDays(dia, 1)) {
    const { publicacion, ventana } = await getVentana(app.servicios, actor, loteId);
    narrador.progreso(ventana.contados, ventana.dias, `días hábiles contados (${dia})`);
    if (ventana.completa) return ventana.ultimoDia;
    for (let n = 0; n < SONDEOS_POR_DIA; n += 1) {
      const instante = new Date(inicioEnBogota(dia).getTime() + n * (24 / SONDEOS_POR_DIA) * HORA_MS);
      if (instante < reloj.now() && n > 0) continue;
      reloj.advanceTo(instante);
      // The address announced is the one people use; after a restart this same page may answer on another port.
      const local = { id: publicacion.id, url: new URL(new URL(publicacion.url).pathname, url).href };
      await registrarSondeo(app.servicios, actor.tenant, local, app.sondear, SONDEOS_POR_DIA);
    }
    reloj.advanceTo(inicioEnBogota(addDays(dia, 1)));
  }
}
