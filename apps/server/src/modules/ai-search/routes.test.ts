import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { profileData } from '@headwater/contract/profile-data';
import { decodeQuery } from '@headwater/domain/query/query-address';
import { termsOf } from '@headwater/domain/query/term';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiCompatible } from '#integrations/language-model/openai-compatible.ts';
import { generateProfiles } from '#modules/demo/generate.ts';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { createLog } from '#platform/log.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { understandRequest, withoutContacts } from './proposal/understand.ts';
import { poll } from '../../../test/settled.ts';
import { settled, until } from '../../../test/settled.ts';

const here = useInstallation();
const features = { has_gpt: true, has_messaging: true };
let companyId: number;
let user: TestUser;
let caller: Caller;
const workers: { stop(): Promise<void> }[] = [];

const base = '/api/internal/ai_search/';
const text = 'Software developer, Docker is a plus, not from Zalando';

async function untilState(id: number, state: string, as: Caller = caller) {
  // The queue retries failed tasks with growing delays on a busy machine.
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, body } = await as.get(`${base}${id}/?per_page=100`);
    expect(status).toBe(200);
    if (body.state === state) return body;
    await settled(100);
  }
  throw new Error(`the search never became ${state}`);
}

const begin = async (body: object, as: Caller = caller): Promise<number> => {
  const answer = await as.post(base, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200, body: { state: 'processing' } });
  return answer.body.id;
};

/** A search with `tries` attempts and a task of a worker that died. */
async function orphan(tries: number, whose = user): Promise<number> {
  const [row] = await here.sql<{ id: number; run: number }>(
    `insert into ai_searches (company_id, user_id, request, tries, created_at) values ($1, $2, 'Python developer', $3, now()) returning id, run`,
    [companyId, whose.id, tries],
  );
  await here.sql(
    `insert into graphile_worker._private_jobs (task_id, payload, locked_at, locked_by)
     select id, json_build_object('companyId', $1::int, 'searchId', $2::int, 'run', $3::int), now() - interval '1 minute', 'a worker that died'
     from graphile_worker._private_tasks where identifier = 'run_ai_search'`,
    [companyId, row?.id, row?.run],
  );
  return Number(row?.id);
}

beforeAll(async () => {
  companyId = await here.addCompany({ features });
  user = await here.addUser(companyId, 'worker');
  caller = await here.signIn(user);
  const people = [...generateProfiles({ count: 300, today: here.clock.now() })].map((profile) => profileData.parse(profile));
  await here.application.database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  workers.push(await here.application.startWorker(), await here.application.startSearchTasks());
  await here.application.search.start();
});
afterAll(() => Promise.all(workers.map(({ stop }) => stop())));

