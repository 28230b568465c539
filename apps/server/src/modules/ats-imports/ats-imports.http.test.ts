import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGreenhouse } from '@headwater/sandbox/ats/greenhouse/server';
import { startHuntflow } from '@headwater/sandbox/ats/huntflow/server';
import { startSmartRecruitersImport } from '@headwater/sandbox/ats/smartrecruiters-import/server';
import { endPauses } from '../../../test/ats-pauses.ts';
import { addApplicants, addCandidates, addRecruits } from '../../../test/ats-people.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { startWorkerProcess } from '../../../test/killed-worker.ts';
import { poll, until } from '../../../test/settled.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { noPages } from './seen-pages.ts';
import { noCounts } from './write-page.ts';

const now = () => (here.clock as typeof here.clock | undefined)?.now() ?? new Date();
const owner = 'owner@greenhouse.test';
const greenhouse = await startGreenhouse({ now, users: [{ email: owner, name: 'Olivia Owner' }] });
const huntflow = await startHuntflow({ now });
const smartrecruiters = await startSmartRecruitersImport({ now });
const here = useInstallation({
  HEADWATER_GREENHOUSE_URL: greenhouse.url,
  HEADWATER_HUNTFLOW_URL: `${huntflow.url}/v2`,
  HEADWATER_SMARTRECRUITERS_IMPORT_URL: smartrecruiters.url,
});

const link = 'https://huntflow.test/api/tokens?access_token=sandbox-access&refresh_token=sandbox-refresh';
const client = { email: owner, client_id: 'headwater-sandbox', client_secret: 'sandbox-secret' };

let user: TestUser;
let caller: Caller;
const workers: { stop(): Promise<void> }[] = [];
const kills: ChildProcess[] = [];

const work = async () => {
  if (workers.length === 0) workers.push(await here.application.startWorker());
  await here.application.idle();
};
type Name = 'greenhouse_import' | 'smartrecruiters_import' | 'huntflow_import';
const stateOf = async (name: Name) =>
  (await caller.get('/api/v6/ats/imports/')).body.imports.find((each: { name: string }) => each.name === name);
const people = () =>
  here.sql<{ id: number; first_name: string; last_name: string }>(
    `select id::int, data ->> 'first_name' as first_name, data ->> 'last_name' as last_name from profiles where company_id = $1 order by id`,
    [user.companyId],
  );
const filesOf = () => here.sql(`select filename, attached_id::int from files where company_id = $1 order by id`, [user.companyId]);
const linksOf = () => here.sql(`select integration, account_id from ats_links where company_id = $1`, [user.companyId]);
/** Works until the import is over, through its pauses. */
async function finish(name: Name) {
  await until(
    async () => {
      await endPauses(here, 31_000);
      await work();
      expect(['done', 'failed', 'cancelled']).toContain((await stateOf(name)).job.status);
    },
    { timeout: 50_000 },
  );
  return stateOf(name);
}
const startHuntflowImport = (more: object = {}) => caller.post('/api/huntflow/import_candidates/', { connection_link: link, ...more });

const huntflowGrants = [...huntflow.world.grants];
beforeEach(async () => {
  user = await here.addUser(
    await here.addCompany({ features: { integrates_greenhouse: true, integrates_smartrecruiters: true } }),
    'admin',
  );
  caller = await here.signIn(user);
});
afterEach(async () => {
  for (const child of kills.splice(0)) child.kill('SIGKILL');
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const { world } = huntflow;
  for (const list of [world.applicants, world.requests, greenhouse.world.candidates, greenhouse.world.attachments]) list.length = 0;
  world.grants.splice(0, Infinity, ...huntflowGrants.map((grant) => ({ ...grant })));
  world.usedRefreshTokens.clear();
  world.deadFiles.clear();
  world.faults.clear();
  Object.assign(world, { repeatsPage: undefined, refused: 0 });
  Object.assign(world.limit, { calls: 10_000, seconds: 1 });
  greenhouse.world.deadFiles.clear();
  Object.assign(greenhouse.world.limit, { calls: 10_000, seconds: 30 });
  smartrecruiters.world.candidates.length = 0;
});
Object.assign(huntflow.world.limit, { calls: 10_000 });
Object.assign(greenhouse.world.limit, { calls: 10_000 });
afterAll(async () => {
  await Promise.all([greenhouse, huntflow, smartrecruiters].map((server) => server.stop()));
});

