import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '@headwater/contract/jobs';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { poll, settled, until as untilSettled } from '../../../test/settled.ts';

const here = useInstallation();
const large = 1200;

let company: number;
let recruiter: TestUser;
let caller: Caller;
let profiles: number[];
let statusIds: number[];
const workers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
  profiles = await addProfiles(here, large);
  statusIds = (await caller.get('/api/v6/status_collection/statuses/')).body.statuses.map((status: { id: number }) => status.id);
});

async function startWorker() {
  const worker = await here.application.startWorker();
  workers.push(worker);
  return worker;
}
async function stopWorkers() {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
}
afterAll(stopWorkers);

const job = async (id: number): Promise<JobView> => (await caller.get(`/api/v6/jobs/${id}/`)).body;

/** Waits up to 20 s for the status and returns the last state. */
async function until(id: number, status: JobView['status']): Promise<JobView> {
  const isThere = async () => expect((await job(id)).status).toBe(status);
  await untilSettled(isThere).catch(() => undefined);
  return job(id);
}

const vacancy = async () => (await fillVacancy(here, caller, { profiles: 0 })).id;
const count = async (id: number, query = '') =>
  (await caller.get(`/api/v6/folders/${id}/candidates/?per_page=1${query}`)).body.count as number;
const addLarge = async (id: number) => (await caller.post('/api/v6/candidates/', { folder_id: id, profiles })).body.job_id as number;

/** Requests cancellation as soon as a worker takes the job. */
const cancelOnceTaken = () =>
  here.sql(`create function cancel_once_taken() returns trigger language plpgsql as $$
      begin update jobs set cancel_requested = true where id = new.id; return null; end $$;
    create trigger cancel_once_taken after update on jobs for each row
      when (old.lease is null and new.lease is not null) execute function cancel_once_taken()`);

