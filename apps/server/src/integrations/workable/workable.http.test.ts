import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorkable } from '@headwater/sandbox/ats/workable/server';
import { signEvent } from '@headwater/sandbox/ats/workable/webhooks';
import { addCandidate, ALL_SCOPES, type Candidate, makeMember } from '@headwater/sandbox/ats/workable/world';
import { describeAts } from '../../../test/ats-conformance.ts';
import { endPauses } from '../../../test/ats-pauses.ts';
import type { AtsHarness } from '../../../test/ats-harness.ts';
import { connectByConsent, consentAt } from '../../../test/ats-consent.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { sandboxClient } from '../../../test/mail-services.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const owner = 'owner@workable.test';
const workable = await startWorkable({
  now: () => (here.clock as typeof here.clock | undefined)?.now() ?? new Date(),
  users: [{ email: owner, name: 'Olivia Owner' }],
});
const { world } = workable;
const here = useInstallation({
  HEADWATER_WORKABLE_URL: workable.url,
  HEADWATER_WORKABLE_CLIENT_ID: sandboxClient.clientId,
  HEADWATER_WORKABLE_CLIENT_SECRET: sandboxClient.clientSecret,
});

const token = 'sandbox-token';
const key = { subdomain: 'https://Sandbox.workable.com/backend', access_token: token };
const consenting = { vendor: 'workable', account: owner, fields: { subdomain: 'sandbox' } } as const;

const paths = { create: '/candidates', job: '/copy', attach: '/comments/attachment', note: '/comments', read: '/candidates' } as const;

const isSame = (email: string) => (candidate: Candidate) => candidate.email.toLowerCase() === email.toLowerCase();
/** Events name deleted candidates too. */
const deleted = new Map<string, Candidate>();

function makeUnknown(): Candidate {
  const candidate = addCandidate(world, { firstname: 'No', lastname: 'Body', email: 'no@candidates.test', job: null, origin: 'applied' });
  world.candidates.pop();
  return candidate;
}

const addPerson = (email: string, job: string | null = null) =>
  addCandidate(world, { firstname: 'Known', lastname: 'Person', email, job, origin: 'applied' }).id;

function reset() {
  world.faults.clear();
  deleted.clear();
  for (const list of [world.candidates, world.comments, world.outbox, world.requests]) list.length = 0;
  Object.assign(world, { refused: 0, subdomain: 'sandbox' });
  for (const limit of [world.limit, world.oauthLimit]) Object.assign(limit, { calls: 10_000, seconds: 10 });
  world.tokens.set(token, new Set(ALL_SCOPES));
}
reset();

