import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Application } from '../src/app.ts';
import type { MovableClock } from '../src/platform/clock.ts';

/** Applications of the current test file. */
export const openApplications = new Set<Application>();

const idle = (rounds?: number) => Promise.all([...openApplications].map((application) => application.idle(rounds)));

/** Waits at most `milliseconds` for the work. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  const limit = sleep(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([work, limit]);
  waiting.abort();
}

/**
 * Resolves when the workers are idle, or after `atMostMs`, because a call to an unresponsive server
 * may take its whole timeout.
 */
export const settled = (atMostMs = 1500): Promise<void> => atMost(atMostMs, idle());

/**
 * Milliseconds for workers between two checks. One round suffices, because the next check follows
 * soon.
 */
const between = 250;
const patient = { timeout: 45_000, interval: 10 };

const { poll: pollExpect } = expect;

interface Patience {
  timeout?: number;
  /** Advances by five seconds between two checks, for delayed work. */
  clock?: MovableClock;
}

/** Lets the workers run after `look` throws or returns an unexpected result. */
function checkBetweenWork<Result>(look: () => Result | Promise<Result>, clock?: MovableClock): () => Promise<Result> {
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

/** Lets the workers run until `look` does not throw. Resolves with its result. */
export const until = <Result>(look: () => Result | Promise<Result>, { timeout = patient.timeout, clock }: Patience = {}): Promise<Result> =>
  vi.waitFor(checkBetweenWork(look, clock), { ...patient, timeout });

/** `expect.poll` that lets the workers run between two checks. */
export const poll = <Result>(look: () => Result | Promise<Result>, { timeout = patient.timeout, clock }: Patience = {}) =>
  pollExpect(checkBetweenWork(look, clock), { ...patient, timeout });

/** Resolves when a statement on the database of `here` waits for a lock. */
export const untilLocked = (here: { sql(text: string): Promise<object[]> }) =>
  vi.waitFor(
    async () =>
      expect(await here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).not.toEqual(
        [],
      ),
    patient,
  );

/** Tasks that a test made due start now, not at the next poll of the worker. */
export const startDueTasks = (here: { sql(text: string): Promise<object[]> }) =>
  here.sql(`select pg_notify('jobs:insert', '{"count": 4}')`);
