import { beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '@headwater/contract/jobs';
import { profileData } from '@headwater/contract/profile-data';
import { upsertProfiles } from '../../profiles/store/write.ts';
import { closeContacts, limitContacts } from '../../../../test/contact-fixtures.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailingsIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
let company: number;
let rita: Caller;
let colleague: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await here.signIn(await here.addUser(company, 'worker'));
  colleague = await here.signIn(await here.addUser(company, 'worker'));
});

const queryOf = (title: string) => JSON.stringify([`position:${title}`]);

/** People with the title; every third has no address. */
async function addPeople(title: string, count: number): Promise<number[]> {
  const people = Array.from({ length: count }, (_, index) =>
    profileData.parse({
      first_name: 'Vera',
      last_name: `Number${index}`,
      positions: [{ title, company: 'Works', is_current: true }],
      contacts: index % 3 === 2 ? [] : [{ type: 'email', value: `${title}${index}@found.test`.toLowerCase() }],
    }),
  );
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, people, { companyId: company, createdBy: null }));
  await here.sql('update profile_contacts set company_id = $1 where profile_id = any($2)', [company, ids]);
  await here.application.search.start();
  await until(async () => expect((await good(rita.get(`/api/v6/profiles/?q=${queryOf(title)}`))).total).toBe(count));
  return ids.map(Number);
}

const jobOf = async (id: number): Promise<JobView> => good(rita.get(`/api/v6/jobs/${id}/`));
const ended = (id: number) =>
  until(async () => {
    const job = await jobOf(id);
    expect(['done', 'failed', 'undone']).toContain(job.status);
    return job;
  });
const recipientsOf = async (id: number, who = rita) =>
  (await good(who.get(`/api/v6/mailing_lists/${id}/recipients/?per_page=100`))) as {
    count: number;
    recipients: { profile: { id: number }; source: string }[];
  };
const newSequence = async () =>
  (await good(rita.post('/api/v6/sequences/', { name: 'Found', templates: [{ subject: 'One', body: '<p>First</p>' }] }))).id as number;

