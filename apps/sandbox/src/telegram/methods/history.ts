import type { tl } from '@mtcute/core';
import type { Dialog, Message } from '../world/boxes.ts';
import { dialogOf, messageOf, stateOf, updateOf, usersOf } from '../world/views.ts';
import { markRead, remove } from '../world/actions.ts';
import { longOf } from '../wire/numbers.ts';
import { dialogWith, type Member, type Methods, personOf } from './method.ts';

const MOST = 100;

export const historyMethods: Methods<Member> = {
  'messages.getDialogs': (member, request) => {
    const all = request.folderId === 1 ? [] : dialogsOf(member);
    const from = all.findIndex((dialog) => isBefore(member, dialog, request));
    const shown = from < 0 ? [] : all.slice(from, from + limited(request.limit));
    const page = pageOf(member, shown);
    return shown.length === all.length ? { _: 'messages.dialogs', ...page } : { _: 'messages.dialogsSlice', count: all.length, ...page };
  },
  'messages.getPinnedDialogs': (member) => ({
    _: 'messages.peerDialogs',
    ...pageOf(member, []),
    state: stateOf(member.box, member.world.seconds()),
  }),
  'messages.getPeerDialogs': (member, { peers }) => {
    const dialogs = peers.flatMap((one) => (one._ === 'inputDialogPeer' ? [dialogWith(member, personOf(member, one.peer))] : []));
    return { _: 'messages.peerDialogs', ...pageOf(member, dialogs), state: stateOf(member.box, member.world.seconds()) };
  },
  'messages.getHistory': (member, request) => {
    const dialog = dialogWith(member, personOf(member, request.peer));
    return slice(member, dialog.ids, request);
  },
  'messages.search': (member, request) => {
    const query = request.q.toLowerCase();
    const inPeer = request.peer._ === 'inputPeerEmpty' ? null : dialogWith(member, personOf(member, request.peer));
    const ids = (inPeer?.ids ?? [...member.box.messages.keys()]).filter((id) => {
      const message = member.box.messages.get(id);
      return message !== undefined && message.text.toLowerCase().includes(query) && isOfFilter(message, request.filter);
    });
    return slice(member, ids, { ...request, offsetDate: request.maxDate });
  },
  'messages.getMessages': (member, { id }) => {
    const found = id.map((one) => (one._ === 'inputMessageID' ? one.id : 0));
    const messages = found.map((one) => viewOf(member, one) ?? ({ _: 'messageEmpty', id: one } as const));
    return { _: 'messages.messages', messages, topics: [], chats: [], users: peopleOf(member, found) };
  },
  'messages.readHistory': (member, { peer, maxId }) => {
    const { world, self, session, box } = member;
    const isNews = markRead(world, self, { dialog: dialogWith(member, personOf(member, peer)), maxId, by: session });
    return { _: 'messages.affectedMessages', pts: box.pts, ptsCount: isNews ? 1 : 0 };
  },
  'messages.deleteMessages': ({ world, self, session }, { id, revoke }) => {
    const { pts, count } = remove(world, self.id, { ids: id, revoke: revoke ?? false, by: session });
    return { _: 'messages.affectedMessages', pts, ptsCount: count };
  },
  'messages.deleteHistory': (member, { peer, revoke, maxId }) => {
    const { world, self, session } = member;
    const ids = dialogWith(member, personOf(member, peer)).ids.filter((id) => maxId === 0 || id <= maxId);
    const { pts, count } = remove(world, self.id, { ids, revoke: revoke ?? false, by: session });
    return { _: 'messages.affectedHistory', pts, ptsCount: count, offset: 0 };
  },
  'messages.getDialogFilters': () => ({ _: 'messages.dialogFilters', filters: [] }),
  'updates.getState': ({ box, world }) => stateOf(box, world.seconds()),
  'updates.getDifference': (member, { pts, ptsLimit }) => differenceSince(member, pts, ptsLimit ?? MOST),
};

const limited = (limit: number): number => Math.min(limit <= 0 ? 20 : limit, MOST);
const topOf = ({ ids }: Dialog): number => ids.at(-1) ?? 0;

const dialogsOf = ({ box }: Member): Dialog[] =>
  [...box.dialogs.values()].filter(({ ids }) => ids.length > 0).toSorted((one, other) => topOf(other) - topOf(one));

