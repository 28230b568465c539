import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/dialogs/';
const patience = { timeout: 45_000 };
const features = { has_messaging: true, has_telegram: true };

let company: number;
let admin: Caller;
let recruiter: Caller;
let recruiterId: number;
let phone: string;
let account: number;
let worker: { stop(): Promise<void> };
let names = 0;

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  const user = await here.addUser(company, 'worker', { canSearch: true });
  recruiterId = user.id;
  recruiter = await here.signIn(user);
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  account = (await server.addAccount(admin, phone)).id;
  await admin.put(`/api/internal/telegram/accounts/${account}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function begin(caller: Caller, { username = `person_${(names += 1)}_x`, profile }: { username?: string; profile?: number } = {}) {
  const [made = 0] = profile === undefined ? await addProfiles(here, 1) : [profile];
  const answer = await caller.post(`${path}get_or_create/`, { profile_id: made, username });
  expect(answer).toMatchObject({ status: 200 });
  return { id: answer.body.id as number, username, profile: made, body: answer.body };
}
const say = (caller: Caller, id: number, message: string | object) =>
  caller.post(`${path}${id}/send_message/`, typeof message === 'string' ? { message } : message);
const messagesOf = async (caller: Caller, id: number) => (await caller.get(`${path}${id}/messages/?limit=100`)).body.results;
const becomes = (caller: Caller, id: number, expected: object) =>
  until(async () => expect((await messagesOf(caller, id)).at(-1)).toMatchObject(expected));
const list = async (caller: Caller, query = '') => (await caller.get(`${path}${query}`)).body;

describe('dialogs', () => {
  it('[TG-049] [TG-050] [TG-030] [TG-033] [TG-013] start with a username, send, and show the reply', async () => {
    const { id, username, body, profile } = await begin(recruiter);
    expect(body).toMatchObject({
      is_new: true,
      username,
      unread_count: 0,
      last_message: null,
      created_by: { id: recruiterId },
      profile: { id: profile },
    });
    const said = await say(recruiter, id, 'Hello 👋 שלום');
    expect(said).toMatchObject({ status: 200, body: { message: 'Hello 👋 שלום', out: true, attachments: [] } });
    await becomes(recruiter, id, { state: 'sent', message_id: said.body.message_id });
    expect(server.received(username, phone)).toEqual(['Hello 👋 שלום']);
    server.writes(username, phone, 'Hi, who is it?');
    await becomes(recruiter, id, { state: 'received', out: false, message: 'Hi, who is it?' });
    expect(await list(recruiter, `?search=${username}`)).toMatchObject({
      count: 1,
      results: [{ id, unread_count: 1, last_message: { message: 'Hi, who is it?' } }],
    });
    const again = await recruiter.post(`${path}get_or_create/`, {
      profile_id: profile,
      username: `https://t.me/${username.toUpperCase()}`,
    });
    expect(again).toMatchObject({ status: 200, body: { id, is_new: false } });
  });

  it('[TG-029] [TG-031] [TG-051] show read marks of both sides', async () => {
    const { id, username } = await begin(recruiter);
    await say(recruiter, id, 'Hello');
    await becomes(recruiter, id, { state: 'sent', is_read: false });
    server.writes(username, phone, 'One');
    server.writes(username, phone, 'Two');
    await becomes(recruiter, id, { message: 'Two' });
    const [, one, two] = await messagesOf(recruiter, id);
    expect(await recruiter.post(`${path}${id}/mark_as_read/`, { max_id: one.message_id })).toMatchObject({
      status: 200,
      body: { unread_count: 1, last_read_message_id: one.message_id },
    });
    expect(await recruiter.post(`${path}${id}/mark_as_read/`, { max_id: two.message_id })).toMatchObject({ body: { unread_count: 0 } });
    const person = server.personOf(username);
    const told = () => server.world.boxes.of(person.id).dialogs.get(server.ownerOf(phone).id)?.readOutbox;
    await until(() => expect(told()).toBeGreaterThan(0));
    await until(() => expect(told()).toBe(server.world.boxes.of(person.id).dialogs.get(server.ownerOf(phone).id)?.ids.at(-1)), patience);
  });

  it('send one message for one request, and keep the order of messages', async () => {
    const { id, username } = await begin(recruiter);
    const [one, other] = await Promise.all([1, 2].map(() => say(recruiter, id, { message: 'Once', request_key: 'key-once-1' })));
    expect(one?.body.message_id).toBe(other?.body.message_id);
    for (const text of ['Two', 'Three', 'Four']) await say(recruiter, id, text);
    await becomes(recruiter, id, { state: 'sent', message: 'Four' });
    expect(server.received(username, phone)).toEqual(['Once', 'Two', 'Three', 'Four']);
  });

  it.each(['cut', 'lost', 'unheard'] as const)(
    'deliver once if the connection is lost before the response (%s)',
    async (fate) => {
      const { id, username } = await begin(recruiter);
      await say(recruiter, id, 'Before');
      await becomes(recruiter, id, { state: 'sent' });
      server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: null, fate, milliseconds: 0 });
      await say(recruiter, id, `Once ${fate}`);
      await until(async () => expect((await messagesOf(recruiter, id)).at(-1)).toMatchObject({ state: 'sent', message: `Once ${fate}` }), {
        timeout: 60_000,
      });
      expect(server.received(username, phone)).toEqual(['Before', `Once ${fate}`]);
      expect(await messagesOf(recruiter, id)).toHaveLength(2);
    },
    90_000,
  );

  it('[TG-063] [TG-072] show refusals of Telegram and retry in place', async () => {
    const hidden = await begin(recruiter, { username: `someone_${(names += 1)}_private` });
    await say(recruiter, hidden.id, 'Hello');
    await becomes(recruiter, hidden.id, {
      state: 'failed',
      error: 'privacy_restricted',
      error_text: 'User privacy settings forbid the action',
      may_retry: true,
    });
    const missing = await begin(recruiter, { username: `someone_${(names += 1)}_missing` });
    const { body } = await say(recruiter, missing.id, 'Hello');
    await becomes(recruiter, missing.id, { state: 'failed', error: 'username_unknown' });
    expect(await list(recruiter, '?only_need_attention=true')).toMatchObject({ count: 2 });
    const right = `right_${(names += 1)}_name`;
    expect(await recruiter.patch(`${path}${missing.id}/`, { username: right })).toMatchObject({ status: 200, body: { username: right } });
    expect(await recruiter.post(`${path}${missing.id}/messages/${body.message_id}/retry/`)).toMatchObject({
      status: 200,
      body: { state: 'planned' },
    });
    await becomes(recruiter, missing.id, { state: 'sent', error: null });
    expect(server.received(right, phone)).toEqual(['Hello']);
    server.world.faults.add({
      method: 'messages.sendMessage',
      phone: null,
      times: 1,
      error: 'CHAT_SEND_GAME_FORBIDDEN',
      fate: 'sent',
      milliseconds: 0,
    });
    await say(recruiter, missing.id, 'Odd');
    await becomes(recruiter, missing.id, { state: 'failed', error: 'unknown', error_text: 'CHAT_SEND_GAME_FORBIDDEN' });
  });

  it('[TG-060] wait for the seconds that Telegram requires and show the reason', async () => {
    const { id, username } = await begin(recruiter);
    await say(recruiter, id, 'Before');
    await becomes(recruiter, id, { state: 'sent' });
    server.world.faults.add({
      method: 'messages.sendMessage',
      phone: null,
      times: 1,
      error: 'FLOOD_WAIT_7',
      fate: 'sent',
      milliseconds: 0,
    });
    const { body } = await say(recruiter, id, 'After');
    await becomes(recruiter, id, { state: 'planned', error: 'flood_wait', error_text: 'request limit exceeded: try again in 7 seconds' });
    const { waits } = (await messagesOf(recruiter, id)).at(-1);
    expect(Math.abs(Date.parse(waits.expected_at) - here.clock.now().getTime() - 7000)).toBeLessThan(5000);
    expect(waits).toMatchObject({ reason: 'flood_wait', seconds: 7 });
    expect(await recruiter.get(`${path}${id}/messages/${body.message_id}/why/`)).toMatchObject({
      status: 200,
      body: { reason: 'flood_wait' },
    });
    here.clock.advance(8000);
    await becomes(recruiter, id, { state: 'sent', error: null, waits: null });
    expect(server.received(username, phone)).toEqual(['Before', 'After']);
  });
});

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 32)]);
const upload = async (id: number, name: string, bytes: Buffer) => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  const sent = new Response(form);
  const payload = Buffer.from(await sent.arrayBuffer());
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return recruiter.send({ method: 'POST', url: `${path}${id}/attach/`, payload, headers });
};

