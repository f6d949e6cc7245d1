/** Nothing of our own environment reaches the server: PG… variables would change what it does. */
export function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
