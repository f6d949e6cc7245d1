/** PostgreSQL settings by name, as in `postgresql.conf`. */
export type Ajustes = Readonly<Record<string, string>>;

/** For one small machine that also runs the application. `fsync` keeps its default: on. */
const habituales: Ajustes = {
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  work_mem: '8MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  max_wal_senders: '0',
  wal_level: 'minimal',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] %q%u@%d ',
  // A failing CREATE ROLE must not leave its password in the log.
  log_min_error_statement: 'panic',
};

/** Not negotiable: only this machine, only with a password, and no socket file whose path could be too long. */
const fijos: Ajustes = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_destination: 'stderr',
};

/** Command-line arguments of the server for these settings, on top of the usual ones. */
export function buildArgumentos(ajustes: Ajustes): string[] {
  return Object.entries({ ...habituales, ...ajustes, ...fijos }).flatMap(([nombre, valor]) => [
    '-c',
    `${nombre}=${valor}`,
  ]);
}

/** True when the data may be lost in a power cut: for tests only. */
export function isEfimero({ fsync }: Ajustes): boolean {
  return fsync === 'off';
}
