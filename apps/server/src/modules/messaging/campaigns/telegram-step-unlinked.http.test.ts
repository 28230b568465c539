import { describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { day, emailStep, openTelegramSteps, type StepPerson, telegramStep } from '../../../../test/telegram-steps.ts';
import { telegramMergeStep } from '../telegram/public.ts';
import { recipientsMergeStep } from './store/merging.ts';
import { settled, until } from '../../../../test/settled.ts';

const { server, here, mail, team, addAccount, addPerson, newSequence, launch, gets, getsMail, advance, recipientOf, isSaid, writeByHand } =
  await openTelegramSteps('unlinked');

/** An unresolved contact writes to the SIM card. */
async function strangerWrites(username: string, phone = team.phone): Promise<number> {
  server.writes(username, phone, `I am ${username}`);
  const heard = () =>
    here.sql<{ id: number }>('select dialog_id::int as id from messages where body_text = $1 and not is_out', [`I am ${username}`]);
  await until(async () => expect(await heard()).toHaveLength(1));
  return (await heard())[0]?.id ?? 0;
}
const link = (dialog: number, { profile }: StepPerson) =>
  good(team.rita.caller.put(`${dialogsPath}${dialog}/profile/`, { profile_id: profile }));
const unlink = (dialog: number) => good(team.rita.caller.delete(`${dialogsPath}${dialog}/profile/`));
const profileOf = async (dialog: number) => (await team.rita.caller.get(`${dialogsPath}${dialog}/`)).body.profile;
/** An unknown contact has written and was linked to a person without a username. */
async function mistakenFor(person: StepPerson, username: string, phone = team.phone): Promise<number> {
  const id = await strangerWrites(username, phone);
  await link(id, person);
  return id;
}
/** The person's username now belongs to a contact, and a step to that contact's dialog was sent. */
async function reachedByOldName() {
  const petr = await addPerson();
  const dialog = await strangerWrites(petr.username);
  const steps = [telegramStep('First', { subject: 'First' }), telegramStep('Second', { send_delay: day })];
  await good(launch(await newSequence(steps, [petr])));
  await gets(petr, ['First']);
  expect(await profileOf(dialog)).toMatchObject({ id: petr.profile });
  return { petr, dialog };
}
/** The SIM card sends nothing until then. */
const pause = (until: string | null) =>
  here.sql('update telegram_accounts set flood_wait_until = $2::timestamptz where id = $1', [team.account, until]);
const waiting = ({ profile }: StepPerson) =>
  here.sql<{ username: string }>(
    `select username from messages join mailing_recipients recipient on recipient.id = recipient_id
      where profile_id = $1 and channel = 'telegram' and state = 'planned'`,
    [profile],
  );
/** A Telegram step waits for a contact linked by mistake. */
async function waitsForStranger(username: string) {
  const petr = await addPerson({ telegram: false });
  const dialog = await mistakenFor(petr, username);
  await pause('2100-01-01');
  const id = await newSequence([telegramStep('Hello Petr', { subject: 'Hello Petr' })], [petr]);
  await good(launch(id));
  await until(async () => expect(await waiting(petr)).toEqual([{ username }]));
  return { petr, dialog };
}
/** Messages to Telegram are lost, and it does not list its own. */
function falls(phone: string): void {
  const fault = { phone: phone.replaceAll(/\D/g, ''), times: 1000, error: 'INTERNAL', fate: 'sent' as const, milliseconds: 0 };
  for (const method of ['messages.sendMessage', 'messages.getHistory']) server.world.faults.add({ ...fault, method });
}
const states = ({ profile }: StepPerson) =>
  here.sql<{ state: string }>(
    `select state from messages join mailing_recipients recipient on recipient.id = recipient_id where profile_id = $1`,
    [profile],
  );
const inHand = [{ state: 'handed_over' }];

describe('[TG-029] [SEQ-009] a sequence message to a contact linked by mistake', () => {
  it('leaves by another channel after an unlink while it waited for the SIM card', { timeout: 60_000 }, async () => {
    const { petr, dialog } = await waitsForStranger('unlinked_ivan_x');
    await unlink(dialog);
    expect(await waiting(petr)).toEqual([]);
    await pause(null);
    await getsMail(petr, 1);
    expect(server.received('unlinked_ivan_x', team.phone)).toEqual([]);
    expect((await team.rita.caller.get(`${dialogsPath}${dialog}/`)).body).toMatchObject({ profile: null });
  });

  it('does not reach the contact if it was created during the unlink', { timeout: 60_000 }, async () => {
    const { petr, dialog } = await waitsForStranger('unlinked_vera_x');
    await here.sql('update telegram_dialogs set profile_id = null, linked_at = null, linked_by = null where id = $1', [dialog]);
    await pause(null);
    await getsMail(petr, 1);
    await settled();
    expect(server.received('unlinked_vera_x', team.phone)).toEqual([]);
    expect((await team.rita.caller.get(`${dialogsPath}${dialog}/`)).body).toMatchObject({ profile: null });
  });

  it('[SEND-008] does not reach the contact if it was handed over with an unknown outcome', { timeout: 90_000 }, async () => {
    const petr = await addPerson({ telegram: false });
    const dialog = await mistakenFor(petr, 'unlinked_boris_x');
    falls(team.phone);
    await good(launch(await newSequence([telegramStep('Hello Petr', { subject: 'Hello Petr' })], [petr])));
    await until(async () => expect(await states(petr)).toEqual(inHand));
    await unlink(dialog);
    // No other channel is used while it may have arrived.
    await settled();
    expect([await states(petr), await mail.count(petr.email)]).toEqual([inHand, 0]);
    server.world.faults.clear();
    here.clock.advance(5 * minuteMs);
    await getsMail(petr, 1);
    await settled();
    expect(server.received('unlinked_boris_x', team.phone)).toEqual([]);
    const { results } = await good(team.rita.caller.get(`${dialogsPath}${dialog}/messages/`));
    expect(results).toMatchObject([{ message: 'I am unlinked_boris_x' }]);
    expect(await mail.count(petr.email)).toBe(1);
  });

  it(
    "[SEND-008] [TG-041] leaves in the person's dialog after a user resends it and the SIM card returns",
    { timeout: 120_000 },
    async () => {
      const [petr, other] = [await addPerson({ telegram: false }), await addAccount()];
      const stranger = await mistakenFor(petr, 'unlinked_gleb_x', other.phone);
      falls(other.phone);
      const id = await newSequence([telegramStep('Hello Petr', { falls_back: false })], [petr], { telegram_account_id: other.id });
      await good(launch(id));
      await until(async () => expect(await states(petr)).toEqual(inHand));
      expect(await team.admin.delete(`${accountsPath}${other.id}/`)).toMatchObject({ status: 200 });
      await until(async () => expect(await states(petr)).toMatchObject([{ state: 'unknown' }]));
      server.world.faults.clear();
      await unlink(stranger);
      expect((await server.addAccount(team.admin, other.phone)).id).toBe(other.id);
      const own = { profile_id: petr.profile, username: 'unlinked_petr_x', telegram_account_id: other.id };
      await good(team.rita.caller.post(`${dialogsPath}get_or_create/`, own));
      const [{ id: message }] = (await recipientOf(id, petr)).messages;
      await good(team.rita.caller.post(`/api/v6/messages/${message}/decide/`, { decision: 'send_again' }));
      expect(await here.sql('select mailbox_id from messages where id = $1', [message])).toEqual([{ mailbox_id: null }]);
      // Waits a minute for the response to the first copy, and another one after it left the
      // contact's dialog.
      await until(
        () => {
          here.clock.advance(minuteMs / 2);
          expect(server.received('unlinked_petr_x', other.phone)).toEqual(['Hello Petr']);
        },
        { timeout: 60_000 },
      );
      await isSaid(id, petr, { messages_sent: 1, messages: [{ channel: 'telegram', status: 'sent' }] });
      expect(server.received('unlinked_gleb_x', other.phone)).toEqual([]);
    },
  );
});

describe('[TG-029] [SEQ-009] a rejected contact with a username in the profile', () => {
  it('gets no step of any sequence until a user links them again', { timeout: 90_000 }, async () => {
    const { petr, dialog } = await reachedByOldName();
    await unlink(dialog);
    advance(1);
    await getsMail(petr, 1);
    await good(launch(await newSequence([telegramStep('Later', { subject: 'Later' })], [petr])));
    await getsMail(petr, 2);
    expect(server.received(petr.username, team.phone)).toEqual(['First']);
    expect(await profileOf(dialog)).toBe(null);
    await link(dialog, petr);
    await good(launch(await newSequence([telegramStep('By hand', { subject: 'By hand' })], [petr])));
    await gets(petr, ['First', 'By hand']);
  });

  it('[DEC-05] answers and suppresses nothing for the profile', { timeout: 90_000 }, async () => {
    const { petr, dialog } = await reachedByOldName();
    await unlink(dialog);
    advance(1);
    await getsMail(petr, 1);
    const later = await newSequence([telegramStep('Later', { subject: 'Later' }), telegramStep('Last', { send_delay: 9 * day })], [petr]);
    await good(launch(later));
    await getsMail(petr, 2);
    // Their messages are no reply of the person.
    server.writes(petr.username, team.phone, 'Stop');
    const heard = () => here.sql(`select from messages where dialog_id = $1 and body_text = 'Stop'`, [dialog]);
    await until(async () => expect(await heard()).toHaveLength(1));
    expect((await recipientOf(later, petr)).ended).not.toBe('replied');
    expect(await here.sql('select from suppressions where address = $1', [petr.email])).toEqual([]);
  });

  it('gets none if the step was created concurrently', { timeout: 60_000 }, async () => {
    const petr = await addPerson();
    const dialog = await strangerWrites(petr.username);
    await pause('2100-01-01');
    await good(launch(await newSequence([telegramStep('Hello', { subject: 'Hello' })], [petr])));
    await until(async () => expect(await waiting(petr)).toHaveLength(1));
    // Linked and unlinked during creation; otherwise the step would be withdrawn.
    await here.sql('insert into telegram_unlinked_profiles (dialog_id, profile_id, company_id, unlinked_at) values ($1, $2, $3, now())', [
      dialog,
      petr.profile,
      team.company,
    ]);
    await pause(null);
    await getsMail(petr, 1);
    expect(server.received(petr.username, team.phone)).toEqual([]);
  });

  it('gets none after the profile was merged or the SIM card removed', { timeout: 90_000 }, async () => {
    const [petr, twin] = [await addPerson({ email: false }), await addPerson({ telegram: false })];
    const { id: account, phone } = await addAccount();
    server.writes(petr.username, phone, 'Wrong number');
    const find = () => here.sql<{ id: number }>('select id::int as id from telegram_dialogs where username = $1', [petr.username]);
    await until(async () => expect(await find()).toHaveLength(1));
    const dialog = (await find())[0]?.id ?? 0;
    await link(dialog, petr);
    await unlink(dialog);
    await good(team.rita.caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [twin.profile, petr.profile] }));
    await good(team.admin.delete(`${accountsPath}${account}/`));
    await good(launch(await newSequence([telegramStep('Hello twin', { subject: 'Hello twin' })], [twin])));
    await getsMail(twin, 1);
    expect(server.received(petr.username, team.phone)).toEqual([]);
  });
});

