import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reply } from '@headwater/sandbox/telegram/candidate';
import { endAuthorization } from '@headwater/sandbox/telegram/methods/authorizations';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, pdf, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { poll, until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const telegram = telegramDialogs(here, 'refused');

let admin: Caller;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const company = await here.addCompany({ features: messengerFeatures });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  worker = await here.application.startWorker();
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

interface Card {
  id: number;
  phone: string;
}
async function addCard(phone = server.nextPhone()): Promise<Card> {
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  return { id, phone };
}
const begin = (card: Card) => telegram.begin(admin, { account: card.id });
const say = (id: number, message: string, more: object = {}) => telegram.say(admin, id, { message, ...more });
const last = (id: number) => telegram.last(admin, id);
const refuseNext = (error: string, method = 'messages.sendMessage') =>
  server.world.faults.add({ method, phone: null, times: 1, error, fate: 'sent', milliseconds: 0 });

describe('a message that Telegram refuses', () => {
  let card: Card;
  let dialog: { id: number; username: string };
  beforeAll(async () => {
    card = await addCard();
    dialog = await begin(card);
    await say(dialog.id, 'Hello');
    await until(async () => {
      if ((await last(dialog.id))?.state !== 'sent') throw new Error('it has not left yet');
    });
  }, 30_000);

  it.each([
    ['[TG-067]', { error: 'PREMIUM_ACCOUNT_REQUIRED', code: 'not_premium', text: 'Not a premium account: high risk of ban' }],
    ['[TG-067]', { error: 'PRIVACY_PREMIUM_REQUIRED', code: 'not_premium', text: 'Not a premium account: high risk of ban' }],
    ['[TG-063]', { error: 'USER_PRIVACY_RESTRICTED', code: 'privacy_restricted', text: 'User privacy settings forbid the action' }],
    [
      '[TG-063]',
      {
        error: 'ALLOW_PAYMENT_REQUIRED_50',
        code: 'payment_required',
        text: 'This person takes messages from strangers only for Telegram Stars',
      },
    ],
    ['[TG-072]', { error: 'CHAT_ADMIN_REQUIRED', code: 'unknown', text: 'CHAT_ADMIN_REQUIRED' }],
    ['[TG-066]', { error: ' ', code: 'unknown', text: 'Unknown messenger error' }],
  ])('%s shows its own text (%o)', async (_row, { error, code, text }) => {
    refuseNext(error);
    await say(dialog.id, `Refused by ${code} ${text}`);
    await poll(() => last(dialog.id)).toMatchObject({ state: 'failed', error: code, error_text: text, may_retry: true });
  });

  it('[TG-070] shows a general error without a known reason', async () => {
    const { body } = await telegram.attach(admin, dialog.id, { name: 'offer.pdf', bytes: '%PDF-1.7\n' });
    await here.sql("update files set store_key = 'aa/gone' where id = $1", [body.id]);
    await say(dialog.id, 'The offer', { attachment_ids: [body.id] });
    await expect.poll(() => last(dialog.id)).toMatchObject({ state: 'failed', error: 'failed', error_text: 'Something went wrong' });
  });

  it('[TG-025] [TG-055] shows its time and files, and no account shows its code', async () => {
    const { body } = await admin.get(`${dialogsPath}${dialog.id}/messages/?limit=1`);
    expect(body).toMatchObject({
      count: expect.any(Number),
      results: [{ date: expect.stringMatching(/^\d{4}-.*Z$/), out: true, attachments: [{ name: 'offer.pdf', size: 9 }] }],
    });
    expect((await admin.get(dialogsPath)).body).toMatchObject({ count: 1, results: [{ id: dialog.id }] });
    const { count, results } = (await admin.get(accountsPath)).body;
    expect(count).toBe(results.length);
    const account = results.find((each: Card) => each.id === card.id);
    expect(account).toMatchObject({
      name: expect.any(String),
      created_at: expect.any(String),
      dialogs_created: 1,
      dialogs_available: 99,
      soft_ban_until: null,
    });
    expect(Object.keys(account)).not.toContain('code');
  });
});

describe('an account', () => {
  it('[TG-062] that Telegram banned shows it and sends nothing', async () => {
    const card = await addCard();
    const { id, username } = await begin(card);
    await say(id, 'Hello');
    await poll(() => last(id)).toMatchObject({ state: 'sent' });
    refuseNext('USER_DEACTIVATED_BAN');
    await say(id, 'Still there?');
    await expect
      .poll(() => last(id))
      .toMatchObject({ state: 'planned', error: 'phone_banned', error_text: 'Phone permanently banned by the messenger' });
    const failure = 'Phone permanently banned by the messenger';
    expect(await accountOf(admin, card.id)).toMatchObject({ state: 'banned', failure, is_online: false, dialogs_available: 0 });
    expect(await say(id, 'And now?')).toMatchObject({ status: 403, body: { error: 'phone_banned', message: failure } });
    expect(server.received(username, card.phone)).toEqual(['Hello']);
  });

  it('with a session ended elsewhere is signed in again and continues', async () => {
    const card = await addCard();
    const { id, username } = await begin(card);
    await say(id, 'Hello');
    await poll(() => last(id)).toMatchObject({ state: 'sent' });
    for (const key of server.world.hub.keysOf(server.ownerOf(card.phone).id)) endAuthorization(server.world, key);
    const failure = 'The session was ended elsewhere. Sign the SIM card in again';
    await until(async () => expect(await accountOf(admin, card.id)).toMatchObject({ state: 'signed_out', failure, is_online: false }));
    expect(await say(id, 'Not now')).toMatchObject({ status: 409, body: { error: 'session_ended', message: failure } });
    server.writes(username, card.phone, 'While nobody was there');
    const renewed = await server.addAccount(admin, card.phone);
    expect(renewed).toMatchObject({ id: card.id, state: 'connected', failure: null });
    await poll(() => last(id)).toMatchObject({ state: 'received', message: 'While nobody was there' });
    await say(id, 'Here again');
    await poll(() => last(id)).toMatchObject({ state: 'sent', message: 'Here again' });
    expect(server.received(username, card.phone)).toEqual(['Hello', 'Here again']);
  });

  it('[TG-021] requests its code another way after the delay', async () => {
    const phone = '+12025550108';
    const resend = () => admin.post(`${accountsPath}resend_code/`, { phone_number: phone });
    expect(await admin.post(`${accountsPath}send_code_request/`, { phone_number: phone })).toMatchObject({
      status: 200,
      body: { delivery: 'app', next_delivery: 'sms', resend_after: expect.any(Number) },
    });
    const early = await resend();
    expect(early).toMatchObject({ status: 429, body: { error: 'flood_wait', seconds: expect.any(Number) } });
    expect(early.body.message).toBe(`A new code can be requested in ${early.body.seconds} seconds`);
    here.clock.advance(61_000);
    expect(await resend()).toMatchObject({ status: 200, body: { delivery: 'sms', next_delivery: null, attempts_left: 5 } });
    here.clock.advance(61_000);
    expect(await resend()).toMatchObject({ status: 400, body: { error: 'resend_over' } });
    const code = server.codeFor(phone);
    expect(await admin.post(accountsPath, { phone_number: phone, code })).toMatchObject({ status: 200, body: { phone_number: phone } });
  });
});

describe('a file that a candidate sends', () => {
  const limit = 5 * 1024 * 1024;
  let card: Card;
  beforeAll(async () => {
    card = await addCard();
  }, 30_000);

  async function receive(name: string, bytes: Buffer, state: string) {
    const dialog = await begin(card);
    await say(dialog.id, 'Send me your CV');
    await poll(() => last(dialog.id)).toMatchObject({ state: 'sent' });
    const [from, to] = [server.personOf(dialog.username), server.ownerOf(card.phone)];
    await reply(server.world, { from, to, text: 'Here', file: { name, mimeType: 'application/pdf', bytes } });
    await poll(() => last(dialog.id)).toMatchObject({ out: false, message: 'Here', attachments: [{ name, size: bytes.length, state }] });
    const messageId = (await last(dialog.id))?.message_id;
    return admin.get(`${dialogsPath}${dialog.id}/download_attachment/?message_id=${messageId}`);
  }

  it('[TG-052] is stored for readers of the dialog, up to 5 MB', async () => {
    const answer = await receive('cv.pdf', pdf(limit), 'stored');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe(String(limit));
    expect(answer.headers['content-disposition']).toContain('cv.pdf');
  });

  it('[TG-057] [TG-068] is refused above 5 MB', async () => {
    expect(await receive('cv.pdf', pdf(limit + 1), 'file_too_large')).toMatchObject({
      status: 400,
      body: { error: 'file_too_large', message: 'File too large (over 5 MB)' },
    });
  });

  it.each([
    ['its name', 'cv.exe', Buffer.from('MZ')],
    ['what it is', 'cv.pdf', Buffer.from('MZ and no pdf')],
  ])('[TG-058] [TG-069] is refused for a type that messages do not take, by %s', async (_by, name, bytes) => {
    expect(await receive(name, bytes, 'illegal_file_type')).toMatchObject({
      status: 400,
      body: { error: 'illegal_file_type', message: 'Illegal file type' },
    });
  });
});
