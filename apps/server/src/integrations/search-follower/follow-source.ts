import { SearchError } from '#modules/search/port.ts';

export interface Follower {
  start(): void;
  stop(): void;
  waitFor(version: number, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<void>;
  moved(): void;
}

interface Waiter {
  version: number;
  done: () => void;
}

const defaultWaitMs = 5_000;
const longestPauseMs = 5_000;

export function createFollower(index: {
  holds: (version: number) => boolean;
  pull: () => Promise<void>;
  everyMs: number;
  failed: (error: unknown) => void;
}): Follower {
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDue = false;
  let pauseMs = index.everyMs;
  let started = false;

  const turn = async (): Promise<void> => {
    isDue = false;
    try {
      await index.pull();
      pauseMs = index.everyMs;
    } catch (error) {
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      index.failed(error);
    }
  };
  const schedule = (): void => {
    if (!started) return;
    timer = setTimeout(pullNow, pauseMs);
    timer.unref();
  };
  const pullNow = (): void => {
    isDue = true;
    if (!started || running) return;
    clearTimeout(timer);
    running = turn().finally(() => {
      running = undefined;
      // A caller waits for a change that may be newer than this pull.
      if (isDue) pullNow();
      else schedule();
    });
  };
  const moved = (): void => {
    for (const waiter of waiters) if (index.holds(waiter.version)) waiter.done();
  };

  return {
    start() {
      if (started) return;
      started = true;
      pullNow();
    },
    stop() {
      started = false;
      clearTimeout(timer);
    },
    moved,
    waitFor(version, { timeoutMs = defaultWaitMs, signal } = {}) {
      if (index.holds(version)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const writeSegment = (error?: Error): void => {
          waiters.delete(waiter);
          clearTimeout(limit);
          signal?.removeEventListener('abort', onAbort);
          if (error) reject(error);
          else resolve();
        };
        const onAbort = (): void => writeSegment(new SearchError('aborted', 'the wait was given up'));
        const waiter: Waiter = { version, done: () => writeSegment() };
        const limit = setTimeout(() => writeSegment(new SearchError('timeout', `version ${version} is not in the index yet`)), timeoutMs);
        if (signal?.aborted) return onAbort();
        signal?.addEventListener('abort', onAbort, { once: true });
        waiters.add(waiter);
        pullNow();
      });
    },
  };
}
