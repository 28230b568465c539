import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

export interface LoopOptions {
  log: Log;
  /** What the log says where a turn throws: 'mailings could not be planned'. The next turn tries again. */
  failed: string;
  /** Milliseconds between two turns. */
  everyMs: number | (() => number);
  /** The first turn waits for that pause as well. */
  beginsWithPause?: boolean;
  /** One look at what there is to do. True: more waits, and the next turn begins without a pause. */
  turn(signal: AbortSignal): Promise<boolean | void>;
}

export interface Loop {
  /** Ends the pause, or makes the turn that runs be followed by another one at once. */
  wake(): void;
  /** Resolves when the turn that runs has ended; its signal is aborted. */
  stop(): Promise<void>;
}

/**
 * Work that this process does over and over until stopped, one turn at a time. For what every process does for itself, or may do beside others; what
 * the installation does by the clock, once, is a periodic task of the queue.
 */
export function startLoop({ log, failed, everyMs, beginsWithPause = false, turn }: LoopOptions): Loop {
  const stopping = new AbortController();
  let pausing = new AbortController();
  let isWoken = false;

  // Not AbortSignal.any: each one of those stays in the memory of the signals that it was made of, for as long as they live.
  const pause = async () => {
    pausing = new AbortController();
    const { signal } = pausing;
    if (!isWoken) await sleep(typeof everyMs === 'number' ? everyMs : everyMs(), undefined, { signal }).catch(() => undefined);
    isWoken = false;
  };
  const run = async () => {
    if (beginsWithPause && !stopping.signal.aborted) await pause();
    while (!stopping.signal.aborted) {
      const more = await turn(stopping.signal).catch((error: unknown) => log.warn({ err: error }, failed));
      if (more !== true && !stopping.signal.aborted) await pause();
    }
  };
  // Not before the caller holds the loop: a turn may wake it.
  const running = Promise.resolve().then(run);
  return {
    wake() {
      isWoken = true;
      pausing.abort();
    },
    async stop() {
      stopping.abort();
      pausing.abort();
      await running;
    },
  };
}
