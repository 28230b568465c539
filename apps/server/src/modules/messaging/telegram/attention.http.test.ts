import { Client } from 'pg';
import { expect, it } from 'vitest';
import { dialogsOf } from '@headwater/sandbox/telegram/candidate';
import { hourMs, secondMs } from '@headwater/domain/time/durations';
import { accountsPath, dialogsPath, messengerFeatures, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { attentionDueHandler } from './dialogs/attention-due.ts';
import { poll } from '../../../../test/settled.ts';

const { addSim, answers, becomes, begin, converse, here, messages, refuseNext, say, server, team } = await openTelegramDialogs('attention');

/** The reason of one dialog; the filtered list must agree. */
async function attention(id: number): Promise<string | null> {
  const { body } = await team.admin.get(`${dialogsPath}${id}/`);
  const listed = (await team.admin.get(`${dialogsPath}?only_need_attention=true&limit=100`)).body.results as { id: number }[];
  expect(listed.some((each) => each.id === id)).toBe(body.attention_reason !== null);
  expect(body.needs_attention).toBe(body.attention_reason !== null);
  return body.attention_reason;
}

it('[TG-014] [TG-004] marks a dialog after a failed last message, also if the person has written since', async () => {
  const dialog = await converse(team.admin);
  refuseNext();
  const { body } = await say(team.admin, dialog.id, 'Tuesday at ten?');
  await becomes(team.admin, dialog.id, { state: 'failed' });
  expect(await attention(dialog.id)).toBe('not_sent');
  // Telegram reports whole seconds.
  server.nextSecond();
  await answers(dialog, 'Are you still looking?');
  expect(await attention(dialog.id)).toBe('not_sent');
  expect((await team.admin.delete(`${dialogsPath}${dialog.id}/messages/${body.message_id}/`)).status).toBe(200);
  expect(await attention(dialog.id)).toBeNull();
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  await say(team.admin, dialog.id, 'Yes, we are');
  await becomes(team.admin, dialog.id, { state: 'sent', message: 'Yes, we are' });
  expect(await attention(dialog.id)).toBeNull();
});

it.each([
  { ahead: -10, refused: 'second', reason: 'not_sent' },
  { ahead: 10, refused: 'first', reason: null },
] as const)(
  '[TG-014] knows which of two messages was said last, whatever Telegram says of the time: our clock $ahead s ahead, the $refused one refused',
  async ({ ahead, refused, reason }) => {
    here.clock.set(new Date());
    const dialog = await converse(team.admin);
    here.clock.set(new Date(Date.now() + ahead * secondMs));
    const takes = { method: 'messages.sendMessage', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 60_000 } as const;
    if (refused === 'second') server.world.faults.add(takes);
    else refuseNext();
    for (const message of ['First', 'Second']) await say(team.admin, dialog.id, message);
    if (refused === 'second') {
      // Telegram has the first message, and its fault is used up.
      await poll(() => server.world.faults.list()).toEqual([]);
      server.world.faults.clear();
      refuseNext();
    }
    const states = async () => Object.fromEntries((await messages(team.admin, dialog.id)).map(({ message, state }) => [message, state]));
    const [first, second] = refused === 'first' ? ['failed', 'sent'] : ['sent', 'failed'];
    await poll(states).toMatchObject({ First: first, Second: second });
    expect(await attention(dialog.id)).toBe(reason);
  },
);

it('[TG-014] needs no reply to a suppressed person, as long as the suppression holds', async () => {
  const [asked, suppressed] = [await converse(team.admin), await converse(team.admin)];
  await answers(asked, 'Не пишите мне больше!');
  await answers(suppressed, 'Maybe');
  here.clock.advance(25 * hourMs);
  expect(await attention(asked.id)).toBeNull();
  expect(await attention(suppressed.id)).toBe('no_answer');
  const held = await here.sql<{ id: number }>(`select id from suppressions where address_key = $1`, [`${asked.username}@t.me`]);
  expect(held).toHaveLength(1);
  expect((await say(team.admin, asked.id, 'But')).status).toBe(403);
  await here.sql(`update suppressions set released_at = now() where address_key like '%@t.me'`);
  expect(await attention(asked.id)).toBe('no_answer');
});

it.each([
  { contact: 'Почта@пример.рф', listed: 'почта@xn--e1afmkfd.xn--p1ai' },
  { contact: 'pochta@xn--e1afmkfd.xn--p1ai', listed: 'pochta@пример.рф' },
])(
  '[TG-014] [DEC-05] sends no Telegram message if $listed is suppressed and $contact is known, and the reverse',
  async ({ contact, listed }) => {
    const suppressions = '/api/v6/messaging/suppressions/';
    const person = { input: { contacts: [{ type: 'email' as const, value: contact }] } };
    const [profile = 0, asking = 0] = await addProfiles(here, 2, person);
    const dialog = await converse(team.admin, { profile });
    await answers(dialog, 'Maybe');
    here.clock.advance(25 * hourMs);
    expect(await attention(dialog.id)).toBe('no_answer');
    expect((await team.admin.post(suppressions, { addresses: listed, note: '' })).body).toMatchObject({ added: 1, wrong: [] });
    // ADR 94: an address that is typed does not confirm one that is closed.
    expect(await attention(dialog.id)).toBe('no_answer');
    await team.admin.get(`/api/v6/profiles/${profile}/get-contacts/`);
    expect(await attention(dialog.id)).toBeNull();
    expect((await say(team.admin, dialog.id, 'But')).status).toBe(403);
    await here.sql(`update suppressions set released_at = now() where company_id = $1`, [team.company]);
    const closed = await begin(team.admin, { profile: (await addProfiles(here, 1, person))[0] ?? 0 });
    await team.admin.post(suppressions, { addresses: listed, note: '' });
    expect((await say(team.admin, closed.id, 'Hello')).status).toBe(200);
    await becomes(team.admin, closed.id, { state: 'sent', message: 'Hello' });
    await here.sql(`update suppressions set released_at = now() where company_id = $1`, [team.company]);
    const other = await converse(team.admin, { profile: asking });
    await answers(other, 'stop');
    const check = `${suppressions}check/?email=`;
    const isSuppressed = async (form: string) => (await team.admin.get(check + encodeURIComponent(form))).body.is_suppressed;
    const suppressed = async () => [await isSuppressed(contact), await isSuppressed(listed)];
    // ADR 94: the refusal of a person does not confirm a closed address.
    expect(await suppressed()).toEqual([false, false]);
    await team.admin.get(`/api/v6/profiles/${asking}/get-contacts/`);
    expect(await suppressed()).toEqual([true, true]);
  },
);

it('[TG-014] needs no reply from a SIM card that was removed or banned', async () => {
  const { id: account, phone } = await addSim();
  const dialog = await converse(team.admin, { account });
  await answers(dialog, 'Are you there?', phone);
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  const becomesState = (state: string) => here.sql('update telegram_accounts set state = $2 where id = $1', [account, state]);
  await becomesState('banned');
  expect(await attention(dialog.id)).toBeNull();
  // After a new sign-in a reply is possible.
  await becomesState('signed_out');
  expect(await attention(dialog.id)).toBe('no_answer');
  expect((await team.admin.delete(`${accountsPath}${account}/`)).status).toBe(200);
  expect(await attention(dialog.id)).toBeNull();
});

it('[TG-014] [DEC-07] notifies open lists of an overdue reply within a minute', async () => {
  const dialog = await converse(team.admin);
  await answers(dialog, 'Any news?');
  const [{ due } = { due: new Date() }] = await here.sql<{ due: Date }>(
    'select answer_due_since as due from telegram_dialogs where id = $1',
    [dialog.id],
  );
  const listener = new Client({ connectionString: here.databaseUrl });
  await listener.connect();
  const told: { topic: string; ids: number[] }[] = [];
  listener.on('notification', ({ payload = '{}' }) => void told.push(JSON.parse(payload)));
  await listener.query('listen headwater_events');
  const { run } = attentionDueHandler({ database: here.application.database, clock: here.clock });
  const tellAt = async (moment: number) => {
    here.clock.set(new Date(moment));
    told.splice(0);
    await run({}, new AbortController().signal);
    await listener.query('select 1');
    return told.filter(({ topic, ids }) => topic === 'telegram_dialogs' && ids.includes(dialog.id)).length;
  };
  const dueAt = due.getTime() + 24 * hourMs;
  const now = here.clock.now();
  expect([await tellAt(dueAt - 1000), await tellAt(dueAt + 30_000), await tellAt(dueAt + 10 * 60_000)]).toEqual([0, 1, 0]);
  await listener.end();
  // Messages planned at a later time would not leave.
  here.clock.set(now);
});

it('[TG-008] allows another username until the person is known, also after a failed message', async () => {
  const { id, body } = await begin(team.admin, { username: 'attention_nobody_missing' });
  expect(body.permissions).toMatchObject({ edit: true, rename: true });
  await say(team.admin, id, 'Hello');
  await becomes(team.admin, id, { state: 'failed', error: 'username_unknown' });
  expect((await team.admin.get(`${dialogsPath}${id}/`)).body.permissions).toMatchObject({ edit: true, rename: true });
  const known = await converse(team.admin);
  expect((await team.admin.get(`${dialogsPath}${known.id}/`)).body.permissions).toMatchObject({ edit: true, rename: false });
  expect((await team.admin.patch(`${dialogsPath}${known.id}/`, { username: 'somebody_else' })).status).toBe(409);
});

it('[TG-014] needs no reply after a user dismisses it, until the person writes again', async () => {
  const dialog = await converse(team.admin);
  await answers(dialog, 'Thanks, found something else');
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  const { body } = await team.admin.get(`${dialogsPath}${dialog.id}/`);
  const need = (isNeeded: boolean, messageId: number = body.last_message.message_id, caller = team.admin) =>
    caller.post(`${dialogsPath}${dialog.id}/answer_need/`, { message_id: messageId, is_needed: isNeeded });
  // A dismissal of an older message is rejected, because the person has written since.
  expect(await need(false, body.last_message.message_id - 1)).toMatchObject({ status: 409, body: { error: 'written_since' } });
  expect(body.is_answer_needless).toBe(false);
  // Staff cannot dismiss a reply while they impersonate.
  const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
  const [colleague] = await here.sql<{ id: number }>('select id from users where company_id = $1 limit 1', [team.company]);
  expect((await staff.post(`/api/internal/users/${colleague?.id}/login_as/`)).status).toBe(200);
  expect(await need(false, body.last_message.message_id, staff)).toMatchObject({ status: 403, body: { error: 'not_while_acting' } });
  expect(await attention(dialog.id)).toBe('no_answer');
  expect((await need(false)).body).toMatchObject({ attention_reason: null, needs_attention: false, is_answer_needless: true });
  expect(await attention(dialog.id)).toBeNull();
  expect((await need(true)).body).toMatchObject({ attention_reason: 'no_answer', is_answer_needless: false });
  expect((await need(false)).status).toBe(200);
  await answers(dialog, 'But ask me in May');
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  expect((await need(false, body.last_message.message_id, stranger)).status).toBe(404);
});

it.each(['attention_wrong_x', 'attention_wrong_missing'])(
  '[TG-008] writes only to the new username if the old one is being resolved: %s',
  async (username) => {
    const { id } = await begin(team.admin, { username });
    const slow = { method: 'contacts.resolveUsername', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 60_000 } as const;
    server.world.faults.add(slow);
    await say(team.admin, id, 'Hello there');
    await poll(() => server.world.faults.list()).toEqual([]);
    const right = username.replace('wrong', 'right').replace('missing', 'y');
    expect((await team.admin.patch(`${dialogsPath}${id}/`, { username: right })).status).toBe(200);
    server.world.faults.clear();
    await becomes(team.admin, id, { state: 'sent', message: 'Hello there' });
    expect((await team.admin.get(`${dialogsPath}${id}/`)).body.username).toBe(right);
    expect(dialogsOf(server.world, server.personOf(right))).toHaveLength(1);
    const wrong = username.endsWith('missing') ? [] : dialogsOf(server.world, server.personOf(username));
    expect(wrong).toEqual([]);
  },
);
