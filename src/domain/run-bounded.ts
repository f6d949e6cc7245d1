/**
 * Runs `work` on every item, at most `limit` at a time, and gives the results in the order of the items. The first
 * rejection stops the start of further ones, waits for those running, and is thrown.
 */
export async function runBounded<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const pending = items.entries();
  let failed = false;
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (const [position, item] of pending) {
      if (failed) return;
      try {
        results[position] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  const settled = await Promise.allSettled(workers);
  const rejected = settled.find((outcome) => outcome.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
  return results;
}
