import { describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath } from '../../../../test/telegram-dialogs.ts';
import {
  day,
  emailStep,
  sequencePath,
  stepFeatures,
  type StepPerson,
  telegramStep,
  openTelegramSteps,
} from '../../../../test/telegram-steps.ts';
import { findAnsweredByMail } from './public/outcomes.ts';
import { settled, until } from '../../../../test/settled.ts';

const steps = await openTelegramSteps('replies');
const { server, here, mail, team, addAccount, addPerson, newSequence, launch, gets, isSaid, getsMail, recipientOf, advance } = steps;

/** The person writes to the SIM card, and the message is stored. */
async function answers(person: StepPerson, text: string, phone = team.phone): Promise<void> {
  server.writes(person.username, phone, text);
  const heard = () => here.sql('select from messages where body_text = $1 and not is_out', [text]);
  await until(async () => expect(await heard()).toHaveLength(1));
}

const dialogIsBehind = ({ profile }: StepPerson) =>
  here.sql('select from telegram_dialogs where profile_id = $1 and has_missing_messages', [profile]);
/** Waits for failed reads of the dialog; the next attempt is then far off. */
async function looksInVain(person: StepPerson, times: number): Promise<void> {
  await until(async () => expect(await dialogIsBehind(person)).toHaveLength(1), { clock: here.clock });
  if (times === 1) return;
  await here.sql('update telegram_dialogs set has_missing_messages = false where profile_id = $1', [person.profile]);
  await looksInVain(person, times - 1);
}

