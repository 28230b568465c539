import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addOpportunity } from '@headwater/sandbox/ats/lever/opportunities';
import { startLever } from '@headwater/sandbox/ats/lever/server';
import { signEvent } from '@headwater/sandbox/ats/lever/webhooks';
import { ALL_RIGHTS, makeUser } from '@headwater/sandbox/ats/lever/world';
import { randomUUID } from 'node:crypto';
import { describeAts } from '../../../test/ats-conformance.ts';
import { endPauses } from '../../../test/ats-pauses.ts';
import type { AtsHarness } from '../../../test/ats-harness.ts';
import { connectByConsent, consentAt } from '../../../test/ats-consent.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { sandboxClient } from '../../../test/mail-services.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const owner = 'owner@lever.test';
const lever = await startLever({
  now: () => (here.clock as typeof here.clock | undefined)?.now() ?? new Date(),
  users: [{ email: owner, name: 'Olivia Owner' }],
});
const { world } = lever;
const here = useInstallation({
  HEADWATER_LEVER_URL: lever.url,
  HEADWATER_LEVER_CLIENT_ID: sandboxClient.clientId,
  HEADWATER_LEVER_CLIENT_SECRET: sandboxClient.clientSecret,
});

const key = { access_token: 'sandbox-key' };
const consenting = { vendor: 'lever', account: owner } as const;

const paths = { create: '/opportunities', job: '/opportunities', attach: '/files', note: '/notes', read: '/opportunities' } as const;

function addPerson(email: string, posting: string | null = null): string {
  const contact = { id: randomUUID(), name: 'Known Person', headline: '', emails: [email], phones: [], links: [] };
  world.contacts.push(contact);
  addOpportunity(world, contact.id, { posting, user: world.users[0]?.id ?? '' });
  return contact.id;
}

function reset() {
  world.faults.clear();
  for (const list of [world.contacts, world.opportunities, world.notes, world.files, world.outbox, world.requests]) list.length = 0;
  Object.assign(world, { refused: 0 });
  Object.assign(world.limit, { perSecond: 10_000, burst: 10_000 });
  world.keys.set(key.access_token, new Set(ALL_RIGHTS));
}
reset();

const opportunitiesOf = (contact: string) => world.opportunities.filter((each) => each.contact === contact);

const harness: AtsHarness = {
  vendor: 'lever',
  credentials: key,
  consent: (caller) => connectByConsent(caller, consenting),
  prepare: ({ email }) => void world.users.push(makeUser({ email, name: 'Rita Recruiter' }, 1_500_000_000_000)),
  refused: [
    { said: 'a missing key', credentials: { access_token: '' }, field: 'access_token', text: /Field is required/ },
    { said: 'a wrong key', credentials: { access_token: 'wrong' }, field: 'access_token', text: /does not accept/ },
  ],
  openJobs: () =>
    world.postings.filter(({ state }) => ['published', 'internal'].includes(state)).map(({ id, text }) => ({ id, title: text })),
  closedJob: () => world.postings.find(({ state }) => state === 'closed')?.id ?? '',
  addPerson,
  people: () =>
    world.contacts.map(({ id, emails }) => {
      const own = opportunitiesOf(id);
      const isOwn = ({ opportunity }: { opportunity: string }) => own.some((each) => each.id === opportunity);
      return {
        id,
        emails,
        jobs: own.map(({ posting, archivedAt }) => ({ id: posting, isActive: archivedAt === null })),
        notes: world.notes.filter(isOwn).map(({ value }) => value),
        files: world.files.filter(isOwn).map(({ name }) => name),
      };
    }),
  deletePerson(id) {
    world.contacts.splice(0, world.contacts.length, ...world.contacts.filter((each) => each.id !== id));
    world.opportunities.splice(0, world.opportunities.length, ...world.opportunities.filter((each) => each.contact !== id));
  },
  movePerson(id) {
    const [opportunity] = opportunitiesOf(id);
    const stage = world.stages.at(-1);
    if (opportunity && stage) opportunity.stage = stage.id;
    return stage?.text ?? '';
  },
  event(personId, { id: token, isForged }) {
    const hook = world.webhooks.find(({ event }) => event === 'candidateStageChange');
    const signing = { token, key: isForged ? 'another key' : (hook?.signatureToken ?? '') };
    return { url: hook?.url ?? '', ...signEvent('candidateStageChange', { contactId: personId }, signing) };
  },
  fail: (step, kind, times = 1) => world.faults.add({ kind, method: step === 'read' ? 'GET' : 'POST', path: paths[step], times }),
  revoke: () => world.grants.clear(),
  restore: () => undefined,
  requests: () => world.requests.splice(0),
  outbox: () => world.outbox,
  reset,
};

