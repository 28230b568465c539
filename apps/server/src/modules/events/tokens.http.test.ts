import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerEvent } from '@headwater/contract/events';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/events/';
const tokenPath = '/api/access_token/';
const patience = { timeout: 45_000, interval: 20 };
const open: Readable[] = [];

let company: number;
let caller: Caller;
beforeAll(async () => {
  company = await here.addCompany({ features: { has_api: true, has_messaging: true } });
  ({ caller } = await addOwner());
});
afterAll(() => {
  for (const stream of open) stream.destroy();
});

/** Creates a user who may make API tokens. */
async function addOwner(companyId = company) {
  const user = await here.addUser(companyId, 'worker');
  await here.sql('update users set api_manager = true where id = $1', [user.id]);
  return { owner: user, caller: await here.signIn(user) };
}

async function make(who: Caller, scopes: string[], more: object = {}): Promise<Caller> {
  const { status, body } = await who.post(tokenPath, { scopes, password, ...more });
  expect([status, body]).toEqual([200, body]);
  return here.program(body.access_token);
}

/** Opens a stream and collects its events. */
async function listen(program: Caller) {
  const { status, body, headers } = await program.send({ method: 'GET', url: path, payloadAsStream: true });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/event-stream');
  const stream = body as Readable;
  open.push(stream);
  let text = '';
  stream.on('data', (part: Buffer) => (text += part.toString('utf8')));
  const heard = () =>
    text
      .split('\n\n')
      .filter((message) => message.includes('event: message'))
      .map((message) => JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '') as ServerEvent);
  await expect.poll(() => heard()[0]?.topic, patience).toBe('open');
  return { heard, topics: () => heard().map(({ topic }) => topic), isOver: () => stream.readableEnded || stream.destroyed };
}

describe('a stream of events that an API token opens', () => {
  it('[DEC-07] [API-010] reports changes continuously', async () => {
    const program = await make(caller, ['everything']);
    const stream = await listen(program);
    const { id } = await fillVacancy(here, caller, { profiles: 1 });
    await expect.poll(stream.heard, patience).toContainEqual({ topic: 'vacancies', ids: [id] });
    // The next event triggers another check of the token.
    here.clock.advance(1000);
    const next = await fillVacancy(here, caller, { profiles: 0 });
    await expect.poll(stream.heard, patience).toContainEqual({ topic: 'vacancies', ids: [next.id] });
    expect(stream.topics()).toEqual(expect.arrayContaining(['candidates', 'job']));
    expect(stream.isOver()).toBe(false);
  });

  it('[DEC-07] [API-010] reports only areas that its token may read', async () => {
    const reads = await listen(await make(caller, ['company:read', 'messaging:read']));
    const { body } = await caller.post('/api/v6/mailing_templates/', { name: 'New', subject: 'Hello', body: '<p>Hello</p>' });
    await fillVacancy(here, caller, { profiles: 1 });
    await caller.patch(`/api/v6/mailing_templates/${body.id}/`, { name: 'Newer' });
    const templateEvents = () => reads.heard().filter(({ topic }) => topic === 'templates');
    await expect.poll(templateEvents, patience).toEqual(Array.from({ length: 2 }, () => ({ topic: 'templates', ids: [body.id] })));
    expect(reads.topics().filter((topic) => topic === 'vacancies' || topic === 'candidates')).toEqual([]);
    expect(reads.topics()).toContain('job');
  });

  it('[API-010] is refused, with a reason, to a token without access to the company', async () => {
    const program = await make(caller, ['vacancies:write', 'messaging:write']);
    expect(await program.get(path)).toMatchObject({ status: 403, body: { code: 'token_scope' } });
  });

  it('[API-006] ends immediately when the token is revoked or replaced, or its owner is deactivated', async () => {
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    const other = await addOwner();
    const stays = await listen(await make(caller, ['everything']));
    const ends: (() => Promise<unknown>)[] = [
      () => other.caller.delete(tokenPath),
      () => make(other.caller, ['everything']),
      () => admin.patch(`/api/v6/workers/${other.owner.id}/`, { is_active: false }),
    ];
    for (const end of ends) {
      const program = await make(other.caller, ['everything']);
      const stream = await listen(program);
      await end();
      // The regular check of a session ends a stream after 15 s.
      await expect.poll(stream.isOver, { timeout: 10_000, interval: 10 }).toBe(true);
      expect((await program.get(path)).status).toBe(401);
    }
    expect(stays.isOver()).toBe(false);
  });

  it('[API-010] ends when the token expires or the company loses API access', async () => {
    const id = await here.addCompany({ features: { has_api: true } });
    const [first, second] = [await addOwner(id), await addOwner(id)];
    const ends = new Date(here.clock.now().getTime() + 3_600_000).toISOString();
    const [timed, whole] = [
      await listen(await make(first.caller, ['everything'], { expires_at: ends })),
      await listen(await make(second.caller, ['everything'])),
    ];
    here.clock.advance(3_601_000);
    const change = async () => {
      here.clock.advance(1000);
      return (await fillVacancy(here, first.caller, { profiles: 0 })).id;
    };
    await change();
    await expect.poll(timed.isOver, patience).toBe(true);
    await expect
      .poll(async () => {
        await change();
        return whole.topics();
      }, patience)
      .toContain('vacancies');
    await here.sql(`update companies set features = features || '{"has_api": false}' where id = $1`, [id]);
    const unseen = await change();
    await expect.poll(whole.isOver, patience).toBe(true);
    expect(timed.topics()).not.toContain('vacancies');
    expect(whole.heard()).not.toContainEqual({ topic: 'vacancies', ids: [unseen] });
  });
});
