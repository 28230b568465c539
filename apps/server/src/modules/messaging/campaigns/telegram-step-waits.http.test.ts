import { beforeEach, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '@headwater/domain/time/durations';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { sequencePath, telegramStep, openTelegramSteps } from '../../../../test/telegram-steps.ts';
import { recordArrival } from '../telegram/send/mailing-messages.ts';
import { findInConversation } from '../messages/public/messenger.ts';
import { settled, until } from '../../../../test/settled.ts';

const steps = await openTelegramSteps('waits');
const { server, here, mail, team, addAccount, addPerson, newSequence, launch, whyOf, gets, isSaid, getsMail, recipientOf } = steps;

// The clock goes back between tests: clears waits set with a later clock.
beforeEach(() => here.sql('update telegram_accounts set flood_wait_until = null, next_dialog_at = null'));

const remove = (account: number) => team.admin.delete(`${accountsPath}${account}/`);
const digits = (phone: string) => phone.replaceAll(/\D/g, '');
const stateOf = async (account: number) =>
  (
    await here.sql<{ state: string }>('select state from messages where telegram_account_id = $1 and recipient_id is not null', [account])
  ).map(({ state }) => state);

describe('limits of Telegram', () => {
  it('[TG-060] [DEC-06] [DEC-10] FLOOD_WAIT delays a step for the reported seconds and shows until when', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Patient', { subject: 'Patient' })], [anna]);
    const fault = { method: 'messages.sendMessage', phone: digits(team.phone), times: 1, fate: 'sent' as const, milliseconds: 0 };
    server.world.faults.add({ ...fault, error: 'FLOOD_WAIT_137' });
    await good(launch(id));
    await until(async () => expect(await whyOf(id, anna)).toMatchObject({ reason: 'flood_wait' }));
    const { expected_at: at } = await whyOf(id, anna);
    const seconds = (new Date(at).getTime() - here.clock.now().getTime()) / 1000;
    expect(seconds).toBeGreaterThan(110);
    expect(seconds).toBeLessThanOrEqual(137);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual([]);
    here.clock.advance(138_000);
    await gets(anna, ['Patient']);
    await isSaid(id, anna, { ended: 'finished', messages_sent: 1, messages: [{ channel: 'telegram', status: 'sent' }] });
    expect(await mail.count(anna.email)).toBe(0);
  });

  it(
    '[TG-061] [TG-037] [TG-041] PEER_FLOOD delays a step with a new dialog; after the SIM card is removed it leaves from another one',
    { timeout: 60_000 },
    async () => {
      const soft = await addAccount();
      const anna = await addPerson();
      const id = await newSequence([telegramStep('Softly', { subject: 'Softly' })], [anna], { telegram_account_id: soft.id });
      const fault = { method: 'messages.sendMessage', phone: digits(soft.phone), times: 1, fate: 'sent' as const, milliseconds: 0 };
      server.world.faults.add({ ...fault, error: 'PEER_FLOOD' });
      await good(launch(id));
      await until(async () => expect(await whyOf(id, anna)).toMatchObject({ reason: 'soft_ban' }));
      const hours = (new Date((await whyOf(id, anna)).expected_at).getTime() - here.clock.now().getTime()) / 3_600_000;
      expect(Math.round(hours)).toBe(24);
      await settled();
      expect([server.received(anna.username, soft.phone), await mail.count(anna.email)]).toEqual([[], 0]);
      expect(await remove(soft.id)).toMatchObject({ status: 200 });
      await gets(anna, ['Softly']);
      await isSaid(id, anna, { ended: 'finished', messages_sent: 1 });
      expect(server.received(anna.username, soft.phone)).toEqual([]);
    },
  );

  it('[TG-041] [SEQ-009] without another SIM card it leaves by e-mail, once', { timeout: 90_000 }, async () => {
    const [soft, anna] = [await addAccount(), await addPerson()];
    const id = await newSequence([telegramStep('By mail', { subject: 'By mail' })], [anna], { telegram_account_id: soft.id });
    await here.sql(`update telegram_accounts set soft_ban_until = now() + interval '1 day' where id = $1`, [soft.id]);
    await steps.limit(0);
    await good(launch(id));
    await until(async () => expect(await stateOf(soft.id)).toEqual(['planned']));
    expect(await remove(soft.id)).toMatchObject({ status: 200 });
    await getsMail(anna, 1);
    await settled();
    await steps.limit(100);
    await isSaid(id, anna, { messages_sent: 1, messages: [{ channel: 'email', status: 'sent' }] });
    expect([server.received(anna.username, team.phone), await mail.count(anna.email)]).toEqual([[], 1]);
  });
});

