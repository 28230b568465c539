import { type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Installation } from './installation.ts';

/**
 * What a request is answered that waits for a row which somebody else has just changed: it has read the row as it was before, and comes to hold it when
 * the change is there.
 */
export async function changedMeanwhile(here: Installation, change: RawBuilder<unknown>, ask: () => Promise<Answer>): Promise<Answer> {
  const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  const { answer } = await here.application.database.asSystem(async (tx) => {
    await change.execute(tx);
    // In an object, so that it is not waited for before the change is there.
    const asked = { answer: ask() };
    await expect.poll(waiting, { timeout: 15_000 }).toHaveLength(1);
    return asked;
  });
  return answer;
}
