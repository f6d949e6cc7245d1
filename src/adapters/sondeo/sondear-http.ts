import type { Sondear } from '../../services/ports/sondeo.ts';

const PLAZO_MS = 10_000;

/** A GET that must answer 200 within ten seconds, body included; anything else is a failed probe. */
export const sondearHttp: Sondear = async (url) => {
  try {
    const respuesta = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PLAZO_MS) });
    await respuesta.arrayBuffer();
    return respuesta.status === 200;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return false;
    throw error;
  }
};