describe('attachments', () => {
  it('[TG-052] [TG-057] [TG-058] [TG-068] [TG-069] have up to 5 MB and an accepted type', async () => {
    const { id } = await begin(recruiter);
    const limit = 5 * 1024 * 1024;
    expect(await upload(id, 'cv.pdf', pdf(limit + 1))).toMatchObject({
      status: 400,
      body: { error: 'file_too_large', message: 'File too large (over 5 MB)' },
    });
    expect(await upload(id, 'cv.exe', Buffer.from('MZ'))).toMatchObject({
      status: 400,
      body: { error: 'illegal_file_type', message: 'Illegal file type' },
    });
    expect(await upload(id, 'cv.pdf', Buffer.from('no pdf at all'))).toMatchObject({ status: 400, body: { error: 'illegal_file_type' } });
    const kept = await upload(id, 'offer.pdf', pdf(limit));
    expect(kept).toMatchObject({ status: 200, body: { name: 'offer.pdf', size: limit } });
    const said = await say(recruiter, id, { message: 'The offer', attachment_ids: [kept.body.id] });
    expect(said).toMatchObject({ status: 200, body: { attachments: [{ name: 'offer.pdf', size: limit }] } });
    await becomes(recruiter, id, { state: 'sent', message: 'The offer' });
    const back = await recruiter.get(`${path}${id}/download_attachment/?message_id=${said.body.message_id}`);
    expect(back.status).toBe(200);
    expect(await say(recruiter, id, '')).toMatchObject({ status: 400, body: { message: ['Write a message or attach a file'] } });
    expect(await say(recruiter, id, 'x'.repeat(4097))).toMatchObject({ status: 400, body: { message: [expect.any(String)] } });
    expect(await say(recruiter, id, 'ж'.repeat(4096))).toMatchObject({ status: 200 });
  });
});

