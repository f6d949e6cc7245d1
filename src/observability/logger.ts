import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  readonly nivel: string;
  /** Texts that must not appear in any line, wherever they come from. May grow while the process runs. */
  readonly secretos: readonly string[];
  /** Where lines go; standard output if absent. */
  readonly destino?: DestinationStream;
}

const CENSURADO = '[secreto]';

/** Fields that carry a credential whatever their value is. */
const CAMPOS_SECRETOS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'contrasena',
  'token',
  'clave',
  'secret',
];

/** A shorter text would also erase innocent words; production refuses such passwords anyway. */
const LARGO_MINIMO = 6;

/**
 * Structured log in JSON lines. Two nets keep secrets out: fields that carry credentials are censored by name, and
 * every line is searched for the configured secrets themselves, which also catches those inside error messages.
 */
export function createLogger(options: LoggerOptions): Logger {
  const scrub = createScrubber(options.secretos);
  return pino(
    {
      level: options.nivel,
      base: { service: 'orpycamcp-eliminacion' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: CAMPOS_SECRETOS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
        censor: CENSURADO,
      },
      serializers: { err: pino.stdSerializers.errWithCause },
      hooks: { streamWrite: scrub },
    },
    options.destino ?? pino.destination({ sync: true }),
  );
}

/** Replaces each secret, also as JSON would escape it; longest first, so that no half of one survives. */
function createScrubber(secretos: readonly string[]): (line: string) => string {
  let known = -1;
  let texts: readonly string[] = [];
  return (line) => {
    if (known !== secretos.length) {
      known = secretos.length;
      texts = expandSecrets(secretos);
    }
    return texts.reduce((text, secret) => text.replaceAll(secret, CENSURADO), line);
  };
}

function expandSecrets(secretos: readonly string[]): string[] {
  const texts = secretos
    .filter((secret) => secret.length >= LARGO_MINIMO)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}
