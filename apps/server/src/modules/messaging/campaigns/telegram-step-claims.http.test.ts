import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { zoneOfOffset } from '@headwater/domain/outreach/schedule';
import { hourMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { good, newRecruiter } from '../../../../test/mailing-fixtures.ts';
import { day, emailStep, sequencePath, telegramStep, openTelegramSteps } from '../../../../test/telegram-steps.ts';
import { listUnread } from '../messages/public/planning.ts';
import { createRegistry } from '../suppressions/public.ts';
import { findAccount } from '../telegram/store/accounts.ts';
import { ingest } from '../telegram/sync/ingest.ts';
import { takeFromMailings } from '../telegram/send/mailing-messages.ts';
import type { AccountContext } from '../telegram/worker-services.ts';
import { settled, until } from '../../../../test/settled.ts';

const steps = await openTelegramSteps('claims');
const {
  server,
  here,
  mail,
  team,
  limit,
  addPerson,
  newSequence,
  writeByHand,
  launch,
  whyOf,
  recipientOf,
  gets,
  isSaid,
  getsMail,
  advance,
} = steps;

const planned = (channel: string, person: { profile: number }) =>
  here.sql(
    `select messages.id from messages join mailing_recipients recipient on recipient.id = recipient_id
      where profile_id = $1 and channel = $2 and state = 'planned'`,
    [person.profile, channel],
  );
/** The mailbox sends nothing until then. */
const pause = (until: string | null) =>
  here.sql('update mailboxes set paused_until = $2::timestamptz where user_id = $1', [team.rita.user.id, until]);
/** A person with a due e-mail after a Telegram message, which only the mailbox's pause delays. */
async function waitsBehindTelegram() {
  const anna = await addPerson();
  const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
  await good(launch(id));
  await gets(anna, ['Hello']);
  await isSaid(id, anna, { messages_sent: 1 });
  await pause('2100-01-01');
  advance(1);
  await until(async () => expect(await planned('email', anna)).toHaveLength(1));
  return { anna, id };
}
const hourThere = (hours: number) => (((12 - new Date().getUTCHours() + 36) % 24) - 12 + hours) | 0;
/** A zone in which it is about noon. */
const zone = () => zoneOfOffset(String(hourThere(0)).padStart(2, '0'));

describe('a reply that is not read yet', () => {
  it(
    '[SEND-009] [SEQ-009] by e-mail stops a Telegram message that was planned before its mailbox disconnected',
    { timeout: 90_000 },
    async () => {
      await writeByHand(await addPerson());
      await limit(1);
      const anna = await addPerson();
      const id = await newSequence([emailStep('First'), telegramStep('Never', { falls_back: false })], [anna]);
      await good(launch(id));
      await getsMail(anna, 1);
      await until(async () => expect(await planned('telegram', anna)).toHaveLength(1));
      await here.sql(`update mailboxes set state = 'broken', read_at = now() - interval '1 hour' where user_id = $1`, [team.rita.user.id]);
      await mail.answer(anna.email, 'reply');
      await limit(100);
      await settled();
      await until(async () => expect(await planned('telegram', anna)).toEqual([]));
      expect(await whyOf(id, anna)).toMatchObject({ reason: 'mailbox_broken' });
      // A read that ran during the failure may have recorded itself.
      await here.sql(`update mailboxes set state = 'connected', read_at = now() - interval '1 hour' where user_id = $1`, [
        team.rita.user.id,
      ]);
      await isSaid(id, anna, { ended: 'replied' });
      await settled();
      expect(server.received(anna.username, team.phone)).toEqual([]);
    },
  );

  it(
    '[SEND-009] [SEQ-009] in Telegram stops an e-mail that was planned before the SIM card was signed out',
    { timeout: 90_000 },
    async () => {
      const { anna, id } = await waitsBehindTelegram();
      await here.sql(`update telegram_accounts set state = 'signed_out' where id = $1`, [team.account]);
      await settled();
      server.writes(anna.username, team.phone, 'Tell me more');
      await pause(null);
      await until(async () => expect(await planned('email', anna)).toEqual([]));
      await until(async () => expect(await whyOf(id, anna)).toMatchObject({ reason: 'other_account' }));
      await settled();
      expect(await mail.count(anna.email)).toBe(0);
      await here.sql(`update telegram_accounts set state = 'connected' where id = $1`, [team.account]);
      await isSaid(id, anna, { ended: 'replied' });
      expect(await mail.count(anna.email)).toBe(0);
    },
  );

  it(
    '[SEND-009] [SEQ-009] in another mailbox stops an e-mail that was planned before that mailbox disconnected',
    { timeout: 90_000 },
    async () => {
      const [anna, other] = [await addPerson(), await newRecruiter(here, mail, { company: team.company })];
      const id = await newSequence([emailStep('First'), emailStep('Never', { send_delay: day })], [anna]);
      await good(launch(id));
      await getsMail(anna, 1);
      await isSaid(id, anna, { messages_sent: 1 });
      const otherIs = (state: string) => here.sql('update mailboxes set state = $2 where user_id = $1', [other.user.id, state]);
      await pause('2100-01-01');
      // Like a mailing with an earlier sender.
      await here.sql(
        `update messages set mailbox_id = (select id from mailboxes where user_id = $2)
          where recipient_id in (select id from mailing_recipients where profile_id = $1)`,
        [anna.profile, other.user.id],
      );
      advance(1);
      await until(async () => expect(await planned('email', anna)).toHaveLength(1));
      await otherIs('broken');
      await pause(null);
      await until(async () => expect(await planned('email', anna)).toEqual([]));
      expect(await whyOf(id, anna)).toMatchObject({ reason: 'other_mailbox' });
      await settled();
      // The planner creates the message only when it can leave.
      expect([await planned('email', anna), await mail.count(anna.email)]).toEqual([[], 1]);
      await otherIs('connected');
      await getsMail(anna, 2);
    },
  );

  it('[SEND-009] may be at a SIM card of a killed worker, whatever its last state', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false })], [anna]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, anna, { messages_sent: 1 });
    const { id: recipient } = await recipientOf(id, anna);
    const isUnread = async (tx: Tx) => (await listUnread(tx, [recipient])).has(recipient);
    const { database } = here.application;
    await until(async () => expect(await database.inCompany(team.company, isUnread)).toBe(false));
    const afterwards = await database.inCompany(team.company, async (tx) => {
      await sql`update telegram_accounts set lease_until = now() - interval '1 second' where id = ${team.account}`.execute(tx);
      return isUnread(tx);
    });
    expect(afterwards).toBe(true);
    // Another worker takes the account and catches up.
    await until(async () => expect(await database.inCompany(team.company, isUnread)).toBe(false));
  });
});

