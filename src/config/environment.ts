/** The variables of the process, as the configuration reads them. */
export type Environment = Readonly<Record<string, string | undefined>>;
