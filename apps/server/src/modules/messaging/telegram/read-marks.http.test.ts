import { beforeEach, expect, it } from 'vitest';
import { dialogsPath, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { settled, until } from '../../../../test/settled.ts';

const { answers, becomes, converse, here, last, refuseNext, say, server, team, username } = await openTelegramDialogs('marks');
const { faults, boxes } = server.world;

beforeEach(async () => {
  faults.clear();
  await here.sql('update telegram_accounts set flood_wait_until = null');
});

/** A dialog with a last message from the person. */
async function answered() {
  const dialog = await converse(team.admin);
  await answers(dialog, 'Tell me more');
  return dialog;
}
async function read({ id }: { id: number }) {
  const max = (await last(team.admin, id))?.message_id;
  expect(await team.admin.post(`${dialogsPath}${id}/mark_as_read/`, { max_id: max })).toMatchObject({ status: 200 });
}
const fault = (method: string, error: string, times = 1) =>
  faults.add({ method, phone: null, times, error, fate: 'sent', milliseconds: 0 });
/** Whether the person sees our read mark on their last message. */
function isSeen({ username: name }: { username: string }): boolean {
  const box = boxes.of(server.ownerOf(team.phone).id);
  const dialog = box.dialogs.get(server.personOf(name).id);
  const theirs = dialog?.ids.findLast((id) => box.messages.get(id)?.isOut === false);
  return dialog !== undefined && theirs !== undefined && dialog.readInbox >= theirs;
}
const waitLeft = async () => {
  const [row] = await here.sql<{ until: Date | null }>('select flood_wait_until as until from telegram_accounts where id = $1', [
    team.account,
  ]);
  return ((row?.until?.getTime() ?? 0) - here.clock.now().getTime()) / 1000;
};

it('[TG-051] [TG-060] [DEC-06] read marks wait as long as Telegram requires and are reported then', { timeout: 60_000 }, async () => {
  const dialog = await answered();
  fault('messages.readHistory', 'FLOOD_WAIT_300', 50);
  const left = () => faults.list()[0]?.times;
  await read(dialog);
  await until(() => expect(left()).toBe(49));
  // Each message wakes the worker.
  for (const text of ['One', 'Two', 'Three']) {
    await say(team.admin, dialog.id, text);
    await settled();
  }
  expect(left()).toBe(49);
  faults.clear();
  here.clock.advance(301_000);
  await becomes(team.admin, dialog.id, { state: 'sent', message: 'Three' });
  await until(() => expect(isSeen(dialog)).toBe(true));
});

it('[TG-060] [DEC-06] a shorter wait does not end a longer one', { timeout: 60_000 }, async () => {
  const dialog = await converse(team.admin);
  refuseNext('FLOOD_WAIT_3600');
  await say(team.admin, dialog.id, 'Later');
  await until(async () => expect(await waitLeft()).toBeGreaterThan(3500));
  // A message of an unknown person requires a sync.
  fault('messages.getDialogs', 'FLOOD_WAIT_3');
  server.writes(username(), team.phone, 'Hello from nowhere');
  await until(() => expect(faults.list()).toEqual([]));
  await settled();
  expect(await waitLeft()).toBeGreaterThan(3500);
  here.clock.advance(3_601_000);
});

it('[TG-051] a refused dialog does not delay the read marks of others', { timeout: 60_000 }, async () => {
  const [broken, good] = [await answered(), await answered()];
  await here.sql(`update telegram_dialogs set peer_access = '1' where id = $1`, [broken.id]);
  await read(broken);
  await read(good);
  await until(() => expect(isSeen(good)).toBe(true));
  expect(isSeen(broken)).toBe(false);
  // The dialog is not repeated until there is more to read.
  const untold = () => here.sql('select from telegram_dialogs where read_up_to > reported_read_up_to');
  await until(async () => expect(await untold()).toEqual([]));
});
