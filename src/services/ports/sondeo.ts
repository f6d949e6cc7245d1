/** Asks the public address of a publication and says whether it answered well. Never throws for one that didn't. */
export type Sondear = (url: string) => Promise<boolean>;