describe('a reply that cannot be stored immediately', () => {
  it('[SEND-009] is processed before anything leaves', { timeout: 90_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence(
      [telegramStep('Hello'), telegramStep('Never', { send_delay: day })].map((step) => ({ ...step, falls_back: false })),
      [anna],
    );
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, anna, { messages_sent: 1 });
    // Like a serialization failure, three times.
    await here.sql(`create sequence given_up; grant all on sequence given_up to public`);
    await here.sql(`create function give_up() returns trigger language plpgsql as $$ begin
        if nextval('given_up') <= 3 then raise exception 'given up' using errcode = '40P01'; end if; return new; end $$`);
    await here.sql(
      `create trigger give_up before insert on messages for each row when (new.body_text = 'Given up') execute function give_up()`,
    );
    server.writes(anna.username, team.phone, 'Given up');
    advance(1);
    await isSaid(id, anna, { ended: 'replied' });
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual(['Hello']);
    expect(await here.sql(`select last_value::int as tried from given_up`)).toEqual([{ tried: 4 }]);
  });

  it('[SEND-009] [SEQ-009] delays an e-mail until the database stores it', { timeout: 90_000 }, async () => {
    const { anna, id } = await waitsBehindTelegram();
    // Like an unavailable server for single updates.
    await here.sql(`create function turn_away() returns trigger language plpgsql as $$ begin
        raise exception 'turned away' using errcode = '57P03'; end $$`);
    await here.sql(
      `create trigger turn_away before insert on messages for each row when (new.body_text = 'Turned away') execute function turn_away()`,
    );
    server.writes(anna.username, team.phone, 'Turned away');
    const markSynced = () => here.sql('select from telegram_accounts where id = $1 and is_online and is_synced', [team.account]);
    await until(async () => expect(await markSynced()).toEqual([]));
    await pause(null);
    await until(async () => expect(await planned('email', anna)).toEqual([]));
    expect(await mail.count(anna.email)).toBe(0);
    await here.sql('drop trigger turn_away on messages');
    await isSaid(id, anna, { ended: 'replied' });
    await until(async () => expect(await markSynced()).toHaveLength(1));
    await settled();
    expect(await mail.count(anna.email)).toBe(0);
  });

  it('[SEND-009] [SEND-008] does not deadlock with the claim of the next message', { timeout: 120_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => addPerson()));
    for (const person of people) await writeByHand(person);
    const id = await newSequence([emailStep('First'), telegramStep('Second', { send_delay: day, falls_back: false })], people);
    await good(launch(id));
    await until(async () => expect((await good(team.rita.caller.get(sequencePath(id)))).totals).toMatchObject({ sent: 25 }), {
      timeout: 60_000,
    });
    // Only this test serves the account.
    await here.sql(`update telegram_accounts set state = 'signed_out' where id = $1`, [team.account]);
    advance(1);
    for (const person of people) await until(async () => expect(await planned('telegram', person)).toHaveLength(1));
    const { database } = here.application;
    const registry = createRegistry({ clock: here.clock, signing: () => here.signing() });
    const context = { database, companyId: team.company, accountId: team.account, clock: here.clock, registry, log: createLog('silent') };
    const take = () =>
      database.inCompany(team.company, async (tx) => {
        const account = await findAccount(tx, team.account);
        return account ? takeFromMailings(tx, account, { now: here.clock.now(), mayBegin: true, registry }) : false;
      });
    const next = () =>
      here.sql<{ peer: number }>(
        `select dialog.peer_id as peer from messages join mailing_recipients recipient on recipient.id = recipient_id
          join telegram_dialogs dialog on dialog.profile_id = recipient.profile_id
          where messages.telegram_account_id = $1 and state in ('planned', 'claimed') and recipient.ended is null
          order by send_at, messages.id limit 1`,
        [team.account],
      );
    for (const index of people.keys()) {
      const [due] = await next();
      const answer = {
        id: 1_000_000 + index,
        isOut: false,
        peerId: due?.peer ?? 0,
        sentAt: new Date(),
        text: `Answer ${index}`,
        file: null,
        kind: null,
        editedAt: null,
        replyTo: null,
        reactions: [],
        written: '',
      };
      const ways = [
        async () => void (await take()),
        async () => {
          for (let left = 20 * (index % 5); left > 0; left -= 1) await turn();
          await ingest(context as unknown as AccountContext, { peerId: answer.peerId, messages: [answer] });
        },
      ];
      await Promise.all(ways.map((way) => way()));
    }
    // In either order: a person who replied has no planned message, and a claimed one does not
    // leave.
    expect(await here.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([{ deadlocks: 0 }]);
    for (const person of people) expect(await planned('telegram', person)).toEqual([]);
    await here.sql(`update telegram_accounts set state = 'connected' where id = $1`, [team.account]);
    await until(async () => expect((await good(team.rita.caller.get(sequencePath(id)))).totals).toMatchObject({ replied: 25 }));
    await settled();
    for (const { username } of people) expect(server.received(username, team.phone)).toEqual(['By hand']);
  });
});