type Fate = 'lost' | 'unheard';
type Account = Awaited<ReturnType<typeof addAccount>>;

/**
 * The SIM card was removed with a message in flight, which has arrived (`lost`) or not (`unheard`),
 * unknown to the server.
 */
async function removedInHand(body: string, fate: Fate) {
  const [other, anna] = [await addAccount(), await addPerson()];
  const id = await newSequence([telegramStep(body, { falls_back: false })], [anna], { telegram_account_id: other.id });
  const fault = { phone: digits(other.phone), error: null, milliseconds: 0 };
  server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, fate });
  for (const method of ['messages.sendMessage', 'messages.getHistory', 'messages.getDialogs'])
    server.world.faults.add({ ...fault, method, times: 1000, fate: 'unheard' });
  await good(launch(id));
  const sending = () => here.sql(`select from messages where telegram_account_id = $1 and state = 'handed_over'`, [other.id]);
  await until(async () => expect(await sending()).toHaveLength(1));
  await gets(anna, fate === 'lost' ? [body] : [], other.phone);
  expect(await remove(other.id)).toMatchObject({ status: 200 });
  await until(async () => expect(await stateOf(other.id)).toEqual(['unknown']));
  server.world.faults.clear();
  const [{ id: message }] = (await recipientOf(id, anna)).messages;
  const decide = (decision: string) => team.rita.caller.post(`/api/v6/messages/${message}/decide/`, { decision });
  return { id, anna, other, message: message as number, again: () => decide('send_again'), wasSent: () => decide('was_sent') };
}

/** The SIM card has returned. */
async function undecided(body: string, fate: Fate) {
  const one = await removedInHand(body, fate);
  expect((await server.addAccount(team.admin, one.other.phone)).id).toBe(one.other.id);
  await settled();
  expect(await stateOf(one.other.id)).toEqual(['unknown']);
  return one;
}

/** The message arrived once, and the sequence knows it. */
async function arrivesOnce({ id, anna, other }: Awaited<ReturnType<typeof removedInHand>>, body: string): Promise<void> {
  // Until then the response to the first copy may arrive.
  here.clock.advance(minuteMs);
  await isSaid(id, anna, { ended: 'finished', messages_sent: 1, messages: [{ channel: 'telegram', status: 'sent' }] });
  await settled();
  expect(server.received(anna.username, other.phone)).toEqual([body]);
  expect(await mail.count(anna.email)).toBe(0);
}

/** SIM cards that handled the message. */
const accountsWith = async (body: string) =>
  (
    await here.sql<{ id: number }>('select telegram_account_id::int as id from messages where body_text = $1 order by messages.id', [body])
  ).map(({ id }) => id);

/** The message in the dialog. */
async function saidIn({ id: account }: Account) {
  const [own] = await here.sql<{ id: number; dialog_id: number }>(
    'select id, dialog_id from messages where telegram_account_id = $1 and is_mass',
    [account],
  );
  const path = `${dialogsPath}${own?.dialog_id}/messages/`;
  const { results } = await good(team.rita.caller.get(path));
  return { own, path: `${path}${own?.id}/`, shown: results.find((each: { message_id: number }) => each.message_id === own?.id) };
}

/** The need for attention of each dialog of the account (TG-014); the filtered list must agree. */
async function inNeed({ id: account }: Account): Promise<boolean[]> {
  const listed = async (more: string) =>
    (await good(team.rita.caller.get(`${dialogsPath}?telegram_account_id=${account}&limit=100${more}`))).results;
  const [all, some] = [await listed(''), await listed('&only_need_attention=true')];
  const marked = all.filter((dialog: { needs_attention: boolean }) => dialog.needs_attention);
  expect(some.map(({ id }: { id: number }) => id)).toEqual(marked.map(({ id }: { id: number }) => id));
  return some.map((dialog: { needs_attention: boolean }) => dialog.needs_attention);
}

