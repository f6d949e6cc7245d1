/**
 * The same check, run again only when the last success for that key is older than `vigenciaMs`. Failures are never
 * remembered. Keys must come from a bounded set: only those that succeeded are kept.
 */
export function rememberSuccess(
  vigenciaMs: number,
  check: (key: string) => Promise<void>,
): (key: string) => Promise<void> {
  const succeeded = new Map<string, number>();
  return async (key) => {
    const last = succeeded.get(key);
    if (last !== undefined && performance.now() - last < vigenciaMs) return;
    succeeded.delete(key);
    await check(key);
    succeeded.set(key, performance.now());
  };
}