const harness: AtsHarness = {
  vendor: 'workable',
  credentials: key,
  consent: (caller) => connectByConsent(caller, consenting),
  prepare: ({ email }) => void world.members.push(makeMember({ email, name: 'Rita Recruiter' })),
  refused: [
    { said: 'a missing subdomain', credentials: { ...key, subdomain: '' }, field: 'subdomain', text: /Field is required/ },
    { said: 'a missing token', credentials: { ...key, access_token: '' }, field: 'access_token', text: /Field is required/ },
    { said: 'a wrong token', credentials: { ...key, access_token: 'wrong' }, field: 'access_token', text: /does not accept/ },
    { said: 'a token of another account', credentials: { ...key, subdomain: 'other' }, field: 'access_token', text: /does not accept/ },
    { said: 'an unknown subdomain', credentials: { ...key, subdomain: 'nobody' }, field: 'subdomain', text: /^Invalid subdomain$/ },
  ],
  openJobs: () => world.jobs.filter(({ state }) => state === 'published').map(({ shortcode: id, title }) => ({ id, title })),
  closedJob: () => world.jobs.find(({ state }) => state === 'closed')?.shortcode ?? '',
  addPerson,
  people: () =>
    [...new Set(world.candidates.map(({ email }) => email.toLowerCase()))].map((email) => {
      const own = world.candidates.filter(isSame(email));
      const comments = world.comments.filter(({ candidateId }) => own.some(({ id }) => id === candidateId));
      return {
        id: own[0]?.id ?? '',
        emails: [email],
        jobs: own.map(({ job, disqualified }) => ({ id: job, isActive: !disqualified })),
        notes: comments.filter(({ attachment }) => attachment === null).map(({ body }) => body),
        files: comments.flatMap(({ attachment }) => attachment ?? []),
      };
    }),
  deletePerson(id) {
    const found = world.candidates.find((each) => each.id === id);
    if (!found) return;
    deleted.set(id, found);
    world.candidates.splice(0, world.candidates.length, ...world.candidates.filter((each) => !isSame(found.email)(each)));
  },
  movePerson(id) {
    const stage = world.stages.at(-1) ?? '';
    Object.assign(world.candidates.find((each) => each.id === id) ?? {}, { stage });
    return stage;
  },
  event(personId, { id, isForged }) {
    const isGone = deleted.has(personId);
    const event = isGone ? 'candidate_deleted' : 'candidate_moved';
    const url = world.subscriptions.findLast((each) => each.event === event)?.target ?? '';
    const candidate = world.candidates.find((each) => each.id === personId) ?? deleted.get(personId) ?? makeUnknown();
    return { url, ...signEvent(world, { id, event, candidate, key: isForged ? 'another key' : sandboxClient.clientSecret }) };
  },
  fail: (step, kind, times = 1) => world.faults.add({ kind, method: step === 'read' ? 'GET' : 'POST', path: paths[step], times }),
  revoke: () => world.grants.clear(),
  restore: () => undefined,
  requests: () => world.requests.splice(0),
  outbox: () => world.outbox,
  reset,
};

afterAll(() => workable.stop());

describe('Workable', () => {
  describeAts(here, harness);
});

const [firstJob = '', secondJob = ''] = harness.openJobs().map(({ id }) => id);

