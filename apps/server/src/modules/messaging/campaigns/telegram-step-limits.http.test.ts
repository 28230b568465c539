import { describe, expect, it } from 'vitest';
import { good, newRecruiter } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { sequencePath, stepFeatures, telegramStep, openTelegramSteps } from '../../../../test/telegram-steps.ts';
import { lockDialog } from '../telegram/store/dialogs.ts';
import { settled, until } from '../../../../test/settled.ts';

const { server, here, mail, team, addPerson, newSequence, launch, isSaid, getsMail } = await openTelegramSteps('limits');

describe('an invalid step', () => {
  it('[SEQ-026] [SEQ-028] [MAIL-057] is rejected at its field', async () => {
    const make = (templates: readonly object[], more: object = {}) =>
      team.rita.caller.post('/api/v6/sequences/', { name: 'Odd', templates, ...more });
    const long = await make([telegramStep('x'.repeat(4097))]);
    expect(long).toMatchObject({ status: 400, body: { 'templates.0.body': [expect.stringContaining('4')] } });
    expect((await make([telegramStep('x'.repeat(4096))])).status).toBe(200);
    const second = await make([telegramStep('Hello', { variant_b: { subject: 'B', body: 'B' } })]);
    expect(second).toMatchObject({
      status: 400,
      body: { 'templates.0.variant_b': ['A Telegram message has no attachments and no variant B'] },
    });
    const { id: folder } = await good(team.rita.caller.post('/api/v6/folders/', { name: 'No sequence' }));
    const list = await team.rita.caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates: [telegramStep('Hello')] });
    expect(list).toMatchObject({ status: 400, body: { 'templates.0.channel': ['Only sequences can contain Telegram messages'] } });
  });

  it('[TG-023] [SEQ-026] rejects a SIM card of another company and a removed one', async () => {
    const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: stepFeatures }), 'admin'));
    const theirs = await server.addAccount(stranger, server.nextPhone());
    const make = (telegram_account_id: number) => team.rita.caller.post('/api/v6/sequences/', { name: 'Foreign', telegram_account_id });
    const refusal = { status: 400, body: { telegram_account_id: ['There is no such SIM card'] } };
    expect(await make(theirs.id)).toMatchObject(refusal);
    const { id } = await good(team.rita.caller.post('/api/v6/sequences/', { name: 'Own' }));
    expect(await team.rita.caller.patch(sequencePath(id), { telegram_account_id: theirs.id })).toMatchObject(refusal);
    expect((await stranger.get(sequencePath(id))).status).toBe(404);
  }, 60_000);

  it(
    '[SEQ-019] reports before a launch: a missing text, fallback subject or value, and a text that becomes too long',
    { timeout: 60_000 },
    async () => {
      const anna = await addPerson();
      const id = await newSequence([telegramStep('')], [anna]);
      const says = async (templates: readonly object[], expected: object) => {
        await good(team.rita.caller.patch(sequencePath(id), { templates }));
        expect(await launch(id)).toMatchObject({ status: 400, body: expected });
      };
      await says([telegramStep(' ')], { 'templates.0.body': ['Write a text'] });
      await says([telegramStep('Hello')], { 'templates.0.subject': [expect.stringContaining('subject of the email')] });
      await says([telegramStep('Hello {{TOPIC}}', { falls_back: false })], { templates: ['please fill in all variable values'] });
      const variables = [{ name: 'TOPIC', value: 'y'.repeat(900), data: [] }];
      await good(
        team.rita.caller.patch(sequencePath(id), {
          templates: [telegramStep('{{TOPIC}}'.repeat(5), { falls_back: false, custom_variables: variables })],
        }),
      );
      await good(launch(id));
      await isSaid(id, anna, { status: 'error', messages: [{ error_detail: 'The message is longer than 4,096 characters' }] });
      expect(server.received(anna.username, team.phone)).toEqual([]);
    },
  );

  it('[SEQ-026] rejects messenger steps of users without the messenger', { timeout: 60_000 }, async () => {
    const plain = await here.addCompany({ features: { has_messaging: true, has_sequences: true } });
    const other = await newRecruiter(here, mail, { company: plain });
    expect(await other.caller.post('/api/v6/sequences/', { name: 'None', templates: [telegramStep('Hello')] })).toMatchObject({
      status: 400,
      body: { 'templates.0.channel': ['Telegram is not available to you'] },
    });
  });
});

