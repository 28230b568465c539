import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signEvent } from '@headwater/sandbox/ats/greenhouse/webhooks';
import { startGreenhouse } from '@headwater/sandbox/ats/greenhouse/server';
import { apply } from '@headwater/sandbox/ats/greenhouse/world';
import { describeAts } from '../../../test/ats-conformance.ts';
import { endPauses } from '../../../test/ats-pauses.ts';
import type { AtsHarness } from '../../../test/ats-harness.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const owner = 'owner@greenhouse.test';
const greenhouse = await startGreenhouse({
  now: () => (here.clock as typeof here.clock | undefined)?.now() ?? new Date(),
  users: [
    { email: owner, name: 'Olivia Owner' },
    { email: 'second@greenhouse.test', name: 'Sam Second' },
  ],
});
const { world } = greenhouse;
const here = useInstallation({ HEADWATER_GREENHOUSE_URL: greenhouse.url });

const client = { email: owner, client_id: 'headwater-sandbox', client_secret: 'sandbox-secret' };
const token = { email: owner, access_token: 'sandbox-token' };
const [credential] = world.credentials;

const paths = { create: '/candidates', job: '/applications', attach: '/attachments', note: '/notes', read: '/candidates' } as const;

function addPerson(email: string, jobId?: string): number {
  const now = world.now().toISOString();
  const id = world.nextId();
  const lists = { phone_numbers: [], website_addresses: [], email_addresses: [{ value: email, type: 'personal' }] };
  const names = { first_name: 'Known', last_name: 'Person', company: null, title: null, external_id: null };
  world.candidates.push({ id, ...names, ...lists, created_at: now, updated_at: now });
  if (jobId !== undefined) apply(world, id, { jobId: Number(jobId), prospect: false });
  return id;
}

function reset() {
  world.faults.clear();
  for (const list of [world.candidates, world.applications, world.notes, world.attachments, world.outbox, world.requests]) list.length = 0;
  Object.assign(world, { refused: 0 });
  Object.assign(world.limit, { calls: 10_000, seconds: 30 });
  if (credential && !world.credentials.includes(credential)) world.credentials.push(credential);
}
reset();

const harness: AtsHarness = {
  vendor: 'greenhouse',
  credentials: client,
  refused: [
    { said: 'a missing e-mail', credentials: { ...client, email: '' }, field: 'email', text: /Field is required/ },
    { said: 'missing credentials', credentials: { email: owner }, field: 'client_id', text: /Enter a client ID and secret/ },
    { said: 'a wrong secret', credentials: { ...client, client_secret: 'wrong' }, field: 'client_secret', text: /does not accept/ },
    { said: 'an unknown user', credentials: { ...client, email: 'nobody@greenhouse.test' }, field: 'email', text: /no active user/ },
    { said: 'a wrong ingestion token', credentials: { ...token, access_token: 'wrong' }, field: 'access_token', text: /does not accept/ },
    { said: 'an unknown user of the token', credentials: { ...token, email: 'no@b.test' }, field: 'email', text: /no active user/ },
  ],
  openJobs: () => world.jobs.filter(({ status }) => status === 'open').map(({ id, name }) => ({ id: String(id), title: name })),
  closedJob: () => String(world.jobs.find(({ status }) => status === 'closed')?.id),
  addPerson: (email, jobId) => String(addPerson(email, jobId)),
  people: () =>
    world.candidates.map(({ id, email_addresses: emails }) => ({
      id: String(id),
      emails: emails.map(({ value }) => value),
      jobs: world.applications
        .filter((each) => each.candidate_id === id)
        .map((each) => ({ id: each.job_id === null ? null : String(each.job_id), isActive: each.status === 'in_process' })),
      notes: world.notes.filter((note) => note.candidate_id === id).map(({ body }) => body),
      files: world.attachments.filter((file) => file.candidate_id === id).map(({ filename }) => filename),
    })),
  deletePerson(id) {
    world.candidates.splice(
      world.candidates.findIndex((each) => String(each.id) === id),
      1,
    );
  },
  movePerson(id) {
    const application = world.applications.find((each) => String(each.candidate_id) === id);
    const stage = world.stages.findLast((each) => each.job_id === application?.job_id);
    if (application && stage) application.job_interview_stage_id = stage.id;
    return stage?.name ?? '';
  },
  event: (personId, { id, webhook, isForged }) => ({
    url: webhook?.url ?? '',
    ...signEvent(
      { action: 'candidate_stage_change', payload: { application: { candidate: { id: Number(personId) }, note: 'Ёж <b>' } } },
      isForged ? 'another key' : (webhook?.key ?? ''),
      id,
    ),
  }),
  fail: (step, kind, times = 1) => world.faults.add({ kind, method: step === 'read' ? 'GET' : 'POST', path: paths[step], times }),
  erasure: { fail: (kind) => world.faults.add({ kind, method: 'DELETE', path: '', times: 1 }) },
  revoke: () => void world.credentials.splice(0),
  restore: () => void (credential && world.credentials.push(credential)),
  requests: () => world.requests.splice(0),
  outbox: () => world.outbox,
  reset,
};

