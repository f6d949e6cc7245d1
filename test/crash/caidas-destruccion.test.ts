import { CAIDAS_DESTRUCCION } from './matriz.ts';
import { registrarCaidas } from './registrar-caidas.ts';

registrarCaidas('de la intención a la lápida', CAIDAS_DESTRUCCION);