describe('a small job', () => {
  it('[DEC-13] completes within the request and is visible only to its owner', async () => {
    const id = await vacancy();
    const added = await caller.post('/api/v6/candidates/', { folder_id: id, profiles: profiles.slice(0, 200) });
    expect(await job(added.body.job_id)).toMatchObject({
      kind: 'candidates_add',
      status: 'done',
      done: 200,
      total: 200,
      result: { changed: 200 },
      error: null,
      cancellable: false,
      undoable: true,
    });
    const colleague = await here.signIn(await here.addUser(company, 'admin'));
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const missing = await colleague.get('/api/v6/jobs/999999999/');
    expect(missing.status).toBe(404);
    for (const who of [colleague, stranger]) {
      expect((await who.get(`/api/v6/jobs/${added.body.job_id}/`)).body).toEqual(missing.body);
      expect((await who.post(`/api/v6/jobs/${added.body.job_id}/undo/`)).body).toEqual(missing.body);
      expect((await who.post(`/api/v6/jobs/${added.body.job_id}/cancel/`)).body).toEqual(missing.body);
    }
    expect((await colleague.get('/api/v6/jobs/')).body.jobs).toEqual([]);
    expect((await caller.get('/api/v6/jobs/?per_page=1')).body).toMatchObject({ jobs: [{ id: added.body.job_id }], pages: { current: 1 } });
    expect((await caller.post(`/api/v6/jobs/${added.body.job_id}/cancel/`)).body.detail).toBe('This work is already over');
    expect((await here.visitor().get('/api/v6/jobs/')).status).toBe(401);
  });

  it('[DEC-13] is undone once by concurrent requests', async () => {
    const { candidates } = await fillVacancy(here, caller, { profiles: 2 });
    const { body } = await caller.patch('/api/v6/candidates/', { ids: candidates, status: statusIds[1] });
    const answers = await Promise.all([1, 2, 3].map(() => caller.post(`/api/v6/jobs/${body.job_id}/undo/`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('a large job', () => {
  it('[DEC-13] [CAND-017] runs on a worker, and so does its undo', async () => {
    const id = await vacancy();
    const jobId = await addLarge(id);
    expect(await job(jobId)).toMatchObject({ status: 'queued', done: 0, total: large, cancellable: true, undoable: false });
    await startWorker();
    expect(await until(jobId, 'done')).toMatchObject({ status: 'done', done: large, result: { changed: large }, undoable: true });
    expect(await count(id)).toBe(large);
    await caller.post(`/api/v6/jobs/${jobId}/undo/`);
    expect(await until(jobId, 'undone')).toMatchObject({ status: 'undone', result: { undone: large } });
    expect(await count(id)).toBe(0);
    await stopWorkers();
  });

  it('[DEC-13] [CAND-030] reports the number of copies at the end', async () => {
    const from = await vacancy();
    await startWorker();
    await until(await addLarge(from), 'done');
    const to = await vacancy();
    const ids: { id: number }[] = await here.sql('select id from candidates where vacancy_id = $1', [from]);
    const { body } = await caller.post(`/api/v6/folders/${from}/candidates/copy/`, {
      destination_folder: to,
      candidates: ids.map((row) => row.id),
    });
    expect(body).toMatchObject({ count: large, copied: null });
    expect((await until(body.job_id, 'done')).result).toEqual({ changed: large });
    expect(await count(to)).toBe(large);
    await stopWorkers();
  });

  it('[DEC-13] is cancelled before it starts', async () => {
    const id = await vacancy();
    const jobId = await addLarge(id);
    const early = await caller.post(`/api/v6/jobs/${jobId}/undo/`);
    expect([early.status, early.body.detail]).toEqual([409, 'This work is not over yet']);
    const { body } = await caller.post(`/api/v6/jobs/${jobId}/cancel/`);
    expect(body).toMatchObject({ status: 'cancelled', undoable: false });
    await startWorker();
    await settled();
    expect(await count(id)).toBe(0);
    await stopWorkers();
  });

  it('[DEC-13] keeps completed batches when cancelled midway, and can undo them', async () => {
    const id = await vacancy();
    const jobId = await addLarge(id);
    await cancelOnceTaken();
    await startWorker();
    const stopped = await until(jobId, 'cancelled');
    await here.sql('drop function cancel_once_taken cascade');
    expect(stopped).toMatchObject({ status: 'cancelled', done: 500, undoable: true });
    expect(await count(id)).toBe(500);
    await caller.post(`/api/v6/jobs/${jobId}/undo/`);
    await until(jobId, 'undone');
    expect(await count(id)).toBe(0);
    await stopWorkers();
  });

  it('[DEC-13] is cancelled while it waits for the license of its company, also when cancelled before the wait', async () => {
    const license = (till: string | null) => here.sql('update companies set paid_till = $2 where id = $1', [company, till]);
    const row = async (id: number) =>
      (await here.sql<{ status: string; waits: boolean }>('select status, lease is null as waits from jobs where id = $1', [id]))[0];
    const [early, id] = [await vacancy(), await vacancy()];
    const waiting = await addLarge(early);
    await license('2020-01-01');
    await startWorker();
    await poll(() => row(waiting)).toEqual({ status: 'running', waits: true });
    await stopWorkers();
    await license(null);
    expect((await caller.post(`/api/v6/jobs/${waiting}/cancel/`)).body).toMatchObject({ status: 'cancelled', done: 0, undoable: false });

    const meanwhile = await addLarge(id);
    await license('2020-01-01');
    await cancelOnceTaken();
    await startWorker();
    await poll(() => row(meanwhile)).toEqual({ status: 'cancelled', waits: true });
    await here.sql('drop function cancel_once_taken cascade');
    await license(null);
    await stopWorkers();
    expect([await count(early), await count(id)]).toEqual([0, 0]);
  });

  it('[DEC-13] is cancelled before the next batch after its worker died', async () => {
    const id = await vacancy();
    const jobId = await addLarge(id);
    await here.sql(
      `update jobs set status = 'running', lease = gen_random_uuid(), heartbeat_at = now() - interval '31 seconds', cancel_requested = true
       where id = $1`,
      [jobId],
    );
    await startWorker();
    expect(await until(jobId, 'cancelled')).toMatchObject({ status: 'cancelled', done: 0 });
    expect(await count(id)).toBe(0);
    await stopWorkers();
  });

  it('[DEC-13] resumes after the last completed batch when its worker died, and repeats nothing', async () => {
    const id = await vacancy();
    const jobId = await addLarge(id);
    // State after a worker was killed: a lease without renewal and a queue entry locked for hours.
    await here.sql("delete from graphile_worker._private_jobs where payload->>'jobId' = $1", [String(jobId)]);
    await here.sql(
      `update jobs set status = 'running', lease = gen_random_uuid(), heartbeat_at = now() - interval '31 seconds',
         created_at = now() - interval '60 seconds', state = '{"next": 500, "changed": 500}', done = 500 where id = $1`,
      [jobId],
    );
    await startWorker();
    expect(await until(jobId, 'done')).toMatchObject({ status: 'done', done: large, result: { changed: large } });
    // The test only pretends that the first 500 were added.
    expect(await count(id)).toBe(large - 500);
    await stopWorkers();
  });

  it('[DEC-13] is not taken over while its worker is alive', async () => {
    const id = await vacancy();
    const jobId = await addLarge(id);
    await here.sql("update jobs set status = 'running', lease = gen_random_uuid(), heartbeat_at = now() where id = $1", [jobId]);
    await startWorker();
    await settled();
    expect(await count(id)).toBe(0);
    await stopWorkers();
  });

  it('[DEC-13] reports the reason of a failure in the language of the reader', async () => {
    const russian = await here.signIn(await here.addUser(company, 'worker', { language: 'ru' }));
    const { id } = await fillVacancy(here, russian, { profiles: 0 });
    const { body } = await russian.post('/api/v6/candidates/', { folder_id: id, profiles });
    await russian.delete(`/api/v6/folders/${id}/`);
    await startWorker();
    const end = Date.now() + 20_000;
    let view: JobView;
    do view = (await russian.get(`/api/v6/jobs/${body.job_id}/`)).body;
    while (view.status !== 'failed' && Date.now() < end);
    expect(view).toMatchObject({ status: 'failed', error: 'Такой вакансии нет', undoable: false });
    await stopWorkers();
  });

  it('[DEC-13] stops when its owner is deactivated', async () => {
    const leaver = await here.addUser(company, 'worker');
    const theirs = await here.signIn(leaver);
    const { id } = await fillVacancy(here, theirs, { profiles: 0 });
    const { body } = await theirs.post('/api/v6/candidates/', { folder_id: id, profiles });
    await here.sql('update users set is_active = false where id = $1', [leaver.id]);
    await startWorker();
    const end = Date.now() + 20_000;
    let rows: { status: string; error: object }[];
    do rows = await here.sql('select status, error from jobs where id = $1', [body.job_id]);
    while (rows[0]?.status !== 'failed' && Date.now() < end);
    expect(rows).toMatchObject([{ status: 'failed', error: { key: 'job_person_gone' } }]);
    await stopWorkers();
  });
});

describe('adding all results of a search', () => {
  it('[CAND-033] [CAND-034] [CAND-036] adds the found people and returns name and candidates_count', async () => {
    const marked = await addProfiles(here, 3, { input: { positions: [{ title: 'Зоотехник', company: 'Ферма', is_current: true }] } });
    // Loads the index first, as a slow machine may exceed the timeout of the search.
    await here.application.search.start();
    const id = await vacancy();
    const query = JSON.stringify(['position:Зоотехник']);
    const { status, body } = await caller.post(`/api/v6/folders/${id}/candidates/add_all/`, { query });
    expect({ status, body }).toMatchObject({ status: 200, body: { name: expect.any(String), candidates_count: 3 } });
    expect(await job(body.job_id)).toMatchObject({ kind: 'candidates_add_all', status: 'done', result: { changed: 3 } });
    const shown = (await caller.get(`/api/v6/folders/${id}/candidates/`)).body.candidates;
    expect(shown.map((candidate: { profile: { id: number } }) => candidate.profile.id).toSorted()).toEqual(marked.toSorted());
    expect(shown[0].search_query).toEqual({ q: query, f: '' });
    const nobody = await caller.post(`/api/v6/folders/${id}/candidates/add_all/`, { query: JSON.stringify(['position:Несуществующий']) });
    expect(nobody.body.detail).toBe('The search finds nobody');
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await stranger.post(`/api/v6/folders/${id}/candidates/add_all/`, { query })).status).toBe(404);
  });
});
