import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { startWorkerProcess } from '../../../test/killed-worker.ts';
import { addReaders, good } from '../../../test/mailing-fixtures.ts';
import { startModelServer } from '../../../test/model-server.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { poll, until } from '../../../test/settled.ts';

const model = await startModelServer();
const here = useInstallation(model.settings);
const path = '/api/internal/llm_mailing/';
let companyId: number;
let user: TestUser;
let caller: Caller;
let worker: { stop(): Promise<void> };

const nameIn = (asked: string) => JSON.parse(JSON.parse(asked).messages[1].content).person.first_name as string;
/** Answers with a text that contains the first name of the person. */
const byName = (asked: string) => ({ content: JSON.stringify({ subject: 'For you', body: `Dear ${nameIn(asked)}` }) });
const status = async (vacancy: number) => (await caller.get(`${path}status/?vacancy_id=${vacancy}`)).body;
const over = (vacancy: number) =>
  until(async () => {
    const now = await status(vacancy);
    expect(now.progress).toMatch(/done|failed/);
    return now;
  });
const credits = async () =>
  (await here.sql<{ credits: number | null }>('select credits from companies where id = $1', [companyId]))[0]?.credits;
const setCredits = (count: number | null) => here.sql('update companies set credits = $2 where id = $1', [companyId, count]);

async function newVacancy(people: number, more: object = {}) {
  const readers = await addReaders(here, companyId, people);
  const { id } = await good(caller.post('/api/v6/folders/', { name: `Vacancy ${Date.now()}`, description: 'Builds pipelines', ...more }));
  const profiles = readers.map(({ profile }) => profile);
  const { candidates } = await good(caller.post('/api/v6/candidates/', { folder_id: id, profiles }));
  return { id: id as number, profiles, candidates: candidates.map((one: { id: number }) => one.id) as number[] };
}
const textsOf = async (list: number) =>
  (
    await here.sql<{ body: string; subject: string }>(
      `select draft.subject, draft.body from mailing_drafts as draft join mailing_recipients as recipient on recipient.id = draft.recipient_id
       where recipient.mailing_id = $1 order by recipient.id`,
      [list],
    )
  ).map(({ subject, body }) => `${subject}: ${body}`);

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

