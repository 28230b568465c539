import { Long, type tl } from '@mtcute/core';
import type {
  ChangesPage,
  DialogPage,
  DialogPlace,
  Download,
  HistoryPage,
  HistoryPlace,
  MessengerDialog,
  MessengerConnection,
  MessengerUser,
  Outcome,
  OutgoingText,
  Peer,
  SendResult,
} from '#modules/messaging/telegram/messenger-port.ts';
import type { TelegramClient } from './client.ts';
import { failureOf, isAnswer, isDuplicate, saysNoAnswered, saysNoFile } from './failure.ts';
import { isFrozenBy } from './freeze.ts';
import { downloadFile, NoSuchFile, storedFile, uploadFile } from './files.ts';
import { messageOf, momentOf, reactedOf, userOf } from './read-message.ts';
import { createSequence, trackResponse, readUpdates, type Sequence } from './read-updates.ts';

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

function acceptedIn(updates: tl.TypeUpdates, randomId: Long): { id: number; sentAt: Date } | undefined {
  if (updates._ === 'updateShortSentMessage') return { id: updates.id, sentAt: momentOf(updates.date) };
  if (updates._ !== 'updates' && updates._ !== 'updatesCombined') return undefined;
  const numbered = updates.updates.find((each) => each._ === 'updateMessageID' && each.randomId.eq(randomId));
  const found = updates.updates.flatMap((each) => (each._ === 'updateNewMessage' ? (messageOf(each.message) ?? []) : []));
  const id = numbered?._ === 'updateMessageID' ? numbered.id : found.find(({ isOut }) => isOut)?.id;
  return id === undefined ? undefined : { id, sentAt: found.find((each) => each.id === id)?.sentAt ?? momentOf(updates.date) };
}

const withoutReply = ({ replyTo: _replyTo, ...message }: OutgoingText): OutgoingText => message;

async function send(known: { client: TelegramClient; sequence: Sequence }, message: OutgoingText): Promise<SendResult> {
  const { client, sequence } = known;
  const { peer, randomId, text, file, replyTo } = message;
  const random = Long.fromString(randomId);
  const answering = replyTo === undefined ? {} : { replyTo: { _: 'inputReplyToMessage' as const, replyToMsgId: replyTo } };
  const target = { peer: peerOf(peer), message: text, randomId: random, ...answering };
  try {
    const media = file && {
      _: 'inputMediaUploadedDocument' as const,
      file: file.handle as tl.RawInputFile,
      forceFile: true,
      mimeType: file.mediaType,
      attributes: [{ _: 'documentAttributeFilename' as const, fileName: file.name }],
    };
    const updates = media
      ? await client.call({ _: 'messages.sendMedia', media, ...target })
      : await client.call({ _: 'messages.sendMessage', noWebpage: true, ...target });
    trackResponse(updates, sequence);
    const accepted = acceptedIn(updates, random);
    return accepted ? { outcome: 'accepted', ...accepted } : { outcome: 'unknown', detail: updates._ };
  } catch (error) {
    if (isDuplicate(error)) return { outcome: 'duplicate' };
    // The server refused it: sending again with the same random id cannot duplicate it.
    if (replyTo !== undefined && saysNoAnswered(error)) return send(known, withoutReply(message));
    if (isAnswer(error)) return { outcome: 'refused', failure: failureOf(error) };
    return { outcome: 'unknown', detail: failureOf(error).detail };
  }
}

type AnsweredDialogs = Exclude<tl.messages.TypeDialogs, { _: 'messages.dialogsNotModified' }>;

function inputPeerOf(peer: tl.TypePeer, { users, chats }: AnsweredDialogs): tl.TypeInputPeer | undefined {
  if (peer._ === 'peerChat') return { _: 'inputPeerChat', chatId: peer.chatId };
  if (peer._ === 'peerUser') {
    const user = users.find((each) => each.id === peer.userId);
    return user?._ === 'user' && user.accessHash ? { _: 'inputPeerUser', userId: user.id, accessHash: user.accessHash } : undefined;
  }
  const chat = chats.find((each) => each.id === peer.channelId);
  return chat?._ === 'channel' && chat.accessHash ? { _: 'inputPeerChannel', channelId: chat.id, accessHash: chat.accessHash } : undefined;
}

const samePeer = (one: tl.TypePeer, other: tl.TypePeer) => JSON.stringify(one) === JSON.stringify(other);

