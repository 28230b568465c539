import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Application } from '../src/app.ts';

/** Applications of the current test file. */
export const openApplications = new Set<Application>();

const idle = () => Promise.all([...openApplications].map((application) => application.idle()));

/**
 * Resolves when the workers have nothing left to do, or after `atMostMs`: a call to a server that never answers would hold it for the whole time-out.
 */
export async function settled(atMostMs = 1500): Promise<void> {
  const patience = new AbortController();
  const late = sleep(atMostMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([idle(), late]);
  patience.abort();
}

/** Milliseconds that workers get between two looks of a test. */
const between = 250;
const patient = { timeout: 20_000, interval: 10 };

const { poll: pollExpect } = expect;

interface Patience {
  timeout?: number;
}

/** `look` that lets the workers work after it throws or its result is not the expected one. */
function lookBetweenWork<Result>(look: () => Result | Promise<Result>): () => Promise<Result> {
  let isFirst = true;
  return async () => {
    if (!isFirst) await settled(between);
    isFirst = false;
    return look();
  };
}

/** Lets the workers work until `look` does not throw. Resolves with its result. */
export const until = <Result>(look: () => Result | Promise<Result>, { timeout = patient.timeout }: Patience = {}): Promise<Result> =>
  vi.waitFor(lookBetweenWork(look), { ...patient, timeout });

/** `expect.poll` that lets the workers work between two looks. */
export const poll = <Result>(look: () => Result | Promise<Result>, { timeout = patient.timeout }: Patience = {}) =>
  pollExpect(lookBetweenWork(look), { ...patient, timeout });

/** Resolves when a statement on the database of `here` waits for a lock. */
export const untilLocked = (here: { sql(text: string): Promise<object[]> }) =>
  vi.waitFor(
    async () =>
      expect(await here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).not.toEqual(
        [],
      ),
    patient,
  );