describe('mailings written by a language model', () => {
  it('[AIO-016] [AIO-017] [AIO-018] creates a draft with a personal message for each candidate, and sends nothing', async () => {
    model.next = byName;
    const vacancy = await newVacancy(3);
    const [unreachable] = await addProfiles(here, 1);
    await good(caller.post('/api/v6/candidates/', { folder_id: vacancy.id, profiles: [unreachable] }));
    const before = model.asked.length;
    const begun = await good(caller.post(path, { vacancy: vacancy.id, prompt: 'Friendly, about remote work' }));
    expect(begun).toMatchObject({ vacancy_id: vacancy.id, progress: 'pending', total: 3, done: 0, without_email: 1 });
    expect(await over(vacancy.id)).toMatchObject({
      progress: 'done',
      total: 3,
      done: 3,
      failed: 0,
      mailing_list_id: begun.mailing_list_id,
    });
    const asked = JSON.parse(JSON.parse(model.asked[before] ?? '{}').messages[1].content);
    expect(asked).toMatchObject({ wishes: 'Friendly, about remote work', job: expect.stringContaining('Builds pipelines') });
    const list = await good(caller.get(`/api/v6/mailing_lists/${begun.mailing_list_id}/`));
    expect(list).toMatchObject({ name: 'AI messages 1', status: 'draft', recipients_count: 3, folder: { id: vacancy.id } });
    expect(await textsOf(list.id)).toEqual([...Array(3)].map(() => expect.stringMatching(/^For you: Dear Anna$/)));
    const { recipients } = await good(caller.get(`/api/v6/mailing_lists/${list.id}/recipients/`));
    const { messages } = await good(caller.get(`/api/v6/mailing_recipients/${recipients[0].id}/preview/`));
    expect(messages[0]).toMatchObject({ subject: 'For you', text: 'Dear Anna' });
    expect(await here.sql('select from messages where company_id = $1', [companyId])).toHaveLength(0);
  });

  it('[AIO-026] [AIO-027] takes one credit per message or none at all, refunds failed messages and retries them', async () => {
    const vacancy = await newVacancy(3);
    await setCredits(2);
    const refused = await caller.post(path, { vacancy: vacancy.id, prompt: 'Friendly' });
    expect(refused).toMatchObject({ status: 400, body: { detail: 'This takes 3 credits; your company has 2' } });
    expect((await status(vacancy.id)).progress).toBeNull();
    await setCredits(4);
    let count = 0;
    model.next = (asked) => (count++ === 1 ? { status: 500 } : byName(asked));
    await good(caller.post(path, { vacancy: vacancy.id, prompt: 'Friendly' }));
    expect(await credits()).toBe(1);
    const first = await over(vacancy.id);
    expect(first).toMatchObject({ progress: 'done', done: 2, failed: 1, credits: 2 });
    expect((await good(caller.get(`/api/v6/mailing_lists/${first.mailing_list_id}/`))).recipients_count).toBe(2);
    await good(caller.post(`${path}retry/`, { vacancy: vacancy.id }));
    expect(await over(vacancy.id)).toMatchObject({ mailing_list_id: first.mailing_list_id, done: 3, failed: 0, credits: 1 });
    expect(await textsOf(first.mailing_list_id)).toHaveLength(3);
    expect((await caller.post(`${path}retry/`, { vacancy: vacancy.id })).status).toBe(409);
    const entries = await here.sql<{ amount: number }>('select amount from credit_transactions where company_id = $1 order by id', [
      companyId,
    ]);
    expect(entries.map(({ amount }) => amount)).toEqual([-3, 1, -1]);
    await setCredits(null);
  });

  it('starts once for two requests, and refunds unwritten messages when cancelled', async () => {
    const vacancy = await newVacancy(4);
    await setCredits(10);
    const held = new EventEmitter();
    const later = once(held, 'answer').then(() => undefined);
    let count = 0;
    model.next = (asked) => ({ ...byName(asked), ...(count++ === 0 ? {} : { until: later }) });
    const body = { vacancy: vacancy.id, prompt: 'Friendly' };
    const answers = await Promise.all([caller.post(path, body), caller.post(path, body)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(await credits()).toBe(6);
    await until(async () => expect((await status(vacancy.id)).done).toBe(1));
    const stops = await Promise.all([1, 2].map(() => caller.post(`${path}cancel/`, { vacancy: vacancy.id })));
    for (const { body: stopped } of stops) expect(stopped).toMatchObject({ is_cancelled: true, progress: 'done', done: 1, failed: 3 });
    held.emit('answer');
    expect(await credits()).toBe(9);
    const { mailing_list_id: list } = await status(vacancy.id);
    expect(await textsOf(list)).toHaveLength(1);
    await setCredits(null);
  });

  it('writes each message once and loses no credit after its worker is killed', { timeout: 120_000 }, async () => {
    const vacancy = await newVacancy(5);
    await setCredits(5);
    await worker.stop();
    const doomed = startWorkerProcess(here, model.settings);
    let count = 0;
    // The third question is never answered; the worker is killed during it.
    model.next = (asked) => ({ ...byName(asked), ...(count++ === 2 ? { until: new Promise<void>(() => undefined) } : {}) });
    const { mailing_list_id: list } = await good(caller.post(path, { vacancy: vacancy.id, prompt: 'Friendly' }));
    await poll(() => count, { timeout: 50_000 }).toBe(3);
    doomed.kill('SIGKILL');
    await once(doomed, 'exit');
    expect(await status(vacancy.id)).toMatchObject({ progress: 'processing', done: 2, credits: 0 });
    worker = await here.application.startWorker();
    await poll(async () => (await status(vacancy.id)).progress).toBe('done');
    expect(await status(vacancy.id)).toMatchObject({ done: 5, failed: 0, credits: 0 });
    expect(await textsOf(list)).toHaveLength(5);
    expect((await good(caller.get(`/api/v6/mailing_lists/${list}/`))).recipients_count).toBe(5);
    expect(count).toBe(6);
    await setCredits(null);
  });

  it('keeps messages that a user edited, and refunds when the list or the candidate is deleted', async () => {
    const vacancy = await newVacancy(3);
    await setCredits(3);
    const held = new EventEmitter();
    const later = once(held, 'answer').then(() => undefined);
    model.next = (asked) => ({ ...byName(asked), until: later });
    const { mailing_list_id: list } = await good(caller.post(path, { vacancy: vacancy.id, prompt: 'Friendly' }));
    const [first, second] = vacancy.candidates;
    await good(caller.put('/api/v6/mailing_recipients/', { mailing_list_id: list, candidate_ids: [first] }));
    const { recipients } = await good(caller.get(`/api/v6/mailing_lists/${list}/recipients/`));
    const { templates } = await good(caller.get(`/api/v6/mailing_lists/${list}/`));
    const own = { messages: [{ template_id: templates[0].id, subject: 'Mine', body: '<p>My words</p>' }] };
    await good(caller.patch(`/api/v6/mailing_recipients/${recipients[0].id}/`, own));
    await here.sql('update candidates set deleted_at = now() where id = $1', [second]);
    held.emit('answer');
    expect(await over(vacancy.id)).toMatchObject({ done: 2, failed: 1, credits: 1 });
    expect((await textsOf(list)).toSorted()).toEqual(['For you: Dear Anna', 'Mine: <p>My words</p>']);
    await good(caller.delete(`/api/v6/mailing_lists/${list}/`));
    expect((await caller.post(`${path}retry/`, { vacancy: vacancy.id })).status).toBe(409);
    expect((await status(vacancy.id)).mailing_list_id).toBeNull();
    await setCredits(null);
  });

  it('refuses start and retry while messages of a deleted list are still being written', async () => {
    const vacancy = await newVacancy(1);
    const body = { vacancy: vacancy.id, prompt: 'Friendly' };
    model.next = { status: 500 };
    await good(caller.post(path, body));
    expect(await over(vacancy.id)).toMatchObject({ progress: 'failed', failed: 1 });
    const held = new EventEmitter();
    const later = once(held, 'answer').then(() => undefined);
    model.next = (asked) => ({ ...byName(asked), until: later });
    const before = model.asked.length;
    const { mailing_list_id: second } = await good(caller.post(path, body));
    // A list deleted before its first message gets no messages.
    await until(async () => expect(model.asked.length).toBe(before + 1));
    await good(caller.delete(`/api/v6/mailing_lists/${second}/`));
    const refused = await Promise.all([caller.post(`${path}retry/`, { vacancy: vacancy.id }), caller.post(path, body)]);
    expect(refused.map((answer) => answer.status)).toEqual([409, 409]);
    held.emit('answer');
    const isOver = async () => {
      const rows = await here.sql('select from llm_mailings where vacancy_id = $1 and finished_at is null', [vacancy.id]);
      expect(rows).toHaveLength(0);
    };
    await until(isOver);
    // The second request arrives while the first mailing is running.
    const answered = once(held, 'answer').then(() => undefined);
    model.next = (asked) => ({ ...byName(asked), until: answered });
    const both = await Promise.all([caller.post(`${path}retry/`, { vacancy: vacancy.id }), caller.post(path, body)]);
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    held.emit('answer');
    await until(isOver);
  });

  it('requires access to the vacancy and at least one reachable candidate', async () => {
    const hidden = await newVacancy(1, { access_type: 'private' });
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    for (const [who, wanted] of [
      [colleague, 403],
      [stranger, 404],
    ] as const) {
      expect((await who.get(`${path}status/?vacancy_id=${hidden.id}`)).status).toBe(wanted);
      expect((await who.post(path, { vacancy: hidden.id, prompt: 'Hi' })).status).toBe(wanted);
      expect((await who.post(`${path}cancel/`, { vacancy: hidden.id })).status).toBe(wanted);
    }
    const { id: empty } = await good(caller.post('/api/v6/folders/', { name: 'Empty' }));
    expect((await caller.post(path, { vacancy: empty, prompt: 'Hi' })).body.detail).toContain('no candidates');
    expect(Object.keys((await caller.post(path, { prompt: '' })).body).toSorted()).toEqual(['prompt', 'vacancy']);
    const open = await newVacancy(2);
    const some = await good(caller.post(path, { vacancy: open.id, prompt: 'Hi', candidate_ids: [open.candidates[0]] }));
    expect(some.total).toBe(1);
    expect((await colleague.get(`${path}status/?vacancy_id=${open.id}`)).body.progress).toBeNull();
  });
});