/** The last dialog in date order, which excludes pinned ones. */
function nextPlace(answer: AnsweredDialogs): DialogPlace | null {
  if (answer._ === 'messages.dialogs') return null;
  for (const dialog of answer.dialogs.toReversed()) {
    if (dialog._ !== 'dialog' || dialog.pinned) continue;
    const top = answer.messages.find((each) => 'date' in each && each.id === dialog.topMessage && samePeer(each.peerId, dialog.peer));
    const peer = inputPeerOf(dialog.peer, answer);
    if (top && 'date' in top && peer) return { messageId: dialog.topMessage, date: top.date, peer };
  }
  return null;
}

function dialogsIn(answer: AnsweredDialogs): MessengerDialog[] {
  const users = new Map(answer.users.map((user) => [user.id, user]));
  const dates = new Map(
    answer.messages.flatMap((each) => ('date' in each && each.peerId._ === 'peerUser' ? [[each.id, momentOf(each.date)] as const] : [])),
  );
  return answer.dialogs.flatMap((dialog) => {
    if (dialog._ !== 'dialog' || dialog.peer._ !== 'peerUser') return [];
    const raw = users.get(dialog.peer.userId);
    // Bots, Telegram support and service notifications are not contacts.
    const user = raw?._ === 'user' && !raw.bot && !raw.self && !raw.support && raw.id !== 777_000 ? userOf(raw) : undefined;
    if (!user) return [];
    const { topMessage, unreadCount, readInboxMaxId: readUpTo, readOutboxMaxId: personReadUpTo, pinned } = dialog;
    const lastAt = dates.get(topMessage) ?? null;
    return [{ user, topMessage, lastAt, unreadCount, readUpTo, personReadUpTo, isPinned: pinned ?? false }];
  });
}

async function dialogs(client: TelegramClient, from: DialogPlace | undefined): Promise<DialogPage> {
  const answer = await client.call({
    _: 'messages.getDialogs',
    offsetDate: from?.date ?? 0,
    offsetId: from?.messageId ?? 0,
    offsetPeer: (from?.peer as tl.TypeInputPeer | undefined) ?? { _: 'inputPeerEmpty' },
    excludePinned: from !== undefined,
    limit: mostDialogs,
    hash: Long.ZERO,
  });
  if (answer._ === 'messages.dialogsNotModified') return { dialogs: [], next: null };
  const next = nextPlace(answer);
  const isFurther = next !== null && (next.messageId !== from?.messageId || next.date !== from.date);
  return { dialogs: dialogsIn(answer), next: isFurther ? next : null };
}

const getHistory = async (
  client: TelegramClient,
  peer: Peer,
  window: Partial<tl.messages.RawGetHistoryRequest>,
): Promise<tl.TypeMessage[]> => {
  const usual = { offsetId: 0, offsetDate: 0, addOffset: 0, limit: 1, maxId: 0, minId: 0, hash: Long.ZERO };
  const answer = await client.call({ _: 'messages.getHistory', peer: peerOf(peer), ...usual, ...window });
  return answer._ === 'messages.messagesNotModified' ? [] : answer.messages;
};

async function history(client: TelegramClient, peer: Peer, { after, limit, from }: HistoryPlace): Promise<HistoryPage> {
  // https://core.telegram.org/api/offsets: a negative offset returns the messages after `after`.
  const window = from === 'newest' ? { limit, minId: after } : { limit, offsetId: after + 1, addOffset: -limit };
  const found = (await getHistory(client, peer, window)).filter((each) => each.id > after);
  const messages = found.flatMap((each) => messageOf(each) ?? []).toSorted((one, other) => one.id - other.id);
  return { messages, upTo: Math.max(0, ...found.map(({ id }) => id)) };
}

async function lastBefore(client: TelegramClient, peer: Peer, moment: Date): Promise<{ id: number }> {
  const [found] = await getHistory(client, peer, { offsetDate: Math.floor(moment.getTime() / 1000) });
  return { id: found?.id ?? 0 };
}

async function resolve(client: TelegramClient, username: string): Promise<{ user: MessengerUser }> {
  const { users, peer } = await client.call({ _: 'contacts.resolveUsername', username });
  const user = users.flatMap((each) => (peer._ === 'peerUser' && each.id === peer.userId ? (userOf(each) ?? []) : []))[0];
  if (!user) throw new Error('the name is no person’s');
  return { user };
}