describe('access to dialogs', () => {
  it('[TG-043] [TG-047] [TG-048] is for the company, except for private dialogs', async () => {
    const { id } = await begin(recruiter);
    await say(recruiter, id, 'One');
    await say(recruiter, id, 'Two');
    await becomes(recruiter, id, { state: 'sent', message: 'Two' });
    expect(await admin.get(`${path}${id}/`)).toMatchObject({ status: 200, body: { id, permissions: { edit: false } } });
    expect(await list(admin, `?created_by_id=${recruiterId}&telegram_account_id=${account}&limit=1`)).toMatchObject({ results: [{ id }] });
    expect(await admin.get(`${path}${id}/messages/?limit=1&offset=1`)).toMatchObject({ body: { count: 2, results: [{ message: 'One' }] } });
    expect(await admin.patch(`${path}${id}/`, { access_type: 'private' })).toMatchObject({ status: 403 });
    expect(await recruiter.patch(`${path}${id}/`, { access_type: 'private' })).toMatchObject({ status: 200 });
    expect(await admin.get(`${path}${id}/`)).toMatchObject({ status: 403 });
    expect(await admin.get(`${path}${id}/messages/`)).toMatchObject({ status: 403 });
    expect(await say(admin, id, 'Mine')).toMatchObject({ status: 403 });
    expect((await list(admin, '?limit=100')).results.map((each: { id: number }) => each.id)).not.toContain(id);
    const other = await here.signIn(await here.addUser(await here.addCompany({ features }), 'admin'));
    expect(await other.get(`${path}${id}/`)).toMatchObject({ status: 404 });
    expect(await say(other, id, 'Ours?')).toMatchObject({ status: 404 });
    expect((await list(other)).count).toBe(0);
  });

  it('keeps a draft for each user and fills templates', async () => {
    const { id } = await begin(recruiter);
    expect(await recruiter.put(`${path}${id}/draft/`, { message: 'Not yet' })).toMatchObject({ status: 200 });
    expect(await recruiter.get(`${path}${id}/`)).toMatchObject({ body: { draft: 'Not yet' } });
    expect(await admin.get(`${path}${id}/`)).toMatchObject({ body: { draft: '' } });
    const template = await recruiter.post('/api/v6/mailing_templates/', {
      name: 'Hi',
      subject: 'x',
      body: '<p>Hello, {{FIRST_NAME}}!</p><p>Bye</p>',
    });
    const filled = await recruiter.post(`${path}${id}/fill_template/`, { template_id: template.body.id });
    expect(filled).toMatchObject({ status: 200, body: { message: expect.stringMatching(/^Hello, .*!\n+Bye$/) } });
    await say(recruiter, id, 'Now');
    expect(await recruiter.get(`${path}${id}/`)).toMatchObject({ body: { draft: '' } });
  });
});

