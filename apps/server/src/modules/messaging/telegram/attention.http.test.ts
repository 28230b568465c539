import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialogsOf } from '@headwater/sandbox/telegram/candidate';
import { hourMs } from '@headwater/domain/time/durations';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const { becomes, begin, converse, say } = telegramDialogs(here, 'attention');

let admin: Caller;
let phone: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const company = await here.addCompany({ features: messengerFeatures });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const answers = async ({ id, username }: { id: number; username: string }, message: string) => {
  server.writes(username, phone, message);
  await becomes(admin, id, { state: 'received', message });
};
const refuseNext = () =>
  server.world.faults.add({
    method: 'messages.sendMessage',
    phone: null,
    times: 1,
    error: 'USER_PRIVACY_RESTRICTED',
    fate: 'sent',
    milliseconds: 0,
  });

/** What the dialog says of itself, and the list of those that need attention agrees. */
async function attention(id: number): Promise<string | null> {
  const { body } = await admin.get(`${dialogsPath}${id}/`);
  const listed = (await admin.get(`${dialogsPath}?only_need_attention=true&limit=100`)).body.results as { id: number }[];
  expect(listed.some((each) => each.id === id)).toBe(body.attention_reason !== null);
  expect(body.needs_attention).toBe(body.attention_reason !== null);
  return body.attention_reason;
}

it('[TG-014] [TG-004] asks for attention to what was not sent last, also where the person has written since', async () => {
  const dialog = await converse(admin);
  refuseNext();
  const { body } = await say(admin, dialog.id, 'Tuesday at ten?');
  await becomes(admin, dialog.id, { state: 'failed' });
  expect(await attention(dialog.id)).toBe('not_sent');
  await answers(dialog, 'Are you still looking?');
  expect(await attention(dialog.id)).toBe('not_sent');
  expect((await admin.delete(`${dialogsPath}${dialog.id}/messages/${body.message_id}/`)).status).toBe(200);
  expect(await attention(dialog.id)).toBeNull();
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  await say(admin, dialog.id, 'Yes, we are');
  await becomes(admin, dialog.id, { state: 'sent', message: 'Yes, we are' });
  expect(await attention(dialog.id)).toBeNull();
});

it('[TG-014] owes no answer to somebody whom nothing may be written to, as long as that holds', async () => {
  const [asked, suppressed] = [await converse(admin), await converse(admin)];
  await answers(asked, 'Не пишите мне больше!');
  await answers(suppressed, 'Maybe');
  here.clock.advance(25 * hourMs);
  expect(await attention(asked.id)).toBeNull();
  expect(await attention(suppressed.id)).toBe('no_answer');
  const held = await here.sql<{ id: number }>(`select id from suppressions where address_key = $1`, [`${asked.username}@t.me`]);
  expect(held).toHaveLength(1);
  expect((await say(admin, asked.id, 'But')).status).toBe(403);
  await here.sql(`update suppressions set released_at = now() where address_key like '%@t.me'`);
  expect(await attention(asked.id)).toBe('no_answer');
});

it('[TG-008] lets a dialog have another username until the person is known, also where a message failed', async () => {
  const { id, body } = await begin(admin, { username: 'attention_nobody_missing' });
  expect(body.permissions).toEqual({ edit: true, rename: true });
  await say(admin, id, 'Hello');
  await becomes(admin, id, { state: 'failed', error: 'username_unknown' });
  expect((await admin.get(`${dialogsPath}${id}/`)).body.permissions).toEqual({ edit: true, rename: true });
  const known = await converse(admin);
  expect((await admin.get(`${dialogsPath}${known.id}/`)).body.permissions).toEqual({ edit: true, rename: false });
  expect((await admin.patch(`${dialogsPath}${known.id}/`, { username: 'somebody_else' })).status).toBe(409);
});

it('[TG-014] asks for no more attention where nothing has to be answered, until the person writes again', async () => {
  const dialog = await converse(admin);
  await answers(dialog, 'Thanks, found something else');
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  const { body } = await admin.get(`${dialogsPath}${dialog.id}/`);
  const need = (isNeeded: boolean, messageId: number = body.last_message.message_id, caller = admin) =>
    caller.post(`${dialogsPath}${dialog.id}/answer_need/`, { message_id: messageId, is_needed: isNeeded });
  // Of another message it says nothing, as where they have written meanwhile.
  expect((await need(false, body.last_message.message_id - 1)).body.attention_reason).toBe('no_answer');
  expect((await need(false)).body).toMatchObject({ attention_reason: null, needs_attention: false });
  expect(await attention(dialog.id)).toBeNull();
  expect((await need(true)).body.attention_reason).toBe('no_answer');
  expect((await need(false)).status).toBe(200);
  await answers(dialog, 'But ask me in May');
  here.clock.advance(25 * hourMs);
  expect(await attention(dialog.id)).toBe('no_answer');
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  expect((await need(false, body.last_message.message_id, stranger)).status).toBe(404);
});

it.each(['attention_wrong_x', 'attention_wrong_missing'])(
  '[TG-008] writes to the new name alone where the one before is looked up meanwhile: %s',
  async (username) => {
    const { id } = await begin(admin, { username });
    const slow = { method: 'contacts.resolveUsername', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 3000 } as const;
    server.world.faults.add(slow);
    await say(admin, id, 'Hello there');
    await expect.poll(() => server.world.faults.list(), { timeout: 10_000 }).toEqual([]);
    const right = username.replace('wrong', 'right').replace('missing', 'y');
    expect((await admin.patch(`${dialogsPath}${id}/`, { username: right })).status).toBe(200);
    await becomes(admin, id, { state: 'sent', message: 'Hello there' });
    expect((await admin.get(`${dialogsPath}${id}/`)).body.username).toBe(right);
    expect(dialogsOf(server.world, server.personOf(right))).toHaveLength(1);
    const wrong = username.endsWith('missing') ? [] : dialogsOf(server.world, server.personOf(username));
    expect(wrong).toEqual([]);
  },
);
