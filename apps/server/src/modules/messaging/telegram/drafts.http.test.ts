import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/dialogs/';

let admin: Caller;
let recruiter: Caller;
let worker: { stop(): Promise<void> };
let names = 0;

beforeAll(async () => {
  const company = await here.addCompany({ features: { has_messaging: true, has_telegram: true } });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true }));
  worker = await here.application.startWorker();
  const { id } = await server.addAccount(admin, server.nextPhone());
  await admin.put(`/api/internal/telegram/accounts/${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function begin(): Promise<number> {
  const [profile = 0] = await addProfiles(here, 1);
  const answer = await recruiter.post(`${path}get_or_create/`, { profile_id: profile, username: `drafted_${(names += 1)}_x` });
  expect(answer).toMatchObject({ status: 200, body: { draft: '', draft_version: 0 } });
  return answer.body.id;
}
const save = async (id: number, message: string, version?: number) => {
  const answer = await recruiter.put(`${path}${id}/draft/`, { message, ...(version === undefined ? {} : { draft_version: version }) });
  expect(answer.status).toBe(200);
  return answer.body;
};
const draftOf = async (id: number, caller = recruiter) => {
  const { draft, draft_version: version } = (await caller.get(`${path}${id}/`)).body;
  return [draft, version];
};
const say = (id: number, message: string, more: object = {}) => recruiter.post(`${path}${id}/send_message/`, { message, ...more });

describe('a draft', () => {
  it('does not replace a newer draft of another window', async () => {
    const id = await begin();
    expect(await save(id, 'Hello', 0)).toEqual({ is_saved: true, draft: 'Hello', draft_version: 1 });
    expect(await save(id, 'Good morning', 0)).toEqual({ is_saved: false, draft: 'Hello', draft_version: 1 });
    expect(await save(id, 'Good morning', 1)).toEqual({ is_saved: true, draft: 'Good morning', draft_version: 2 });
    // An equal text is saved from any version and creates no new one.
    expect(await save(id, 'Good morning', 0)).toEqual({ is_saved: true, draft: 'Good morning', draft_version: 2 });
    expect(await draftOf(id)).toEqual(['Good morning', 2]);
    expect(await draftOf(id, admin)).toEqual(['', 0]);
  });

  it('replaces the named text if its save was not confirmed, and no other one', async () => {
    const id = await begin();
    const behind = async (message: string, version: number, replaces: string) =>
      (await recruiter.put(`${path}${id}/draft/`, { message, draft_version: version, draft_replaces: replaces })).body;
    await save(id, 'Hello', 0);
    expect(await behind('Hello, Anna', 0, 'Hello')).toEqual({ is_saved: true, draft: 'Hello, Anna', draft_version: 2 });
    // Another window saved first: neither this text nor the next one is kept.
    await save(id, 'Good morning', 2);
    expect(await save(id, 'Hi', 2)).toMatchObject({ is_saved: false });
    expect(await behind('Hi, Anna', 2, 'Hi')).toEqual({ is_saved: false, draft: 'Good morning', draft_version: 3 });
    // The named text never arrived.
    expect(await behind('Good evening', 3, 'Good eve')).toEqual({ is_saved: true, draft: 'Good evening', draft_version: 4 });
    expect(await save(id, 'Good eve', 3)).toEqual({ is_saved: false, draft: 'Good evening', draft_version: 4 });
    expect(
      await recruiter.put(`${path}${id}/draft/`, { message: 'a', draft_version: 4, draft_replaces: 'я'.repeat(20_001) }),
    ).toMatchObject({
      status: 400,
      body: { draft_replaces: expect.anything() },
    });
  });

  it('has one version that all concurrent windows continue from', async () => {
    const id = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => save(id, `Text ${at}`, 0)));
    expect(answers.filter((answer) => answer.is_saved)).toHaveLength(1);
    const [text, version] = await draftOf(id);
    expect(version).toBe(1);
    for (const answer of answers) expect(answer).toMatchObject({ draft: text, draft_version: 1 });
  });

  it('keeps an empty text as a version, and treats blanks as empty', async () => {
    const id = await begin();
    await save(id, 'Hello', 0);
    expect(await save(id, '  \n ', 1)).toEqual({ is_saved: true, draft: '', draft_version: 2 });
    expect(await save(id, 'Hello, Anna', 1)).toEqual({ is_saved: false, draft: '', draft_version: 2 });
    expect(await draftOf(id)).toEqual(['', 2]);
  });

  it('is replaced without a version', async () => {
    const id = await begin();
    await save(id, 'Hello');
    expect(await save(id, 'Bye')).toMatchObject({ is_saved: true, draft: 'Bye', draft_version: 2 });
  });

  it('may be longer than a message', async () => {
    const id = await begin();
    expect(await save(id, 'я'.repeat(20_000), 0)).toMatchObject({ is_saved: true });
    expect(await recruiter.put(`${path}${id}/draft/`, { message: 'я'.repeat(20_001) })).toMatchObject({
      status: 400,
      body: { message: expect.anything() },
    });
  });

  it('is removed by its message and keeps a newer text of another window', async () => {
    const id = await begin();
    await save(id, 'Hello', 0);
    expect(await say(id, 'Hello, Anna', { draft_version: 1 })).toMatchObject({ status: 200 });
    expect(await draftOf(id)).toEqual(['', 2]);
    await save(id, 'Something else', 2);
    expect(await say(id, 'One more', { draft_version: 2 })).toMatchObject({ status: 200 });
    expect(await draftOf(id)).toEqual(['Something else', 3]);
    // Saved by the sending window, which missed the response.
    expect(await say(id, 'Something else', { draft_version: 2 })).toMatchObject({ status: 200 });
    expect(await draftOf(id)).toEqual(['', 4]);
    await save(id, 'Again', 4);
    expect(await say(id, 'By a program')).toMatchObject({ status: 200 });
    expect(await draftOf(id)).toEqual(['', 6]);
  });
});
