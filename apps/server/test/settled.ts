import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Application } from '../src/app.ts';
import type { MovableClock } from '../src/platform/clock.ts';

/** Applications of the current test file. */
export const openApplications = new Set<Application>();

const idle = (rounds?: number) => Promise.all([...openApplications].map((application) => application.idle(rounds)));

/** Waits for the work, at most for so long. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  patience.abort();
}

/**
 * Resolves when the workers have nothing left to do, or after `atMostMs`: a call to a server that never answers would hold it for the whole time-out.
 */
export const settled = (atMostMs = 1500): Promise<void> => atMost(atMostMs, idle());

/** Milliseconds that workers get between two looks of a test. One round of work is enough, because the next look follows soon. */
const between = 250;
const patient = { timeout: 20_000, interval: 10 };

const { poll: pollExpect } = expect;

interface Patience {
  timeout?: number;
  /** Moves on by five seconds between two looks, for work that follows a pause. */
  clock?: MovableClock;
}

/** `look` that lets the workers work after it throws or its result is not the expected one. */
function lookBetweenWork<Result>(look: () => Result | Promise<Result>, clock?: MovableClock): () => Promise<Result> {
  let isFirst = true;
  return async () => {
    if (!isFirst) {
      clock?.advance(5000);
      await atMost(between, idle(1));
    }
    isFirst = false;
    return look();
  };
}

/** Lets the workers work until `look` does not throw. Resolves with its result. */
export const until = <Result>(look: () => Result | Promise<Result>, { timeout = patient.timeout, clock }: Patience = {}): Promise<Result> =>
  vi.waitFor(lookBetweenWork(look, clock), { ...patient, timeout });

/** `expect.poll` that lets the workers work between two looks. */
export const poll = <Result>(look: () => Result | Promise<Result>, { timeout = patient.timeout, clock }: Patience = {}) =>
  pollExpect(lookBetweenWork(look, clock), { ...patient, timeout });

/** Resolves when a statement on the database of `here` waits for a lock. */
export const untilLocked = (here: { sql(text: string): Promise<object[]> }) =>
  vi.waitFor(
    async () =>
      expect(await here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).not.toEqual(
        [],
      ),
    patient,
  );
