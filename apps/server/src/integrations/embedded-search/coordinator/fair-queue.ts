import { SearchError } from '#modules/search/port.ts';

export interface FairQueue {
  /** Resolves with the number of a free place, 0..running-1. */
  enter(company: number, signal: AbortSignal | undefined): Promise<number>;
  leave(place: number): void;
}

interface Waiter {
  admit(place: number): void;
}

export function createFairQueue(limits: { running: number; waiting: number }): FairQueue {
  const free = Array.from({ length: limits.running }, (_, place) => place);
  // A Map keeps insertion order: the company served last moves to the end.
  const lines = new Map<number, Waiter[]>();
  let waiting = 0;
  const forget = (company: number, waiter: Waiter): void => {
    const line = lines.get(company) ?? [];
    const at = line.indexOf(waiter);
    if (at < 0) return;
    line.splice(at, 1);
    waiting--;
    if (line.length === 0) lines.delete(company);
  };
  return {
    async enter(company, signal) {
      if (signal?.aborted) throw new SearchError('aborted', 'the search was given up');
      const place = free.pop();
      if (place !== undefined) return place;
      if (waiting >= limits.waiting) throw new SearchError('busy', 'too many searches are waiting');
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          forget(company, waiter);
          reject(new SearchError('aborted', 'the search was given up'));
        };
        const waiter: Waiter = {
          admit(place) {
            signal?.removeEventListener('abort', onAbort);
            resolve(place);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        lines.set(company, [...(lines.get(company) ?? []), waiter]);
        waiting++;
      });
    },
    leave(place) {
      const [company, line] = lines.entries().next().value ?? [];
      const waiter = line?.shift();
      if (company === undefined || !line || !waiter) {
        free.push(place);
        return;
      }
      waiting--;
      lines.delete(company);
      if (line.length > 0) lines.set(company, line);
      waiter.admit(place);
    },
  };
}
