import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 5;
const pauseMs = 300;

interface Retrying {
  /** Whether it may succeed yet; of every failure, where nothing is said. */
  mayPass?: (error: unknown) => boolean;
  tried?: number;
}

/** Does work again that has failed, five times in all within three seconds. Throws what it failed with last. */
export async function withRetry<Result>(work: () => Promise<Result>, { mayPass = () => true, tried = 1 }: Retrying = {}): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tried >= mostTries || !mayPass(error)) throw error;
    await sleep(tried * pauseMs);
    return withRetry(work, { mayPass, tried: tried + 1 });
  }
}