const fileOf = (text: string) => ({ id: huntflow.world.nextId(), name: `${text}.txt`, content: Buffer.from(`Resume of ${text}`) });

describe('Huntflow', () => {
  it('[ATS-010] [ATS-024] imports people with resumes and links, and forgets the tokens afterwards', async () => {
    addApplicants(huntflow.world, 19, (index) => (index === 0 ? { file: fileOf('first') } : {}));
    const started = await startHuntflowImport();
    expect(started).toMatchObject({ status: 200, body: { name: 'huntflow_import', job: { status: 'queued', done: 0 } } });
    const state = await finish('huntflow_import');
    expect(state).toMatchObject({
      job: { status: 'done', done: 19, total: 19, error: null },
      created: 19,
      known: 0,
      left_out: 0,
      resumes: 1,
      failure: null,
    });
    const [first] = await people();
    expect(first).toMatchObject({ last_name: 'Ivanova' });
    expect(await filesOf()).toEqual([{ filename: 'first.txt', attached_id: first?.id }]);
    expect(await linksOf()).toHaveLength(19);
    expect((await caller.get(`/api/internal/profiles/${first?.id}/`)).body.in_ats).toBe(true);
    expect(await here.sql(`select state, secret from connections where company_id = $1`, [user.companyId])).toEqual([
      { state: 'disconnected', secret: null },
    ]);
  });

  it('[ATS-024] imports the people of all organizations of the link that it may read', async () => {
    const [first] = huntflow.world.accounts;
    huntflow.world.accounts.push({ id: 18, name: 'Closed' }, { id: 19, name: 'Second' }, { id: 20, name: 'Empty' });
    try {
      addApplicants(huntflow.world, 9);
      addApplicants(huntflow.world, 10, (index) => ({ account: 19, ...(index === 9 ? { file: fileOf('second') } : {}) }));
      expect((await startHuntflowImport()).status).toBe(200);
      huntflow.world.accounts.splice(1, 1);
      const left = { left_out: 1, left_out_people: [{ id: 'account 18', reason: expect.stringContaining('404') }] };
      expect(await finish('huntflow_import')).toMatchObject({ job: { status: 'done' }, created: 19, resumes: 1, ...left });
      expect(await people()).toHaveLength(19);
    } finally {
      huntflow.world.accounts.splice(0, Infinity, ...(first ? [first] : []));
    }
  });

  it('[ATS-024] shows a wrong link, a missing address of an own host and refused tokens at their fields', async () => {
    const refused = async (input: object) => (await startHuntflowImport(input)).body;
    expect(await refused({ connection_link: '' })).toMatchObject({ connection_link: [expect.stringMatching(/Field is required/)] });
    expect(await refused({ connection_link: 'https://huntflow.test/?access_token=only' })).toMatchObject({
      connection_link: [expect.stringMatching(/both tokens/)],
    });
    expect(await refused({ huntflow_premier: true })).toMatchObject({ huntflow_api_url: [expect.stringMatching(/Field is required/)] });
    expect(await refused({ huntflow_premier: true, huntflow_api_url: 'acme' })).toMatchObject({
      huntflow_api_url: [expect.stringMatching(/address of the API/)],
    });
    expect(await refused({ connection_link: 'wrong tokens' })).toMatchObject({
      connection_link: [expect.stringMatching(/does not accept/)],
    });
    const own = await startHuntflowImport({ huntflow_premier: true, huntflow_api_url: `${huntflow.url}/v2/` });
    expect(own.status).toBe(200);
  });

  it('knows people by contact, by an earlier import, and leaves erased people out', async () => {
    addApplicants(huntflow.world, 3);
    const [first, , third] = huntflow.world.applicants;
    const [known = 0] = await addProfiles(here, 1, {
      companyId: user.companyId,
      input: {
        first_name: first?.first_name ?? '',
        last_name: 'Ivanova',
        contacts: [{ type: 'email', value: first?.email ?? '', source: 'manual' }],
      },
    });
    await startHuntflowImport();
    expect(await finish('huntflow_import')).toMatchObject({ created: 2, erased: 0 });
    const [erased] = (await people()).filter((row) => row.first_name === third?.first_name);
    expect((await caller.post(`/api/v6/profiles/${erased?.id}/erasure/`)).status).toBeLessThan(300);
    await work();
    const status = async () => (await caller.get(`/api/internal/profiles/${erased?.id}/`)).status;
    await here.application.search.start();
    workers.push(await here.application.startSearchTasks());
    await until(async () => expect(await status()).toBe(410), { timeout: 50_000 });
    await startHuntflowImport();
    const state = await finish('huntflow_import');
    expect(state).toMatchObject({ created: 0, erased: 1 });
    expect(state.known + state.changed).toBe(2);
    // The row of the erased person stays, without data.
    const rows = (await people()).filter((row) => row.id !== erased?.id);
    expect(rows.map((row) => row.id)).toContain(known);
    expect(rows).toHaveLength(2);
  });

  it('reads around an invalid value that makes a page fail, and names the person left out', async () => {
    addApplicants(huntflow.world, 10, (index) => (index === 3 ? { email: 'not an address' } : {}));
    await startHuntflowImport();
    expect(await finish('huntflow_import')).toMatchObject({
      job: { status: 'done', done: 10 },
      created: 9,
      left_out: 1,
      left_out_people: [{ id: '#4', reason: expect.stringContaining('email') }],
    });
  });

  it('stops with a sentence if the system repeats a page, and doubles no person', async () => {
    addApplicants(huntflow.world, 24);
    huntflow.world.repeatsPage = 1;
    await startHuntflowImport();
    expect(await finish('huntflow_import')).toMatchObject({
      job: { status: 'failed', error: expect.stringContaining('same people') },
      created: 8,
    });
    expect(await people()).toHaveLength(8);
  });

  it('imports a person with a dead link to the resume', async () => {
    addApplicants(huntflow.world, 2, (index) => ({ file: fileOf(`dead${index}`) }));
    huntflow.world.deadFiles.add(huntflow.world.applicants[0]?.file?.id ?? 0);
    await startHuntflowImport();
    expect(await finish('huntflow_import')).toMatchObject({ created: 2, resumes: 1 });
  });

  it('renews a token that expires in the middle, which works once and not before', async () => {
    addApplicants(huntflow.world, 12);
    const [grant] = huntflow.world.grants;
    if (grant) grant.expiresAt = here.clock.now().getTime() + 1_000;
    await startHuntflowImport();
    here.clock.advance(2_000);
    expect(await finish('huntflow_import')).toMatchObject({ job: { status: 'done' }, created: 12 });
    expect(huntflow.world.usedRefreshTokens).toEqual(new Set(['sandbox-refresh']));
  });

  it('says why access was lost, and continues after another start', async () => {
    addApplicants(huntflow.world, 12);
    await startHuntflowImport();
    huntflow.world.grants.length = 0;
    await work();
    const broken = await stateOf('huntflow_import');
    expect(broken).toMatchObject({ failure: expect.stringMatching(/\w+/), job: { status: 'running' } });
    const { access, refresh } = huntflow.world.issueTokens();
    const again = await startHuntflowImport({ connection_link: `${access} ${refresh}` });
    expect(again.body).toMatchObject({ job: { id: broken.job.id }, failure: null });
    expect(await finish('huntflow_import')).toMatchObject({ job: { id: broken.job.id, status: 'done' }, created: 12 });
  });

  it('obeys the limit of ten requests a second and repeats no answered request', async () => {
    addApplicants(huntflow.world, 16, (index) => ({ file: fileOf(`p${index}`) }));
    Object.assign(huntflow.world.limit, { calls: 5, seconds: 1 });
    await startHuntflowImport();
    here.clock.advance(2_000);
    expect(await finish('huntflow_import')).toMatchObject({ job: { status: 'done' }, created: 16, resumes: 16 });
    const externals = huntflow.world.requests.filter((request) => request.includes('/externals/'));
    expect(externals.length - huntflow.world.refused).toBe(16);
  });

  it('waits through an outage of an hour, and continues at the same page', async () => {
    addApplicants(huntflow.world, 24);
    await startHuntflowImport();
    huntflow.world.faults.add({ kind: 'error', method: 'GET', path: '/applicants', times: 8 });
    await until(
      async () => {
        await endPauses(here, 1_801_000);
        await work();
        expect((await stateOf('huntflow_import')).job.status).toBe('done');
      },
      { timeout: 50_000 },
    );
    expect(await stateOf('huntflow_import')).toMatchObject({ created: 24, known: 0 });
  });

  it('leaves out a person in another form', async () => {
    addApplicants(huntflow.world, 9, (index) => (index === 2 ? { first_name: { given: 'Anna' } } : {}));
    await startHuntflowImport();
    expect(await finish('huntflow_import')).toMatchObject({
      job: { status: 'done', done: 9 },
      created: 8,
      left_out_people: [{ id: String(huntflow.world.applicants[2]?.id), reason: expect.stringContaining('first_name') }],
    });
  });

  it('deletes the tokens of a cancelled import, and begins another from the start', async () => {
    addApplicants(huntflow.world, 24);
    await startHuntflowImport();
    huntflow.world.faults.add({ kind: 'error', method: 'GET', path: '/applicants', times: 1 });
    await work();
    const { job } = await stateOf('huntflow_import');
    expect((await caller.post(`/api/v6/jobs/${job.id}/cancel/`)).body.status).toBe('cancelled');
    expect(await here.sql(`select state, secret from connections where company_id = $1`, [user.companyId])).toEqual([
      { state: 'disconnected', secret: null },
    ]);
    expect((await startHuntflowImport()).body.job.id).not.toBe(job.id);
    expect(await finish('huntflow_import')).toMatchObject({ created: 24 });
  });

  it('reaches no private address that a user typed', async () => {
    const other = await startHuntflow({ now });
    const answer = await startHuntflowImport({ huntflow_premier: true, huntflow_api_url: `${other.url}/v2` });
    await other.stop();
    expect(answer).toMatchObject({ status: 400, body: { huntflow_api_url: [expect.stringMatching(/\w+/)] } });
    expect(other.world.requests).toEqual([]);
  });

  it('starts one import for two concurrent requests', async () => {
    addApplicants(huntflow.world, 3);
    const answers = await Promise.all([startHuntflowImport(), startHuntflowImport()]);
    const ids = answers.flatMap(({ body }) => body.job?.id ?? []);
    expect(new Set(ids).size).toBe(1);
    expect(await here.sql(`select count(*)::int as jobs from jobs where company_id = $1`, [user.companyId])).toEqual([{ jobs: 1 }]);
    expect(await finish('huntflow_import')).toMatchObject({ created: 3 });
  });

  it('[ATS-024] continues an import that began before the release of several organizations', async () => {
    addApplicants(huntflow.world, 20);
    await startHuntflowImport();
    const before = { apiUrl: `${huntflow.url}/v2`, accountId: String(huntflow.world.accounts[0]?.id) };
    await here.sql(`update connections set settings = $2 where company_id = $1`, [user.companyId, before]);
    const state = { cursor: '2', done: 8, counts: noCounts, seen: noPages, attempts: 0 };
    await here.sql(`update jobs set state = $2 where company_id = $1`, [user.companyId, state]);
    expect(await finish('huntflow_import')).toMatchObject({ job: { status: 'done', done: 20 }, created: 12 });
  });

  it('refuses a second start while an import runs', async () => {
    addApplicants(huntflow.world, 1);
    await startHuntflowImport();
    expect(await startHuntflowImport()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('already running') } });
  });

  it('continues after its worker is killed: no person is lost or written twice', { timeout: 180_000 }, async () => {
    addApplicants(huntflow.world, 400);
    await startHuntflowImport();
    const killed = startWorkerProcess(here, { HEADWATER_HUNTFLOW_URL: `${huntflow.url}/v2` });
    kills.push(killed);
    await until(async () => expect((await stateOf('huntflow_import')).job.done).toBeGreaterThan(50), { timeout: 120_000 });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect((await stateOf('huntflow_import')).job.done).toBeLessThan(400);
    await here.sql(
      `update jobs set heartbeat_at = now() - interval '1 minute', created_at = now() - interval '1 hour' where company_id = $1`,
      [user.companyId],
    );
    workers.push(await here.application.startWorker());
    await poll(async () => (await stateOf('huntflow_import')).job.status, { timeout: 120_000 }).toBe('done');
    expect(await stateOf('huntflow_import')).toMatchObject({ created: 400, known: 0, left_out: 0 });
    const rows = await people();
    expect({ people: rows.length, different: new Set(rows.map((row) => row.first_name)).size }).toEqual({
      people: 400,
      different: 400,
    });
  });
});