describe('a reply', () => {
  it('[SEND-009] [DEC-04] in Telegram ends the steps by e-mail', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, anna, { messages_sent: 1 });
    server.writes(anna.username, team.phone, 'Tell me more');
    await isSaid(id, anna, { ended: 'replied', status: 'replied' });
    advance(1);
    await settled();
    expect(await mail.count(anna.email)).toBe(0);
    expect(await good(team.rita.caller.get(sequencePath(id)))).toMatchObject({ totals: { replied: 1 } });
  });

  it('[SEND-009] in Telegram ends a sequence with e-mail only', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const { body } = await team.rita.caller.post(`${dialogsPath}get_or_create/`, { profile_id: anna.profile, username: anna.username });
    await good(team.rita.caller.post(`${dialogsPath}${body.id}/send_message/`, { message: 'By hand' }));
    await gets(anna, ['By hand']);
    const id = await newSequence([emailStep('First'), telegramStep('Never', { send_delay: day, falls_back: false })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await isSaid(id, anna, { messages_sent: 1 });
    server.writes(anna.username, team.phone, 'I read your mail');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual(['By hand']);
  });

  it('[SEND-009] by e-mail ends the steps by Telegram', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([emailStep('First'), telegramStep('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await mail.answer(anna.email, 'reply');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual([]);
  });
});

/** An unresolved contact writes to the SIM card, and the message is stored. */
async function strangerWrites(username: string, text: string): Promise<number> {
  server.writes(username, team.phone, text);
  const heard = () => here.sql<{ id: number }>('select dialog_id::int as id from messages where body_text = $1 and not is_out', [text]);
  await until(async () => expect(await heard()).toHaveLength(1));
  return (await heard())[0]?.id ?? 0;
}

describe('a Telegram reply to an e-mail, in an unlinked dialog', () => {
  it('[SEND-009] [DEC-04] ends the sequence if the company knows the username', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([emailStep('First'), telegramStep('Never', { send_delay: day, falls_back: false })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await isSaid(id, anna, { messages_sent: 1 });
    await strangerWrites(anna.username, 'I have read your mail');
    await isSaid(id, anna, { ended: 'replied', status: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual([]);
  });

  it('[SEND-009] ends the sequence when its next step resolves the username', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([emailStep('First'), telegramStep('Never', { send_delay: day, falls_back: false })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await isSaid(id, anna, { messages_sent: 1 });
    const dialog = await strangerWrites('replies_before_x', 'I have read it by another name');
    // The username is now theirs, as the SIM card has learned.
    await here.sql('update telegram_dialogs set username = $2 where id = $1', [dialog, anna.username]);
    expect(await recipientOf(id, anna)).toMatchObject({ ended: null });
    advance(1);
    await isSaid(id, anna, { ended: 'replied' });
    await settled();
    expect(server.received('replies_before_x', team.phone)).toEqual([]);
    expect((await steps.dialogsWith(anna)).map((each: { id: number }) => each.id)).toEqual([dialog]);
  });

  it.each([
    [
      'a user links the dialog',
      (dialog: number, { profile }: StepPerson) => team.rita.caller.put(`${dialogsPath}${dialog}/profile/`, { profile_id: profile }),
      'replies_linked_x',
    ],
    [
      'a user begins a dialog from the profile',
      (_dialog: number, { profile }: StepPerson) =>
        team.rita.caller.post(`${dialogsPath}get_or_create/`, { profile_id: profile, username: 'replies_opened_x' }),
      'replies_opened_x',
    ],
  ])('[SEND-009] ends the sequence once %s', { timeout: 60_000 }, async (_how, attach, username) => {
    const [anna, boris] = [await addPerson({ telegram: false }), await addPerson({ telegram: false })];
    const id = await newSequence([emailStep('First'), emailStep('Never', { send_delay: day })], [anna, boris]);
    await good(launch(id));
    for (const one of [anna, boris]) await isSaid(id, one, { messages_sent: 1 });
    const before = await strangerWrites(`${username}y`, `Before ${username}`);
    await here.sql(`update messages set said_at = said_at - interval '2 minutes' where dialog_id = $1`, [before]);
    const dialog = await strangerWrites(username, `After ${username}`);
    await good(attach(dialog, anna));
    await isSaid(id, anna, { ended: 'replied' });
    // A message from before the mailing is no reply to it.
    await good(team.rita.caller.put(`${dialogsPath}${before}/profile/`, { profile_id: boris.profile }));
    expect(await recipientOf(id, boris)).toMatchObject({ ended: null });
  });
});

/** A user of another company with a mailbox of a person who gets messages here. */
async function writesFrom(address: string) {
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: stepFeatures }), 'worker'));
  await mail.connect(stranger, address);
  return async (subject: string) => {
    const letter = { email: team.rita.address, subject, body: '<p>Call me on Monday</p>' };
    expect(await mail.write(stranger, letter)).toMatchObject({ status: 200 });
  };
}
const bySteps = (first: string) =>
  [telegramStep(first), telegramStep('Never', { send_delay: day })].map((step) => ({ ...step, falls_back: false }));
interface Shown {
  replies: { subject: string }[];
}
const threadOf = async ({ profile }: StepPerson) =>
  (await good(team.rita.caller.get(`/api/v6/messaging/thread/?profile_id=${profile}`))).messages;

describe('an e-mail that references no message', () => {
  it('[SEND-009] [DEC-04] ends mailings by Telegram only, and is shown with their message', { timeout: 90_000 }, async () => {
    const anna = await addPerson({ address: 'recruiter3@company.test' });
    const write = await writesFrom(anna.email);
    const [id, other] = [await newSequence(bySteps('Hello'), [anna]), await newSequence(bySteps('Another job'), [anna])];
    for (const one of [id, other]) await good(launch(one));
    for (const one of [id, other]) await isSaid(one, anna, { messages_sent: 1 });
    expect(await threadOf(anna)).toEqual([]);
    await write('Your messages');
    // Both are from the addressee.
    for (const one of [id, other]) await isSaid(one, anna, { ended: 'replied', messages: [{ channel: 'telegram', status: 'replied' }] });
    const thread = await threadOf(anna);
    expect(thread).toMatchObject([
      { channel: 'telegram', subject: '', status: 'replied', replies: [{ kind: 'reply', subject: 'Your messages' }] },
    ]);
    expect(thread[0].replies[0]).toMatchObject({ from_address: anna.email, text: expect.stringContaining('Call me on Monday') });
    const { threads } = await good(team.rita.caller.get('/api/v6/messaging/threads/?needs_attention=true'));
    const own = threads.find((one: { message: { profile_id: number } }) => one.message.profile_id === anna.profile);
    expect(own).toMatchObject({ last_kind: 'reply', message: { channel: 'telegram', subject: '' } });
    const { timeline } = await good(team.rita.caller.get(`/api/v6/messages/${thread[0].id}/`));
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual(['planned', 'sent', 'replied']);
    advance(1);
    await settled();
    expect(server.received(anna.username, team.phone).toSorted()).toEqual(['Another job', 'Hello']);
    await write('Once more');
    await until(async () => {
      const subjects = (await threadOf(anna)).map(({ replies }: Shown) => replies.map(({ subject }) => subject));
      expect(subjects).toEqual([['Your messages', 'Once more']]);
    });
  });

  it('[SEND-009] is shown with the Telegram message that was answered before, in its company only', { timeout: 90_000 }, async () => {
    const anna = await addPerson({ address: 'recruiter5@company.test' });
    const write = await writesFrom(anna.email);
    const id = await newSequence(bySteps('Hello'), [anna]);
    await good(launch(id));
    await isSaid(id, anna, { messages_sent: 1 });
    await answers(anna, 'I shall write you an e-mail');
    await isSaid(id, anna, { ended: 'replied' });
    await write('As I said');
    await until(async () => expect(await threadOf(anna)).toMatchObject([{ status: 'replied', replies: [{ subject: 'As I said' }] }]));
    const { database } = here.application;
    const writer = { companyId: team.company, userId: team.rita.user.id, addressKey: anna.email, profileIds: [anna.profile] };
    const answered = (companyId: number) =>
      database.asSystem((tx) => findAnsweredByMail(tx, { ...writer, companyId }, new Date(Date.now() + day * 1000)));
    expect(await answered(team.company)).toBe((await threadOf(anna))[0].id);
    expect(await answered(await here.addCompany())).toBeUndefined();
  });

  it('[SEND-009] belongs to the e-mail before it, and ends the Telegram steps of another sequence', { timeout: 90_000 }, async () => {
    const boris = await addPerson({ address: 'recruiter4@company.test' });
    const write = await writesFrom(boris.email);
    const [byMail, id] = [await newSequence([emailStep('By mail')], [boris]), await newSequence(bySteps('Hi'), [boris])];
    await good(launch(byMail));
    await getsMail(boris, 1);
    await isSaid(byMail, boris, { messages_sent: 1 });
    await good(launch(id));
    await isSaid(id, boris, { messages_sent: 1 });
    await write('By the way');
    for (const one of [byMail, id]) await isSaid(one, boris, { ended: 'replied' });
    expect(await threadOf(boris)).toMatchObject([{ channel: 'email', subject: 'By mail', replies: [{ subject: 'By the way' }] }]);
  });
});

describe('a Telegram reply from a person with an ended sequence', () => {
  it('[SEND-009] [SEQ-009] counts after a manual stop: the sequence ends when resumed', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, anna, { messages_sent: 1 });
    const { id: recipient } = await recipientOf(id, anna);
    const tell = (what: 'stop' | 'resume') => good(team.rita.caller.post(`/api/v6/mailing_recipients/${recipient}/${what}/`, {}));
    expect(await tell('stop')).toMatchObject({ ended: 'by_hand' });
    await answers(anna, 'Written after all');
    await answers(anna, 'And once more');
    await isSaid(id, anna, { ended: 'by_hand', messages: [{ status: 'replied' }, {}] });
    await tell('resume');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(await mail.count(anna.email)).toBe(0);
  });

  it('[SEND-009] counts after a bounced e-mail', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Bounces')], [anna]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await getsMail(anna, 1);
    await mail.answer(anna.email, 'bounce_hard');
    await isSaid(id, anna, { ended: 'bounced' });
    await answers(anna, 'Here I am');
    await isSaid(id, anna, { ended: 'replied', messages: [{ channel: 'telegram', status: 'replied' }, { channel: 'email' }] });
    expect(server.received(anna.username, team.phone)).toEqual(['Hello']);
  });
});

