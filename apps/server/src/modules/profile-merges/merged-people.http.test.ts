import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { startDueTasks, until } from '../../../test/settled.ts';

/** Actions on merged people. */
const here = useInstallation();
const canary = 'wvqzjkx';
const minute = { timeout: 60_000 };
let company: number;
let adminUser: TestUser;
let [admin, rival] = [] as unknown as [Caller, Caller];
let workers: { stop(): Promise<void> }[];

beforeAll(async () => {
  company = await here.addCompany();
  adminUser = await here.addUser(company, 'admin');
  admin = await here.signIn(adminUser);
  rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  workers = [await here.application.startSearchTasks(), await here.application.startWorker(Promise.resolve())];
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const add = async (words: string, companyId?: number) => {
  const input = { first_name: 'Ada', last_name: words, about: `About ${words}`, positions: [], locations: [] };
  return (await addProfiles(here, 1, { input, ...(companyId === undefined ? {} : { companyId }) }))[0] ?? 0;
};
const glue = (ids: number[]) => good(admin.post('/api/glun/v4/', { action: 'glue', profile_ids: ids }));
const comment = (id: number, text: string) => good(admin.post(`/api/v6/profiles/${id}/comments/`, { text }));
/** Runs the delayed tasks of merges now. */
const settleMerges = async () => {
  await here.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  await startDueTasks(here);
};
const commentsOf = async (id: number) => (await good(admin.get(`/api/v6/profiles/${id}/comments/`))).comments.length;
const erased = (id: number) =>
  until(async () => {
    const [row] = await here.sql<{ finished_at: Date | null }>('select finished_at from erasures where profile_id = $1', [id]);
    expect(row?.finished_at).toBeTruthy();
  }, minute);
const countRows = async (table: string) =>
  (await here.sql<{ count: number }>(`select count(*)::int as count from ${table} as one where one::text like $1`, [`%${canary}%`]))[0]
    ?.count;
/** Rows of a profile in all other companies. */
const keptOf = (id: number) =>
  Promise.all(
    ['profile_fragments', 'profile_contacts', 'contact_openings', 'profile_overlays'].map((table) =>
      here.sql(`select * from ${table} where profile_id = $1 and company_id is distinct from $2`, [id, company]),
    ),
  );

describe('a merged person', () => {
  it('[PEDT-014] [DEC-14] is erased with the absorbed profiles, and exports the data of all', { timeout: 90_000 }, async () => {
    const [stays, own, common] = [await add(`${canary} one`, company), await add(`${canary} two`, company), await add('Somebody')];
    // Another company opened contacts of the profile in the common base and edited it.
    await here.sql(`insert into profile_contacts (profile_id, type, value, normalized) values ($1, 'email', $2, $2)`, [
      common,
      'base@else.test',
    ]);
    await good(rival.post(`/api/v6/profiles/${common}/private/`, { headline: 'Called by others' }));
    await good(rival.post(`/api/v6/profiles/${common}/contacts/`, { type: 'email', value: 'theirs@else.test' }));
    await good(rival.get(`/api/v6/profiles/${common}/get-contacts/`));
    const before = await keptOf(common);
    expect(before.map(({ length }) => length)).toEqual([1, 2, 1, 1]);
    await comment(own, `Spoke with ${canary}`);
    await good(admin.post(`/api/v6/profiles/${common}/private/`, { headline: `Called ${canary}` }));
    await good(admin.post(`/api/v6/profiles/${common}/contacts/`, { type: 'email', value: `${canary}@else.test` }));
    await glue([stays, own]);
    await glue([stays, common]);
    const stream = await admin.send({ method: 'GET', url: `/api/v6/profiles/${stays}/personal_data/`, payloadAsStream: true });
    const chunks: Buffer[] = [];
    for await (const chunk of stream.body) chunks.push(chunk);
    const data = strFromU8(unzipSync(Buffer.concat(chunks))['personal-data.json'] ?? new Uint8Array());
    for (const words of [`${canary} one`, `${canary} two`, `${canary}@else.test`, `Spoke with ${canary}`]) expect(data).toContain(words);
    await good(admin.post(`/api/v6/profiles/${stays}/erasure/`));
    await erased(stays);
    await erased(own);
    for (const table of ['profiles', 'profile_fragments', 'profile_overlays', 'profile_contacts', 'comments', 'profile_merges'])
      expect({ table, count: await countRows(table) }).toEqual({ table, count: 0 });
    // The common base stays visible to other companies, but not to this one.
    expect(await keptOf(common)).toEqual(before);
    expect((await good(rival.get(`/api/internal/profiles/${common}/`))).about).toBe('About Somebody');
    expect((await admin.get(`/api/internal/profiles/${common}/`)).status).toBe(404);
    expect((await admin.get(`/api/internal/profiles/${own}/`)).status).toBe(410);
  });

  it('[PEDT-019] gets rows written to the absorbed profile by transactions begun before the merge', { timeout: 60_000 }, async () => {
    // The queue uses the time of the database.
    here.clock.set(new Date());
    const [stays, goes] = [await add('Stays', company), await add('Goes', company)];
    await glue([stays, goes]);
    await here.sql('insert into comments (company_id, profile_id, text, created_by) values ($1, $2, $3, $4)', [
      company,
      goes,
      'Begun before',
      adminUser.id,
    ]);
    await settleMerges();
    await until(async () => {
      const { comments } = await good(admin.get(`/api/v6/profiles/${stays}/comments/`));
      expect(comments.map(({ text }: { text: string }) => text)).toEqual(['Begun before']);
    }, minute);
    await good(admin.post(`/api/profiles/${goes}/detach/`, {}));
    expect((await good(admin.get(`/api/v6/profiles/${goes}/comments/`))).comments).toHaveLength(1);
  });

  it('[PEDT-018] [PEDT-019] gets late rows through a chain of merges, and returns them when detached', async () => {
    here.clock.set(new Date());
    const [first, second, third] = [await add('First', company), await add('Second', company), await add('Third', company)];
    await glue([second, first]);
    await glue([third, second]);
    await here.sql('insert into comments (company_id, profile_id, text, created_by) values ($1, $2, $3, $4)', [
      company,
      first,
      'Late',
      adminUser.id,
    ]);
    await settleMerges();
    await until(async () => expect(await commentsOf(third)).toBe(1), minute);
    for (const id of [second, first]) await good(admin.post(`/api/profiles/${id}/detach/`, {}));
    expect([await commentsOf(first), await commentsOf(second), await commentsOf(third)]).toEqual([1, 0, 0]);
  }, 60_000);
});
