import { describe, expect, it } from 'vitest';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { day, emailStep, sequencePath, telegramStep, openTelegramSteps } from '../../../../test/telegram-steps.ts';
import { settled, until } from '../../../../test/settled.ts';

const {
  server,
  mail,
  team,
  limit,
  recipientOf,
  addPerson,
  newSequence,
  launchInfo,
  launch,
  whyOf,
  gets,
  isSaid,
  getsMail,
  advance,
  dialogsWith,
} = await openTelegramSteps('steps');

describe('a step by Telegram', () => {
  it('[SEQ-022] [TG-030] stays in its dialog when the sequence is deleted with its history', { timeout: 60_000 }, async () => {
    const [anna, vera] = [await addPerson(), await addPerson()];
    const id = await newSequence([telegramStep('Deleted with its sequence', { falls_back: false })], [anna, vera]);
    await good(launch(id));
    for (const person of [anna, vera]) await gets(person, ['Deleted with its sequence']);
    await isSaid(id, vera, { messages_sent: 1 });
    await good(team.rita.caller.delete(sequencePath(id)));
    for (const person of [anna, vera]) {
      const [dialog] = await dialogsWith(person);
      expect(dialog).toMatchObject({ last_message: { message: 'Deleted with its sequence', state: 'sent', of_mailing: true } });
    }
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual(['Deleted with its sequence']);
  });

  it(
    '[SEQ-014] [TG-012] [TG-013] [TG-050] leaves from the SIM card with its variables, is read there, and continues by e-mail',
    { timeout: 60_000 },
    async () => {
      const anna = await addPerson();
      const id = await newSequence(
        [telegramStep('Hello {{FIRST_NAME}} 👋\nA job', { falls_back: false }), emailStep('Later', { send_delay: day })],
        [anna],
      );
      expect(await launchInfo(id)).toMatchObject({
        will_receive: 1,
        telegram: { reached: 1, falling_back: 0, passed_over: 0, new_dialogs: 1 },
      });
      const preview = await good(team.rita.caller.get(`/api/v6/mailing_recipients/${(await recipientOf(id, anna)).id}/preview/`));
      expect(preview.messages).toMatchObject([
        { channel: 'telegram', text: `Hello ${anna.first} 👋\nA job` },
        { channel: 'email', subject: 'Later' },
      ]);
      await good(launch(id));
      await gets(anna, [`Hello ${anna.first} 👋\nA job`]);
      await isSaid(id, anna, {
        status: 'sent',
        messages_sent: 1,
        messages: [
          { channel: 'telegram', status: 'sent' },
          { channel: 'email', status: 'pending' },
        ],
      });
      const [dialog] = await dialogsWith(anna);
      expect(dialog).toMatchObject({
        last_message: { message: `Hello ${anna.first} 👋\nA job`, state: 'sent' },
        created_by: { id: team.rita.user.id },
      });
      // The dialog shows it; lists of e-mail do not.
      expect((await good(team.rita.caller.get(`/api/v6/mailing_recipients/?profile_id=${anna.profile}`))).messages).toEqual([]);
      expect((await good(team.rita.caller.get(sequencePath(id)))).templates[0]).toMatchObject({
        channel: 'telegram',
        falls_back: false,
        stats: { sent: 1, opened: 0 },
      });
      expect(await mail.count(anna.email)).toBe(0);
      advance(1);
      await getsMail(anna, 1);
      await isSaid(id, anna, { ended: 'finished', messages_sent: 2 });
    },
  );

  it("[TG-013] falls back to e-mail without a username, with the previous e-mail's subject or its own", { timeout: 60_000 }, async () => {
    const [anna, boris] = [await addPerson({ telegram: false }), await addPerson({ email: false })];
    const neither = await addPerson({ email: false, telegram: false });
    const id = await newSequence(
      [
        emailStep('Opening'),
        telegramStep('Hello {{FIRST_NAME}} <3\n\nBye'),
        telegramStep('Telegram alone', { falls_back: false, send_delay: day }),
      ],
      [anna, boris, neither],
    );
    expect(await launchInfo(id)).toMatchObject({
      will_receive: 2,
      without_email: 1,
      telegram: { reached: 1, falling_back: 1, passed_over: 0 },
    });
    await good(launch(id));
    await getsMail(anna, 2);
    expect(await mail.newest(anna.email)).toMatchObject({ mail: { subject: 'Opening', text: expect.stringContaining('<3') } });
    // Without an address the first step is skipped.
    await gets(boris, [`Hello ${boris.first} <3\n\nBye`]);
    advance(1);
    await gets(boris, [`Hello ${boris.first} <3\n\nBye`, 'Telegram alone']);
    await isSaid(id, anna, { ended: 'finished', messages_sent: 2 });
    await isSaid(id, boris, { ended: 'finished', messages_sent: 2 });
    expect(await recipientOf(id, neither)).toMatchObject({ status: 'draft', messages_sent: 0 });
    expect(await whyOf(id, neither)).toMatchObject({ reason: 'no_email' });
  });

  it.each([
    ['missing', 'username_unknown'],
    ['private', 'privacy_restricted'],
    ['stars', 'payment_required'],
    ['premium', 'not_premium'],
  ])('[TG-063] [TG-067] falls back to e-mail if Telegram refuses the person (%s)', { timeout: 60_000 }, async (ends, problem) => {
    const [anna, boris] = [await addPerson({ ends }), await addPerson({ ends, email: false })];
    const id = await newSequence(
      [telegramStep('Hello', { subject: 'By mail' }), telegramStep('Again', { send_delay: day })],
      [anna, boris],
    );
    await good(launch(id));
    await getsMail(anna, 1);
    expect((await mail.newest(anna.email)).mail.subject).toBe('By mail');
    await isSaid(id, anna, { messenger_problem: problem, messages: [{ channel: 'email', status: 'sent' }, { channel: 'email' }] });
    await isSaid(id, boris, { messenger_problem: problem, status: 'error', messages: [{ error_reason: 'unreachable' }] });
    // Nothing stays in the messenger.
    expect([...(await dialogsWith(anna)), ...(await dialogsWith(boris))]).toEqual([]);
    advance(1);
    await getsMail(anna, 2);
  });

  it('[TG-061] [SEQ-009] waits for the daily limit of new dialogs, shows it, and leaves afterwards', { timeout: 60_000 }, async () => {
    const [anna, boris] = [await addPerson(), await addPerson()];
    const first = await addPerson();
    await good(launch(await newSequence([telegramStep('First', { falls_back: false })], [first])));
    await gets(first, ['First']);
    const [{ limit_today: allowed, dialogs_available: left }] = (await team.admin.get(accountsPath)).body.results;
    await limit(allowed - left);
    const id = await newSequence([telegramStep('Limited', { falls_back: false })], [anna, boris]);
    expect((await launchInfo(id)).telegram).toMatchObject({ reached: 2, new_dialogs: 2 });
    await good(launch(id));
    await until(async () => expect(await whyOf(id, boris)).toMatchObject({ reason: 'daily_limit' }));
    await settled();
    expect([...server.received(anna.username, team.phone), ...server.received(boris.username, team.phone)]).toEqual([]);
    // After a stop nothing waits.
    await good(team.rita.caller.post(`/api/v6/mailing_lists/${id}/stop/`, {}));
    await limit(100);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual([]);
    await good(launch(id));
    await gets(anna, ['Limited']);
    await gets(boris, ['Limited']);
  });

  it.each(['cut', 'lost', 'unheard'] as const)(
    'arrives once if the connection is lost before the response (%s)',
    { timeout: 90_000 },
    async (fate) => {
      const anna = await addPerson();
      const id = await newSequence([telegramStep(`Once ${fate}`, { falls_back: false })], [anna]);
      server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: null, fate, milliseconds: 0 });
      await good(launch(id));
      await until(async () => expect(await recipientOf(id, anna)).toMatchObject({ messages_sent: 1, ended: 'finished' }), {
        timeout: 60_000,
      });
      expect(server.received(anna.username, team.phone)).toEqual([`Once ${fate}`]);
      expect((await dialogsWith(anna))[0].last_message).toMatchObject({ message: `Once ${fate}`, state: 'sent' });
    },
  );

  it('[TG-050] leaves from the account of the dialog with the person, else from the chosen one', { timeout: 60_000 }, async () => {
    const second = server.nextPhone();
    const other = await server.addAccount(team.admin, second);
    await team.admin.put(`${accountsPath}${other.id}/`, { limit_total: 100, warms_up: false });
    const [known, fresh] = [await addPerson(), await addPerson()];
    const { body } = await team.rita.caller.post(`${dialogsPath}get_or_create/`, {
      profile_id: known.profile,
      username: known.username,
      telegram_account_id: team.account,
    });
    await good(team.rita.caller.post(`${dialogsPath}${body.id}/send_message/`, { message: 'By hand' }));
    await gets(known, ['By hand']);
    const id = await newSequence([telegramStep('Chosen', { falls_back: false })], [known, fresh], { telegram_account_id: other.id });
    expect((await good(team.rita.caller.get(sequencePath(id)))).telegram_account_id).toBe(other.id);
    await good(launch(id));
    await gets(known, ['By hand', 'Chosen']);
    await until(() => expect(server.received(fresh.username, second)).toEqual(['Chosen']));
    expect(await dialogsWith(known)).toHaveLength(1);
    await team.admin.delete(`${accountsPath}${other.id}/`);
  });
});
