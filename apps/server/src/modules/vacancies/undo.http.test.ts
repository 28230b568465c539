import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();

let caller: Caller;
let company: number;
let statuses: { id: number; name: string }[];
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  statuses = (await caller.get('/api/v6/status_collection/statuses/')).body.statuses;
});

const undo = (jobId: number) => caller.post(`/api/v6/jobs/${jobId}/undo/`);
const candidatesOf = async (id: number) =>
  (await caller.get(`/api/v6/folders/${id}/candidates/`)).body.candidates as { id: number; updated_at: string; status: { id: number } }[];
const updates = async (id: number) => (await candidatesOf(id)).map((candidate) => candidate.updated_at);

const longAgo = '2026-01-02T03:04:05.000Z';

async function agedVacancy() {
  const { id, candidates } = await fillVacancy(here, caller, { profiles: 2 });
  await here.sql('update candidates set updated_at = $2 where vacancy_id = $1', [id, longAgo]);
  return { id, candidates };
}

const hello = { subject: 'Hello', body: '<p>Hello</p>' };

async function createdWith() {
  const { id } = await fillVacancy(here, caller, { profiles: 0 });
  const added = await caller.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, 2), is_new_folder: true });
  return { id, jobId: added.body.job_id as number };
}
const statusOf = async (id: number) => (await caller.get(`/api/v6/folders/${id}/`)).status;

describe('undo', () => {
  it('[DEC-13] restores the update time after a status change, a move and a removal', async () => {
    const { id, candidates } = await agedVacancy();
    const changed = await caller.patch('/api/v6/candidates/', { ids: candidates, status: statuses[2]?.id });
    expect(await updates(id)).not.toContain(longAgo);
    await undo(changed.body.job_id);
    expect(await updates(id)).toEqual([longAgo, longAgo]);

    const to = (await fillVacancy(here, caller, { profiles: 0 })).id;
    const body = { destination_folder: to, candidates };
    for (const keeps of [true, false]) {
      const moved = await caller.post(`/api/v6/folders/${id}/candidates/move/?withComments=true&saveMessagingHistory=${keeps}`, body);
      expect(await candidatesOf(to)).toHaveLength(2);
      await undo(moved.body.job_id);
      expect(await updates(id)).toEqual([longAgo, longAgo]);
    }

    const removed = await caller.delete('/api/v6/candidates/', { ids: candidates });
    await undo(removed.body.job_id);
    expect(await updates(id)).toEqual([longAgo, longAgo]);
  });

  it('[CAND-017] [DEC-13] deletes the vacancy that was created with its candidates', async () => {
    const { id, jobId } = await createdWith();
    expect((await undo(jobId)).body).toMatchObject({ status: 'undone', result: { undone: 2 } });
    expect(await statusOf(id)).toBe(404);
  });

  it('[CAND-017] keeps a vacancy that has other candidates, was edited since, or existed before', async () => {
    const used = await createdWith();
    await caller.post('/api/v6/candidates/', { folder_id: used.id, profiles: await addProfiles(here, 1) });
    const edited = await createdWith();
    here.clock.advance(1000);
    await caller.patch(`/api/v6/folders/${edited.id}/`, { description: 'For the platform' });
    const { id: old } = await fillVacancy(here, caller, { profiles: 0 });
    const added = await caller.post('/api/v6/candidates/', { folder_id: old, profiles: await addProfiles(here, 1) });
    for (const jobId of [used.jobId, edited.jobId, added.body.job_id]) expect((await undo(jobId)).body.status).toBe('undone');
    expect(await Promise.all([used.id, edited.id, old].map(statusOf))).toEqual([200, 200, 200]);
  });
});