describe('Workable, its own rules', () => {
  let user: TestUser;
  let caller: Caller;
  const workers: { stop(): Promise<void> }[] = [];
  const connect = () => connectByConsent(caller, consenting);
  const connectByToken = (more: object = {}) => caller.post('/api/v6/workable/auth/', { ...key, ...more });
  const work = async () => {
    if (workers.length === 0) workers.push(await here.application.startWorker());
    await here.application.idle();
  };
  const addPeople = async (count: number, email = () => `${randomUUID()}@candidates.test`) => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1)
      ids.push(
        ...(await addProfiles(here, 1, {
          companyId: user.companyId,
          input: { contacts: [{ type: 'email', value: email(), source: 'manual' }] },
        })),
      );
    return ids;
  };
  const send = (profileId: number, more: object = {}) =>
    caller.post('/api/v6/workable/candidates/', { ah_profile_id: profileId, job_id: firstJob, ...more });
  const accounts = async () => (await caller.get('/api/social_accounts/')).body.social_accounts;
  const linksOf = async (profileId: number) => (await caller.get(`/api/v6/ats/links/?profile_id=${profileId}`)).body.links;

  beforeAll(async () => {
    user = await here.addUser(await here.addCompany({ features: { integrates_workable: true, has_messaging: true } }), 'admin');
    caller = await here.signIn(user);
    harness.prepare?.(user);
  });
  afterEach(async () => {
    if (world.outbox.length > 0) throw new Error('Workable would write to a person');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    reset();
  });

  const noSubdomains = [
    'my company',
    'acme corp.workable.com',
    '-acme',
    'acme-',
    'a/b',
    'acme.example.com',
    'acme.workable.com.evil.test',
    'ромашка',
  ];
  it.each([...noSubdomains, 'a'.repeat(64)])(
    '[ATS-026] refuses %j at the field, with a token and before the consent page',
    async (subdomain) => {
      const refused = { status: 400, body: { subdomain: ['Invalid subdomain'] } };
      expect(await connectByToken({ subdomain })).toMatchObject(refused);
      expect(await caller.post('/api/v6/workable/connect/', { subdomain })).toMatchObject(refused);
      expect(world.requests.splice(0)).toEqual([]);
    },
  );

  it('[ATS-026] refuses a subdomain in Russian too', async () => {
    const russian = await here.signIn(await here.addUser(user.companyId, 'admin', { language: 'ru' }));
    expect(await russian.post('/api/v6/workable/connect/', { subdomain: 'моя компания' })).toMatchObject({
      status: 400,
      body: { subdomain: ['Неверный поддомен'] },
    });
  });

  it('[ATS-007] [ATS-026] names the subdomain after a consent for an unknown or another account, and connects nothing', async () => {
    for (const subdomain of ['nobody', ...world.otherSubdomains]) {
      const answer = await consentAt(caller, { ...consenting, fields: { subdomain } });
      expect(await caller.post('/api/social_accounts/', answer)).toMatchObject({
        status: 400,
        body: { subdomain: ['Invalid subdomain'] },
      });
    }
    expect(await accounts()).toEqual([]);
  });

  it('[ATS-006] [ATS-008] [ATS-016] [ATS-025] connects by the consent page or a token, and names a missing permission', async () => {
    expect(await connect()).toMatchObject({ status: 200, body: { vendor: 'workable', active: true } });
    world.tokens.get(token)?.delete('r_candidates');
    expect(await connectByToken()).toMatchObject({ status: 400, body: { access_token: [expect.stringContaining('r_candidates')] } });
    world.tokens.get(token)?.add('r_candidates');
    expect((await connectByToken()).body).toMatchObject({ active: true, name: 'sandbox', access_token: '…oken' });
    expect((await caller.get('/api/v6/workable/vacancies/')).status).toBe(200);
  });

  it('renews an expired token once for concurrent requests', async () => {
    await connect();
    here.clock.advance(2 * 3_600_000);
    const before = world.grants.refreshes();
    const answers = await Promise.all([1, 2, 3].map(() => caller.get('/api/v6/workable/vacancies/')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(world.grants.refreshes() - before).toBe(1);
  });

  it('[ATS-038] lists the jobs of all pages once, though pages overlap', async () => {
    await connect();
    const before = world.jobs.length;
    for (let at = 0; at < 230; at += 1)
      world.jobs.push({
        id: randomUUID(),
        shortcode: `JOB${at}`,
        title: `Job ${at}`,
        state: 'published',
        department: 'Sales',
        city: 'Berlin',
        country: 'Germany',
      });
    const { body } = await caller.get('/api/v6/workable/vacancies/');
    world.jobs.splice(before);
    expect(body.vacancies).toHaveLength(232);
    expect(new Set(body.vacancies.map(({ id }: { id: string }) => id)).size).toBe(232);
    expect(body.vacancies[0]).toMatchObject({
      id: firstJob,
      title: 'Backend developer',
      department: 'Engineering',
      location: 'Berlin, Germany',
    });
  });

  it('[ATS-043] sends people as sourced, without an e-mail to them, and refuses a prospect', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    expect(await send(profile, { as_prospect: true, job_id: null })).toMatchObject({
      status: 400,
      body: { as_prospect: [expect.stringContaining('has no prospects')] },
    });
    await send(profile, { comment: 'Strong' });
    await work();
    expect(world.candidates).toMatchObject([{ job: firstJob, origin: 'sourced', tags: ['Headwater'] }]);
    expect(world.comments).toMatchObject([{ body: 'Strong', memberId: world.members.find(({ email }) => email === user.email)?.id }]);
  });

  it('[ATS-031] [ATS-043] shows the candidates of one address as one person, and copies it to another job', async () => {
    await connect();
    const email = `${randomUUID()}@candidates.test`;
    const first = addPerson(email, secondJob);
    addPerson(email.toUpperCase());
    const [profile = 0] = await addPeople(1, () => email);
    const { body } = await caller.get(`/api/v6/workable/vacancies/?ah_profile_id=${profile}`);
    expect(body.duplicates).toMatchObject([{ candidate_id: first }]);
    expect(body.duplicates[0].applications).toHaveLength(2);
    await send(profile);
    await work();
    expect(world.candidates.map(({ job }) => job)).toEqual([secondJob, null, firstJob]);
    expect(await linksOf(profile)).toMatchObject([{ candidate_id: first }]);
  });

  it('follows a webhook that names another candidate of the person', async () => {
    await connect();
    const email = `${randomUUID()}@candidates.test`;
    addPerson(email, secondJob);
    const [profile = 0] = await addPeople(1, () => email);
    await send(profile);
    await work();
    const copy = world.candidates.at(-1)?.id ?? '';
    const stage = harness.movePerson(copy);
    const { url, body, headers } = harness.event(copy, { id: 'other', isForged: false, webhook: null });
    const { pathname, search } = new URL(url);
    const payload = { payload: body, headers: { ...headers, host: 'headwater.test' } };
    expect((await here.app.inject({ method: 'POST', url: `${pathname}${search}`, ...payload })).statusCode).toBe(200);
    await work();
    const [link] = await linksOf(profile);
    expect(link.applications).toContainEqual(expect.objectContaining({ id: copy, stage }));
  });

  it('[ATS-048] takes a person out of the job without an e-mail', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    const url = '/api/v6/workable/candidates/';
    const payload = { ah_profile_id: profile, job_id: firstJob };
    expect((await caller.send({ method: 'DELETE', url, payload })).status).toBe(200);
    expect(world.candidates).toMatchObject([{ disqualified: true, withdrew: true }]);
    expect(await linksOf(profile)).toMatchObject([{ applications: [{ status: 'disqualified' }] }]);
  });

  it('asks for the member if none has the address of the person who connected', async () => {
    const other = await here.addUser(await here.addCompany({ features: { integrates_workable: true } }), 'admin');
    const theirs = await here.signIn(other);
    await connectByConsent(theirs, consenting);
    const [profile = 0] = await addProfiles(here, 1, {
      companyId: other.companyId,
      input: { contacts: [{ type: 'email', value: 'unchosen@candidates.test', source: 'manual' }] },
    });
    expect(await theirs.post('/api/v6/workable/candidates/', { ah_profile_id: profile, job_id: firstJob })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Choose the user') },
    });
    expect((await theirs.get('/api/v6/workable/users/')).body.users).toContainEqual({
      id: world.members[0]?.id,
      name: 'Olivia Owner',
      email: owner,
    });
  });

  it('replaces its webhooks at Workable, also those of an interrupted connect, and removes them after a disconnection', async () => {
    world.subscriptions.length = 0;
    const { id } = (await connect()).body;
    const events = () => world.subscriptions.map(({ event }) => event).toSorted();
    expect(events()).toEqual(['candidate_deleted', 'candidate_moved']);
    await here.sql(`update connections set settings = settings - 'webhookIds' where id = $1`, [id]);
    await connect();
    expect(events()).toEqual(['candidate_deleted', 'candidate_moved']);
    await caller.delete(`/api/social_accounts/${id}/`);
    expect(world.subscriptions).toEqual([]);
  });

  it('connects and sends many people within the limit of a token, without a refused request', async () => {
    Object.assign(world.limit, { calls: 10, seconds: 10 });
    here.clock.advance(20_000);
    expect((await connectByToken()).status).toBe(200);
    expect(world.requests.filter((request) => request === 'POST /subscriptions')).toHaveLength(2);
    here.clock.advance(20_000);
    const profiles = await addPeople(12);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    await caller.post('/api/v6/candidates/', { folder_id: id, profiles });
    const started = await caller.post(`/api/vacancies/${id}/candidates/export/workable`, { job_id: firstJob });
    const job = async () => (await caller.get(`/api/v6/jobs/${started.body.job_id}/`)).body;
    for (let round = 0; round < 20 && (await job()).status !== 'done'; round += 1) {
      await work();
      await endPauses(here, 11_000);
    }
    expect(await job()).toMatchObject({ status: 'done', result: { sent: 12, failed: 0 } });
    expect(world.refused).toBe(0);
  });
});
