import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { startModelServer } from '../../../test/model-server.ts';
import { poll } from '../../../test/settled.ts';

const written = { content: 'About the role\n\n- Builds pipelines' };
const model = await startModelServer();
const { asked } = model;
const here = useInstallation(model.settings);
const path = '/api/v6/vacancies/description/';
const fields = { position: 'Data engineer', company_name: 'Acme', responsibilities: 'Builds pipelines', language: 'en' };
let companyId: number;
let user: TestUser;
let caller: Caller;
let worker: { stop(): Promise<void> };

async function ended(id: number, as: Caller = caller) {
  let body = (await as.get(`${path}${id}/`)).body;
  await expect.poll(async () => ((body = (await as.get(`${path}${id}/`)).body), body.progress)).toMatch(/done|failed|cancelled/);
  return body;
}
const credits = async () =>
  (await here.sql<{ credits: number | null }>('select credits from companies where id = $1', [companyId]))[0]?.credits;
const setCredits = (count: number | null) => here.sql('update companies set credits = $2 where id = $1', [companyId, count]);
const ledger = () =>
  here.sql<{ amount: number; balance: number; reason: string; author_id: string }>(
    'select amount, balance, reason, author_id from credit_transactions where company_id = $1 order by id',
    [companyId],
  );

beforeAll(async () => {
  companyId = await here.addCompany();
  user = await here.addUser(companyId, 'worker');
  caller = await here.signIn(user);
  worker = await here.application.startWorker();
});
afterAll(async () => {
  await worker.stop();
  model.close();
});