const digits = (phone: string) => phone.replaceAll(/\D/g, '');
const stateOf = (account: number) =>
  here.sql('select state from messages where telegram_account_id = $1 and recipient_id is not null', [account]);
/** The removed SIM card left an unknown outcome and belongs to the company again. */
async function comesBack({ id, phone }: { id: number; phone: string }): Promise<void> {
  expect(await stateOf(id)).toEqual([{ state: 'unknown' }]);
  expect((await server.addAccount(team.admin, phone)).id).toBe(id);
}

describe('a Telegram reply to a message of unknown outcome', () => {
  it.each(['before', 'after'] as const)(
    '[SEND-009] [TG-041] ends the sequence if written %s the SIM card was removed',
    { timeout: 120_000 },
    async (moment) => {
      const [anna, other] = [await addPerson(), await addAccount()];
      const templates = [telegramStep('Perhaps', { falls_back: false }), emailStep('Never', { send_delay: day })];
      const id = await newSequence(templates, [anna], { telegram_account_id: other.id });
      const fault = { phone: digits(other.phone), milliseconds: 0 };
      server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, error: null, fate: 'lost' });
      server.world.faults.add({ ...fault, method: 'messages.getHistory', times: 1000, error: 'INTERNAL', fate: 'sent' });
      await good(launch(id));
      await gets(anna, ['Perhaps'], other.phone);
      // The connection is back.
      await looksInVain(anna, 1);
      if (moment === 'before') await answers(anna, 'Written before', other.phone);
      expect(await stateOf(other.id)).toEqual([{ state: 'handed_over' }]);
      expect(await team.admin.delete(`${accountsPath}${other.id}/`)).toMatchObject({ status: 200 });
      server.world.faults.clear();
      if (moment === 'after') {
        await comesBack(other);
        await answers(anna, 'Written after', other.phone);
      }
      await isSaid(id, anna, { ended: 'replied', messages: [{ channel: 'telegram', status: 'replied' }] });
      advance(1);
      await settled();
      expect([server.received(anna.username, other.phone), await mail.count(anna.email)]).toEqual([['Perhaps'], 0]);
      // Nothing else may leave from there.
      await team.admin.delete(`${accountsPath}${other.id}/`);
    },
  );
});

