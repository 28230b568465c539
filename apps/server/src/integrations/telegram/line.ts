import { Long, type tl } from '@mtcute/core';
import type {
  MessengerDialog,
  MessengerLine,
  MessengerMessage,
  MessengerUser,
  Outcome,
  OutgoingText,
  Peer,
  SendResult,
} from '#modules/messaging/telegram/messenger-port.ts';
import type { TelegramClient } from './client.ts';
import { failureOf, isAnswer, isDuplicate } from './failure.ts';
import { downloadFile, storedFile, uploadFile } from './files.ts';
import { createSequence, messageOf, momentOf, noteAnswer, readUpdates, type Sequence, userOf } from './read-updates.ts';

/** Dialogs and messages of one look. */
const mostDialogs = 100;

const peerOf = ({ id, access }: Peer): tl.RawInputPeerUser => ({
  _: 'inputPeerUser',
  userId: id,
  accessHash: Long.fromString(access),
});

async function outcomeOf<Result extends object>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** Which message it became, of all that the answer tells. */
function acceptedIn(updates: tl.TypeUpdates, randomId: Long): { id: number; sentAt: Date } | undefined {
  if (updates._ === 'updateShortSentMessage') return { id: updates.id, sentAt: momentOf(updates.date) };
  if (updates._ !== 'updates' && updates._ !== 'updatesCombined') return undefined;
  const numbered = updates.updates.find((each) => each._ === 'updateMessageID' && each.randomId.eq(randomId));
  const found = updates.updates.flatMap((each) => (each._ === 'updateNewMessage' ? (messageOf(each.message) ?? []) : []));
  const id = numbered?._ === 'updateMessageID' ? numbered.id : found.find(({ isOut }) => isOut)?.id;
  return id === undefined ? undefined : { id, sentAt: found.find((each) => each.id === id)?.sentAt ?? momentOf(updates.date) };
}

async function send(
  { client, sequence }: { client: TelegramClient; sequence: Sequence },
  { peer, randomId, text, file }: OutgoingText,
): Promise<SendResult> {
  const random = Long.fromString(randomId);
  const target = { peer: peerOf(peer), message: text, randomId: random };
  let uploaded: tl.RawInputFile | undefined;
  try {
    uploaded = file && (await uploadFile(client, { ...file, id: random }));
  } catch (error) {
    // Nothing was said of the message yet.
    return { outcome: 'refused', failure: failureOf(error) };
  }
  try {
    const media = uploaded && {
      _: 'inputMediaUploadedDocument' as const,
      file: uploaded,
      forceFile: true,
      mimeType: file?.mediaType ?? 'application/octet-stream',
      attributes: [{ _: 'documentAttributeFilename' as const, fileName: file?.name ?? '' }],
    };
    const updates = media
      ? await client.call({ _: 'messages.sendMedia', media, ...target })
      : await client.call({ _: 'messages.sendMessage', noWebpage: true, ...target });
    noteAnswer(updates, sequence);
    const accepted = acceptedIn(updates, random);
    return accepted ? { outcome: 'accepted', ...accepted } : { outcome: 'unknown', detail: updates._ };
  } catch (error) {
    if (isDuplicate(error)) return { outcome: 'duplicate' };
    if (isAnswer(error)) return { outcome: 'refused', failure: failureOf(error) };
    return { outcome: 'unknown', detail: failureOf(error).detail };
  }
}

function dialogsIn(answer: tl.messages.TypeDialogs): MessengerDialog[] {
  if (answer._ === 'messages.dialogsNotModified') return [];
  const users = new Map(answer.users.map((user) => [user.id, user]));
  const dates = new Map(answer.messages.flatMap((each) => ('date' in each ? [[each.id, momentOf(each.date)] as const] : [])));
  return answer.dialogs.flatMap((dialog) => {
    if (dialog._ !== 'dialog' || dialog.peer._ !== 'peerUser') return [];
    const raw = users.get(dialog.peer.userId);
    // Neither a machine nor Telegram's own notices are anybody to write to.
    const user = raw?._ === 'user' && !raw.bot && !raw.self && !raw.support && raw.id !== 777_000 ? userOf(raw) : undefined;
    if (!user) return [];
    const { topMessage, unreadCount, readInboxMaxId: readUpTo, readOutboxMaxId: personReadUpTo } = dialog;
    return [{ user, topMessage, lastAt: dates.get(topMessage) ?? null, unreadCount, readUpTo, personReadUpTo }];
  });
}