describe('adding all results of a search', () => {
  it('[MAIL-042] [SEQ-031] [DEC-13] counts existing, unreachable and suppressed people, and can be undone', async () => {
    const found = await addPeople('Campanologist', 6);
    const id = await newSequence();
    await good(rita.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: [found[0]] }));
    const email = 'x@found.test';
    const removed = { company_id: company, mailing_id: id, profile_id: found[1] ?? 0, email, email_key: email, removed_at: new Date() };
    await recipientsIn(here).insert(removed);
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    await good(admin.post('/api/v6/messaging/suppressions/', { addresses: 'campanologist3@found.test' }));
    const answer = await good(rita.post(`/api/v6/sequences/${id}/recipients/add_all/`, { query: queryOf('Campanologist') }));
    expect(answer).toEqual({ job_id: expect.any(Number), name: 'Found', recipients_count: 6 });
    expect(await jobOf(answer.job_id)).toMatchObject({
      kind: 'recipients_add_all',
      status: 'done',
      result: { changed: 5, skipped: 1, without_email: 2, suppressed: 1, opened_contacts: 0 },
      undoable: true,
    });
    const { recipients } = await recipientsOf(id);
    expect(recipients.map(({ profile }) => profile.id).toSorted()).toEqual(found.toSorted());
    expect(recipients.every(({ source }) => source === 'search' || source === 'profile')).toBe(true);
    // A recipient added again manually stays after the undo.
    const second = await recipientsIn(here).one({ mailing_id: id, profile_id: found[1] ?? 0, removed_at: null });
    await good(rita.delete('/api/v6/mailing_recipients/', { ids: [second.id] }));
    await good(rita.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: [found[1]] }));
    expect(await good(rita.post(`/api/v6/jobs/${answer.job_id}/undo/`))).toMatchObject({ status: 'undone', result: { undone: 4 } });
    expect((await recipientsOf(id)).recipients.map(({ profile }) => profile.id).toSorted()).toEqual([found[0], found[1]].toSorted());
  });

  it('[MAIL-042] [DEC-13] runs in the background, can be cancelled and undone', { timeout: 60_000 }, async () => {
    await addPeople('Falconer', 1_200);
    const { id: folder } = await good(rita.post('/api/v6/folders/', { name: 'Falconers' }));
    const { id } = await good(rita.post('/api/v6/mailing_lists/', { folder_id: folder, name: 'Letters' }));
    const { job_id: jobId } = await good(rita.post(`/api/v6/mailing_lists/${id}/recipients/add_all/`, { query: queryOf('Falconer') }));
    expect(await jobOf(jobId)).toMatchObject({ status: 'queued', total: 1_200, cancellable: true });
    const worker = await here.application.startWorker();
    expect(await ended(jobId)).toMatchObject({ status: 'done', done: 1_200, result: { changed: 1_200, without_email: 400 } });
    expect((await recipientsOf(id)).count).toBe(1_200);
    // An undo that fails for a while succeeds later.
    await mailingsIn(here).update({ id }, { deleted_at: new Date() });
    await good(rita.post(`/api/v6/jobs/${jobId}/undo/`));
    expect(await ended(jobId)).toMatchObject({ status: 'failed', done: 0, undoable: true });
    await mailingsIn(here).update({ id }, { deleted_at: null });
    await good(rita.post(`/api/v6/jobs/${jobId}/undo/`));
    expect(await ended(jobId)).toMatchObject({ status: 'undone' });
    expect((await recipientsOf(id)).count).toBe(0);
    await worker.stop();
    const { job_id: other } = await good(rita.post(`/api/v6/mailing_lists/${id}/recipients/add_all/`, { query: queryOf('Falconer') }));
    expect(await good(rita.post(`/api/v6/jobs/${other}/cancel/`))).toMatchObject({ status: 'cancelled' });
    expect((await recipientsOf(id)).count).toBe(0);
  });

  it('[CONT-023] is rejected as a whole if the quota of contacts is too small', async () => {
    const found = await addPeople('Cooper', 3);
    await closeContacts(
      here,
      found.map((profile) => ({ profile })),
    );
    const id = await newSequence();
    const add = (opens: boolean) =>
      rita.post(`/api/v6/sequences/${id}/recipients/add_all/`, { query: queryOf('Cooper'), open_contacts: opens });
    await limitContacts(here, company, 1);
    expect(await add(true)).toMatchObject({ status: 400, body: { code: 'opening_limit', hidden: 2, available: 1, total: 1 } });
    expect((await recipientsOf(id)).count).toBe(0);
    await limitContacts(here, company, 2);
    const { job_id: jobId } = await good(add(true));
    expect((await ended(jobId)).result).toMatchObject({ changed: 3, opened_contacts: 2 });
    await limitContacts(here, company, 300);
  });

  it('[ROLE-033] [DEC-14] is recorded for both users if staff impersonate', { timeout: 60_000 }, async () => {
    const found = await addPeople('Thatcher', 300);
    await closeContacts(
      here,
      found.map((profile) => ({ profile })),
    );
    const [own, target] = [await here.addUser(await here.addCompany(), 'super_user'), await here.addUser(company, 'worker')];
    const staff = await here.signIn(own);
    await good(staff.post(`/api/internal/users/${target.id}/login_as/`));
    const { id } = await good(staff.post('/api/v6/sequences/', { name: 'Acted' }));
    const asked = { query: queryOf('Thatcher'), open_contacts: true };
    const { job_id: jobId } = await good(staff.post(`/api/v6/sequences/${id}/recipients/add_all/`, asked));
    // They have left before the job runs.
    await good(staff.post('/api/internal/users/return/'));
    const worker = await here.application.startWorker();
    await until(async () => expect(await here.sql(`select from jobs where id = $1 and status = 'done'`, [jobId])).toHaveLength(1));
    await worker.stop();
    const noted = await here.sql(
      `select distinct user_id::int as user, original_user_id::int as original, host(address) as address from audit_entries
       where kind = 'contacts_opened' and target_id = any($1)`,
      [found],
    );
    expect(noted).toEqual([{ user: target.id, original: own.id, address: '127.0.0.1' }]);
  });

  it('[ROLE-059] is rejected without access and without results', async () => {
    const { id } = await good(rita.post('/api/v6/sequences/', { name: 'Own', access_type: 'private' }));
    const of = (who: Caller, query: string) => who.post(`/api/v6/sequences/${id}/recipients/add_all/`, { query });
    expect((await of(colleague, queryOf('Falconer'))).status).toBe(403);
    const nobody = await of(rita, queryOf('Nosuchtrade'));
    expect(nobody).toMatchObject({ status: 400, body: { detail: 'The search finds nobody' } });
    expect((await of(rita, '["position:')).status).toBe(400);
    const { id: list } = await good(rita.post('/api/v6/sequences/', { name: 'Another' }));
    expect((await rita.post(`/api/v6/sequences/${list}/recipients/add_all/`, { query: '', filters: 'nonsense' })).status).toBe(400);
  });
});
