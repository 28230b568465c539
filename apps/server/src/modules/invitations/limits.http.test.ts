import { expect, describe, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';

// No mail server: emails stay in the queue.
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });

let counter = 0;
const fresh = (domain = 'invited.test') => `person${(counter += 1)}@${domain}`;
const invite = (caller: Caller, person: { email: string; role: string }) => caller.post('/api/v6/invitations/', person);
const settings = (id: number, column: string, value: unknown) => here.sql(`update companies set ${column} = $2 where id = $1`, [id, value]);

const at = async (changes: Record<string, unknown>) => {
  const id = await here.addCompany();
  for (const [column, value] of Object.entries(changes)) await settings(id, column, value);
  const caller = await here.signIn(await here.addUser(id, 'admin'));
  return {
    id,
    hm: (email = fresh()) => invite(caller, { email, role: 'hm' }),
    worker: (more = {}) => invite(caller, { email: fresh(), role: 'worker', ...more }),
    caller,
  };
};

describe('limits of a company', () => {
  it('[EMP-086] [COMP-035] reject hiring managers outside the allowed domains', async () => {
    const { hm, caller } = await at({ hm_invite_domains: ['acme.test', 'acme.example'] });
    for (const domain of ['other.test', 'sub.acme.test', 'notacme.test', 'acme.test.evil.test'])
      expect(await hm(fresh(domain))).toMatchObject({
        status: 400,
        body: { email: ['Hiring managers are invited only at these domains: acme.test, acme.example'] },
      });
    expect((await hm(fresh('ACME.test'))).status).toBe(200);
    expect((await invite(caller, { email: fresh('other.test'), role: 'worker' })).status).toBe(200);
  });

  it('[EMP-087] [COMP-033] apply to hiring managers, also for concurrent invitations', async () => {
    const { id, hm } = await at({ hm_max_count: 3 });
    await here.addUser(id, 'hm');
    const answers = await Promise.all(Array.from({ length: 8 }, () => hm()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
    expect(refused).toEqual(refused.map(() => ({ non_field_errors: ['The company has its maximum number of hiring managers'] })));
    await here.sql(`update users set is_active = false where id = (select max(id) from users where company_id = $1 and role = 'hm')`, [id]);
    expect((await hm()).status).toBe(200);
    expect((await hm()).status).toBe(400);
    await settings(id, 'hm_max_count', null);
    expect((await hm()).status).toBe(200);
  });

  it('[EMP-069] [ROLE-018] apply to workers with search, but not to workers without', async () => {
    const { worker } = await at({ max_workers_with_search: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => worker()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ can_search: ['The limit of employees with search is reached'] });
    expect((await worker({ can_search: false })).body).toMatchObject({ can_search: false });
    expect((await worker({ role: 'admin', can_search: true })).body).toEqual({
      can_search: ['Only recruiters are with or without search'],
    });
  });
});
