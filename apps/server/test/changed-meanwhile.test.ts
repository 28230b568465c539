import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { password, useInstallation } from './installation.ts';
import { groupSchema, person, useScim } from './scim-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
beforeAll(() => here.application.search.start());

describe('a request that loses a race', () => {
  it('[ACC-062] sends no e-mail to a new address after the password was replaced', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const caller = await here.signIn(user);
    const answer = await changedMeanwhile(here, sql`update users set password_hash = 'replaced' where id = ${user.id}`, () =>
      caller.post('/api/v6/user/email/', { email: 'thief@new.test', password }),
    );
    expect(answer.status).toBe(401);
    expect(await here.systemEmailsTo('thief@new.test')).toEqual([]);
  });

  it('[DEC-08] removes a passkey once, and notifies once', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const caller = await here.signIn(user);
    const [row] = await here.sql<{ id: number }>(
      `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
       values ($1, $2, 'once', 'key', sha256('handle'), 'Laptop', now()) returning id`,
      [user.companyId, user.id],
    );
    const answer = await changedMeanwhile(here, sql`delete from passkeys where id = ${row?.id}`, () =>
      caller.post(`/api/v6/user/passkeys/${row?.id}/remove/`, { password }),
    );
    expect(answer.status).toBe(404);
    expect(await here.systemEmailsTo(user.email)).toEqual([]);
  });

  it('[AIS-002] does not change a deleted search', async () => {
    const user = await here.addUser(await here.addCompany({ features: { has_gpt: true } }), 'worker');
    const caller = await here.signIn(user);
    const [row] = await here.sql<{ id: number }>(
      `insert into ai_searches (company_id, user_id, request, created_at) values ($1, $2, 'Python developer', now()) returning id`,
      [user.companyId, user.id],
    );
    const answer = await changedMeanwhile(here, sql`delete from ai_searches where id = ${row?.id}`, () =>
      caller.patch(`/api/internal/ai_search/${row?.id}/`, { q: '["skill:Python"]', f: '', levels: [] }),
    );
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    { what: 'people', path: '/Users', body: person('grace@people.test'), added: `users where email = 'grace@people.test'` },
    {
      what: 'groups',
      path: '/Groups',
      body: { schemas: [groupSchema], displayName: 'Sourcing' },
      added: `user_groups where name = 'Sourcing'`,
    },
  ])('[COMP-057] adds no $what to a deleted company', async ({ what, path, body, added }) => {
    const { id, client } = await useScim(here, `${what}.test`);
    const deleted = sql`update companies set deleted_at = now() where id = ${id}`;
    expect((await changedMeanwhile(here, deleted, () => client.post(path, body))).status).toBe(401);
    expect(await here.sql(`select from ${added}`)).toEqual([]);
  });
});