describe('unlinked and suppressed contacts', () => {
  it('[TG-014] [TG-035] show a dialog that an unlinked contact started, once', async () => {
    const stranger = `stranger_${(names += 1)}_y`;
    server.writes(stranger, phone, 'I saw your vacancy');
    await until(async () => expect(await list(admin, `?search=${stranger}`)).toMatchObject({ count: 1 }));
    server.writes(stranger, phone, 'Still there?');
    await until(
      async () => expect((await list(admin, `?search=${stranger}`)).results[0]).toMatchObject({ unread_count: 2, profile: null }),
      patience,
    );
    here.clock.advance(25 * 3_600_000);
    expect(await list(admin, `?search=${stranger}&only_need_attention=true`)).toMatchObject({
      count: 1,
      results: [{ needs_attention: true }],
    });
  });

  it('get no more messages after they ask to stop', async () => {
    const { id, username } = await begin(recruiter);
    await say(recruiter, id, 'Hello');
    await becomes(recruiter, id, { state: 'sent' });
    server.writes(username, phone, 'Не пишите мне больше!');
    await becomes(recruiter, id, { state: 'received' });
    expect(await say(recruiter, id, 'But')).toMatchObject({ status: 403, body: { error: 'suppressed' } });
  });

  it('[TG-037] [TG-061] pause new dialogs while Telegram reports spam', async () => {
    server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: 'PEER_FLOOD', fate: 'sent', milliseconds: 0 });
    const { id } = await begin(recruiter);
    const { body } = await say(recruiter, id, 'Hello');
    await becomes(recruiter, id, {
      state: 'planned',
      error: 'peer_flood',
      error_text: 'Account temporarily restricted for too many actions',
      waits: { reason: 'soft_ban', seconds: 86_400 },
    });
    expect(await recruiter.get(`${path}${id}/messages/${body.message_id}/why/`)).toMatchObject({
      body: { reason: 'soft_ban', expected_at: expect.any(String) },
    });
    const [profile = 0] = await addProfiles(here, 1);
    expect(await recruiter.post(`${path}get_or_create/`, { profile_id: profile, username: 'somebody_new' })).toMatchObject({ status: 409 });
  });
});

describe('two workers', () => {
  it('serve an account one at a time, and recover a message of a killed worker', async () => {
    const second = here.openAgain();
    const other = await second.startWorker();
    try {
      await here.sql('update telegram_accounts set soft_ban_until = null, flood_wait_until = null');
      const { id, username } = await begin(recruiter);
      for (const text of ['One', 'Two', 'Three']) await say(recruiter, id, text);
      await becomes(recruiter, id, { state: 'sent', message: 'Three' });
      // The state after a kill between Telegram's acceptance and its record.
      const [last] = (await messagesOf(recruiter, id)).slice(-1);
      await here.sql(`update telegram_dialogs set synced_up_to = synced_up_to - 1 where id = $1`, [id]);
      await here.sql(`update messages set state = 'handed_over', telegram_id = null, send_at = '2020-01-01' where id = $1`, [
        last.message_id,
      ]);
      await here.sql(
        `update telegram_accounts set lease_holder = gen_random_uuid(), lease_until = now() + interval '1 second' where id = $1`,
        [account],
      );
      await becomes(recruiter, id, { state: 'sent', message: 'Three', message_id: last.message_id });
      expect(server.received(username, phone)).toEqual(['One', 'Two', 'Three']);
      expect(await messagesOf(recruiter, id)).toHaveLength(3);
    } finally {
      await other.stop();
      await second.close();
    }
  });
});
