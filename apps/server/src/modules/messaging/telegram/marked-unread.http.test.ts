import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/installation.ts';
import { dialogsPath, messengerFeatures, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { accountOf } from '../../../../test/telegram-fixtures.ts';

const telegram = await openTelegramDialogs('marked');
const { server, here, team } = telegram;

const unread = async () =>
  (await team.admin.get(`${dialogsPath}?only_unread=true&limit=100`)).body.results.map(({ id }: { id: number }) => id) as number[];
const mark = (caller: Caller, id: number) => caller.post(`${dialogsPath}${id}/mark_as_unread/`);
const read = (id: number, maxId: number) => team.admin.post(`${dialogsPath}${id}/mark_as_read/`, { max_id: maxId });
const unreadOfAccount = async () => ((await accountOf(team.admin, team.account)) as unknown as { unread_count: number }).unread_count;

describe('[TG-003] [TG-051] a dialog that is marked as unread', () => {
  it('counts as unread until it is opened, whatever was read in it', async () => {
    const dialog = await telegram.converse(team.admin);
    server.writes(dialog.username, team.phone, 'Yes');
    await telegram.becomes(team.admin, dialog.id, { message: 'Yes' });
    const lastId = (await telegram.last(team.admin, dialog.id))?.message_id ?? 0;
    await read(dialog.id, lastId);
    expect(await unread()).not.toContain(dialog.id);
    const before = await unreadOfAccount();
    expect(await mark(team.admin, dialog.id)).toMatchObject({ status: 200, body: { is_marked_unread: true, unread_count: 0 } });
    expect(await unread()).toContain(dialog.id);
    expect(await unreadOfAccount()).toBe(before + 1);
    expect(await read(dialog.id, lastId)).toMatchObject({ status: 200, body: { is_marked_unread: false } });
    expect(await unread()).not.toContain(dialog.id);
    expect(await unreadOfAccount()).toBe(before);
  });

  it('cannot be one without messages', async () => {
    const dialog = await telegram.begin(team.admin);
    expect(await mark(team.admin, dialog.id)).toMatchObject({ status: 200, body: { is_marked_unread: false } });
  });

  it('can be one without messages of the candidate', async () => {
    const dialog = await telegram.converse(team.admin);
    await mark(team.admin, dialog.id);
    expect(await unread()).toContain(dialog.id);
    await read(dialog.id, (await telegram.last(team.admin, dialog.id))?.message_id ?? 0);
    expect(await unread()).not.toContain(dialog.id);
  });

  it('rejects users of another company', async () => {
    const dialog = await telegram.begin(team.admin);
    const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
    expect(await mark(stranger, dialog.id)).toMatchObject({ status: 404 });
    expect(await mark(stranger, 999_999_999)).toMatchObject({ status: 404 });
  });
});
