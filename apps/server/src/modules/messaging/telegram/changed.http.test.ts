import { describe, expect, it } from 'vitest';
import { edit, react, remove } from '@headwater/sandbox/telegram/world/actions';
import type { Caller } from '../../../../test/installation.ts';
import { dialogsPath, messengerFeatures, openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';

const telegram = await openTelegramDialogs('changed');
const { server, here, team } = telegram;

/** A dialog with a message from the candidate. */
async function answered(text: string) {
  const dialog = await telegram.converse(team.admin);
  const said = server.writes(dialog.username, team.phone, text);
  await telegram.becomes(team.admin, dialog.id, { message: text, state: 'received', edited_at: null, deleted_at: null });
  const { message_id: messageId } = (await telegram.last(team.admin, dialog.id)) ?? { message_id: 0 };
  return { ...dialog, messageId, said: said.id, person: server.personOf(dialog.username).id };
}
type Answered = Awaited<ReturnType<typeof answered>>;

const rewords = ({ person, said }: Answered, text: string) => expect(edit(server.world, person, { id: said, text })).toBe(true);
const takesBack = ({ person, said }: Answered) => expect(remove(server.world, person, { ids: [said], revoke: true }).count).toBe(1);
const versions = async (caller: Caller, { id, messageId }: Answered) => caller.get(`${dialogsPath}${id}/messages/${messageId}/versions/`);
const dialogOf = async ({ id }: Answered) => (await team.admin.get(`${dialogsPath}${id}/`)).body;
const changesOf = async ({ id }: { id: number }) => (await team.admin.get(`${dialogsPath}${id}/messages/`)).body.changes as number;

/** No client is connected, so that updates are missed. */
async function whileAway(work: () => void) {
  await team.worker.stop();
  work();
  team.worker = await here.application.startWorker();
}

describe('[TG-030] edits of a candidate', () => {
  it('show the new text and keep the earlier ones', async () => {
    const dialog = await answered('I want 300');
    const before = await changesOf(dialog);
    rewords(dialog, 'I want 350');
    await telegram.becomes(team.admin, dialog.id, { message: 'I want 350', edited_at: expect.any(String) });
    rewords(dialog, 'I want 400');
    await telegram.becomes(team.admin, dialog.id, { message: 'I want 400' });
    const { body } = await versions(team.admin, dialog);
    expect(body.versions.map(({ message }: { message: string }) => message)).toEqual(['I want 300', 'I want 350']);
    expect(await changesOf(dialog)).toBe(before + 2);
    const found = async (word: string) =>
      (await team.admin.get(`${dialogsPath}?search=${word}`)).body.results.map(({ id }: { id: number }) => id);
    expect(await found('400')).toContain(dialog.id);
    expect(await found('300')).not.toContain(dialog.id);
  });

  it('are found after they were missed', async () => {
    const dialog = await answered('Until Monday');
    await whileAway(() => rewords(dialog, 'Until Friday'));
    await telegram.becomes(team.admin, dialog.id, { message: 'Until Friday', edited_at: expect.any(String) });
    expect((await versions(team.admin, dialog)).body.versions).toMatchObject([{ message: 'Until Monday' }]);
  });

  it('suppress the candidate if the new text asks to stop', async () => {
    const dialog = await answered('Hm');
    rewords(dialog, 'STOP');
    await telegram.becomes(team.admin, dialog.id, { message: 'STOP' });
    expect(await telegram.say(team.admin, dialog.id, 'One more thing')).toMatchObject({ status: 403 });
  });

  it('keep the first and the newest versions of repeated edits', async () => {
    const dialog = await answered('Version 0');
    for (let number = 1; number <= 30; number += 1) rewords(dialog, `Version ${number}`);
    await telegram.becomes(team.admin, dialog.id, { message: 'Version 30' });
    const texts = (await versions(team.admin, dialog)).body.versions.map(({ message }: { message: string }) => message);
    expect(texts).toHaveLength(20);
    expect([texts[0], texts[1], texts.at(-1)]).toEqual(['Version 0', 'Version 11', 'Version 29']);
  });

  it('are hidden from other companies', async () => {
    const dialog = await answered('A secret');
    rewords(dialog, 'No secret');
    await telegram.becomes(team.admin, dialog.id, { message: 'No secret' });
    const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
    expect(await versions(stranger, dialog)).toMatchObject({ status: 404 });
    const other = await answered('Elsewhere');
    expect(await versions(team.admin, { ...dialog, id: other.id })).toMatchObject({ status: 404 });
  });
});

/** A message of ours with a reaction of the candidate. */
const reacted = async () => {
  const dialog = await telegram.converse(team.admin);
  const person = server.personOf(dialog.username).id;
  const ours = server.world.boxes.of(person).lastId;
  return { ...dialog, person, puts: (emoji: string | null, id = ours) => expect(react(server.world, person, { id, emoji })).toBe(true) };
};

describe('[TG-030] reactions of a candidate', () => {
  it('are shown in their current state, and are no edit, no reply and not unread', async () => {
    const dialog = await reacted();
    const before = await changesOf(dialog);
    dialog.puts('👍');
    await telegram.becomes(team.admin, dialog.id, { message: 'Hello', reactions: ['👍'], edited_at: null });
    expect(await changesOf(dialog)).toBe(before + 1);
    expect((await team.admin.get(`${dialogsPath}${dialog.id}/`)).body).toMatchObject({ unread_count: 0, needs_attention: false });
    dialog.puts('🔥');
    await telegram.becomes(team.admin, dialog.id, { reactions: ['🔥'] });
    dialog.puts(null);
    await telegram.becomes(team.admin, dialog.id, { reactions: [], edited_at: null });
  });

  it('are found after they were missed', async () => {
    const dialog = await reacted();
    await whileAway(() => dialog.puts('🎉'));
    await telegram.becomes(team.admin, dialog.id, { message: 'Hello', reactions: ['🎉'], edited_at: null });
    expect(await telegram.messages(team.admin, dialog.id)).toHaveLength(1);
  });

  it('make no edit of a message stored without link URLs, and add these URLs', async () => {
    const dialog = await answered('My CV');
    const known = server.world.boxes.of(dialog.person).messages.get(dialog.said);
    const mate = server.world.boxes.of(server.ownerOf(team.phone).id).messages.get(known?.mate ?? 0);
    mate?.entities.push({ _: 'messageEntityTextUrl', offset: 3, length: 2, url: 'https://ann.test/cv' });
    react(server.world, dialog.person, { id: dialog.said, emoji: '👍' });
    const shown = { message: 'My CV (https://ann.test/cv)', reactions: ['👍'], edited_at: null };
    await telegram.becomes(team.admin, dialog.id, shown);
    expect((await versions(team.admin, dialog)).body.versions).toEqual([]);
  });

  it('stay through edits, and exclude reactions of the account itself', async () => {
    const dialog = await answered('In May');
    react(server.world, dialog.person, { id: dialog.said, emoji: '❤' });
    await telegram.becomes(team.admin, dialog.id, { message: 'In May', reactions: ['❤'], edited_at: null });
    const mate = server.world.boxes.of(dialog.person).messages.get(dialog.said)?.mate ?? 0;
    react(server.world, server.ownerOf(team.phone).id, { id: mate, emoji: '👎' });
    rewords(dialog, 'In June');
    await telegram.becomes(team.admin, dialog.id, { message: 'In June', reactions: ['❤'], edited_at: expect.any(String) });
  });
});

describe('[TG-030] deletions of a candidate', () => {
  it('keep the message with a mark, and it is neither unread nor due for a reply', async () => {
    const dialog = await answered('Sorry, wrong person');
    expect(await dialogOf(dialog)).toMatchObject({ unread_count: 1 });
    takesBack(dialog);
    await telegram.becomes(team.admin, dialog.id, { message: 'Sorry, wrong person', deleted_at: expect.any(String) });
    expect(await dialogOf(dialog)).toMatchObject({ unread_count: 0 });
    const due = await here.sql('select answer_due_since from telegram_dialogs where id = $1', [dialog.id]);
    expect(due).toEqual([{ answer_due_since: null }]);
  });

  it('keep a reply to earlier messages due', async () => {
    const dialog = await answered('When do we talk?');
    const second = server.writes(dialog.username, team.phone, '??');
    await telegram.becomes(team.admin, dialog.id, { message: '??' });
    takesBack({ ...dialog, said: second.id });
    await telegram.becomes(team.admin, dialog.id, { deleted_at: expect.any(String) });
    expect(await dialogOf(dialog)).toMatchObject({ unread_count: 1 });
    const due = await here.sql('select from telegram_dialogs where id = $1 and answer_due_since is not null', [dialog.id]);
    expect(due).toHaveLength(1);
    // Only the last message, which is deleted, can be dismissed.
    const lastId = (await telegram.last(team.admin, dialog.id))?.message_id;
    const answer = (isNeeded: boolean) =>
      team.admin.post(`${dialogsPath}${dialog.id}/answer_need/`, { message_id: lastId, is_needed: isNeeded });
    const owed = async () =>
      (await here.sql<{ due: Date | null }>('select answer_due_since as due from telegram_dialogs where id = $1', [dialog.id]))[0]?.due;
    expect((await answer(false)).body).toMatchObject({ is_answer_needless: true });
    expect(await owed()).toBeNull();
    expect((await answer(true)).body).toMatchObject({ is_answer_needless: false });
    expect(await owed()).not.toBeNull();
  });

  it('are found after they were missed', async () => {
    const dialog = await answered('Forget it');
    await whileAway(() => takesBack(dialog));
    await telegram.becomes(team.admin, dialog.id, { message: 'Forget it', deleted_at: expect.any(String) });
  });
});
