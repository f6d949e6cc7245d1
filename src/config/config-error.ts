/** One reason why the configuration is refused: which variable, and why, in Spanish; never its value. */
export interface ConfigFault {
  readonly env: string;
  readonly motivo: string;
}

/** Every fault of the configuration at once, so that nobody repairs them one boot at a time. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map((fault) => `  - ${fault.env}: ${fault.motivo}`);
    super(`La configuración no permite arrancar (${faults.length}):\n${lines.join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