describe('a reply to a message with a delivery detected later', () => {
  it.each([
    ['is found there', 'Hello'],
    ['is not found, as Telegram has other words', 'Hello, as Telegram has it'],
  ])('[SEND-009] [SEND-008] ends the sequence after the detection if it %s', { timeout: 120_000 }, async (_, kept) => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
    const fault = { phone: null, milliseconds: 0 };
    server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, error: null, fate: 'lost' });
    server.world.faults.add({ ...fault, method: 'messages.getHistory', times: 1000, error: 'INTERNAL', fate: 'sent' });
    await good(launch(id));
    await gets(anna, ['Hello']);
    const { messages } = server.world.boxes.of(server.ownerOf(team.phone).id);
    const own = [...messages.values()].find(({ text, peer }) => text === 'Hello' && peer === server.personOf(anna.username).id);
    if (own) own.text = kept;
    await looksInVain(anna, 1);
    await answers(anna, `Answered before: ${kept}`);
    await looksInVain(anna, 3);
    here.clock.advance(20 * minuteMs);
    server.world.faults.clear();
    await isSaid(id, anna, { ended: 'replied', messages_sent: 1 });
    advance(1);
    await settled();
    expect([server.received(anna.username, team.phone), await mail.count(anna.email)]).toEqual([['Hello'], 0]);
  });
});

describe('a suppression', () => {
  it(
    '[SEND-010] [DEC-05] applies to both channels: a stop in Telegram prevents e-mail, and an unsubscription prevents Telegram messages',
    { timeout: 60_000 },
    async () => {
      const [anna, boris] = [await addPerson(), await addPerson()];
      const id = await newSequence([telegramStep('Hello')], [anna], {});
      await good(team.rita.caller.patch(sequencePath(id), { templates: [{ ...telegramStep('Hello'), subject: 'Hello' }] }));
      await good(launch(id));
      await gets(anna, ['Hello']);
      server.writes(anna.username, team.phone, 'Stop');
      await isSaid(id, anna, { ended: 'replied' });
      await good(team.admin.post('/api/v6/messaging/suppressions/', { addresses: boris.email }));
      const next = await newSequence([telegramStep('More', { subject: 'More' })], [anna, boris]);
      await good(launch(next));
      await isSaid(next, anna, { ended: 'unsubscribed' });
      await isSaid(next, boris, { ended: 'unsubscribed' });
      expect(server.received(anna.username, team.phone)).toEqual(['Hello']);
      expect(server.received(boris.username, team.phone)).toEqual([]);
      expect(await Promise.all([anna, boris].map((person) => mail.count(person.email)))).toEqual([0, 0]);
    },
  );
});
