import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrich } from './enrichment-fixtures.ts';
import { type Caller, password, type TestUser, useInstallation } from './installation.ts';
import { startModelServer } from './model-server.ts';
import { upload } from './upload.ts';
import { addProfiles, candidatesIn, fillVacancy } from './vacancy-fixtures.ts';
import { poll } from './settled.ts';

// Roles that the contract admits and the entity itself refuses.
const model = await startModelServer();
afterAll(() => model.close());
const here = useInstallation({ ...model.settings, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const features = { has_messaging: true, has_sequences: true, has_api: true };

let company: number;
let owner: TestUser;
let own: Caller;
let colleague: Caller;
let admin: TestUser;
beforeAll(async () => {
  company = await here.addCompany({ features });
  owner = await here.addUser(company, 'worker');
  own = await here.signIn(owner);
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  admin = await here.addUser(company, 'admin');
});

/** Staff who act as the person, and a program with a token for all scopes. */
async function makeSubstitutes(user: TestUser): Promise<[string, Caller][]> {
  const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
  expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBe(200);
  await here.sql('update users set api_manager = true where id = $1', [user.id]);
  const { body } = await (await here.signIn(user)).post('/api/access_token/', { scopes: ['everything'], password });
  return [
    ['not_while_acting', staff],
    ['not_with_token', here.program(body.access_token)],
  ];
}

const tagsOf = (profile: number | undefined) => `/api/v6/profiles/${profile}/tags/`;

describe('rights within a role', () => {
  it("[API-009] usage counts are visible to account managers of the own company's API, and of managed companies", async () => {
    const manager = await here.addUser(company, 'manager');
    const caller = await here.signIn(manager);
    const path = '/api/api_calls/aggregated/';
    expect(await caller.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await here.sql('update users set api_manager = true where id = $1', [manager.id]);
    expect((await caller.get(path)).status).toBe(200);
    expect((await caller.get(`${path}?company_id=${await here.addCompany()}`)).status).toBe(404);
  });

  it('[FILE-021] files are removed by their uploader and by administrators', async () => {
    const sent = async () => `/api/files/v1/${(await upload(own, { filename: 'notes.txt', bytes: 'Notes' })).body.id}/`;
    const file = await sent();
    expect((await colleague.get(file)).status).toBe(200);
    expect(await colleague.delete(file)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await own.delete(file)).status).toBe(200);
    expect((await (await here.signIn(admin)).delete(await sent())).status).toBe(200);
  });

  it('[ROLE-044] hiring managers see tags of their candidates only', async () => {
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const { profiles } = await fillVacancy(here, own, { profiles: 1, body: { granted_users: [user.id] } });
    const [other] = await addProfiles(here, 1);
    await own.post(tagsOf(other), { tags: ['Not theirs'] });
    expect((await manager.get(tagsOf(profiles[0]))).status).toBe(200);
    expect(await manager.get(tagsOf(other))).toMatchObject({ status: 404, body: { code: 'profile_not_found' } });
  });

  it('[ROLE-059] a public sequence is hidden by its creator, and deleted by them and by administrators, not by colleagues', async () => {
    const { body } = await own.post('/api/v6/sequences/', { name: 'Ours', access_type: 'public', templates: [] });
    const path = `/api/v6/sequences/${body.id}/`;
    const refused = { status: 403, body: { code: 'forbidden' } };
    expect((await colleague.patch(path, { name: 'Still ours' })).status).toBe(200);
    expect(await colleague.patch(path, { access_type: 'private' })).toMatchObject(refused);
    expect(await colleague.delete(path)).toMatchObject(refused);
    expect((await own.patch(path, { access_type: 'private' })).status).toBe(200);
    expect((await own.delete(path)).status).toBe(200);
  });
});

describe('on behalf of an administrator', () => {
  it('[ROLE-033] [API-010] staff and programs invite recruiters, and no administrators', async () => {
    const answers: [string, string, number, unknown][] = [];
    for (const [code, caller] of await makeSubstitutes(admin))
      for (const role of ['admin', 'admin_without_search', 'worker']) {
        const { status, body } = await caller.post('/api/v6/invitations/', { role, email: `${role}@${code}.test`.replaceAll('_', '-') });
        answers.push([code, role, status, body.code]);
      }
    expect(answers).toEqual(
      ['not_while_acting', 'not_with_token'].flatMap((code) => [
        [code, 'admin', 403, code],
        [code, 'admin_without_search', 403, code],
        [code, 'worker', 200, undefined],
      ]),
    );
  });
});

/** Reads a stream and removes a right after the first chunk; returns the received part. */
async function readWhileTaken(
  caller: Caller,
  options: { method: 'GET' | 'POST'; url: string; payload?: object },
  take: () => Promise<unknown>,
) {
  const { status, body } = await caller.send({ ...options, payloadAsStream: true });
  expect(status).toBe(200);
  const parts = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  await parts.next();
  await take();
  let text = '';
  for (let part = await parts.next(); !part.done; part = await parts.next()) text += String(part.value);
  return text;
}

describe('a lost right', () => {
  it('[EXP-005] [ROLE-055] aborts an export of candidates, also if the person can still open the vacancy', async () => {
    const user = await here.addUser(company, 'worker');
    const caller = await here.signIn(user);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const profiles = await addProfiles(here, 1250);
    const [known] = await here.sql<{ id: number }>('select min(id) as id from candidate_statuses where company_id = $1', [company]);
    await here.sql(
      `insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by) select $1, $2, profile, $4, $5 from unnest($3::bigint[]) as profile`,
      [company, id, profiles, known?.id, user.id],
    );
    expect(await candidatesIn(here).find({ profile_id: profiles })).toHaveLength(1250);
    const url = `/api/vacancies/${id}/candidates/export/csv`;
    const take = () => here.sql(`update users set role = 'admin_without_search' where id = $1`, [user.id]);
    await expect(readWhileTaken(caller, { method: 'POST', url, payload: { columns: ['profile'] } }, take)).rejects.toThrow(/./);
  });

  it('[ENR-009] aborts the file of an enrichment', async () => {
    const user = await here.addUser(company, 'worker');
    const caller = await here.signIn(user);
    const lines = Array.from({ length: 3000 }, (_, at) => `person${at}@people.test,${'x'.repeat(200)}\n`).join('');
    const { status, body } = await enrich(caller, lines, { columns: 'email,ignore', delimiter: 'comma' });
    expect({ status, body }).toMatchObject({ status: 200 });
    const take = () => here.sql('update users set data_enrichment_enabled = false where id = $1', [user.id]);
    const url = `/api/v6/enrichment/${body.id}/results/`;
    expect(await readWhileTaken(caller, { method: 'GET', url }, async () => undefined)).toContain('person2999@');
    await expect(readWhileTaken(caller, { method: 'GET', url }, take)).rejects.toThrow(/./);
  });

  it('[AIO-019] prevents AI messages of a deactivated person', async () => {
    const user = await here.addUser(company, 'worker');
    const caller = await here.signIn(user);
    const [profile] = await addProfiles(here, 1);
    const { body } = await caller.post('/api/v6/messaging/generation/', { job_description: 'Data engineer', profile_id: profile });
    await here.sql('update users set is_active = false where id = $1', [user.id]);
    model.next = { content: JSON.stringify({ subject: 'A job', body: 'Hello' }) };
    const worker = await here.application.startWorker();
    const progress = async () =>
      (await here.sql<{ progress: string }>('select progress from message_generations where id = $1', [body.id]))[0]?.progress;
    await poll(progress).toBe('failed');
    expect(model.asked).toEqual([]);
    await worker.stop();
  });
});
