import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmartRecruiters } from '@headwater/sandbox/ats/smartrecruiters/server';
import { ALL_SCOPES } from '@headwater/sandbox/ats/smartrecruiters/world';
import { describeAts } from '../../../test/ats-conformance.ts';
import { endPauses } from '../../../test/ats-pauses.ts';
import type { AtsHarness } from '../../../test/ats-harness.ts';
import { connectByConsent, consentAt } from '../../../test/ats-consent.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { sandboxClient } from '../../../test/mail-services.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const owner = 'owner@smartrecruiters.test';
const smartRecruiters = await startSmartRecruiters({
  now: () => (here.clock as typeof here.clock | undefined)?.now() ?? new Date(),
  users: [{ email: owner }],
  async call(url, headers) {
    const answer = await here.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: '{}',
      headers: { ...headers, host: 'headwater.test' },
    });
    return { status: answer.statusCode, secret: String(answer.headers['x-hook-secret'] ?? '') };
  },
});
const { world } = smartRecruiters;
const here = useInstallation({
  HEADWATER_SMARTRECRUITERS_URL: smartRecruiters.url,
  HEADWATER_SMARTRECRUITERS_CLIENT_ID: sandboxClient.clientId,
  HEADWATER_SMARTRECRUITERS_CLIENT_SECRET: sandboxClient.clientSecret,
});

const key = { access_token: 'sandbox-key' };
const consenting = { vendor: 'smartrecruiters', account: owner } as const;

const paths = { create: '/candidates', job: '/candidates', attach: '/attachments', note: '/shares', read: '/candidates' } as const;

function addPerson(email: string, jobId?: string): string {
  const id = randomUUID();
  const assignments = jobId === undefined ? [] : [{ jobId, status: 'NEW', subStatus: null }];
  world.candidates.push({ id, firstName: 'Known', lastName: 'Person', email, phoneNumber: null, tags: [], assignments });
  return id;
}

function reset() {
  world.faults.clear();
  for (const list of [world.candidates, world.files, world.messages, world.outbox, world.requests]) list.length = 0;
  Object.assign(world, { refused: 0 });
  Object.assign(world.limit, { calls: 10_000, seconds: 1 });
  world.keys.set(key.access_token, new Set(ALL_SCOPES));
}
reset();

const ended = new Set(['WITHDRAWN', 'REJECTED', 'HIRED']);