describe('AI vacancy descriptions', () => {
  it('[AIO-001] [AIO-002] [AIO-003] [AIO-004] [AIO-005] [AIO-011] writes a text from the facts of the vacancy', async () => {
    model.next = { content: '**About the role**\n\n* Builds pipelines' };
    const more = { requirements: 'SQL', additional_info: 'Berlin' };
    const made = await caller.post(path, { ...fields, ...more, language: 'ru' });
    expect(made).toMatchObject({ status: 200, body: { ...fields, ...more, language: 'ru', body: '', progress: 'pending' } });
    expect(await ended(made.body.id)).toMatchObject({ progress: 'done', body: 'About the role\n\n- Builds pipelines' });
    const request = JSON.parse(asked.at(-1) ?? '{}');
    expect(request.messages[0].content).toContain('Russian');
    expect(JSON.parse(request.messages[1].content)).toEqual({
      position: 'Data engineer',
      company: 'Acme',
      responsibilities: 'Builds pipelines',
      requirements: 'SQL',
      more: 'Berlin',
    });
  });

  it('[AIO-006] [AIO-014] [AIO-015] lists the languages and requires the fields', async () => {
    const { body } = await caller.get(`${path}languages/`);
    expect(body.languages.slice(0, 2)).toEqual([
      { id: 'en', name: 'English' },
      { id: 'ru', name: 'Russian' },
    ]);
    expect(body).toMatchObject({ is_connected: true, credits: null });
    const { status, body: errors } = await caller.post(path, { language: 'xx', position: ' ', responsibilities: 'a'.repeat(5001) });
    expect(status).toBe(400);
    expect(Object.keys(errors).toSorted()).toEqual(['company_name', 'language', 'position', 'responsibilities']);
    const { language: _language, ...required } = fields;
    const { status: created, body: made } = await caller.post(path, required);
    expect({ created, language: made.language }).toEqual({ created: 200, language: 'en' });
    await ended(made.id);
  });

  it('[AIO-010] [AIO-012] [AIO-013] lists, changes, regenerates and deletes own texts', async () => {
    model.next = written;
    const { id } = (await caller.post(path, fields)).body;
    await ended(id);
    expect((await caller.get(path)).body.descriptions[0]).toMatchObject({ id, progress: 'done' });
    expect((await caller.patch(`${path}${id}/`, { body: 'Own words', position: 'Data lead' })).body).toMatchObject({
      body: 'Own words',
      position: 'Data lead',
      progress: 'done',
    });
    model.next = { content: 'Written anew' };
    expect((await caller.patch(`${path}${id}/`, { generate: true })).body.progress).toBe('pending');
    expect((await ended(id)).body).toBe('Written anew');
    expect(asked.at(-1)).toContain('Data lead');
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    expect((await colleague.get(`${path}${id}/`)).status).toBe(404);
    expect((await colleague.get(path)).body.descriptions).toEqual([]);
    expect((await caller.delete(`${path}${id}/`)).status).toBe(200);
    expect((await caller.get(`${path}${id}/`)).status).toBe(404);
  });

  it('[AIO-026] [AIO-027] takes a credit at the start and refunds it once if no text was written', async () => {
    await setCredits(2);
    model.next = written;
    await ended((await caller.post(path, fields)).body.id);
    expect(await credits()).toBe(1);
    for (const refusal of [{ status: 500 }, { content: '```\n```' }]) {
      model.next = refusal;
      const { id } = (await caller.post(path, fields)).body;
      expect(await credits()).toBe(0);
      expect((await ended(id)).progress).toBe('failed');
      expect(await credits()).toBe(1);
    }
    model.next = written;
    await ended((await caller.post(path, fields)).body.id);
    const refused = await caller.post(path, fields);
    expect(refused).toMatchObject({ status: 400, body: { detail: 'The credits of your company are used up' } });
    const entries = await ledger();
    expect(entries.map(({ amount }) => amount)).toEqual([-1, -1, 1, -1, 1, -1]);
    expect(entries.map(({ balance }) => balance)).toEqual([1, 0, 1, 0, 1, 0]);
    expect(new Set(entries.map(({ reason, author_id }) => `${reason} ${author_id}`))).toEqual(new Set([`vacancy_description ${user.id}`]));
    await setCredits(null);
  });

  it('[AIO-026] does not call the model if the license ended or the user was deactivated while queued', async () => {
    await setCredits(5);
    const leaver = await here.addUser(companyId, 'worker');
    const theirs = await here.signIn(leaver);
    await worker.stop();
    const [own, other] = [(await caller.post(path, fields)).body.id, (await theirs.post(path, fields)).body.id];
    const before = asked.length;
    const state = async (id: number) =>
      (await here.sql<{ progress: string }>('select progress from vacancy_descriptions where id = $1', [id]))[0]?.progress;
    await here.sql('update users set is_active = false where id = $1', [leaver.id]);
    await here.sql("update companies set paid_till = now() - interval '1 day' where id = $1", [companyId]);
    worker = await here.application.startWorker();
    await poll(() => Promise.all([state(own), state(other)])).toEqual(['failed', 'failed']);
    await here.sql('update companies set paid_till = null where id = $1', [companyId]);
    expect([asked.length - before, await credits()]).toEqual([0, 5]);
    await setCredits(null);
  });

  it('does not spend the last credit twice on concurrent requests', async () => {
    await setCredits(1);
    model.next = written;
    const answers = await Promise.all([caller.post(path, fields), caller.post(path, fields), caller.post(path, fields)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    await ended(answers.find(({ status }) => status === 200)?.body.id);
    expect(await credits()).toBe(0);
    await setCredits(null);
  });

  it('[AIO-008] cancels immediately, drops a late answer, and refunds once for two requests', async () => {
    await setCredits(1);
    const held = new EventEmitter();
    model.next = { content: 'Too late', until: once(held, 'answer').then(() => undefined) };
    const before = asked.length;
    const { id } = (await caller.post(path, fields)).body;
    await poll(() => asked.length).toBe(before + 1);
    expect(await caller.patch(`${path}${id}/`, { position: 'Other' })).toMatchObject({
      status: 400,
      body: { detail: 'The text is being written. Wait or cancel it' },
    });
    const [first, second] = await Promise.all([caller.post(`${path}${id}/cancel/`), caller.post(`${path}${id}/cancel/`)]);
    expect([first.body.progress, second.body.progress]).toEqual(['cancelled', 'cancelled']);
    expect(await credits()).toBe(1);
    held.emit('answer');
    model.next = { content: 'Second try' };
    await caller.patch(`${path}${id}/`, { generate: true });
    expect((await ended(id)).body).toBe('Second try');
    expect(await credits()).toBe(0);
    await setCredits(null);
  });
});