async function history(
  client: TelegramClient,
  peer: Peer,
  { id, limit }: { id: number; limit: number },
): Promise<{ messages: MessengerMessage[] }> {
  const answer = await client.call({
    _: 'messages.getHistory',
    peer: peerOf(peer),
    offsetId: 0,
    offsetDate: 0,
    addOffset: 0,
    limit,
    maxId: 0,
    minId: id,
    hash: Long.ZERO,
  });
  const messages = answer._ === 'messages.messagesNotModified' ? [] : answer.messages.flatMap((each) => messageOf(each) ?? []);
  return { messages: messages.filter((each) => each.id > id).toSorted((one, other) => one.id - other.id) };
}

async function resolve(client: TelegramClient, username: string): Promise<{ user: MessengerUser }> {
  const { users, peer } = await client.call({ _: 'contacts.resolveUsername', username });
  const user = users.flatMap((each) => (peer._ === 'peerUser' && each.id === peer.userId ? (userOf(each) ?? []) : []))[0];
  if (!user) throw new Error('the name is no person’s');
  return { user };
}

async function download(client: TelegramClient, messageId: number, most: number): Promise<{ bytes: Uint8Array }> {
  const answer = await client.call({ _: 'messages.getMessages', id: [{ _: 'inputMessageID', id: messageId }] });
  const found = answer._ === 'messages.messagesNotModified' ? [] : answer.messages;
  const message = found.find((each) => each.id === messageId);
  const file = message?._ === 'message' ? storedFile(message.media) : undefined;
  const bytes = file && (await downloadFile(client, file, most));
  if (!bytes) throw new Error('there is no file that could be taken');
  return { bytes };
}

/** The line of a signed-in account. */
export function openLine(client: TelegramClient): MessengerLine {
  const sequence = createSequence();
  let missed: (() => void) | undefined;
  const state = async () => {
    const { pts } = await client.call({ _: 'updates.getState' });
    return sequence.isAt(pts);
  };
  return {
    watch: (events) => {
      missed = events.onMissed;
      client.onUpdate((updates) => readUpdates(updates, { sequence, events }));
      client.onState(events.onState);
      return outcomeOf(async () => {
        // From here on the server tells this line of what happens.
        await state();
        const [self] = await client.call({ _: 'users.getUsers', id: [{ _: 'inputUserSelf' }] });
        const user = self && userOf(self);
        if (!user) throw new Error('the account is not told');
        return { self: user };
      });
    },
    check: () =>
      outcomeOf(async () => {
        if (!(await state())) missed?.();
        return {};
      }),
    async resolve(username) {
      const outcome = await outcomeOf(() => resolve(client, username));
      const isNobody = !outcome.ok && outcome.failure.detail === 'the name is no person’s';
      return isNobody ? { ok: false, failure: { code: 'username_unknown', detail: 'USERNAME_NOT_OCCUPIED' } } : outcome;
    },
    send: (message) => send({ client, sequence }, message),
    dialogs: () =>
      outcomeOf(async () => ({
        dialogs: dialogsIn(
          await client.call({
            _: 'messages.getDialogs',
            offsetDate: 0,
            offsetId: 0,
            offsetPeer: { _: 'inputPeerEmpty' },
            limit: mostDialogs,
            hash: Long.ZERO,
          }),
        ),
      })),
    history: (peer, after) => outcomeOf(() => history(client, peer, after)),
    markRead: (peer, upTo) =>
      outcomeOf(async () => {
        await client.call({ _: 'messages.readHistory', peer: peerOf(peer), maxId: upTo });
        return {};
      }),
    download: (messageId, most) => outcomeOf(() => download(client, messageId, most)),
    close: () => client.close(),
  };
}
