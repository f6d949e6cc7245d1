/** The injected clock: legal instants only. Leases, back-off and TTL use the database's clock instead. */
export interface Reloj {
  now(): Date;
}