afterAll(() => lever.stop());

describe('Lever', () => {
  describeAts(here, harness);
});

const openJob = () => harness.openJobs()[0]?.id;

describe('Lever, its own rules', () => {
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
    caller.post('/api/v6/lever/candidates/', { ah_profile_id: profileId, job_id: openJob(), ...more });
  const accounts = async () => (await caller.get('/api/social_accounts/')).body;

  beforeAll(async () => {
    user = await here.addUser(await here.addCompany({ features: { integrates_lever: true, has_messaging: true } }), 'admin');
    caller = await here.signIn(user);
    harness.prepare?.(user);
  });
  afterEach(async () => {
    if (world.outbox.length > 0) throw new Error('Lever would write to a person');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    reset();
  });

  it('[ATS-008] [ATS-016] [ATS-025] connects by the consent page; its code and state work once and for one person', async () => {
    const answer = await consentAt(caller, consenting);
    const colleague = await here.signIn(await here.addUser(user.companyId, 'admin'));
    const refused = { status: 400, body: { non_field_errors: [expect.stringContaining('not yours or is too old')] } };
    expect(await colleague.post('/api/social_accounts/', answer)).toMatchObject(refused);
    expect(await caller.post('/api/social_accounts/', { ...answer, state: 'forged' })).toMatchObject(refused);
    expect(await caller.post('/api/social_accounts/', answer)).toMatchObject({ status: 200, body: { vendor: 'lever', active: true } });
    expect(await caller.post('/api/social_accounts/', answer)).toMatchObject(refused);
    const late = await consentAt(caller, consenting);
    here.clock.advance(31 * 60_000);
    expect(await caller.post('/api/social_accounts/', late)).toMatchObject(refused);
    expect((await accounts()).social_accounts).toMatchObject([{ vendor: 'lever', active: true, name: 'Lever' }]);
  });

  it('[ATS-025] names the vendors with a consent page, and refuses one without credentials', async () => {
    expect((await accounts()).consent_vendors).toContain('lever');
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await other.post('/api/v6/lever/connect/', {})).status).toBe(403);
    const manager = await here.signIn(await here.addUser(user.companyId, 'hm'));
    expect((await manager.post('/api/social_accounts/', { vendor: 'lever', access_token: 'c', state: 's' })).status).toBe(403);
  });

  it('renews an expired token once for concurrent requests, and keeps the new refresh token', async () => {
    await connect();
    for (let round = 1; round <= 2; round += 1) {
      here.clock.advance(2 * 3_600_000);
      const before = world.grants.refreshes();
      const answers = await Promise.all([1, 2, 3, 4].map(() => caller.get('/api/v6/lever/vacancies/')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(world.grants.refreshes() - before).toBe(1);
    }
  });

  it('[ATS-020] connects with an API key, and names a missing permission', async () => {
    world.keys.get(key.access_token)?.delete('stages');
    expect(await caller.post('/api/v6/lever/auth/', key)).toMatchObject({
      status: 400,
      body: { access_token: [expect.stringContaining('stages:read')] },
    });
    world.keys.get(key.access_token)?.add('stages');
    expect((await caller.post('/api/v6/lever/auth/', key)).body).toMatchObject({ active: true, access_token: '…-key' });
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    expect(world.opportunities).toMatchObject([{ posting: openJob() }]);
  });

  it('[ATS-036] lists postings of the internal site too', async () => {
    await connect();
    const { body } = await caller.get('/api/v6/lever/vacancies/');
    expect(body.vacancies).toContainEqual({
      id: expect.any(String),
      title: 'Payroll analyst',
      location: 'Berlin',
      department: 'Finance',
      status: 'open',
      url: expect.stringContaining('jobs.lever.co'),
    });
  });

  it('[ATS-053] [ATS-054] [ATS-055] adds people as the chosen user', async () => {
    await connect();
    const { body } = await caller.get('/api/v6/lever/users/');
    const own = world.users.find(({ email }) => email === user.email);
    expect(body).toMatchObject({ user_id: own?.id });
    expect(body.users).toContainEqual({ id: world.users[0]?.id, name: 'Olivia Owner', email: owner });
    expect(await caller.post('/api/v6/lever/users/', { user_id: 'nobody' })).toMatchObject({
      status: 400,
      body: { user_id: [expect.stringContaining('no such user')] },
    });
    expect((await caller.post('/api/v6/lever/users/', { user_id: world.users[0]?.id })).body.user_id).toBe(world.users[0]?.id);
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    expect(world.opportunities).toMatchObject([{ owner: world.users[0]?.id }]);
    await connect();
    expect((await caller.get('/api/v6/lever/users/')).body.user_id).toBe(world.users[0]?.id);
  });

  it('[ATS-054] asks for the user if no user of Lever has the address of the person who connected', async () => {
    const other = await here.addUser(await here.addCompany({ features: { integrates_lever: true } }), 'admin');
    const theirs = await here.signIn(other);
    await connectByConsent(theirs, consenting);
    const [profile = 0] = await addProfiles(here, 1, {
      companyId: other.companyId,
      input: { contacts: [{ type: 'email', value: 'unchosen@candidates.test', source: 'manual' }] },
    });
    expect(await theirs.post('/api/v6/lever/candidates/', { ah_profile_id: profile, job_id: openJob() })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Choose the user') },
    });
  });

  it('[ATS-041] [ATS-055] sends people as applicants, and prospects as leads', async () => {
    await connect();
    const [applicant = 0, prospect = 0] = await addPeople(2);
    await send(applicant);
    await work();
    await send(prospect, { as_prospect: true, job_id: null });
    await work();
    const stageOf = (at: number) => world.stages.find(({ id }) => id === world.opportunities[at]?.stage)?.text;
    expect([stageOf(0), stageOf(1)]).toEqual(['New applicant', 'New lead']);
    expect(world.opportunities.map(({ posting }) => posting)).toEqual([openJob(), null]);
  });

  it('[ATS-046] takes a person out of the job without an e-mail', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    const url = '/api/v6/lever/candidates/';
    const payload = { ah_profile_id: profile, job_id: openJob() };
    expect((await caller.send({ method: 'DELETE', url, payload })).status).toBe(200);
    expect(world.opportunities[0]?.archivedAt).not.toBeNull();
    const { links } = (await caller.get(`/api/v6/ats/links/?profile_id=${profile}`)).body;
    expect(links).toMatchObject([{ applications: [{ status: 'archived' }] }]);
  });

  it('replaces its webhooks at Lever after another connect, and removes them after a disconnection', async () => {
    world.webhooks.length = 0;
    const { id } = (await connect()).body;
    const before = world.webhooks.map((hook) => hook.id);
    await connect();
    expect(world.webhooks).toHaveLength(before.length);
    expect(world.webhooks.map((hook) => hook.id).filter((hook) => before.includes(hook))).toEqual([]);
    await caller.delete(`/api/social_accounts/${id}/`);
    expect(world.webhooks).toEqual([]);
  });

  it('sends many people within the limit', async () => {
    await connect();
    Object.assign(world.limit, { perSecond: 10, burst: 20 });
    const profiles = await addPeople(25);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    await caller.post('/api/v6/candidates/', { folder_id: id, profiles });
    const started = await caller.post(`/api/vacancies/${id}/candidates/export/lever`, { job_id: openJob() });
    const job = async () => (await caller.get(`/api/v6/jobs/${started.body.job_id}/`)).body;
    for (let round = 0; round < 40 && (await job()).status !== 'done'; round += 1) {
      await work();
      await endPauses(here, 2000);
    }
    expect(await job()).toMatchObject({ status: 'done', result: { sent: 25, failed: 0 } });
    expect(world.contacts).toHaveLength(25);
  });
});
