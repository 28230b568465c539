import { describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { createLog } from '#platform/log.ts';
import { installDemo } from './public.ts';

const installation = useInstallation();
const install = (profiles: number) => {
  const { application, clock } = installation;
  return installDemo({ database: application.database, clock, log: createLog('silent'), profiles, say: () => undefined });
};
const count = async (where: string) => (await installation.sql<{ count: number }>(`select count(*)::int as count from ${where}`))[0]?.count;

describe('the demo', () => {
  it('[RSLT-008] makes companies, users that can sign in, a common base and private people', async () => {
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

  it('does nothing the second time, goes on after a kill, and grows when more people are wanted', async () => {
    await install(800);
    expect(await count('profiles')).toBe(860);
    // As a kill after the first batch of the common base leaves it.
    await installation.sql("update installation set value = jsonb_set(value, '{done}', '500') where key = 'demo_people'");
    await installation.sql("delete from installation where key = 'demo_private_people'");
    await install(900);
    expect(await count('profiles where company_id is null')).toBe(900);
    expect(await count('profiles where company_id is not null')).toBe(60);
    expect(await count('companies')).toBe(3);
    expect(await count('users')).toBe(5);
  });
});
