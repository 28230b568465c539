import { dayMs } from '@headwater/domain/time/durations';
import { describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

/** Statements with these words that the application's connections have prepared. */
async function keptPlansOf(words: string): Promise<string[]> {
  const { pool } = here.application.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    const question = 'select statement from pg_prepared_statements where statement like $1';
    const kept = await Promise.all(clients.map((client) => client.query<{ statement: string }>(question, [`%${words}%`])));
    return kept.flatMap(({ rows }) => rows.map(({ statement }) => statement));
  } finally {
    for (const client of clients) client.release();
  }
}

describe('filters on recent activity', () => {
  it('[FLT-019] are planned with their date, because a generic plan reads all rows', async () => {
    const companyId = await here.addCompany({ features: { activity_filters: true } });
    const user = await here.addUser(companyId, 'worker');
    const caller = await here.signIn(user);
    const [early, late] = await addProfiles(here, 3);
    await here.application.search.start();
    const now = here.clock.now().getTime();
    for (const [id, days] of [
      [early, 30],
      [late, 1],
    ])
      await here.sql('insert into profile_views (company_id, user_id, profile_id, viewed_at) values ($1, $2, $3, $4)', [
        companyId,
        user.id,
        id,
        new Date(now - (days ?? 0) * dayMs),
      ]);
    const idsOf = async (filters: string) => {
      const { body } = await caller.get(`/api/v6/profiles/?f=${encodeURIComponent(filters)}`);
      return body.profiles.map(({ id }: { id: number }) => id);
    };
    expect(await idsOf('general:viewsTransformer=views~7@company')).toEqual([late]);
    expect(await keptPlansOf('select distinct profile_id from profile_views')).toEqual([]);
    // Other searches are prepared.
    expect(await idsOf('')).toHaveLength(3);
    expect(await keptPlansOf('with recursive recent')).not.toEqual([]);
  });
});
