import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { good } from '../../../../test/mailing-fixtures.ts';
import { day, emailStep, openTelegramSteps, sequencePath, type StepPerson, telegramStep } from '../../../../test/telegram-steps.ts';
import { lockDialog } from '../telegram/store/dialogs.ts';
import { settled, until } from '../../../../test/settled.ts';

const steps = await openTelegramSteps('merged');
const { server, here, mail, team, addPerson, newSequence, launch, whyOf, recipientOf, gets, isSaid, getsMail, advance } = steps;

const merge = (stays: StepPerson, goes: StepPerson) =>
  good(team.rita.caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays.profile, goes.profile] }));

describe('a person who was in a sequence twice', () => {
  it('[SEND-009] [PEDT-019] waits while a reply to the merged profile may be unread', { timeout: 90_000 }, async () => {
    const [anna, other] = [await addPerson(), await addPerson({ telegram: false })];
    const templates = [telegramStep('Hello', { falls_back: false }), emailStep('Second'), emailStep('Never', { send_delay: day })];
    const id = await newSequence(templates, [anna, other]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await getsMail(anna, 1);
    await getsMail(other, 1);
    await isSaid(id, other, { messages_sent: 1 });
    await mail.answer(anna.email, 'bounce_hard');
    await isSaid(id, anna, { ended: 'bounced' });
    await merge(other, anna);
    await here.sql(`update telegram_accounts set state = 'signed_out' where id = $1`, [team.account]);
    await settled();
    server.writes(anna.username, team.phone, 'By my other name');
    advance(1);
    await until(async () => expect(await whyOf(id, other)).toMatchObject({ reason: 'other_account' }));
    await settled();
    expect(await mail.count(other.email)).toBe(1);
    await here.sql(`update telegram_accounts set state = 'connected' where id = $1`, [team.account]);
    await isSaid(id, other, { ended: 'replied' });
    await settled();
    expect(await mail.count(other.email)).toBe(1);
  });

  it('[DEC-10] [PEDT-019] shows that it waits for the mailbox that wrote to the merged profile', { timeout: 60_000 }, async () => {
    const [anna, other] = [await addPerson({ telegram: false }), await addPerson({ telegram: false })];
    const id = await newSequence([emailStep('First', { send_delay: day })], [anna]);
    await good(launch(id));
    advance(1);
    await getsMail(anna, 1);
    await mail.answer(anna.email, 'bounce_hard');
    await isSaid(id, anna, { ended: 'bounced' });
    await good(team.rita.caller.post(sequencePath(id, 'add_profile/'), { profile_ids: [other.profile] }));
    await merge(other, anna);
    await until(async () => expect(await whyOf(id, other)).toMatchObject({ reason: expect.stringMatching(/^(scheduled|next_step)$/) }));
    // The mailbox stays unread from now on.
    await here.sql(
      `create function stay_unread() returns trigger language plpgsql as 'begin new.read_at := to_timestamp(0); return new; end'`,
    );
    await here.sql('create trigger stay_unread before update on mailboxes for each row execute function stay_unread()');
    await here.sql('update mailboxes set read_at = null');
    advance(1);
    await until(async () => {
      expect(await whyOf(id, other)).toMatchObject({ reason: 'unread' });
      expect(await recipientOf(id, other)).toMatchObject({ next_send_at: null });
    });
    await here.sql('drop trigger stay_unread on mailboxes');
  });
});

describe('a person who was merged by mistake', () => {
  it('[SEND-009] [PEDT-018] ends the sequence by a reply after the merge is undone', { timeout: 90_000 }, async () => {
    const [anna, other] = [await addPerson(), await addPerson({ telegram: false })];
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
    await merge(other, anna);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, other, { messages_sent: 1 });
    await good(team.rita.caller.post(`/api/profiles/${anna.profile}/detach/`, {}));
    // The conversation began during the merge.
    expect(await here.sql('select profile_id::int as profile from telegram_dialogs where username = $1', [anna.username])).toEqual([
      { profile: other.profile },
    ]);
    server.writes(anna.username, team.phone, 'It is me');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect([await mail.count(anna.email), await mail.count(other.email)]).toEqual([0, 0]);
  });
});

describe('a merge', () => {
  it(
    '[SEND-009] [PEDT-018] [PEDT-019] locks dialogs before recipients, like sending and receiving, and so does its undo',
    { timeout: 90_000 },
    async () => {
      const [anna, other] = [await addPerson(), await addPerson({ telegram: false })];
      const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Later', { send_delay: day })], [anna]);
      await good(launch(id));
      await gets(anna, ['Hello']);
      await isSaid(id, anna, { messages_sent: 1 });
      const { id: recipient } = await recipientOf(id, anna);
      const [{ dialog } = { dialog: 0 }] = await here.sql<{ dialog: number }>(
        'select id::int as dialog from telegram_dialogs where profile_id = $1',
        [anna.profile],
      );
      const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      /** Work begun while the dialog is locked waits for it and locks no recipient. */
      const beside = (begin: () => Promise<unknown>) =>
        here.application.database.inCompany(team.company, async (tx) => {
          await lockDialog(tx, dialog);
          const begun = begin();
          await until(async () => expect(await waiting()).not.toEqual([]));
          await sql`select from mailing_recipients where id = ${recipient} for share`.execute(tx);
          return { begun };
        });
      const merging = await beside(() => merge(other, anna));
      await merging.begun;
      await isSaid(id, other, { messages_sent: 1 });
      const parting = await beside(() => good(team.rita.caller.post(`/api/profiles/${anna.profile}/detach/`, {})));
      await parting.begun;
      await isSaid(id, anna, { messages_sent: 1 });
      expect(await here.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([{ deadlocks: 0 }]);
    },
  );
});
