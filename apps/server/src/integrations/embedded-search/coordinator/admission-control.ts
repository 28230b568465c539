import { SearchError, type SearchErrorCode } from '#modules/search/port.ts';
import { createFairQueue } from './fair-queue.ts';
import { ThreadError } from '../shard/threads.ts';

export interface AdmissionControl {
  /** Shared memory; threads poll the flag of their search. */
  readonly flags: Int32Array;
  run<T>(caller: { company: number; signal: AbortSignal | undefined }, work: (slot: number) => Promise<T>): Promise<T>;
}

const codes: Record<string, SearchErrorCode> = { too_complex: 'too_complex', closed: 'closed' };

export function asSearchError(error: unknown): unknown {
  if (!(error instanceof ThreadError)) return error;
  return new SearchError(codes[error.code] ?? 'failed', error.message);
}

export function createAdmissionControl(limits: { running: number; waiting: number; timeMs: number }): AdmissionControl {
  const flags = new Int32Array(new SharedArrayBuffer(limits.running * 4));
  const queue = createFairQueue(limits);

  const guarded = async <T>(slot: number, left: AbortSignal, work: (slot: number) => Promise<T>): Promise<T> => {
    const stop = (): void => void Atomics.store(flags, slot, 1);
    Atomics.store(flags, slot, 0);
    left.addEventListener('abort', stop, { once: true });
    try {
      // Waits for the threads after a timeout too: the place is in use until they stop.
      return await work(slot);
    } finally {
      left.removeEventListener('abort', stop);
      queue.leave(slot);
    }
  };

  return {
    flags,
    async run({ company, signal }, work) {
      // AbortSignal.timeout and AbortSignal.any keep all listeners in memory until the timeout.
      const leaving = new AbortController();
      const left = leaving.signal;
      let isTimedOut = false;
      const leave = (): void => leaving.abort();
      const timer = setTimeout(() => {
        isTimedOut = true;
        leave();
      }, limits.timeMs);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      try {
        const slot = await queue.enter(company, left);
        return await Promise.race([guarded(slot, left, work), whenLeft(left)]);
      } catch (error) {
        if (signal?.aborted) throw new SearchError('aborted', 'the search was given up');
        if (isTimedOut) throw new SearchError('timeout', `the search took longer than ${limits.timeMs} ms`);
        throw asSearchError(error);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      }
    },
  };
}

function whenLeft(left: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (): void => reject(new SearchError('aborted', 'the search was given up'));
    if (left.aborted) refuse();
    else left.addEventListener('abort', refuse, { once: true });
  });
}