describe('obstacles of a step', () => {
  it(
    '[SEND-008] [TG-041] a SIM card removed during the send leaves the outcome undecided, and no launch resends the message',
    { timeout: 90_000 },
    async () => {
      const other = server.nextPhone();
      const { id: removed } = await server.addAccount(team.admin, other);
      const anna = await addPerson();
      const id = await newSequence([telegramStep('In hand', { subject: 'In hand' })], [anna], { telegram_account_id: removed });
      const fault = { method: 'messages.sendMessage', phone: other.replaceAll(/\D/g, ''), times: 1, error: null };
      server.world.faults.add({ ...fault, fate: 'sent', milliseconds: 60_000 });
      await good(launch(id));
      const stateOf = async () =>
        (
          await here.sql<{ state: string }>('select state from messages where telegram_account_id = $1 and recipient_id is not null', [
            removed,
          ])
        ).map(({ state }) => state);
      await until(async () => expect(await stateOf()).toEqual(['handed_over']));
      await until(async () =>
        expect(await here.sql(`select from messages where telegram_account_id = $1 and state = 'handed_over'`, [removed])).toHaveLength(1),
      );
      expect(await team.admin.delete(`${accountsPath}${removed}/`)).toMatchObject({ status: 200 });
      await until(async () => expect(await stateOf()).toEqual(['unknown']));
      await launch(id);
      await settled();
      expect(await stateOf()).toEqual(['unknown']);
      expect(await mail.count(anna.email)).toBe(0);
      expect(server.received(anna.username, team.phone)).toEqual([]);
      server.world.faults.clear();
    },
  );

  it(
    '[SEND-008] [TG-041] a response of Telegram shortly after the removal counts as sent, and needs no decision',
    { timeout: 90_000 },
    async () => {
      const other = server.nextPhone();
      const { id: removed } = await server.addAccount(team.admin, other);
      const anna = await addPerson();
      const id = await newSequence([telegramStep('Just in time', { subject: 'Just in time' })], [anna], { telegram_account_id: removed });
      const fault = { method: 'messages.sendMessage', phone: other.replaceAll(/\D/g, ''), times: 1, error: null };
      server.world.faults.add({ ...fault, fate: 'sent', milliseconds: 60_000 });
      await good(launch(id));
      const sending = () =>
        here.sql<{ dialog: number }>(
          `select dialog_id::int as dialog from messages where telegram_account_id = $1 and state = 'handed_over'`,
          [removed],
        );
      await until(async () => expect(await sending()).toHaveLength(1));
      const [{ dialog } = { dialog: 0 }] = await sending();
      // A lock of the dialog delays the removal, and the worker after it, until Telegram has the
      // message.
      const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      const removal = await here.application.database.inCompany(team.company, async (tx) => {
        await lockDialog(tx, dialog);
        const begun = team.admin.delete(`${accountsPath}${removed}/`);
        await until(async () => expect(await waiting()).not.toEqual([]));
        expect(server.received(anna.username, other)).toEqual([]);
        server.world.faults.clear();
        await until(() => expect(server.received(anna.username, other)).toEqual(['Just in time']));
        await settled();
        return { begun };
      });
      expect(await removal.begun).toMatchObject({ status: 200 });
      await isSaid(id, anna, { ended: 'finished', messages_sent: 1, messages: [{ channel: 'telegram', status: 'sent' }] });
      const events = await here.sql<{ type: string }>(
        `select type from message_events where message_id in (select id from messages where telegram_account_id = $1) order by id`,
        [removed],
      );
      expect(events.map(({ type }) => type)).toEqual(['planned', 'unknown', 'sent']);
      await settled();
      expect([server.received(anna.username, other), await mail.count(anna.email)]).toEqual([['Just in time'], 0]);
    },
  );

  it('[TG-050] a person in the dialog of another profile gets an e-mail', { timeout: 60_000 }, async () => {
    const [anna, vera] = [await addPerson(), await addPerson({ telegram: false })];
    await good(
      team.admin.post(`${dialogsPath}get_or_create/`, {
        profile_id: vera.profile,
        username: anna.username,
        telegram_account_id: team.account,
      }),
    );
    const id = await newSequence([telegramStep('For Anna', { subject: 'For Anna' })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    expect(server.received(anna.username, team.phone)).toEqual([]);
  });

  it('[SEQ-009] messages that wait for a banned SIM card leave by another channel', { timeout: 60_000 }, async () => {
    const other = server.nextPhone();
    const { id: banned } = await server.addAccount(team.admin, other);
    await team.admin.put(`${accountsPath}${banned}/`, { limit_total: 1, warms_up: false });
    const [anna, vera] = [await addPerson(), await addPerson()];
    const id = await newSequence([telegramStep('Once', { falls_back: false })], [anna, vera], { telegram_account_id: banned });
    await good(launch(id));
    const states = async () =>
      (await here.sql<{ state: string }>(`select state from messages where telegram_account_id = $1`, [banned]))
        .map(({ state }) => state)
        .toSorted();
    await until(async () => expect(await states()).toEqual(['planned', 'sent']));
    await here.sql(`update telegram_accounts set state = 'banned' where id = $1`, [banned]);
    await until(() =>
      expect([...server.received(anna.username, team.phone), ...server.received(vera.username, team.phone)]).toEqual(['Once']),
    );
    expect(await states()).toEqual(['sent']);
  });
});
