import type { Logger } from '../observability/logger.ts';

/** Undoes one step of the opening. */
export type Cierre = () => Promise<void>;

/** In reverse order of opening; one that fails does not keep the others open. */
export async function closeAll(cierres: readonly Cierre[], logger: Logger): Promise<void> {
  for (const cierre of cierres.toReversed()) {
    try {
      await cierre();
    } catch (error) {
      logger.error({ err: error }, 'a part did not close cleanly');
    }
  }
}
