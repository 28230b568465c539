import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export interface LoopOptions {
  clock: Clock;
  log: Log;
  failed: string;
  everyMs: number | (() => number);
  beginsWithPause?: boolean;
  /** Processes due work. Returns true if more is waiting: the next turn starts without a pause. */
  turn(signal: AbortSignal): Promise<boolean | void>;
}

export interface Loop {
  wake(): void;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs one turn at a time. For daily work of the installation use a periodic task. */
export function startLoop({ clock, log, failed, everyMs, beginsWithPause = false, turn }: LoopOptions): Loop {
  const stopping = new AbortController();
  let pausing = new AbortController();
  let isWoken = false;
  const waiting = new Set<{ hasTurn: boolean; resolve: () => void }>();

  const wake = () => {
    isWoken = true;
    pausing.abort();
  };
  // AbortSignal.any would keep every combined signal in memory.
  const pause = async () => {
    pausing = new AbortController();
    if (!isWoken) await clock.sleep(typeof everyMs === 'number' ? everyMs : everyMs(), { signal: pausing.signal });
    isWoken = false;
  };
  const takeTurn = async () => {
    for (const waiter of waiting) waiter.hasTurn = true;
    const more = await turn(stopping.signal).catch((error: unknown) => log.warn({ err: error }, failed));
    if (more === true) return true;
    for (const waiter of waiting) {
      if (!waiter.hasTurn || isWoken) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
    return false;
  };
  const run = async () => {
    if (beginsWithPause && !stopping.signal.aborted) await pause();
    while (!stopping.signal.aborted) {
      const more = await takeTurn();
      if (!more && !stopping.signal.aborted) await pause();
    }
    for (const { resolve } of waiting) resolve();
  };
  // Starts after the caller has the loop, because a turn may wake it.
  const running = Promise.resolve().then(run);
  return {
    wake,
    idle: () =>
      new Promise((resolve) => {
        if (stopping.signal.aborted) return resolve();
        waiting.add({ hasTurn: false, resolve });
        wake();
      }),
    async stop() {
      stopping.abort();
      pausing.abort();
      await running;
    },
  };
}
