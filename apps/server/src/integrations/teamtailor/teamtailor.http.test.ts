import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTeamtailor } from '@headwater/sandbox/ats/teamtailor/server';
import { signTeamtailorEvent } from '@headwater/sandbox/ats/teamtailor/webhooks';
import { addApplication } from '@headwater/sandbox/ats/teamtailor/world';
import { describeAts } from '../../../test/ats-conformance.ts';
import { endPauses } from '../../../test/ats-pauses.ts';
import type { AtsHarness } from '../../../test/ats-harness.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const owner = 'owner@teamtailor.test';
const teamtailor = await startTeamtailor({
  now: () => (here.clock as typeof here.clock | undefined)?.now() ?? new Date(),
  users: [
    { email: owner, name: 'Olle Owner' },
    { email: 'second@teamtailor.test', name: 'Siv Second' },
  ],
  async download(url) {
    const { pathname } = new URL(url);
    const answer = await here.app.inject({ method: 'GET', url: pathname, headers: { host: 'headwater.test' } });
    return answer.statusCode === 200 ? answer.rawPayload : undefined;
  },
});
const { world } = teamtailor;
const here = useInstallation({ HEADWATER_TEAMTAILOR_URL: teamtailor.url });

const signatureKey = 'key that Teamtailor made';
const credentials = { email: owner, access_token: 'sandbox-token', webhook_key: signatureKey };
const key = world.keys.get('sandbox-token');

const paths = { create: '/candidates', job: '/job-applications', attach: '/uploads', note: '/notes', read: '/candidates' } as const;

function addPerson(email: string, jobId?: string): number {
  const id = world.nextId();
  const empty = { phone: null, linkedinUrl: null, tags: [], sourced: true, updatedAt: world.now().toISOString() };
  world.candidates.push({ id, firstName: 'Known', lastName: 'Person', email, ...empty });
  if (jobId !== undefined) addApplication(world, { candidateId: id, jobId: Number(jobId), sourced: true });
  return id;
}

function reset() {
  world.faults.clear();
  for (const list of [world.candidates, world.applications, world.notes, world.uploads, world.outbox, world.requests]) list.length = 0;
  Object.assign(world, { refused: 0 });
  Object.assign(world.limit, { calls: 10_000, seconds: 10 });
  if (key) world.keys.set('sandbox-token', key);
}
reset();

const harness: AtsHarness = {
  vendor: 'teamtailor',
  credentials,
  refused: [
    { said: 'a missing token', credentials: { email: owner }, field: 'access_token', text: /Field is required/ },
    { said: 'a missing e-mail', credentials: { ...credentials, email: '' }, field: 'email', text: /Field is required/ },
    { said: 'a wrong token', credentials: { ...credentials, access_token: 'wrong' }, field: 'access_token', text: /does not accept/ },
    { said: 'an unknown user', credentials: { ...credentials, email: 'nobody@teamtailor.test' }, field: 'email', text: /no active user/ },
  ],
  openJobs: () => world.jobs.filter(({ status }) => status === 'open').map(({ id, title }) => ({ id: String(id), title })),
  closedJob: () => String(world.jobs.find(({ status }) => status === 'archived')?.id),
  addPerson: (email, jobId) => String(addPerson(email, jobId)),
  people: () =>
    world.candidates.map(({ id, email }) => ({
      id: String(id),
      emails: email === null ? [] : [email],
      jobs: world.applications
        .filter((each) => each.candidateId === id)
        .map((each) => ({ id: String(each.jobId), isActive: each.rejectedAt === null })),
      notes: world.notes.filter((note) => note.candidateId === id).map(({ note }) => note),
      files: world.uploads.filter((file) => file.candidateId === id).map(({ fileName }) => fileName),
    })),
  deletePerson(id) {
    const at = world.candidates.findIndex((each) => String(each.id) === id);
    world.candidates.splice(at, 1);
  },
  movePerson(id) {
    const application = world.applications.find((each) => String(each.candidateId) === id);
    const stage = world.stages.findLast((each) => each.jobId === application?.jobId);
    if (application && stage) application.stageId = stage.id;
    return stage?.name ?? '';
  },
  event: (personId, { id, webhook, isForged }) => ({
    url: webhook?.url ?? '',
    ...signTeamtailorEvent(
      {
        event_name: 'job_application.update',
        data: { id, type: 'job-applications', candidate_id: Number(personId), note: 'Ёж' },
      },
      isForged ? 'another key' : signatureKey,
      here.clock.now(),
    ),
  }),
  fail: (step, kind, times = 1) => world.faults.add({ kind, method: step === 'read' ? 'GET' : 'POST', path: paths[step], times }),
  revoke: () => world.keys.clear(),
  restore: () => void (key && world.keys.set('sandbox-token', key)),
  requests: () => world.requests.splice(0),
  outbox: () => world.outbox,
  reset,
};