function isBefore({ box }: Member, dialog: Dialog, { offsetId, offsetDate }: { offsetId: number; offsetDate: number }): boolean {
  if (offsetId > 0) return topOf(dialog) < offsetId;
  return offsetDate === 0 || (box.messages.get(topOf(dialog))?.date ?? 0) < offsetDate;
}

function pageOf(member: Member, dialogs: Dialog[]) {
  const { world, self, box } = member;
  const tops = dialogs.flatMap((dialog) => viewOf(member, topOf(dialog)) ?? []);
  const users = usersOf(
    world,
    self.id,
    dialogs.map(({ peer }) => peer),
  );
  return { dialogs: dialogs.map((dialog) => dialogOf(box, dialog)), messages: tops, chats: [], users };
}

function viewOf({ world, self, box }: Member, id: number): tl.RawMessage | null {
  const message = box.messages.get(id);
  return message ? messageOf(world, self.id, message) : null;
}

const peopleOf = ({ world, self, box }: Member, ids: number[]): tl.RawUser[] =>
  usersOf(
    world,
    self.id,
    ids.flatMap((id) => box.messages.get(id)?.peer ?? []),
  );

const isOfFilter = ({ fileId }: Message, { _ }: tl.TypeMessagesFilter): boolean => _ !== 'inputMessagesFilterDocument' || fileId !== null;

type Window = { offsetId: number; offsetDate: number; addOffset: number; limit: number; maxId: number; minId: number };

/** https://core.telegram.org/api/offsets */
function slice(member: Member, ids: number[], window: Window): tl.messages.TypeMessages {
  const { offsetId, offsetDate, addOffset, limit, maxId, minId } = window;
  const dateOf = (id: number): number => member.box.messages.get(id)?.date ?? 0;
  const newestFirst = ids.toReversed();
  const found = newestFirst.findIndex((id) => (offsetId === 0 || id < offsetId) && (offsetDate === 0 || dateOf(id) < offsetDate));
  const first = (found < 0 ? newestFirst.length : found) + addOffset;
  const size = Math.min(Math.max(limit, 0), MOST);
  const shown = newestFirst.slice(Math.max(first, 0), Math.max(first + size, 0)).filter((id) => (maxId === 0 || id < maxId) && id > minId);
  const messages = shown.flatMap((id) => viewOf(member, id) ?? []);
  const page = { messages, topics: [], chats: [], users: peopleOf(member, shown) };
  if (shown.length === ids.length) return { _: 'messages.messages', ...page };
  return { _: 'messages.messagesSlice', count: ids.length, offsetIdOffset: Math.max(first, 0), ...page };
}

/** Includes random ids of messages sent with this key, in case their response was lost. */
function differenceSince(member: Member, pts: number, limit: number): tl.updates.TypeDifference {
  const { world, self, box, key } = member;
  const seconds = world.seconds();
  if (pts >= box.pts) return { _: 'updates.differenceEmpty', date: seconds, seq: 0 };
  if (pts < box.forgotten) return { _: 'updates.differenceTooLong', pts: box.pts };
  const events = box.events.filter((event) => event.pts > pts);
  const shown = events.slice(0, Math.min(Math.max(limit, 1), MOST));
  const messages = shown.flatMap((event) => (event.kind === 'new' ? (box.messages.get(event.id) ?? []) : []));
  const sent = messages.filter(({ keyId, randomId }) => keyId === String(key.id) && randomId !== null);
  const users = usersOf(
    world,
    self.id,
    messages.map(({ peer }) => peer),
  );
  const changes = {
    newMessages: messages.map((message) => messageOf(world, self.id, message)),
    newEncryptedMessages: [],
    otherUpdates: [
      ...sent.map(({ id, randomId }): tl.TypeUpdate => ({ _: 'updateMessageID', id, randomId: longOf(BigInt(randomId ?? 0)) })),
      ...shown.flatMap((event) => (event.kind === 'new' ? [] : [updateOf(world, box, event)])),
    ],
    chats: [],
    users,
  };
  if (shown.length === events.length) return { _: 'updates.difference', ...changes, state: stateOf(box, seconds) };
  return { _: 'updates.differenceSlice', ...changes, intermediateState: { ...stateOf(box, seconds), pts: shown.at(-1)?.pts ?? box.pts } };
}