async function bytesOf(client: TelegramClient, messageId: number, most: number): Promise<Uint8Array> {
  const answer = await client.call({ _: 'messages.getMessages', id: [{ _: 'inputMessageID', id: messageId }] });
  const found = answer._ === 'messages.messagesNotModified' ? [] : answer.messages;
  const message = found.find((each) => each.id === messageId);
  const file = message?._ === 'message' ? storedFile(message.media) : undefined;
  if (!file) throw new NoSuchFile('unknown', 'the message has no file any more');
  return downloadFile(client, file, most);
}

async function download(client: TelegramClient, messageId: number, most: number): Promise<Download> {
  try {
    return { ok: true, bytes: await bytesOf(client, messageId, most) };
  } catch (error) {
    if (error instanceof NoSuchFile) return { ok: false, failure: { code: error.code, detail: error.message }, isFinal: true };
    return { ok: false, failure: failureOf(error), isFinal: saysNoFile(error) };
  }
}

type ServerState = Pick<tl.updates.RawState, 'pts' | 'qts' | 'date'>;

function changesIn(updates: readonly tl.TypeUpdate[]): Omit<ChangesPage, 'place' | 'isLast'> {
  return {
    edited: updates.flatMap((each) => (each._ === 'updateEditMessage' ? (messageOf(each.message) ?? []) : [])),
    reacted: updates.flatMap((each) => (each._ === 'updateMessageReactions' ? (reactedOf(each) ?? []) : [])),
    deleted: updates.flatMap((each) => (each._ === 'updateDeleteMessages' ? each.messages : [])),
  };
}

async function changes(client: TelegramClient, pts: number, { qts, date }: ServerState): Promise<ChangesPage> {
  // The date applies to updates without a number, which we ignore.
  const answer = await client.call({ _: 'updates.getDifference', pts, date, qts });
  switch (answer._) {
    case 'updates.differenceEmpty':
      return { ...changesIn([]), place: pts, isLast: true };
    case 'updates.differenceTooLong':
      // Changes up to this position are no longer available.
      return { ...changesIn([]), place: answer.pts, isLast: true };
    case 'updates.differenceSlice':
      return { ...changesIn(answer.otherUpdates), place: answer.intermediateState.pts, isLast: answer.intermediateState.pts <= pts };
    default:
      return { ...changesIn(answer.otherUpdates), place: answer.state.pts, isLast: true };
  }
}

export function openLine(client: TelegramClient): MessengerConnection {
  const sequence = createSequence();
  let missed: (() => void) | undefined;
  let known: ServerState | undefined;
  const stateNow = async (): Promise<ServerState> => (known = await client.call({ _: 'updates.getState' }));
  const state = async () => sequence.isAt((await stateNow()).pts);
  return {
    watch: (events) => {
      missed = events.onMissed;
      client.onUpdate((updates) => readUpdates(updates, { sequence, events }));
      client.onState(events.onState);
      return outcomeOf(async () => {
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
    isFrozen: () => outcomeOf(async () => ({ isFrozen: isFrozenBy(await client.call({ _: 'help.getAppConfig', hash: 0 })) })),
    async resolve(username) {
      const outcome = await outcomeOf(() => resolve(client, username));
      const isNobody = !outcome.ok && outcome.failure.detail === 'the name is no person’s';
      return isNobody ? { ok: false, failure: { code: 'username_unknown', detail: 'USERNAME_NOT_OCCUPIED' } } : outcome;
    },
    upload: ({ randomId, bytes, name, mediaType }) =>
      outcomeOf(async () => ({
        file: { name, mediaType, handle: await uploadFile(client, { name, bytes, id: Long.fromString(randomId) }) },
      })),
    send: (message) => send({ client, sequence }, message),
    dialogs: (from) => outcomeOf(() => dialogs(client, from)),
    history: (peer, place) => outcomeOf(() => history(client, peer, place)),
    lastBefore: (peer, moment) => outcomeOf(() => lastBefore(client, peer, moment)),
    changes: (from) =>
      outcomeOf(async () => {
        if (from === null) return { ...changesIn([]), place: (await stateNow()).pts, isLast: true };
        return changes(client, from, known ?? (await stateNow()));
      }),
    markRead: (peer, upTo) =>
      outcomeOf(async () => {
        await client.call({ _: 'messages.readHistory', peer: peerOf(peer), maxId: upTo });
        return {};
      }),
    download: (messageId, most) => download(client, messageId, most),
    close: () => client.close(),
    closeIn: (milliseconds) => client.closeIn(milliseconds),
  };
}
