import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export type Delays = {
  delay(milliseconds: number): Promise<void>;
  endAll(): void;
};

function beginDelays(): AbortController {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  return ending;
}

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
