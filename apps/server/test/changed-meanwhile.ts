import { type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Installation } from './installation.ts';

/**
 * Response to a request that waits for a locked row: it has read the old version, and continues
 * after `change` commits.
 */
export async function changedMeanwhile(here: Installation, change: RawBuilder<unknown>, ask: () => Promise<Answer>): Promise<Answer> {
  const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  const { answer } = await here.application.database.asSystem(async (tx) => {
    await change.execute(tx);
    // Wrapped in an object, so that the transaction does not await it.
    const asked = { answer: ask() };
    await expect.poll(waiting).toHaveLength(1);
    return asked;
  });
  return answer;
}
