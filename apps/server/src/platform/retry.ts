import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 5;
const pauseMs = 300;

/** Does work again that has failed, five times in all within three seconds. Throws what it failed with last. */
export async function withRetry(work: () => Promise<void>, tried = 1): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (tried >= mostTries) throw error;
    await sleep(tried * pauseMs);
    await withRetry(work, tried + 1);
  }
}