describe('the window of a message', () => {
  it('[DEC-03] [SEQ-016] is checked again if the message was claimed in time and could not leave', { timeout: 90_000 }, async () => {
    const anna = await addPerson();
    const window = { send_time_from: '08:00:00', send_time_to: '18:00:00', send_time_zone: zone() };
    const id = await newSequence([telegramStep('In time', { falls_back: false, ...window })], [anna]);
    const fault = { phone: null, error: null, milliseconds: 0, fate: 'unheard' as const };
    server.world.faults.add({ ...fault, method: 'contacts.resolveUsername', times: 1000 });
    await good(launch(id));
    const carriers = () => here.sql(`select from messages where body_text = 'In time' and state in ('claimed', 'handed_over')`);
    await until(async () => expect(await carriers()).toHaveLength(1));
    // About midnight there.
    here.clock.advance(12 * hourMs);
    server.world.faults.clear();
    await until(async () => expect(await carriers()).toEqual([]));
    expect(server.received(anna.username, team.phone)).toEqual([]);
    expect(await whyOf(id, anna)).toMatchObject({ expected_at: expect.stringContaining('T') });
    here.clock.advance(12 * hourMs);
    await gets(anna, ['In time']);
  });
});

describe('a launch that can be undone', () => {
  it.each(['stands', 'is undone'] as const)(
    '[MAIL-037] [SEQ-009] holds back messages claimed before it, until it %s',
    { timeout: 120_000 },
    async (end) => {
      // Clears waits set with a later clock.
      await here.sql('update telegram_accounts set next_dialog_at = null');
      const [anna, vera] = [await addPerson(), await addPerson()];
      const body = `In hand, and ${end}`;
      const id = await newSequence([telegramStep(body, { falls_back: false })], [anna]);
      const call = (what: string, input: object = {}) => good(team.rita.caller.post(`/api/v6/mailing_lists/${id}/${what}/`, input));
      const fault = { phone: null, error: 'INTERNAL', milliseconds: 0, fate: 'sent' as const };
      server.world.faults.add({ ...fault, method: 'contacts.resolveUsername', times: 1000 });
      await good(launch(id));
      const inHand = (more = '') =>
        here.sql(`select from messages where body_text = $1 and state in ('claimed', 'handed_over') ${more}`, [body]);
      await until(async () => expect(await inHand(`and failure = 'unreachable'`)).toHaveLength(1));
      await call('stop');
      await good(team.rita.caller.post(sequencePath(id, 'add_profile/'), { profile_ids: [vera.profile] }));
      expect(await call('launch', { undo_seconds: 30 })).toMatchObject({ launched: 1, undo_until: expect.any(String) });
      server.world.faults.clear();
      here.clock.advance(5000);
      await until(async () => expect(await inHand()).toEqual([]));
      await settled();
      const received = () => [...server.received(anna.username, team.phone), ...server.received(vera.username, team.phone)];
      expect(received()).toEqual([]);
      expect(await planned('telegram', anna)).toHaveLength(1);
      const isUndone = async () => {
        expect(await call('undo_launch')).toMatchObject({ status: 'stopped' });
        here.clock.advance(31_000);
        await until(async () => expect(await planned('telegram', anna)).toEqual([]));
        await settled();
        expect(received()).toEqual([]);
        await good(launch(id));
      };
      if (end === 'is undone') await isUndone();
      here.clock.advance(31_000);
      await until(() => expect(received()).toEqual([body, body]));
    },
  );
});
