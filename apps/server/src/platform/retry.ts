import type { Clock } from './clock.ts';

const mostTries = 5;
const pauseMs = 300;

interface Retrying {
  clock: Clock;
  mayPass?: (error: unknown) => boolean;
  tried?: number;
}

export async function withRetry<Result>(
  work: () => Promise<Result>,
  { clock, mayPass = () => true, tried = 1 }: Retrying,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tried >= mostTries || !mayPass(error)) throw error;
    await clock.sleep(tried * pauseMs);
    return withRetry(work, { clock, mayPass, tried: tried + 1 });
  }
}
