import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export type Delays = {
  /** Resolves after the delay, or when `endAll` is called. */
  delay(milliseconds: number): Promise<void>;
  endAll(): void;
};

function beginDelays(): AbortController {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  return ending;
}

/** Delays of simulated faults, which a test can end early. */
export function createDelays(): Delays {
  let ending = beginDelays();
  return {
    delay: (milliseconds) => wait(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined),
    endAll() {
      ending.abort();
      ending = beginDelays();
    },
  };
}