afterAll(() => greenhouse.stop());

describe('Greenhouse', () => {
  describeAts(here, harness);
});

const openJob = () => harness.openJobs()[0]?.id;

describe('Greenhouse, its own rules', () => {
  let user: TestUser;
  let caller: Caller;
  const workers: { stop(): Promise<void> }[] = [];
  const connect = (credentials: object) => caller.post('/api/v6/greenhouse/auth/', credentials);
  const work = async () => {
    if (workers.length === 0) workers.push(await here.application.startWorker());
    await here.application.idle();
  };
  const addPeople = async (count: number) => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1)
      ids.push(
        ...(await addProfiles(here, 1, {
          companyId: user.companyId,
          input: { contacts: [{ type: 'email', value: `own${world.nextId()}@candidates.test`, source: 'manual' }] },
        })),
      );
    return ids;
  };
  const send = (profileId: number, more: object = {}) =>
    caller.post('/api/v6/greenhouse/candidates/', { ah_profile_id: profileId, job_id: openJob(), ...more });
  const withdraw = (profileId: number) =>
    caller.send({ method: 'DELETE', url: '/api/v6/greenhouse/candidates/', payload: { ah_profile_id: profileId, job_id: openJob() } });
  const linksOf = async (profileId: number) => (await caller.get(`/api/v6/ats/links/?profile_id=${profileId}`)).body.links;

  beforeAll(async () => {
    user = await here.addUser(await here.addCompany({ features: { integrates_greenhouse: true } }), 'admin');
    caller = await here.signIn(user);
  });
  afterEach(async () => {
    if (world.outbox.length > 0) throw new Error('Greenhouse would write to a person');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    reset();
  });

  it('[ATS-034] names a missing permission of the credentials', async () => {
    credential?.scopes.delete('harvest:applications:list');
    const answer = await connect(client);
    credential?.scopes.add('harvest:applications:list');
    expect(answer).toMatchObject({ status: 400, body: { client_id: [expect.stringContaining('harvest:applications:list')] } });
  });

  it('[COMP-028] is closed to a company without the integration', async () => {
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect(await other.post('/api/v6/greenhouse/auth/', client)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('no access') },
    });
    expect((await other.get('/api/internal/users/me/')).body.apps).toEqual([]);
    expect((await caller.get('/api/internal/users/me/')).body.apps).toEqual(['greenhouse']);
  });

  it('[DEC-12] [ATS-062] follows pages, and reads again after a first 500', async () => {
    await connect(client);
    for (let at = 0; at < 1100; at += 1)
      world.jobs.push({ id: world.nextId(), name: `Job ${at}`, status: 'open', department: null, offices: [] });
    harness.fail('read', 'error');
    world.faults.add({ kind: 'error', method: 'GET', path: '/jobs', times: 1 });
    const { body } = await caller.get('/api/v6/greenhouse/vacancies/');
    world.jobs.splice(3);
    expect(body.vacancies).toHaveLength(1102);
  });

  it('renews an expired token once for concurrent requests', async () => {
    await connect(client);
    here.clock.advance(2 * 3_600_000);
    const before = world.tokens.size;
    const answers = await Promise.all([1, 2, 3, 4].map(() => caller.get('/api/v6/greenhouse/vacancies/')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(world.tokens.size - before).toBe(1);
  });

  it('[ATS-055] [ATS-057] sends a prospect', async () => {
    await connect(client);
    const [profile = 0] = await addPeople(1);
    await send(profile, { as_prospect: true, job_id: null });
    await work();
    expect(world.applications).toMatchObject([{ prospect: true, job_id: null, status: 'in_process' }]);
  });

  it('[ATS-044] takes a person out of the job without an e-mail, and only if it was sent from here', async () => {
    await connect(client);
    const [profile = 0, other = 0] = await addPeople(2);
    await send(profile);
    await work();
    expect((await withdraw(profile)).status).toBe(200);
    expect(world.applications).toMatchObject([{ status: 'rejected' }]);
    expect((await linksOf(profile))[0]).toMatchObject({ applications: [{ status: 'rejected' }] });
    expect(await withdraw(other)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('was not sent') } });
  });

  it('[ATS-049] [ATS-050] [ATS-058] sends later changes of a profile while the subscription is on', async () => {
    await connect(client);
    const [profile = 0] = await addPeople(1);
    expect((await caller.post(`/api/v6/greenhouse/candidates/${profile}/updates/`)).status).toBe(409);
    await send(profile);
    await work();
    expect((await caller.post(`/api/v6/greenhouse/candidates/${profile}/updates/`)).body).toEqual({ updates_subscription: true });
    const add = (value: string) =>
      here.sql(
        `insert into profile_contacts (profile_id, company_id, type, value, normalized, created_at) values ($1, $2, 'email', $3, $3, $4)`,
        [profile, user.companyId, value, here.clock.now()],
      );
    const nightly = async () => {
      await here.sql(`select graphile_worker.add_job('read_all_ats')`);
      await work();
    };
    here.clock.advance(60_000);
    await add('second@candidates.test');
    await nightly();
    expect(world.candidates[0]?.email_addresses.map(({ value }) => value)).toContain('second@candidates.test');
    expect((await caller.delete(`/api/v6/greenhouse/candidates/${profile}/updates/`)).body).toEqual({ updates_subscription: false });
    here.clock.advance(60_000);
    await add('third@candidates.test');
    await nightly();
    expect(world.candidates[0]?.email_addresses).toHaveLength(2);
  });

  it('keeps links after another user of the same account connects', async () => {
    await connect(client);
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    await connect({ ...client, email: 'second@greenhouse.test' });
    await send(profile);
    await work();
    expect(await linksOf(profile)).toHaveLength(1);
    expect(world.candidates).toHaveLength(1);
  });

  it('sends many people within the limit, without a refused request', async () => {
    await connect(client);
    Object.assign(world.limit, { calls: 20, seconds: 30 });
    const profiles = await addPeople(25);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    await caller.post('/api/v6/candidates/', { folder_id: id, profiles });
    here.clock.advance(31_000);
    const started = await caller.post(`/api/vacancies/${id}/candidates/export/greenhouse`, { job_id: openJob() });
    const job = async () => (await caller.get(`/api/v6/jobs/${started.body.job_id}/`)).body;
    for (let round = 0; round < 20 && (await job()).status !== 'done'; round += 1) {
      await work();
      await endPauses(here, 31_000);
    }
    expect(await job()).toMatchObject({ status: 'done', result: { sent: 25, failed: 0 } });
    expect(world.candidates).toHaveLength(25);
    expect(world.refused).toBe(0);
  });

  describe('Candidate Ingestion', () => {
    it('[ATS-020] [DEC-12] sends with the access token alone, with the comment', async () => {
      expect((await connect(token)).body).toMatchObject({ active: true, name: 'Olivia Owner' });
      const [profile = 0] = await addPeople(1);
      const { body } = await send(profile, { comment: 'By token' });
      await work();
      expect((await caller.get(`/api/v6/ats/sends/${body.job_id}/`)).body.rows).toMatchObject([{ state: 'sent', error: null }]);
      expect(world.candidates).toMatchObject([{ external_id: String(profile) }]);
      expect(world.notes).toMatchObject([{ body: 'By token' }]);
    });

    it('does not repeat a write with an unknown outcome, because it cannot search', async () => {
      await connect(token);
      const [profile = 0] = await addPeople(1);
      harness.fail('create', 'cut_after');
      const { body } = await send(profile);
      await work();
      expect((await caller.get(`/api/v6/ats/sends/${body.job_id}/`)).body.rows).toMatchObject([
        { state: 'failed', error: expect.stringContaining('did not confirm') },
      ]);
      expect(world.candidates).toHaveLength(1);
    });

    it('does not call a person deleted who is absent from an answer', async () => {
      await connect(token);
      const [profile = 0] = await addPeople(1);
      await send(profile);
      await work();
      world.candidates.length = 0;
      await here.sql(`select graphile_worker.add_job('read_all_ats')`);
      await work();
      expect((await linksOf(profile))[0]).toMatchObject({ deleted: false });
    });
  });
});
