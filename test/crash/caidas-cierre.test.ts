import { CAIDAS_CIERRE } from './matriz.ts';
import { registrarCaidas } from './registrar-caidas.ts';

registrarCaidas('del tramo al acta', CAIDAS_CIERRE);
