import { describe, expect, it } from 'vitest';
import { reply } from '@headwater/sandbox/telegram/candidate';
import { remove } from '@headwater/sandbox/telegram/world/actions';
import { openTelegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { poll } from '../../../../test/settled.ts';

const telegram = await openTelegramDialogs('replies');
const { server, team } = telegram;

/** A dialog with a message from the candidate and its names on both sides. */
async function answered(text: string) {
  const dialog = await telegram.converse(team.admin);
  const said = server.writes(dialog.username, team.phone, text);
  await telegram.becomes(team.admin, dialog.id, { message: text, reply_to: null });
  return { ...dialog, number: said.id, messageId: (await telegram.last(team.admin, dialog.id))?.message_id ?? 0 };
}
type Answered = Awaited<ReturnType<typeof answered>>;

/** Messages on the candidate's phone, oldest first. */
function onPhone({ username }: Answered) {
  const [person, owner] = [server.personOf(username), server.ownerOf(team.phone)];
  const box = server.world.boxes.of(person.id);
  return (box.dialogs.get(owner.id)?.ids ?? []).flatMap((id) => box.messages.get(id) ?? []);
}
const replyFrom = ({ username }: Answered, text: string, replyTo: number) =>
  reply(server.world, { from: server.personOf(username), to: server.ownerOf(team.phone), text, replyTo });
const sendFault = (fault: { error: string | null; fate: 'sent' | 'lost' }) =>
  server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, milliseconds: 0, ...fault });

describe('[TG-050] a message that quotes another one', () => {
  it("shows the quote on the candidate's phone and here", async () => {
    const dialog = await answered('When could you begin?');
    await telegram.say(team.admin, dialog.id, { message: 'In May', reply_to_id: dialog.messageId });
    await telegram.becomes(team.admin, dialog.id, {
      message: 'In May',
      state: 'sent',
      reply_to: { message_id: dialog.messageId, message: 'When could you begin?', out: false, is_deleted: false },
    });
    expect(onPhone(dialog).at(-1)).toMatchObject({ text: 'In May', replyTo: dialog.number });
  });

  it('is delivered once if the response is lost', async () => {
    const dialog = await answered('Lost?');
    sendFault({ error: null, fate: 'lost' });
    await telegram.say(team.admin, dialog.id, { message: 'Found', reply_to_id: dialog.messageId, request_key: 'replies-lost-1' });
    await telegram.say(team.admin, dialog.id, { message: 'Found', reply_to_id: dialog.messageId, request_key: 'replies-lost-1' });
    await telegram.becomes(team.admin, dialog.id, { message: 'Found', state: 'sent', reply_to: { message_id: dialog.messageId } });
    expect(onPhone(dialog).filter(({ text }) => text === 'Found')).toMatchObject([{ replyTo: dialog.number }]);
  });

  it('is sent without the quote if Telegram lost the quoted message', async () => {
    const dialog = await answered('Gone soon');
    sendFault({ error: 'REPLY_MESSAGE_ID_INVALID', fate: 'sent' });
    await telegram.say(team.admin, dialog.id, { message: 'All the same', reply_to_id: dialog.messageId });
    await telegram.becomes(team.admin, dialog.id, { message: 'All the same', state: 'sent' });
    expect(onPhone(dialog).filter(({ text }) => text === 'All the same')).toHaveLength(1);
  });

  it('is rejected if Telegram does not have the quoted message', async () => {
    const dialog = await answered('Deleted');
    remove(server.world, server.personOf(dialog.username).id, { ids: [dialog.number], revoke: true });
    await telegram.becomes(team.admin, dialog.id, { deleted_at: expect.any(String) });
    const gone = await telegram.say(team.admin, dialog.id, { message: 'Why?', reply_to_id: dialog.messageId });
    expect(gone).toMatchObject({ status: 409 });
    const other = await answered('Elsewhere');
    expect(await telegram.say(team.admin, dialog.id, { message: 'Why?', reply_to_id: other.messageId })).toMatchObject({ status: 404 });
    expect(await telegram.say(team.admin, dialog.id, { message: 'Why?', reply_to_id: 999_999_999 })).toMatchObject({ status: 404 });
  });

  it('of the candidate shows its quote, and marks a deleted one', async () => {
    const dialog = await answered('First');
    const [ours] = onPhone(dialog);
    await replyFrom(dialog, 'Hello yourself', ours?.id ?? 0);
    await telegram.becomes(team.admin, dialog.id, { message: 'Hello yourself', reply_to: { message: 'Hello', out: true } });
    await replyFrom(dialog, 'As I said', dialog.number);
    await telegram.becomes(team.admin, dialog.id, { message: 'As I said', reply_to: { message_id: dialog.messageId, out: false } });
    remove(server.world, server.personOf(dialog.username).id, { ids: [dialog.number], revoke: true });
    await poll(() => telegram.last(team.admin, dialog.id)).toMatchObject({ reply_to: { is_deleted: true } });
  });
});
