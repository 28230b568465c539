import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ServerEvent } from '@headwater/contract/events';
import { createEvents } from '#platform/events/events.ts';
import { createLog } from '#platform/log.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();

let origin: string;
let company: number;
let recruiter: TestUser;
let colleague: TestUser;
let caller: Caller;
const streams: AbortController[] = [];

beforeAll(async () => {
  origin = await here.app.listen({ host: '127.0.0.1', port: 0 });
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  colleague = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
});
afterAll(() => {
  for (const stream of streams) stream.abort();
});

async function cookiesOf(user: TestUser): Promise<string> {
  const answer = await fetch(`${origin}/api/v6/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'csrftoken=t', 'x-csrftoken': 't' },
    body: JSON.stringify({ email: user.email, password }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

interface ReceivedStream {
  events: ServerEvent[];
  isOver: boolean;
  stop(): void;
}

async function writeDown(stream: AsyncIterable<Uint8Array>, received: ReceivedStream): Promise<void> {
  let text = '';
  try {
    for await (const part of stream) {
      const messages = (text + Buffer.from(part).toString('utf8')).split('\n\n');
      text = messages.pop() ?? '';
      const data = messages.filter((message) => message.includes('event: message')).map((message) => /^data: (.*)$/m.exec(message)?.[1]);
      const events = data.map((line) => JSON.parse(line ?? '') as ServerEvent);
      // Keep-alive events may arrive within a slow test.
      received.events.push(...events.filter(({ topic }) => topic !== 'alive'));
    }
  } catch {
    // The test closed the stream.
  }
  received.isOver = true;
}

/** Opens a stream over HTTP and collects its events. */
async function listen(user: TestUser): Promise<ReceivedStream> {
  const stop = new AbortController();
  streams.push(stop);
  const answer = await fetch(`${origin}/api/v6/events/`, { headers: { cookie: await cookiesOf(user) }, signal: stop.signal });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  const received: ReceivedStream = { events: [], isOver: false, stop: () => stop.abort() };
  if (answer.body) void writeDown(answer.body, received);
  return received;
}

const until = (isTrue: () => boolean, timeout = 10_000): Promise<boolean> =>
  vi
    .waitFor(() => expect(isTrue()).toBe(true), { timeout, interval: 10 })
    .then(
      () => true,
      () => false,
    );
const topics = (received: ReceivedStream) => received.events.map((event) => event.topic);

let marks = 0;
/** Sends a unique event to one user. */
async function mark({ id: userId, companyId }: TestUser): Promise<number> {
  const notice = { companyId, userId, topic: 'resync', ids: [(marks += 1)] };
  await here.application.database.pool.query(`select pg_notify('headwater_events', $1)`, [JSON.stringify(notice)]);
  return marks;
}

/** Opens a stream, waits until the database connection delivers, and discards the probe events. */
async function ready(user: TestUser): Promise<ReceivedStream> {
  const received = await listen(user);
  const hasCome = (number: number) => received.events.some(({ ids }) => ids.includes(number));
  for (let tries = 0; received.events.length === 0 && tries < 100; tries += 1) {
    const number = await mark(user);
    await until(() => hasCome(number), 200);
  }
  // Events arrive in the order of sending.
  const last = await mark(user);
  expect(await until(() => hasCome(last))).toBe(true);
  received.events.length = 0;
  return received;
}

describe('server-sent events', () => {
  it('[DEC-07] report changes to the company, and jobs to their owner only', async () => {
    const stranger = await here.addUser(await here.addCompany(), 'admin');
    const [mine, theirs, foreign] = [await ready(recruiter), await ready(colleague), await ready(stranger)];
    const { id } = await fillVacancy(here, caller, { profiles: 1 });
    expect(await until(() => topics(mine).includes('job') && topics(mine).includes('candidates'))).toBe(true);
    expect(await until(() => topics(theirs).includes('candidates'))).toBe(true);
    expect(theirs.events).toContainEqual({ topic: 'vacancies', ids: [id] });
    expect(theirs.events).toContainEqual({ topic: 'candidates', ids: [id] });
    expect(topics(theirs)).not.toContain('job');
    expect(foreign.events).toEqual([]);
  });

  it('[DEC-07] [ACC-013] end when the user signs out, without ending other streams', async () => {
    const leaver = await here.addUser(company, 'worker');
    const [left, stays] = [await ready(leaver), await ready(colleague)];
    const session = await here.signIn(leaver);
    expect((await session.get('/logout/')).status).toBe(302);
    expect(await until(() => left.isOver)).toBe(true);
    await fillVacancy(here, caller, { profiles: 0 });
    expect(await until(() => topics(stays).includes('vacancies'))).toBe(true);
    expect([left.events, stays.isOver]).toEqual([[], false]);
    expect((await session.get('/api/v6/events/')).status).toBe(401);
  });

  it(
    '[DEC-07] [ACC-013] end within a minute when a session ends in another way, without ending other streams',
    { timeout: 60_000 },
    async () => {
      const [expired, dismissed] = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker')];
      const [first, second, stays] = [await ready(expired), await ready(dismissed), await ready(colleague)];
      await here.sql('update sessions set expires_at = $2 where user_id = $1', [expired.id, here.clock.now()]);
      await here.sql('update users set is_active = false where id = $1', [dismissed.id]);
      here.clock.advance(15_000);
      expect(await until(() => first.isOver && second.isOver)).toBe(true);
      expect(stays.isOver).toBe(false);
    },
  );

  it('[DEC-07] [ACC-013] end without further events when the user is deactivated', async () => {
    const [dismissed, revoked] = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker')];
    const [first, second] = [await ready(dismissed), await ready(revoked)];
    await here.sql('update users set is_active = false where id = $1', [dismissed.id]);
    await here.sql('delete from sessions where user_id = $1', [revoked.id]);
    here.clock.advance(1000);
    await fillVacancy(here, caller, { profiles: 0 });
    expect(await until(() => first.isOver && second.isOver)).toBe(true);
    expect([first.events, second.events]).toEqual([[], []]);
  });

  it('[DEC-07] [ACC-013] do not start for a user who is deactivated while the stream opens', async () => {
    const events = createEvents({ url: here.databaseUrl, clock: here.clock, log: createLog('silent') });
    const { signal } = new AbortController();
    const open = (maySee: () => Promise<boolean>) =>
      events.subscribe({ companyId: company, userId: recruiter.id }, { signals: [signal], forMs: 10_000, maySee });
    // The session is checked again after the subscription starts.
    expect(await open(async () => false).next()).toMatchObject({ done: true });
    expect((await open(async () => true).next()).value).toMatchObject({ topic: 'open' });
    await events.close();
  });

  it('[DEC-07] opened with a token do not end browser streams of its owner', async () => {
    const events = createEvents({ url: here.databaseUrl, clock: here.clock, log: createLog('silent') });
    const { signal } = new AbortController();
    const open = async (hasToken: boolean) => {
      const stream = events.subscribe(
        { companyId: company, userId: recruiter.id },
        { signals: [signal], forMs: 20_000, maySee: async () => true, hasToken },
      );
      expect((await stream.next()).value).toMatchObject({ topic: 'open' });
      return stream;
    };
    const window = await open(false);
    const programs: Awaited<ReturnType<typeof open>>[] = [];
    for (let number = 0; number < 11; number += 1) programs.push(await open(true));
    expect(await programs[0]?.next()).toMatchObject({ done: true });
    const number = await mark(recruiter);
    const received = async () => {
      for await (const event of window) if (event.ids.includes(number)) return true;
      return false;
    };
    expect(await received()).toBe(true);
    await events.close();
  });

  it('[DEC-07] [COMP-070] end immediately when the company is removed, without ending streams of other companies', async () => {
    const id = await here.addCompany();
    const ended = [await ready(await here.addUser(id, 'worker')), await ready(await here.addUser(id, 'admin'))];
    const stays = await ready(recruiter);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.delete(`/api/v6/companies/${id}/`)).status).toBe(200);
    expect(await until(() => ended.every((received) => received.isOver))).toBe(true);
    expect(stays.isOver).toBe(false);
  });

  it('[DEC-07] report templates that are created, changed, deleted and restored', async () => {
    const received = await ready(colleague);
    const templates = '/api/v6/mailing_templates/';
    const { body } = await caller.post(templates, { name: 'New', subject: 'Hello', body: '<p>Hello</p>' });
    const one = `${templates}${body.id}/`;
    await caller.patch(one, { name: 'Newer' });
    await caller.delete(one);
    expect((await caller.post(`${one}restore/`)).status).toBe(200);
    expect(await until(() => received.events.length >= 4)).toBe(true);
    expect(received.events).toEqual(Array.from({ length: 4 }, () => ({ topic: 'templates', ids: [body.id] })));
  });

  it('[DEC-07] report nothing after a rollback', async () => {
    const received = await ready(colleague);
    expect((await caller.post('/api/v6/folders/', { name: 'x', granted_users: [recruiter.id] })).status).toBe(400);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    expect(await until(() => received.events.length > 0)).toBe(true);
    expect(received.events).toEqual([{ topic: 'vacancies', ids: [id] }]);
  });

  it('[DEC-07] report that all data may be stale after a lost database connection', async () => {
    const received = await ready(colleague);
    await here.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`);
    expect(await until(() => topics(received).includes('resync'))).toBe(true);
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    expect(await until(() => received.events.some((event) => event.topic === 'vacancies' && event.ids.includes(id)))).toBe(true);
  });

  it('[DEC-07] start with the time since the last event of the company', async () => {
    const other = await here.addUser(await here.addCompany(), 'worker');
    const quietFor = async (user: TestUser) => {
      const received = await listen(user);
      await until(() => received.events.length > 0);
      received.stop();
      expect(received.events[0]).toMatchObject({ topic: 'open', quiet_ms: expect.any(Number) });
      return received.events[0]?.quiet_ms ?? 0;
    };
    const before = await ready(colleague);
    const begun = performance.now();
    await fillVacancy(here, caller, { profiles: 0 });
    expect(await until(() => before.events.length > 0)).toBe(true);
    const quiet = await quietFor(colleague);
    expect(quiet).toBeLessThanOrEqual(performance.now() - begun);
    here.clock.advance(300);
    expect(await quietFor(colleague)).toBeGreaterThanOrEqual(quiet + 299);
    expect(await quietFor(other)).toBeGreaterThan(performance.now() - begun);
  });

  it('[DEC-07] end the oldest stream of a user above the limit', async () => {
    const user = await here.addUser(company, 'worker');
    const first = await listen(user);
    for (let count = 0; count < 10; count += 1) await listen(user);
    expect(await until(() => first.isOver)).toBe(true);
  });

  it('[DEC-07] [REQ-040] require a session', async () => {
    expect((await here.visitor().get('/api/v6/events/')).status).toBe(401);
  });
});