describe('a message of undecided outcome', () => {
  it.each([
    ['had arrived', 'lost'],
    ['had not', 'unheard'],
  ] as const)(
    '[SEND-008] [TG-041] sent again by a person, after the SIM card has come back, arrives once where it %s',
    { timeout: 120_000 },
    async (_, fate) => {
      const one = await undecided('Undecided', fate);
      // A double click.
      const answers = await Promise.all([one.again(), one.again()]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      await arrivesOnce(one, 'Undecided');
    },
  );

  it('[SEND-008] [TG-050] cannot be resent from its dialog, which does not know the outcome', { timeout: 120_000 }, async () => {
    const one = await undecided('Not from there', 'lost');
    const { path, shown } = await saidIn(one.other);
    expect(shown).toMatchObject({ state: 'failed', may_retry: false, decided_in_mailing: true });
    expect(await team.rita.caller.post(`${path}retry/`)).toMatchObject({ status: 409 });
    await settled();
    expect(server.received(one.anna.username, one.other.phone)).toEqual(['Not from there']);
    expect(await one.again()).toMatchObject({ status: 200 });
    await arrivesOnce(one, 'Not from there');
  });

  it('[SEND-008] leaves when a user resends it, although its next attempt was deferred', { timeout: 120_000 }, async () => {
    const one = await undecided('Put off', 'unheard');
    await here.sql(`update messages set send_at = $2::timestamptz where telegram_account_id = $1 and recipient_id is not null`, [
      one.other.id,
      new Date(Date.now() + hourMs),
    ]);
    expect(await one.again()).toMatchObject({ status: 200 });
    await arrivesOnce(one, 'Put off');
  });

  it('[SEND-008] [TG-041] arrives once if a user resends it before Telegram confirms it', { timeout: 90_000 }, async () => {
    const one = await removedInHand('Slowly', 'lost');
    expect(await one.again()).toMatchObject({ status: 200 });
    await settled();
    // The worker receives the response.
    const { own } = await saidIn(one.other);
    await here.application.database.inCompany(team.company, async (tx) => {
      const message = await findInConversation(tx, own?.dialog_id ?? 0, own?.id ?? 0);
      if (message) await recordArrival(tx, message, { at: here.clock.now() });
    });
    await arrivesOnce(one, 'Slowly');
    expect(await accountsWith('Slowly')).toEqual([one.other.id]);
  });

  it(
    '[SEND-008] [TG-041] leaves from another SIM card when a user resends it and no response can arrive',
    { timeout: 90_000 },
    async () => {
      const one = await removedInHand('From another', 'unheard');
      expect(await inNeed(one.other)).toEqual([true]);
      expect(await one.again()).toMatchObject({ status: 200 });
      await settled();
      expect(await accountsWith('From another')).toEqual([one.other.id]);
      here.clock.advance(minuteMs);
      await isSaid(one.id, one.anna, { ended: 'finished', messages_sent: 1 });
      expect(await accountsWith('From another')).toEqual([one.other.id, expect.any(Number)]);
      expect(server.received(one.anna.username, one.other.phone)).toEqual([]);
      // The SIM card returns: its dialog cannot resend the message, which left another way.
      expect((await server.addAccount(team.admin, one.other.phone)).id).toBe(one.other.id);
      const { path, shown } = await saidIn(one.other);
      expect(shown).toMatchObject({ state: 'failed', may_retry: false, decided_in_mailing: false });
      expect(await team.rita.caller.post(`${path}retry/`)).toMatchObject({ status: 409 });
      expect(await team.rita.caller.delete(path)).toMatchObject({ status: 409 });
      // The dialog cannot handle it, so it needs no attention.
      expect(await inNeed(one.other)).toEqual([]);
    },
  );

  it('[SEND-008] [TG-050] is shown as sent in its dialog after a user confirms that', { timeout: 120_000 }, async () => {
    const one = await undecided('It was sent', 'lost');
    expect(await one.wasSent()).toMatchObject({ status: 200 });
    const { shown } = await saidIn(one.other);
    expect(shown).toMatchObject({ state: 'sent', error: null, may_retry: false, decided_in_mailing: false });
  });

  it('[SEND-008] [SEQ-009] keeps its text if the step was edited before the resend', { timeout: 120_000 }, async () => {
    const [other, anna] = [await addAccount(), await addPerson()];
    const id = await newSequence([telegramStep('First words', { falls_back: false })], [anna], { telegram_account_id: other.id });
    const fault = { phone: digits(other.phone), milliseconds: 0 };
    server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, error: null, fate: 'lost' });
    server.world.faults.add({ ...fault, method: 'messages.getHistory', times: 1000, error: 'INTERNAL', fate: 'sent' });
    await good(launch(id));
    await gets(anna, ['First words'], other.phone);
    expect(await remove(other.id)).toMatchObject({ status: 200 });
    await until(async () => expect(await stateOf(other.id)).toEqual(['unknown']));
    server.world.faults.clear();
    await good(team.rita.caller.post(`/api/v6/mailing_lists/${id}/stop/`, {}));
    const [message] = (await recipientOf(id, anna)).messages;
    await good(team.rita.caller.post(`/api/v6/messages/${message.id}/decide/`, { decision: 'send_again' }));
    here.clock.advance(minuteMs);
    // Its account is gone: the planner creates it when the sequence continues.
    await until(async () => expect(await stateOf(other.id)).toEqual([]));
    expect((await server.addAccount(team.admin, other.phone)).id).toBe(other.id);
    const [template] = (await good(team.rita.caller.get(sequencePath(id)))).templates;
    const templates = [{ ...telegramStep('Other words', { falls_back: false }), id: template.id }];
    await good(team.rita.caller.patch(sequencePath(id), { templates }));
    await good(launch(id));
    await isSaid(id, anna, { ended: 'finished', messages: [{ channel: 'telegram', status: 'sent', body: 'First words' }] });
    await settled();
    expect(server.received(anna.username, other.phone)).toEqual(['First words']);
  });

  it(
    "[SEND-008] [SEQ-009] needs a user's decision if Telegram bans the SIM card in flight, and continues then",
    { timeout: 90_000 },
    async () => {
      const other = await addAccount();
      const accountOf = (columns: string) => here.sql(`select ${columns} from telegram_accounts where id = $1`, [other.id]);
      await until(async () => expect(await accountOf('is_synced')).toEqual([{ is_synced: true }]));
      const anna = await addPerson();
      const templates = [telegramStep('In hand', { falls_back: false }), telegramStep('Behind it', { falls_back: false })];
      const id = await newSequence(templates, [anna], { telegram_account_id: other.id });
      const fault = { phone: digits(other.phone), milliseconds: 0 };
      server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, error: null, fate: 'lost' });
      server.world.faults.add({ ...fault, method: 'messages.getHistory', times: 1000, error: 'INTERNAL', fate: 'sent' });
      server.world.faults.add({ ...fault, method: 'messages.getDialogs', times: 1000, error: 'USER_DEACTIVATED_BAN', fate: 'sent' });
      await good(launch(id));
      await until(async () => expect(await accountOf('state')).toEqual([{ state: 'banned' }]), { timeout: 60_000 });
      await until(async () => expect(await stateOf(other.id)).toEqual(['unknown']), { timeout: 60_000 });
      server.world.faults.clear();
      expect(
        await here.sql('select state, failure from messages where telegram_account_id = $1 and recipient_id is not null', [other.id]),
      ).toEqual([{ state: 'unknown', failure: 'phone_banned' }]);
      await settled();
      expect(server.received(anna.username, other.phone)).toEqual(['In hand']);
      const [message] = (await recipientOf(id, anna)).messages;
      await good(team.rita.caller.post(`/api/v6/messages/${message.id}/decide/`, { decision: 'was_sent' }));
      // From any other SIM card.
      await isSaid(id, anna, {
        ended: 'finished',
        messages_sent: 2,
        messages: [{ status: 'sent' }, { body: 'Behind it', status: 'sent' }],
      });
      expect(server.received(anna.username, other.phone)).toEqual(['In hand']);
    },
  );
});
