import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '@headwater/domain/testing/sample';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { poll, settled } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const { converse, say, last, becomes } = telegramDialogs(here, 'session');

let admin: Caller;
let worker: { stop(): Promise<void> };

async function addCard(phone = server.nextPhone()) {
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  return { id, phone };
}

beforeAll(async () => {
  admin = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  worker = await here.application.startWorker();
}, 60_000);
afterEach(() => server.world.faults.clear());
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

describe('an account with an ended session', () => {
  const elsewhere = 'The session was ended elsewhere. Sign the SIM card in again';
  const ends = [
    ['AUTH_KEY_DUPLICATED', 'The session was used from two places at once, and Telegram ended it. Sign the SIM card in again'],
    ['AUTH_KEY_UNREGISTERED', elsewhere],
    ['SESSION_REVOKED', elsewhere],
    [
      'USER_DEACTIVATED',
      'The Telegram account of this number was deleted. Remove the SIM card, and add it again once the phone has a new one',
    ],
  ] as const;
  it.each(sampleOf(ends, 1, 'ended sessions'))(
    'shows %s, keeps waiting messages, and sends them after a new sign-in',
    async (error, failure) => {
      const card = await addCard();
      const { id, username } = await converse(admin, { account: card.id });
      const owner = card.phone.replaceAll(/\D/g, '');
      server.world.faults.add({ method: 'messages.sendMessage', phone: owner, times: 1, error, fate: 'sent', milliseconds: 0 });
      await say(admin, id, 'Still there?');
      await poll(() => accountOf(admin, card.id)).toMatchObject({ state: 'signed_out', failure, is_online: false });
      expect(await last(admin, id)).toMatchObject({ state: 'planned', message: 'Still there?' });
      expect(await say(admin, id, 'Not now')).toMatchObject({ status: 409, body: { error: 'session_ended', message: failure } });
      expect(await server.addAccount(admin, card.phone)).toMatchObject({ id: card.id, state: 'connected', failure: null });
      await becomes(admin, id, { state: 'sent', message: 'Still there?' });
      expect(server.received(username, card.phone)).toEqual(['Hello', 'Still there?']);
    },
  );
});

describe('a worker that holds an account', () => {
  it('may not send after another one took the account', async () => {
    const card = await addCard();
    const { id, username } = await converse(admin, { account: card.id });
    const leaseUntil = (moment: string) =>
      here.sql(`update telegram_accounts set lease_holder = gen_random_uuid(), lease_until = ${moment} where id = $1`, [card.id]);
    await leaseUntil(`now() + interval '5 minutes'`);
    await say(admin, id, 'By nobody');
    await settled();
    expect(server.received(username, card.phone)).toEqual(['Hello']);
    await leaseUntil('now()');
    await becomes(admin, id, { state: 'sent', message: 'By nobody' });
    expect(server.received(username, card.phone)).toEqual(['Hello', 'By nobody']);
  }, 60_000);
});

describe('an account that was removed and returns', () => {
  it("[TG-019] [TG-028] [TG-036] keeps its dialogs, today's count and its warm-up", async () => {
    const phone = server.nextPhone();
    const { id } = await server.addAccount(admin, phone);
    await admin.put(`${accountsPath}${id}/`, { limit_total: 10 });
    const dialog = await converse(admin, { account: id });
    here.clock.advance(26 * 3_600_000);
    await here.sql('update telegram_dialogs set started_at = $1 where id = $2', [here.clock.now(), dialog.id]);
    const before = await accountOf(admin, id);
    expect(before).toMatchObject({ limit_today: 4, dialogs_available: 3, dialogs_created: 1 });
    await here.sql('update telegram_accounts set soft_ban_until = $1 where id = $2', [
      new Date(here.clock.now().getTime() + 3_600_000),
      id,
    ]);
    expect(await admin.delete(`${accountsPath}${id}/`)).toMatchObject({ status: 200 });
    const back = await server.addAccount(admin, phone);
    expect(back).toMatchObject({ id, limit_total: 10, limit_today: 4, dialogs_created: 1, soft_ban_until: expect.any(String) });
    await here.sql('update telegram_accounts set soft_ban_until = null where id = $1', [id]);
    expect(await accountOf(admin, id)).toMatchObject({ dialogs_available: 3 });
    await say(admin, dialog.id, 'Here again');
    await becomes(admin, dialog.id, { state: 'sent', message: 'Here again' });
  });

  it('[TG-041] belongs to another company that added it since, and messages stay separate', async () => {
    // Telegram has its own clock.
    here.clock.set(new Date());
    const phone = server.nextPhone();
    const card = await addCard(phone);
    const dialog = await converse(admin, { account: card.id });
    await admin.delete(`${accountsPath}${card.id}/`);
    const others = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
    const { id } = await server.addAccount(others, phone);
    expect(id).not.toBe(card.id);
    expect(await admin.post(`${accountsPath}send_code_request/`, { phone_number: phone })).toMatchObject({ status: 409 });
    const secret = 'Said to the other company';
    server.writes(dialog.username, phone, secret);
    await poll(() => here.sql('select dialog_id from messages where body_text = $1', [secret])).toHaveLength(1);
    await others.delete(`${accountsPath}${id}/`);
    here.clock.set(new Date(Date.now() + 600_000));
    expect(await server.addAccount(admin, phone)).toMatchObject({ id: card.id });
    await say(admin, dialog.id, 'Back');
    await becomes(admin, dialog.id, { state: 'sent', message: 'Back' });
    expect(await here.sql('select company_id from messages where body_text = $1', [secret])).toHaveLength(1);
  });
});
