import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

/** Two companies use the same two profiles; one merges them. */
const here = useInstallation();
let [owner, rival] = [] as unknown as [Caller, Caller];
let rivals: number;
beforeAll(async () => {
  rivals = await here.addCompany();
  owner = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  rival = await here.signIn(await here.addUser(rivals, 'admin'));
  await here.application.search.start();
});

/** Creates rows of every kind for the profile. */
async function use(caller: Caller, id: number): Promise<void> {
  const post = (path: string, body: object = {}) => good(caller.post(path, body));
  const { id: folder } = await post('/api/v6/folders/', { name: `Poets ${id}` });
  await post('/api/v6/candidates/', { folder_id: folder, profiles: [id] });
  await post(`/api/v6/profiles/${id}/comments/`, { text: 'Writes well' });
  await post(`/api/v6/profiles/${id}/tags/`, { tags: ['Poet', 'Java'] });
  await post(`/api/v6/profiles/${id}/private/`, { about: 'Poet' });
  await post(`/api/v6/profiles/${id}/contacts/`, { type: 'email', value: `poet${id}@mail.test` });
  await post(`/api/profiles/${id}/links/`);
  await good(caller.get(`/api/internal/profiles/${id}/`));
  await good(caller.get(`/api/v6/profiles/${id}/contacts/`));
}

/** All rows of a company with a profile, by table. */
async function rowsOf(companyId: number): Promise<Record<string, unknown[]>> {
  const tables = await here.sql<{ name: string }>(`select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and 2 = (select count(*) from pg_attribute a
      where a.attrelid = c.oid and a.attname in ('company_id', 'profile_id') and not a.attisdropped) order by c.relname`);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      here.sql<{ row: string }>(`select t::text as row from ${name} t where company_id = $1 order by 1`, [companyId]),
    ),
  );
  return Object.fromEntries(tables.map(({ name }, index) => [name, rows[index] ?? []]));
}

it('[PEDT-018] [PEDT-019] leaves every row of another company unchanged', { timeout: 60_000 }, async () => {
  const input = { first_name: 'Ada', last_name: 'Lovelace', positions: [], locations: [] };
  const [stays = 0, goes = 0] = await addProfiles(here, 2, { input });
  for (const caller of [owner, rival]) {
    await use(caller, stays);
    await use(caller, goes);
    const parts = new URLSearchParams({ q: JSON.stringify(['Lovelace']) });
    expect((await good(caller.get(`/api/v6/profiles/?${parts.toString()}`))).total).toBe(2);
  }
  const before = await rowsOf(rivals);
  const used = Object.keys(before).filter((table) => before[table]?.length);
  const expected = ['candidates', 'comments', 'profile_contacts', 'profile_fragments', 'profile_links', 'profile_listings', 'profile_tags'];
  expect(used).toEqual(expect.arrayContaining([...expected, 'profile_views']));
  await good(owner.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, goes] }));
  expect(await rowsOf(rivals)).toEqual(before);
  await good(owner.post(`/api/profiles/${goes}/detach/`, {}));
  expect(await rowsOf(rivals)).toEqual(before);
});
