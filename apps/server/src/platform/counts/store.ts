import { hourMs } from '@headwater/domain/time/durations';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';

// A type alias, because Kysely requires an index signature.
export type CountTables = {
  shared_counts: { key: string; count: number; ends_at: Date };
};

export interface AddedCount {
  key: string;
  /** Since the last call. */
  count: number;
  endsAt: Date;
  now: Date;
}

/** Returns the counts of all processes. A count that has ended restarts at zero. */
export async function addCounts(tx: Tx, added: readonly AddedCount[]): Promise<CountTables['shared_counts'][]> {
  const keys = added.map(({ key }) => key);
  await sql`delete from shared_counts using unnest(${keys}::text[], ${added.map(({ now }) => now)}::timestamptz[]) as counted (name, now)
    where key = counted.name and ends_at <= counted.now`.execute(tx);
  // In the order of the keys, so that two processes cannot deadlock.
  const { rows } = await sql<CountTables['shared_counts']>`
    insert into shared_counts as known (key, count, ends_at)
    select * from unnest(${keys}::text[], ${added.map(({ count }) => count)}::int[], ${added.map(({ endsAt }) => endsAt)}::timestamptz[]) as counted (key, count, ends_at)
    order by 1
    on conflict (key) do update set count = known.count + excluded.count
    returning key, count, ends_at`.execute(tx);
  return rows;
}

export const deleteEndedCountsHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('delete_ended_counts', '23 * * * *', () =>
    database.asSystem(async (tx) => {
      const before = new Date(clock.now().getTime() - hourMs);
      await tx.withTables<CountTables>().deleteFrom('shared_counts').where('ends_at', '<', before).execute();
    }),
  );