/** Transactions that wait for locks. */
const waitingForLocks = () => here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
/** Runs a merge and rolls it back. */
async function mergeAndGiveUp(pair: { from: number; into: number }, meanwhile: () => Promise<unknown>) {
  const shared = {
    ...pair,
    companyId: team.company,
    userId: team.rita.user.id,
    now: here.clock.now(),
    candidates: new Map<number, number>(),
  };
  const merging = here.application.database.inCompany(team.company, async (tx) => {
    await telegramMergeStep.hold?.(tx, pair);
    await recipientsMergeStep.absorb(tx, shared);
    await meanwhile();
    await telegramMergeStep.absorb(tx, shared);
    throw new Error('given up');
  });
  await expect(merging).rejects.toThrow('given up');
}

describe('[TG-029] the rejection of a contact with a username in the profile', () => {
  it('is revoked while the profile is being merged', { timeout: 60_000 }, async () => {
    const [petr, twin] = [await addPerson({ telegram: false }), await addPerson({ telegram: false })];
    const dialog = await mistakenFor(petr, 'unlinked_oleg_x');
    await unlink(dialog);
    const id = await newSequence([emailStep('First'), emailStep('Never', { send_delay: day })], [petr]);
    await good(launch(id));
    await isSaid(id, petr, { messages_sent: 1 });
    server.writes('unlinked_oleg_x', team.phone, 'I have read your mail');
    const heard = () => here.sql(`select from messages where dialog_id = $1 and body_text = 'I have read your mail'`, [dialog]);
    await until(async () => expect(await heard()).toHaveLength(1));
    let linking: Promise<unknown> | undefined;
    await mergeAndGiveUp({ from: petr.profile, into: twin.profile }, async () => {
      linking = link(dialog, petr);
      await until(async () => expect(await waitingForLocks()).not.toEqual([]));
    });
    await linking;
    await isSaid(id, petr, { ended: 'replied' });
  });

  it('[PEDT-018] is restored when the merge is undone', { timeout: 90_000 }, async () => {
    const [petr, twin] = [await addPerson(), await addPerson({ telegram: false })];
    const dialog = await strangerWrites(petr.username);
    await link(dialog, petr);
    await unlink(dialog);
    await good(team.rita.caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [twin.profile, petr.profile] }));
    await good(team.rita.caller.post(`/api/profiles/${petr.profile}/detach/`, {}));
    await good(launch(await newSequence([telegramStep('Hello Petr', { subject: 'Hello Petr' })], [petr])));
    await getsMail(petr, 1);
    expect(server.received(petr.username, team.phone)).toEqual([]);
    expect(await profileOf(dialog)).toBe(null);
  });
});

describe('a person known from one SIM card who writes to another', () => {
  it('[SEND-009] [DEC-04] has replied, whatever their current username', { timeout: 60_000 }, async () => {
    const [anna, { phone }] = [await addPerson(), await addAccount()];
    await writeByHand(anna);
    const id = await newSequence([emailStep('First'), emailStep('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await isSaid(id, anna, { messages_sent: 1 });
    server.world.people.rename(server.personOf(anna.username), 'unlinked_anna_x');
    await strangerWrites('unlinked_anna_x', phone);
    await until(async () => expect(await recipientOf(id, anna)).toMatchObject({ ended: 'replied' }));
  });
});
