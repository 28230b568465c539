import { describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { createLog } from '#platform/log.ts';
import { findNextDuplicates } from '#modules/duplicates/public.ts';
import { demoPassword } from './accounts.ts';
import { installDemo, installDemoPeople, installFurtherPeople } from './public.ts';

const installation = useInstallation();
const install = (profiles: number) => {
  const { application, clock } = installation;
  return installDemo({ database: application.database, clock, log: createLog('silent'), profiles, say: () => undefined });
};
const count = async (where: string) => (await installation.sql<{ count: number }>(`select count(*)::int as count from ${where}`))[0]?.count;

describe('the demo', () => {
  it('[RSLT-008] creates companies, users that can sign in, a common base and private people', async () => {
    const signIns = await install(800);
    expect(signIns.map((signIn) => signIn.email)).toEqual([
      'admin@demo.headwater.test',
      'recruiter@demo.headwater.test',
      'hm@demo.headwater.test',
      'staff@demo.headwater.test',
      'recruiter@other.headwater.test',
    ]);
    for (const { email, password } of signIns) {
      const answer = await installation.visitor().post('/api/v6/login/', { email, password });
      expect(answer.status).toBe(200);
    }
    expect(await count('profiles where company_id is null')).toBe(800);
    expect(await count('profiles where company_id is not null')).toBe(60);
    expect(await count('search_changes')).toBe(860);
  });

  it('has people with two resumes for the review of duplicates', async () => {
    const { application, clock } = installation;
    for (let rounds = 0; rounds < 50 && (await findNextDuplicates(application.database, clock.now())); rounds += 1);
    const recruiter = installation.visitor();
    await recruiter.post('/api/v6/login/', { email: 'recruiter@demo.headwater.test', password: demoPassword });
    const { body } = await recruiter.get('/api/v6/duplicates/?own=true');
    expect(body.pairs.length).toBeGreaterThanOrEqual(2);
    for (const { profiles } of body.pairs.slice(0, 2)) expect(profiles[0].name).toBe(profiles[1].name);
  });

  it('is idempotent, resumes after a kill, and grows when more people are requested', async () => {
    await install(800);
    expect(await count('profiles')).toBe(860);
    // State after a kill behind the first batch of the common base.
    await installation.sql("update installation set value = jsonb_set(value, '{done}', '500') where key = 'demo_people'");
    await installation.sql("delete from installation where key = 'demo_private_people'");
    await install(900);
    expect(await count('profiles where company_id is null')).toBe(900);
    expect(await count('profiles where company_id is not null')).toBe(60);
    expect(await count('companies')).toBe(3);
    expect(await count('users')).toBe(5);
    // People that the start does not wait for.
    const { database } = installation.application;
    const options = { database, clock: installation.clock, profiles: 950, say: () => undefined };
    const load = (profiles: number) => installDemoPeople({ ...options, profiles });
    await installFurtherPeople(options, load);
    await installFurtherPeople(options, () => Promise.reject(new Error('all people are there')));
    expect(await count('profiles where company_id is null')).toBe(950);
  });
});