const harness: AtsHarness = {
  vendor: 'smartrecruiters',
  credentials: key,
  consent: (caller) => connectByConsent(caller, consenting),
  refused: [
    { said: 'a missing key', credentials: { access_token: '' }, field: 'access_token', text: /Field is required/ },
    { said: 'a wrong key', credentials: { access_token: 'wrong' }, field: 'access_token', text: /does not accept/ },
  ],
  openJobs: () => world.jobs.filter(({ status }) => ['SOURCING', 'INTERVIEW'].includes(status)),
  closedJob: () => world.jobs.find(({ status }) => status === 'FILLED')?.id ?? '',
  addPerson,
  people: () =>
    world.candidates.map(({ id, email, assignments }) => ({
      id,
      emails: [email],
      jobs: assignments.map(({ jobId, status }) => ({ id: jobId, isActive: !ended.has(status) })),
      notes: world.messages
        .filter(({ content }) => content.endsWith(` #[CANDIDATE:${id}]`))
        .map(({ content }) => content.replace(/ #\[CANDIDATE:.*/, '')),
      files: world.files.filter((file) => file.candidateId === id).map(({ name }) => name),
    })),
  deletePerson(id) {
    world.candidates.splice(0, world.candidates.length, ...world.candidates.filter((each) => each.id !== id));
  },
  movePerson(id) {
    const assignment = world.candidates.find((each) => each.id === id)?.assignments[0];
    if (assignment) Object.assign(assignment, { status: 'INTERVIEW', subStatus: 'Phone screen' });
    return 'Phone screen';
  },
  event(personId, { isForged }) {
    const [subscription] = world.subscriptions;
    const url = isForged ? 'http://headwater.test/api/webhooks/smartrecruiters/unknown' : (subscription?.callbackUrl ?? '');
    const link = `<https://api.smartrecruiters.com/candidates/${personId}>; rel="self"`;
    return { url, body: '{}', headers: { 'event-name': 'application.status.updated', link, 'content-type': 'application/json' } };
  },
  fail: (step, kind, times = 1) => world.faults.add({ kind, method: step === 'read' ? 'GET' : 'POST', path: paths[step], times }),
  erasure: { fail: (kind) => world.faults.add({ kind, method: 'DELETE', path: '', times: 1 }) },
  revoke: () => world.grants.clear(),
  restore: () => undefined,
  requests: () => world.requests.splice(0),
  outbox: () => world.outbox,
  reset,
};

afterAll(() => smartRecruiters.stop());

describe('SmartRecruiters', () => {
  describeAts(here, harness);
});

const openJob = () => harness.openJobs()[0]?.id;

describe('SmartRecruiters, its own rules', () => {
  let user: TestUser;
  let caller: Caller;
  const workers: { stop(): Promise<void> }[] = [];
  const connect = () => connectByConsent(caller, consenting);
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
          input: { contacts: [{ type: 'email', value: `${randomUUID()}@candidates.test`, source: 'manual' }] },
        })),
      );
    return ids;
  };
  const send = (profileId: number, more: object = {}) =>
    caller.post('/api/v6/smartrecruiters/candidates/', { ah_profile_id: profileId, job_id: openJob(), ...more });

  beforeAll(async () => {
    user = await here.addUser(await here.addCompany({ features: { integrates_smartrecruiters: true, has_messaging: true } }), 'admin');
    caller = await here.signIn(user);
  });
  afterEach(async () => {
    if (world.outbox.length > 0) throw new Error('SmartRecruiters would write to a person');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    reset();
  });

  it('[ROLE-030] lets only an administrator connect, reconnect and disconnect', async () => {
    const recruiter = await here.signIn(await here.addUser(user.companyId, 'worker'));
    const refused = { status: 403, body: { detail: expect.stringContaining('Only an administrator') } };
    expect(await recruiter.post('/api/v6/smartrecruiters/auth/', key)).toMatchObject(refused);
    expect(await recruiter.post('/api/v6/smartrecruiters/connect/', {})).toMatchObject(refused);
    const answer = await consentAt(caller, consenting);
    expect(await recruiter.post('/api/social_accounts/', answer)).toMatchObject(refused);
    const { id } = (await caller.post('/api/social_accounts/', answer)).body;
    expect(await recruiter.delete(`/api/social_accounts/${id}/`)).toMatchObject(refused);
    expect((await recruiter.get('/api/v6/smartrecruiters/vacancies/')).status).toBe(200);
    expect((await caller.delete(`/api/social_accounts/${id}/`)).status).toBe(200);
  });

  it('[ATS-008] [ATS-016] [ATS-025] connects by the consent page or a key, and names a missing permission', async () => {
    expect(await connect()).toMatchObject({ status: 200, body: { vendor: 'smartrecruiters', active: true } });
    world.keys.get(key.access_token)?.delete('jobs_read');
    expect(await caller.post('/api/v6/smartrecruiters/auth/', key)).toMatchObject({
      status: 400,
      body: { access_token: [expect.stringContaining('jobs_read')] },
    });
    world.keys.get(key.access_token)?.add('jobs_read');
    expect((await caller.post('/api/v6/smartrecruiters/auth/', key)).body).toMatchObject({ active: true, name: 'Sandbox AG' });
    expect((await caller.get('/api/v6/smartrecruiters/vacancies/')).status).toBe(200);
  });

  it('[ATS-035] lists the jobs of all pages, and no job in a state that it does not know', async () => {
    await connect();
    const before = world.jobs.length;
    for (let at = 0; at < 120; at += 1)
      world.jobs.push({ id: randomUUID(), title: `Job ${at}`, status: 'SOURCING', department: 'Sales', city: 'Berlin', country: 'de' });
    const { body } = await caller.get('/api/v6/smartrecruiters/vacancies/');
    world.jobs.splice(before);
    expect(body.vacancies).toHaveLength(122);
    expect(body.vacancies[0]).toMatchObject({ title: 'Backend developer', department: 'Engineering', location: 'Berlin, DE' });
  });

  it('does not find people by a part of an address', async () => {
    await connect();
    harness.addPerson('anna.long@candidates.test');
    const [profile = 0] = await addProfiles(here, 1, {
      companyId: user.companyId,
      input: { contacts: [{ type: 'email', value: 'anna@candidates.test', source: 'manual' }] },
    });
    const { body } = await caller.get(`/api/v6/smartrecruiters/vacancies/?ah_profile_id=${profile}`);
    expect(body.duplicates).toEqual([]);
  });

  it('[ATS-040] sends no mention of a user with the comment, and refuses a prospect', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    expect(await send(profile, { as_prospect: true, job_id: null })).toMatchObject({
      status: 400,
      body: { as_prospect: [expect.stringContaining('has no prospects')] },
    });
    await send(profile, { comment: 'Ask @[USER:1]' });
    await work();
    expect(world.candidates).toMatchObject([{ tags: ['Headwater'], assignments: [{ jobId: openJob(), status: 'NEW' }] }]);
    expect(world.messages[0]?.content).toMatch(/^Ask @ \[USER:1\] #\[CANDIDATE:/);
  });

  it('[ATS-045] takes a person out of the job without an e-mail', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    const url = '/api/v6/smartrecruiters/candidates/';
    const payload = { ah_profile_id: profile, job_id: openJob() };
    expect((await caller.send({ method: 'DELETE', url, payload })).status).toBe(200);
    expect(world.candidates[0]?.assignments).toMatchObject([{ status: 'WITHDRAWN' }]);
  });

  it('confirms its webhook address, and removes the subscription after a disconnection', async () => {
    world.subscriptions.length = 0;
    const { id } = (await connect()).body;
    expect(world.subscriptions).toMatchObject([{ status: 'active' }]);
    await connect();
    expect(world.subscriptions).toHaveLength(1);
    await caller.delete(`/api/social_accounts/${id}/`);
    expect(world.subscriptions).toEqual([]);
  });

  it('sends many people within the limit, without a refused request', async () => {
    await connect();
    here.clock.advance(2000);
    Object.assign(world.limit, { calls: 10, seconds: 1 });
    const profiles = await addPeople(12);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    await caller.post('/api/v6/candidates/', { folder_id: id, profiles });
    const started = await caller.post(`/api/vacancies/${id}/candidates/export/smartrecruiters`, { job_id: openJob() });
    const job = async () => (await caller.get(`/api/v6/jobs/${started.body.job_id}/`)).body;
    for (let round = 0; round < 20 && (await job()).status !== 'done'; round += 1) {
      await work();
      await endPauses(here, 2000);
    }
    expect(await job()).toMatchObject({ status: 'done', result: { sent: 12, failed: 0 } });
    expect(world.refused).toBe(0);
  });
});
