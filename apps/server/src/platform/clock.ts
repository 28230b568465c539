import { setTimeout as sleep } from 'node:timers/promises';

interface SleepOptions {
  signal?: AbortSignal | undefined;
  ref?: boolean;
}

/** The only source of time on the server. Network timeouts and leases use `elapsed`. */
export interface Clock {
  now(): Date;
  /** Monotonic milliseconds, for pauses that a corrected date must not prolong. */
  elapsed(): number;
  sleep(milliseconds: number, options?: SleepOptions): Promise<void>;
  setTimer(milliseconds: number, work: () => void): () => void;
}

export const elapsed = () => performance.now();

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed,
  sleep: (milliseconds, options) => sleep(milliseconds, undefined, options).catch(() => undefined),
  setTimer(milliseconds, work) {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

export interface MovableClock extends Clock {
  set(moment: Date): void;
  advance(milliseconds: number): void;
}

/**
 * The date moves only on request. Sleeps and timers end when the date has moved far enough, or
 * after the same real time.
 */
export function movableClock(start: Date): MovableClock {
  let current = start.getTime();
  let moved = 0;
  const timers = new Set<{ dueAt: number; fire: () => void }>();
  const set = (moment: number) => {
    moved += Math.max(0, moment - current);
    current = moment;
    const due = [...timers].filter(({ dueAt }) => dueAt <= current).toSorted((one, other) => one.dueAt - other.dueAt);
    for (const { fire } of due) fire();
  };
  const setTimer: Clock['setTimer'] = (milliseconds, work) => {
    const cancelReal = systemClock.setTimer(milliseconds, () => timer.fire());
    const cancel = () => {
      timers.delete(timer);
      cancelReal();
    };
    const timer = {
      dueAt: current + milliseconds,
      fire() {
        cancel();
        work();
      },
    };
    timers.add(timer);
    return cancel;
  };
  return {
    now: () => new Date(current),
    elapsed: () => elapsed() + moved,
    set: (moment) => set(moment.getTime()),
    advance: (milliseconds) => set(current + milliseconds),
    setTimer,
    sleep: (milliseconds, { signal } = {}) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = () => {
          cancel();
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const cancel = setTimer(milliseconds, end);
        signal?.addEventListener('abort', end);
      }),
  };
}