describe('AI search', () => {
  it('[AIS-001] [AIS-002] [AIS-003] [AIS-006] finds people by a request and returns the understood query', async () => {
    const found = await untilState(await begin({ text }), 'found');
    expect(found).toMatchObject({ text, error: null, folder_id: null, learned: null });
    const query = decodeQuery(found.query.q);
    expect(query.ok && query.value[0]).toEqual({ type: 'AI', text });
    const terms = query.ok ? termsOf(query.value) : [];
    expect(terms.map(({ field, text: words, is_excluded }) => `${is_excluded ? '-' : ''}${field}:${words}`)).toEqual([
      'position:Software developer',
      'preferableSkill:Docker',
      '-companySearch:Zalando',
    ]);
    expect(found.query).toMatchObject({ made_by: 'reader', model_failed: false, rest: [] });
    expect(found.total).toBeGreaterThan(5);
    expect(found.profiles.length).toBe(Math.min(100, found.total));
    expect(found.profiles.every((profile: { feedback: unknown }) => profile.feedback === null)).toBe(true);
    const plain = await caller.get(`/api/v6/profiles/?q=${encodeURIComponent(found.query.q)}`);
    expect(plain.body.total).toBe(found.total);
  });

  it('[AIS-001] finds people by a technology and a job title', async () => {
    for (const request of [
      'Python developer',
      'Java developer',
      'React developer',
      'PHP программист',
      'разработчик на Python',
      'C++ or C# engineer',
    ]) {
      const { status, body } = await caller.post(`${base}proposal/`, { text: request });
      expect({ status, rest: body.rest }).toEqual({ status: 200, rest: [] });
      const found = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: body.q, f: body.f }).toString()}`);
      expect(found.status).toBe(200);
      expect({ request, isFound: found.body.total > 0 }).toEqual({ request, isFound: true });
    }
  });

  it('[AIS-003] [AIS-004] [AIS-006] learns from a like and a dislike, reorders the people and reports the learned features', async () => {
    const id = await begin({ text: 'engineer or developer' });
    const before = await untilState(id, 'found');
    const [first, , third] = before.profiles;
    const liked = await caller.post(`${base}${id}/feedback/`, { profile_id: third.id, value: 'like' });
    expect(liked.body).toEqual({ id, state: 'updating_model' });
    expect((await caller.post(`${base}${id}/feedback/`, { profile_id: first.id, value: 'dislike' })).body.state).toBe('updating_model');
    const after = await untilState(id, 'found');
    expect(after.learned).toMatchObject({ likes: 1, dislikes: 1 });
    expect(after.learned.prefers.length + after.learned.avoids.length).toBeGreaterThan(0);
    expect(after.total).toBe(before.total);
    const order = after.profiles.map((profile: { id: number }) => profile.id);
    expect(order.indexOf(third.id)).toBeLessThan(order.includes(first.id) ? order.indexOf(first.id) : Infinity);
    expect(after.profiles.find((profile: { id: number }) => profile.id === third.id)).toMatchObject({ feedback: 'like' });
    await caller.post(`${base}${id}/feedback/`, { profile_id: third.id, value: null });
    await caller.post(`${base}${id}/feedback/`, { profile_id: first.id, value: null });
    const again = await untilState(id, 'found');
    expect(again.learned).toBeNull();
    expect(again.profiles.map((profile: { id: number }) => profile.id)).toEqual(
      before.profiles.map((profile: { id: number }) => profile.id),
    );
  }, 90_000);

  it('[AIS-006] searches by a query that the user edited, and again after each change', async () => {
    const id = await begin({ text, query: { q: '["skill:Docker"]', f: '' } });
    const found = await untilState(id, 'found');
    expect(found.query.made_by).toBe('person');
    expect(found.query.q).toBe(JSON.stringify([{ ai: text }, 'skill:Docker']));
    const changed = await caller.patch(`${base}${id}/`, { q: '["skill:Docker"]', f: 'seniorityLevel:senior', levels: [] });
    expect(changed.body).toEqual({ id, state: 'processing' });
    const narrowed = await untilState(id, 'found');
    expect(narrowed.total).toBeLessThan(found.total);
    expect(narrowed.query.labels).toEqual({ 'seniorityLevel:senior': 'Senior' });
  });

  it('returns a proposal immediately, in the language of the user', async () => {
    const russian = await here.signIn(await here.addUser(companyId, 'worker', { language: 'ru' }));
    const { body } = await russian.post(`${base}proposal/`, { text: 'Python разработчик из Москвы, английский B2, ритейл, абвгд' });
    expect(body.q).toContain('Москва');
    expect(body).toMatchObject({ levels: [{ code: 'en', level: 'intermediate' }], rest: ['абвгд'], made_by: 'reader' });
    expect(body.labels).toMatchObject({ 'language:en': 'английский', 'industry:27': 'Розничная торговля' });
  });

  it('still shows the people found after its vacancy was hidden', async () => {
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    const { id: folder } = (await colleague.post('/api/v6/folders/', { name: 'Open for now' })).body;
    const id = await begin({ text, folder_id: folder });
    const { total } = await untilState(id, 'found');
    expect((await colleague.patch(`/api/v6/folders/${folder}/`, { access_type: 'private', granted_users: [] })).status).toBe(200);
    expect((await caller.get(`/api/v6/folders/${folder}/`)).status).toBe(403);
    expect(await caller.get(`${base}${id}/`)).toMatchObject({ status: 200, body: { total, state: 'found' } });
  });

  it('rejects an invalid request, query, vacancy or profile', async () => {
    expect((await caller.post(base, { text: ' ' })).body).toEqual({ text: ['This field cannot be empty'] });
    expect((await caller.post(base, { text: 'a'.repeat(2001) })).status).toBe(400);
    expect((await caller.post(base, { text, folder_id: 99_999 })).body).toHaveProperty('folder_id');
    expect((await caller.post(base, { text, query: { q: '[', f: '' } })).body).toHaveProperty('q');
    expect((await caller.post(base, { text, query: { q: '', f: 'nothing:1' } })).body).toHaveProperty('f');
    const id = await begin({ text });
    await untilState(id, 'found');
    expect((await caller.post(`${base}${id}/feedback/`, { profile_id: 99_999_999, value: 'like' })).status).toBe(404);
    expect((await caller.post(`${base}${id}/feedback/`, { profile_id: 1, value: 'love' })).status).toBe(400);
  });

  it('[AIS-007] requires the search permission and GPT, and is private to its author', async () => {
    const id = await begin({ text });
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    expect((await colleague.get(`${base}${id}/`)).status).toBe(404);
    expect((await colleague.post(`${base}${id}/cancel/`)).status).toBe(404);
    const without = await here.signIn(await here.addUser(await here.addCompany({ features: {} }), 'worker'));
    expect((await without.post(base, { text })).status).toBe(403);
    expect((await without.get('/api/v6/current_user/')).body.company?.gpt ?? false).toBe(false);
    const mute = await here.signIn(await here.addUser(companyId, 'worker', { canSearch: false }));
    expect((await mute.post(base, { text })).status).toBe(403);
  });

  it('can only be cancelled while it is processed', async () => {
    const [row] = await here.sql<{ id: number }>(
      `insert into ai_searches (company_id, user_id, request, created_at) values ($1, $2, 'Go', now()) returning id`,
      [companyId, user.id],
    );
    const id = Number(row?.id);
    expect((await caller.post(`${base}${id}/feedback/`, { profile_id: 1, value: 'like' })).status).not.toBe(200);
    expect((await caller.post(`${base}${id}/cancel/`)).body).toEqual({ id, state: 'cancelled' });
    expect((await caller.get(`${base}${id}/`)).body).toMatchObject({ state: 'cancelled', profiles: [] });
    expect((await caller.post(`${base}${id}/cancel/`)).body.detail).toBe('This search is not being processed');
  });

  it('resumes a search after a crash, and fails one that crashes repeatedly', async () => {
    const [lives, dies] = [await orphan(1), await orphan(3)];
    expect((await untilState(lives, 'found')).query.made_by).toBe('reader');
    expect((await untilState(dies, 'failed')).error).toBe('The search failed. Change the request or try again');
  });

  it('[DEC-13] fails if its user was deactivated', async () => {
    const leaver = await here.addUser(companyId, 'worker');
    await here.sql('update users set is_active = false where id = $1', [leaver.id]);
    const id = await orphan(1, leaver);
    const stateOf = () => here.sql('select state, error from ai_searches where id = $1', [id]);
    await poll(stateOf).toEqual([{ state: 'failed', error: 'job_person_gone' }]);
  });

  it('learns periodically from ratings with a dropped task', async () => {
    const id = await begin({ text });
    await untilState(id, 'found');
    await here.sql(`update ai_searches set feedback_version = feedback_version + 1, feedback_at = $2 where id = $1`, [
      id,
      new Date(here.clock.now().getTime() - 120_000),
    ]);
    const registered = await here.sql(`select from graphile_worker._private_known_crontabs where identifier = 'learn_from_judgements'`);
    expect(registered).toHaveLength(1);
    await here.sql(`select graphile_worker.add_job('learn_from_judgements')`);
    await until(async () => {
      const [row] = await here.sql<{ learnt: boolean }>(
        `select trained_version = feedback_version as learnt from ai_searches where id = $1`,
        [id],
      );
      expect(row?.learnt).toBe(true);
    });
  });

  it('[AIS-002] only runs the latest query after two changes', async () => {
    const id = await begin({ text });
    const change = (q: string) => caller.patch(`${base}${id}/`, { q, f: '', levels: [] });
    expect((await change('["skill:Python"]')).status).toBe(200);
    expect((await change('["skill:Java"]')).status).toBe(200);
    const { query } = await untilState(id, 'found');
    expect(query.q).toContain('Java');
    const waiting = `select from graphile_worker._private_jobs where payload->>'searchId' = $1`;
    await until(async () => expect(await here.sql(waiting, [String(id)])).toEqual([]));
    expect((await untilState(id, 'found')).query.q).toContain('Java');
  });
});

describe('a configured language model', () => {
  let server: Server;
  let answer: (body: { messages: { content: string }[] }) => { status?: number; content?: string; delayMs?: number };
  const asked: string[] = [];
  const log = createLog('silent');
  const model = () =>
    createOpenAiCompatible({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      model: 'any',
      key: 'secret',
      timeoutMs: 700,
    });
  const understand = (words: string) => understandRequest({ model: model(), log }, { text: words, language: 'en' });

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString());
        asked.push(`${request.url} ${request.headers.authorization} ${body.messages[1].content}`);
        const { status = 200, content = '', delayMs = 0 } = answer(body);
        setTimeout(() => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ choices: [{ message: { content } }] }));
        }, delayMs);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => server.close());

  it('[AIS-001] proposes conditions; names outside the lists are left over', async () => {
    answer = () => ({
      content: JSON.stringify({
        titles: [{ name: 'Backend developer' }],
        skills: [
          { name: 'Go', need: 'all', years: 3 },
          { name: 'Zzyzx', need: 'all' },
        ],
        places: [{ name: 'Berlin', km: 30 }],
        languages: [{ name: 'English', level: 'advanced' }],
        experience: { min: 5, max: null },
      }),
    });
    const made = await understand('backend Go in Berlin, mail me at jane@example.com or +49 151 23456789');
    expect(made).toMatchObject({ madeBy: 'model', modelFailed: false, rest: ['Zzyzx'], levels: [{ code: 'en', level: 'advanced' }] });
    expect(made.query).toMatch(/"position":"Backend developer".*"skillAll":"Go".*"years":3.*"locationRange":"Berlin".*"km":40/);
    expect(made.filters).toBe('experience:5-*;language:en');
    expect(asked.at(-1)).toMatch(/^\/v1\/chat\/completions Bearer secret backend Go in Berlin/);
    expect(asked.at(-1)).not.toMatch(/jane|2345/);
  });

  it.each([
    ['answers nonsense', () => ({ content: 'Sure! Here you go' })],
    ['answers another shape', () => ({ content: '{"titles":"Go"}' })],
    ['names nothing that we know', () => ({ content: '{"titles":[{"name":"Qwertyuiop"}]}' })],
    ['leads elsewhere', () => ({ status: 302, content: '{}' })],
    ['answers an error', () => ({ status: 500, content: '{}' })],
    ['answers too late', () => ({ delayMs: 2000, content: '{}' })],
  ])('[AIS-001] that %s is replaced by the built-in reader, with a flag', async (_what, given) => {
    answer = given;
    const made = await understand('Python developer in Berlin');
    expect(made).toMatchObject({ madeBy: 'reader', modelFailed: true });
    expect(made.query).toContain('Python developer');
  });

  it('receives no contact data', () => {
    expect(withoutContacts('ask a.b@c.de, +7 (495) 123-45-67, https://x.test/me for 5 years')).not.toMatch(/@|495|x\.test/);
    expect(withoutContacts('5-7 years, C++17')).toBe('5-7 years, C++17');
  });
});