afterAll(() => teamtailor.stop());

describe('[ATS-022] [ATS-037] [ATS-042] [ATS-056] Teamtailor', () => {
  describeAts(here, harness);
});

const updates = (id: number) => `/api/v6/teamtailor/candidates/${id}/updates/`;

const openJob = () => harness.openJobs()[0]?.id;

describe('Teamtailor, its own rules', () => {
  let user: TestUser;
  let caller: Caller;
  const workers: { stop(): Promise<void> }[] = [];
  const connect = (given: object = credentials) => caller.post('/api/v6/teamtailor/auth/', given);
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
    caller.post('/api/v6/teamtailor/candidates/', { ah_profile_id: profileId, job_id: openJob(), ...more });
  const withdraw = (profileId: number) =>
    caller.send({ method: 'DELETE', url: '/api/v6/teamtailor/candidates/', payload: { ah_profile_id: profileId, job_id: openJob() } });
  const linksOf = async (profileId: number) => (await caller.get(`/api/v6/ats/links/?profile_id=${profileId}`)).body.links;

  beforeAll(async () => {
    user = await here.addUser(await here.addCompany({ features: { integrates_teamtailor: true } }), 'admin');
    caller = await here.signIn(user);
  });
  afterEach(async () => {
    if (world.outbox.length > 0) throw new Error('Teamtailor would write to a person');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    reset();
  });

  it('[ATS-022] names a missing scope of the key', async () => {
    key?.scopes.delete('admin');
    const answer = await connect();
    key?.scopes.add('admin');
    expect(answer).toMatchObject({ status: 400, body: { access_token: [expect.stringContaining('Admin')] } });
  });

  it('shows the address of the webhook, and no key, because Teamtailor makes it', async () => {
    const { body } = await connect();
    expect(body).toMatchObject({ name: 'Sandbox AB', email: owner, webhook: { key: null } });
  });

  it('keeps the signature key of the webhook when only the token is replaced', async () => {
    const { body } = await connect();
    const [profile = 0] = await addPeople(1);
    await send(profile);
    await work();
    await connect({ email: owner, access_token: 'sandbox-token' });
    const [person] = harness.people();
    const stage = harness.movePerson(person?.id ?? '');
    const event = harness.event(person?.id ?? '', { id: 'kept', webhook: body.webhook, isForged: false });
    const { body: payload, headers } = event;
    const url = new URL(event.url).pathname;
    const answer = await here.app.inject({ method: 'POST', url, payload, headers: { ...headers, host: 'headwater.test' } });
    expect(answer.statusCode).toBe(200);
    await work();
    expect((await linksOf(profile))[0]).toMatchObject({ applications: [{ stage }] });
  });

  it('[ATS-055] [ATS-057] puts a prospect into the base, and no second time', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    await send(profile, { as_prospect: true, job_id: null });
    await work();
    const second = await send(profile, { as_prospect: true, job_id: null });
    await work();
    expect(world.candidates).toMatchObject([{ sourced: true }]);
    expect(world.applications).toEqual([]);
    expect((await caller.get(`/api/v6/ats/sends/${second.body.job_id}/`)).body.counts).toMatchObject({ present: 1 });
  });

  it('[ATS-047] takes a person out of the job without an e-mail, and only if it was sent from here', async () => {
    await connect();
    const [profile = 0, other = 0] = await addPeople(2);
    await send(profile);
    await work();
    expect((await withdraw(profile)).status).toBe(200);
    expect(world.applications).toMatchObject([{ rejectedAt: expect.any(String) }]);
    expect((await linksOf(profile))[0]).toMatchObject({ applications: [{ status: 'rejected' }] });
    expect(await withdraw(other)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('was not sent') } });
  });

  it('[ATS-051] [ATS-052] [ATS-058] sends values that Teamtailor lacks while the subscription is on', async () => {
    await connect();
    const [profile = 0, quiet = 0] = await addPeople(2);
    await send(profile);
    await send(quiet);
    await work();
    expect((await caller.post(updates(profile))).body).toEqual({ updates_subscription: true });
    await caller.post(updates(quiet));
    expect((await caller.delete(updates(quiet))).body).toEqual({ updates_subscription: false });
    here.clock.advance(60_000);
    for (const id of [profile, quiet])
      await here.sql(
        `insert into profile_contacts (profile_id, company_id, type, value, normalized, created_at) values ($1, $2, 'phone', $3, $3, $4)`,
        [id, user.companyId, `+4670000${id}`, here.clock.now()],
      );
    await here.sql(`select graphile_worker.add_job('read_all_ats')`);
    await work();
    expect(world.candidates.map(({ phone }) => phone)).toEqual([`+4670000${profile}`, null]);
  });

  it('lists the jobs of all pages', async () => {
    await connect();
    for (let at = 0; at < 65; at += 1)
      world.jobs.push({ id: world.nextId(), title: `Job ${at}`, status: 'open', department: null, location: null });
    const { body } = await caller.get('/api/v6/teamtailor/vacancies/');
    world.jobs.splice(3);
    expect(body.vacancies).toHaveLength(67);
    expect(body.vacancies[0]).toMatchObject({ title: 'Data engineer', department: 'Engineering', location: 'Stockholm' });
  });

  it('says that the resume is missing if Teamtailor cannot download it', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    await upload(caller, { filename: 'cv.txt', bytes: Buffer.from('Resume'), fields: { profile_id: String(profile) } });
    const { download } = world;
    Object.assign(world, { download: async () => undefined });
    const { body } = await send(profile);
    await work();
    Object.assign(world, { download });
    expect((await caller.get(`/api/v6/ats/sends/${body.job_id}/`)).body.rows).toMatchObject([
      { state: 'sent', error: expect.stringContaining('could not be downloaded') },
    ]);
  });

  it('gives a file only for some minutes, and only at a signed address', async () => {
    await connect();
    const [profile = 0] = await addPeople(1);
    await upload(caller, { filename: 'cv.txt', bytes: Buffer.from('Resume'), fields: { profile_id: String(profile) } });
    const addresses: string[] = [];
    const { download } = world;
    Object.assign(world, { download: (url: string) => (addresses.push(new URL(url).pathname), download(url)) });
    await send(profile);
    await work();
    Object.assign(world, { download });
    const [address = ''] = addresses;
    const read = async (url: string) => (await here.app.inject({ method: 'GET', url, headers: { host: 'headwater.test' } })).statusCode;
    expect(await read(address)).toBe(200);
    expect(await read(address.replace(/.{3}\/$/, 'AAA/'))).toBe(404);
    here.clock.advance(11 * 60_000);
    expect(await read(address)).toBe(404);
  });

  it('sends many people within the limit, without a refused request', async () => {
    await connect();
    Object.assign(world.limit, { calls: 20, seconds: 10 });
    const profiles = await addPeople(25);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    await caller.post('/api/v6/candidates/', { folder_id: id, profiles });
    here.clock.advance(11_000);
    const started = await caller.post(`/api/vacancies/${id}/candidates/export/teamtailor`, { job_id: openJob() });
    const job = async () => (await caller.get(`/api/v6/jobs/${started.body.job_id}/`)).body;
    for (let round = 0; round < 20 && (await job()).status !== 'done'; round += 1) {
      await work();
      await endPauses(here, 11_000);
    }
    expect(await job()).toMatchObject({ status: 'done', result: { sent: 25, failed: 0 } });
    expect(world.candidates).toHaveLength(25);
    expect(world.refused).toBe(0);
  });
});