const startGreenhouseImport = (input: object = client) => caller.post('/api/v6/greenhouse_import/auth/', input);

describe('Greenhouse', () => {
  it('[ATS-021] imports small pages with resumes, and dead links do no harm', async () => {
    addCandidates(greenhouse.world, 60);
    greenhouse.world.deadFiles.add(greenhouse.world.attachments[0]?.id ?? 0);
    expect((await startGreenhouseImport()).status).toBe(200);
    expect(await finish('greenhouse_import')).toMatchObject({ job: { status: 'done', done: 60 }, created: 60, resumes: 59 });
    const { body } = await caller.get(`/api/v6/ats/links/?profile_id=${(await people())[0]?.id}`);
    expect(body.links).toMatchObject([{ vendor: 'greenhouse' }]);
    expect(greenhouse.world.requests.filter((request) => request === 'GET /candidates').length).toBeGreaterThanOrEqual(6);
  });

  it('leaves out empty values of a person, and a person in another form', async () => {
    addCandidates(greenhouse.world, 3);
    const [first, second] = greenhouse.world.candidates;
    Object.assign(first ?? {}, { phone_numbers: [{ value: null, type: 'mobile' }] });
    Object.assign(second ?? {}, { first_name: 7 });
    await startGreenhouseImport();
    expect(await finish('greenhouse_import')).toMatchObject({
      job: { status: 'done', done: 3 },
      created: 2,
      left_out_people: [{ id: String(second?.id), reason: expect.stringContaining('first_name') }],
    });
  });

  it('[ATS-021] asks for a client, because the token of Candidate Ingestion lists no people', async () => {
    expect((await startGreenhouseImport({ email: owner, access_token: 'sandbox-token' })).body).toMatchObject({
      access_token: [expect.stringMatching(/client of Harvest/)],
    });
    expect((await startGreenhouseImport({ ...client, client_secret: 'wrong' })).body).toMatchObject({
      client_secret: [expect.stringMatching(/does not accept/)],
    });
  });

  it('[COMP-028] is closed to a company without the integration', async () => {
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await other.post('/api/v6/greenhouse_import/auth/', client)).status).toBe(403);
    expect((await other.get('/api/v6/ats/imports/')).body.imports).toMatchObject([{ job: null }, { job: null }, { job: null }]);
  });

  it('renews the token that expires in the middle', async () => {
    addCandidates(greenhouse.world, 60);
    await startGreenhouseImport();
    here.clock.advance(2 * 3_600_000);
    expect(await finish('greenhouse_import')).toMatchObject({ job: { status: 'done' }, created: 60 });
  });
});

const startSmartRecruiters = (key: string) => caller.post('/api/smartrecruiters/import_candidates/', { api_key: key });

it('[ATS-023] imports the people of SmartRecruiters with an API key, within its limit, as people of the account', async () => {
  const { world } = smartrecruiters;
  addRecruits(world, 20);
  world.deadFiles.add('r0');
  expect((await startSmartRecruiters('')).body).toMatchObject({ api_key: [expect.stringMatching(/Field is required/)] });
  expect((await startSmartRecruiters('wrong')).body).toMatchObject({ api_key: [expect.stringMatching(/does not accept/)] });
  expect((await startSmartRecruiters('sandbox-key')).status).toBe(200);
  expect(await finish('smartrecruiters_import')).toMatchObject({ job: { status: 'done', total: 20 }, created: 20, resumes: 19 });
  expect(world.refused).toBe(0);
  expect((await linksOf())[0]).toEqual({ integration: 'smartrecruiters', account_id: 'company SandboxAG' });
});
