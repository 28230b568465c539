import { beforeAll, expect, it } from 'vitest';
import { dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';

const { begin, converse, here, messages, say, team } = await openTelegramDialogs('waits', { language: 'en' });

let begun: { id: number };
let fresh: { id: number };

interface Waiting {
  message_id: number;
  waits: { reason: string; text: string; expected_at: string | null; seconds: number | null } | null;
}

/** The reason of the last message in a dialog; the explanation must agree. */
async function waits(id: number) {
  const { message_id: messageId, waits: wait } = (await messages(team.admin, id)).at(-1) as unknown as Waiting;
  const { body } = await team.admin.get(`${dialogsPath}${id}/messages/${messageId}/why/`);
  expect({ reason: wait?.reason, text: wait?.text, expected_at: wait?.expected_at }).toEqual(body);
  return { reason: wait?.reason, seconds: wait?.seconds };
}

const change = (set: string) => here.sql(`update telegram_accounts set ${set} where id = $1`, [team.account]);
const inSeconds = (seconds: number) => `'${new Date(here.clock.now().getTime() + seconds * 1000).toISOString()}'`;

beforeAll(async () => {
  begun = await converse(team.admin);
  fresh = await begin(team.admin);
  // Without a worker every message waits for the account.
  await team.worker.stop();
  team.worker = { stop: async () => {} };
  for (const { id } of [begun, fresh]) await say(team.admin, id, 'Are you there?');
}, 60_000);

const usual = `state = 'connected', is_online = true, limit_total = 100, warms_up = false, soft_ban_until = null, flood_wait_until = null, next_dialog_at = null,
  next_lookup_at = null, next_mailing_at = null`;

it.each([
  { set: usual, begun: ['queued', 0], fresh: ['queued', 0] },
  { set: 'is_online = false', begun: ['offline', null], fresh: ['offline', null] },
  { set: () => `next_dialog_at = ${inSeconds(40)}`, begun: ['queued', 0], fresh: ['gap', 40] },
  { set: 'limit_total = 0', begun: ['queued', 0], fresh: ['daily_limit', null] },
  { set: () => `soft_ban_until = ${inSeconds(7200)}`, begun: ['queued', 0], fresh: ['soft_ban', 7200] },
  { set: () => `flood_wait_until = ${inSeconds(90)}`, begun: ['flood_wait', 90], fresh: ['flood_wait', 90] },
  { set: `state = 'signed_out'`, begun: ['signed_out', null], fresh: ['signed_out', null] },
  { set: `state = 'banned'`, begun: ['banned', null], fresh: ['banned', null] },
] as const)('[TG-060] [DEC-10] a message says what it waits for, and for how long: $begun, $fresh', async ({ set, ...expected }) => {
  await change(usual);
  await change(typeof set === 'string' ? set : set());
  for (const [dialog, [reason, seconds]] of [
    [begun, expected.begun],
    [fresh, expected.fresh],
  ] as const)
    expect(await waits(dialog.id)).toEqual({ reason, seconds });
});

it('[TG-060] [DEC-10] a message shows the day on which the limit of new dialogs resets', async () => {
  await change(usual);
  await change('limit_total = 1');
  const { reason, seconds } = await waits(fresh.id);
  expect(reason).toBe('daily_limit');
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(86_400);
});

it('[TG-060] [DEC-10] a message shows that it waits for the previous one and its next attempt', async () => {
  await change(usual);
  await say(team.admin, begun.id, 'And another thing');
  expect(await waits(begun.id)).toEqual({ reason: 'behind', seconds: null });
  const [first] = await here.sql<{ id: number }>(`select min(id) as id from messages where dialog_id = $1 and state = 'planned'`, [
    begun.id,
  ]);
  await here.sql(`update messages set attempts = 1, send_at = ${inSeconds(15)} where id = $1`, [first?.id]);
  expect(await waits(begun.id)).toEqual({ reason: 'behind', seconds: 15 });
});

it('[TG-060] [DEC-10] a message in flight shows its reason: no connection, a next attempt, or none', async () => {
  await change(usual);
  const [first] = await here.sql<{ id: number }>(`select min(id) as id from messages where dialog_id = $1 and state = 'planned'`, [
    begun.id,
  ]);
  const onItsWay = async (set: string) => {
    await here.sql(`update messages set state = 'handed_over', ${set} where id = $1`, [first?.id]);
    const shown = (await messages(team.admin, begun.id)).find(({ message_id: id }) => id === first?.id) as unknown as Waiting;
    expect(shown).toMatchObject({ state: 'sending', may_discard: false });
    return { reason: shown.waits?.reason, seconds: shown.waits?.seconds };
  };
  expect(await onItsWay('attempts = 0, send_at = now()')).toEqual({ reason: 'leaving', seconds: null });
  expect(await onItsWay(`attempts = 2, send_at = ${inSeconds(15)}`)).toEqual({ reason: 'retry', seconds: 15 });
  await change('is_online = false');
  expect(await onItsWay(`attempts = 2, send_at = ${inSeconds(15)}`)).toEqual({ reason: 'offline', seconds: null });
  await here.sql(`update messages set state = 'planned', attempts = 0, send_at = now() where id = $1`, [first?.id]);
});

it('[DEC-09] [DEC-10] a manual message waits for no pause of sequences, but for one between lookups', async () => {
  await change(usual);
  await change(`next_mailing_at = ${inSeconds(25)}`);
  expect(await waits(fresh.id)).toEqual({ reason: 'queued', seconds: 0 });
  await change(`next_lookup_at = ${inSeconds(12)}`);
  expect(await waits(fresh.id)).toEqual({ reason: 'gap', seconds: 12 });
});

it('[TG-060] [DEC-10] a message shows that the person is suppressed', async () => {
  await change(usual);
  const [{ username = '' } = {}] = await here.sql<{ username: string }>('select username from telegram_dialogs where id = $1', [fresh.id]);
  await team.admin.post('/api/v6/messaging/suppressions/', { addresses: `${username}@t.me`, note: '' });
  expect(await waits(fresh.id)).toEqual({ reason: 'suppressed', seconds: null });
  expect((await waits(begun.id)).reason).toBe('behind');
});

it('[SEQ-009] a message of a sequence cannot be discarded in the dialog', async () => {
  const [first] = (await messages(team.admin, begun.id)).filter(({ state }) => state === 'planned');
  const path = `${dialogsPath}${begun.id}/messages/`;
  expect(first).toMatchObject({ may_discard: true, of_mailing: false });
  await here.sql('update messages set is_mass = true where id = $1', [first?.message_id]);
  const shown = (await messages(team.admin, begun.id)).find(({ message_id: id }) => id === first?.message_id);
  expect(shown).toMatchObject({ may_discard: false, of_mailing: true });
  expect((await team.admin.delete(`${path}${first?.message_id}/`)).status).toBe(409);
});

it('[TG-060] the list of dialogs omits reasons of messages', async () => {
  const { body } = await team.admin.get(`${dialogsPath}${begun.id}/`);
  expect(body.last_message).toMatchObject({ state: 'planned', may_discard: true, of_mailing: false });
  expect(body.last_message).not.toHaveProperty('waits');
});

it('[TG-060] [DEC-10] a message shows that a copy of the installation does not send', async () => {
  await here.sql(`update installation set value = jsonb_set(value, '{fingerprint}', '"elsewhere"') where key = 'sending'`);
  expect(await waits(begun.id)).toEqual({ reason: 'paused', seconds: null });
});