describe('undo keeps', () => {
  it('[CAND-017] [DEC-13] a new vacancy with a mailing until the mailing is deleted', async () => {
    const { id, jobId } = await createdWith();
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    const ids = (await candidatesOf(id)).map((candidate) => candidate.id);
    const made = await colleague.post('/api/v6/mailing_lists/', { folder_id: id, templates: [hello] });
    await colleague.put('/api/v6/mailing_recipients/', { mailing_list_id: made.body.id, candidate_ids: ids });
    const mailing = `/api/v6/mailing_lists/${made.body.id}/`;
    const recipients = async () => (await colleague.get(`${mailing}recipients/`)).body.count as number;
    expect(await recipients()).toBe(2);
    expect((await undo(jobId)).body).toMatchObject({ status: 'undone', result: { undone: 2 } });
    expect([await statusOf(id), await recipients(), (await candidatesOf(id)).length]).toEqual([200, 2, 0]);

    const deleted = await createdWith();
    const list = await colleague.post('/api/v6/mailing_lists/', { folder_id: deleted.id, templates: [hello] });
    expect((await colleague.delete(`/api/v6/mailing_lists/${list.body.id}/`)).status).toBe(200);
    await undo(deleted.jobId);
    expect(await statusOf(deleted.id)).toBe(404);
  });

  it('[DEC-13] a later status and the time of the last change', async () => {
    const { id, candidates } = await agedVacancy();
    const to = (await fillVacancy(here, caller, { profiles: 0 })).id;
    const job = (await caller.patch('/api/v6/candidates/', { ids: candidates, status: statuses[2]?.id })).body.job_id as number;
    here.clock.advance(60_000);
    const [first, second] = candidates;
    await caller.patch('/api/v6/candidates/', { ids: [first], status: statuses[3]?.id });
    const url = `/api/v6/folders/${id}/candidates/move/?saveMessagingHistory=true`;
    await caller.post(url, { destination_folder: to, candidates: [second] });
    const shown = async () =>
      [...(await candidatesOf(id)), ...(await candidatesOf(to))].map((one) => ({
        id: one.id,
        status: one.status.id,
        updated: one.updated_at,
      }));
    const later = here.clock.now().toISOString();
    const moved = { id: second, updated: later };
    expect(await shown()).toMatchObject([
      { id: first, status: statuses[3]?.id, updated: later },
      { ...moved, status: statuses[2]?.id },
    ]);
    await undo(job);
    // The second has its previous status, and the time of its move.
    const before = (
      await here.sql<{ status_id: number }>('select min(id) as status_id from candidate_statuses where company_id = $1', [company])
    )[0]?.status_id;
    expect(await shown()).toMatchObject([
      { id: first, status: statuses[3]?.id, updated: later },
      { ...moved, status: before },
    ]);
  });
});

describe('the time in a status', () => {
  it('[CAND-015] starts with the status change, and is restored by undo', async () => {
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 1 });
    const since = async () => (await caller.get(`/api/v6/folders/${id}/candidates/`)).body.candidates[0].status_since as string;
    const added = await since();
    here.clock.advance(3 * 86_400_000);
    const { body } = await caller.patch('/api/v6/candidates/', { ids: candidates, status: statuses[3]?.id });
    expect(Date.parse(await since()) - Date.parse(added)).toBe(3 * 86_400_000);
    await undo(body.job_id);
    expect(await since()).toBe(added);
  });
});

describe('the list of own jobs', () => {
  it('[DEC-13] shows the subject of each job and the end of its undo', async () => {
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 2 });
    const { name } = (await caller.get(`/api/v6/folders/${id}/`)).body;
    await caller.patch('/api/v6/candidates/', { ids: candidates, status: statuses[1]?.id });
    const { jobs } = (await caller.get('/api/v6/jobs/?per_page=2')).body;
    expect(jobs).toMatchObject([
      { kind: 'candidates_status', details: { status: statuses[1]?.name }, result: { changed: 2 }, undoable: true },
      { kind: 'candidates_add', details: { folder: name }, undo_until: expect.any(String) },
    ]);
  });

  it('[DEC-13] [DEC-14] names a single person and vacancy of a job until the person is erased', async () => {
    const from = await fillVacancy(here, caller, { profiles: 1 });
    const to = await fillVacancy(here, caller, { profiles: 0 });
    const [name, other] = await Promise.all([from.id, to.id].map(async (id) => (await caller.get(`/api/v6/folders/${id}/`)).body.name));
    const [card] = (await caller.get(`/api/v6/folders/${from.id}/candidates/`)).body.candidates;
    const person = card.profile.name;
    await caller.patch(`/api/v6/candidates/${card.id}/`, { status: statuses[2]?.id });
    const url = `/api/v6/folders/${from.id}/candidates/move/?saveMessagingHistory=true`;
    await caller.post(url, { destination_folder: to.id, candidates: [card.id] });
    await caller.delete('/api/v6/candidates/', { ids: [card.id] });
    const details = async () => (await caller.get('/api/v6/jobs/?per_page=4')).body.jobs.map((job: { details: object }) => job.details);
    expect(person).toMatch(/Петрова/);
    expect(await details()).toEqual([
      { person, folder: other },
      { person, folder: other },
      { person, folder: name, status: statuses[2]?.name },
      { person, folder: name },
    ]);
    await here.sql('update profiles set deleted_at = now() where id = $1', [card.profile.id]);
    for (const about of await details()) expect(about).not.toHaveProperty('person');
  });
});
