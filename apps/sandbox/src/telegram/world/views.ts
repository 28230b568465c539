import type { tl } from '@mtcute/core';
import { longOf } from '../wire/numbers.ts';
import { type Box, type Dialog, type Event, type Message, type OtherMedia, unreadIn } from './boxes.ts';
import type { StoredFile } from './files.ts';
import { type Person, SERVICE_ID } from './people.ts';
import type { World } from './world.ts';

export const THIS_DC = 2;

export const peerOf = (userId: number): tl.RawPeerUser => ({ _: 'peerUser', userId });

export function statusOf({ isOnline, seenAt }: Person, seconds: number): tl.TypeUserStatus {
  if (isOnline) return { _: 'userStatusOnline', expires: seconds + 300 };
  return seenAt === 0 ? { _: 'userStatusRecently' } : { _: 'userStatusOffline', wasOnline: seenAt };
}

/** With several usernames, all are in a separate list. */
export function usernamesOf({ username, moreUsernames }: Person): tl.TypeUsername[] {
  const first = username === null ? [] : [{ _: 'username' as const, active: true, editable: true, username }];
  return [...first, ...moreUsernames.map((more) => ({ _: 'username' as const, active: true, username: more }))];
}

function namesOf(person: Person): Pick<tl.RawUser, 'username' | 'usernames'> {
  if (person.moreUsernames.length > 0) return { usernames: usernamesOf(person) };
  return person.username === null ? {} : { username: person.username };
}

export function userOf(world: World, person: Person, viewer: number): tl.RawUser {
  const isSelf = person.id === viewer;
  const isDeleted = person.trait === 'deleted';
  return {
    _: 'user',
    id: person.id,
    accessHash: longOf(world.people.accessHash(viewer, person.id)),
    ...(isSelf && { self: true }),
    ...(isDeleted
      ? { deleted: true }
      : {
          firstName: person.firstName,
          ...(person.lastName !== '' && { lastName: person.lastName }),
          ...namesOf(person),
          status: statusOf(person, world.seconds()),
        }),
    ...(isSelf && person.phone !== null && { phone: person.phone }),
    ...(person.trait === 'bot' && { bot: true, botInfoVersion: 1 }),
    ...(person.trait === 'premium' && { premium: true, contactRequirePremium: true }),
    ...(person.id === SERVICE_ID && { verified: true, support: true }),
  };
}

export const documentOf = (file: StoredFile): tl.RawDocument => ({
  _: 'document',
  id: longOf(BigInt(file.id)),
  accessHash: longOf(BigInt(file.accessHash)),
  fileReference: Buffer.from('sandbox'),
  date: file.date,
  mimeType: file.mimeType,
  size: file.size,
  dcId: THIS_DC,
  attributes: [
    ...file.attributes.filter(({ _ }) => _ !== 'documentAttributeFilename'),
    { _: 'documentAttributeFilename', fileName: file.name },
  ],
});

const mediaOf = (file: StoredFile): tl.RawMessageMediaDocument => ({ _: 'messageMediaDocument', document: documentOf(file) });

function otherMediaOf(other: OtherMedia): tl.TypeMessageMedia {
  if (other.kind === 'contact') {
    const { firstName, lastName, phone } = other;
    return { _: 'messageMediaContact', phoneNumber: phone, firstName, lastName, vcard: '', userId: 0 };
  }
  return { _: 'messageMediaGeo', geo: { _: 'geoPoint', long: other.longitude, lat: other.latitude, accessHash: longOf(0n) } };
}

export const replyHeaderOf = (replyToMsgId: number): tl.RawMessageReplyHeader => ({ _: 'messageReplyHeader', replyToMsgId });

function reactionsOf(owner: number, { reactions = {}, date }: Message): tl.RawMessageReactions | undefined {
  const reacted = Object.entries(reactions).map(([by, emoticon]) => ({
    by: Number(by),
    reaction: { _: 'reactionEmoji' as const, emoticon },
  }));
  if (reacted.length === 0) return undefined;
  const isOwn = (by: number) => by === owner;
  return {
    _: 'messageReactions',
    canSeeList: true,
    results: reacted.map(({ by, reaction }) => ({ _: 'reactionCount', reaction, count: 1, ...(isOwn(by) && { chosenOrder: 0 }) })),
    recentReactions: reacted.map(({ by, reaction }) => ({
      _: 'messagePeerReaction',
      peerId: peerOf(by),
      date,
      reaction,
      ...(isOwn(by) && { my: true }),
    })),
  };
}

export function messageOf(world: World, owner: number, message: Message): tl.RawMessage {
  const file = message.fileId === null ? null : world.files.find(message.fileId);
  const reactions = reactionsOf(owner, message);
  return {
    _: 'message',
    ...(message.isOut && { out: true, fromId: peerOf(owner) }),
    id: message.id,
    peerId: peerOf(message.peer),
    date: message.date,
    message: message.text,
    ...(file && { media: mediaOf(file) }),
    ...(message.other && { media: otherMediaOf(message.other) }),
    ...(message.replyTo !== undefined && { replyTo: replyHeaderOf(message.replyTo) }),
    ...(message.editedAt !== undefined && { editDate: message.editedAt }),
    // Reactions are an edit that clients do not show as such.
    ...(reactions && { reactions, editDate: message.editedAt ?? message.date, ...(message.editedAt === undefined && { editHide: true }) }),
    ...(message.entities.length > 0 && { entities: message.entities }),
  };
}

export const dialogOf = (box: Box, dialog: Dialog): tl.RawDialog => ({
  _: 'dialog',
  peer: peerOf(dialog.peer),
  topMessage: dialog.ids.at(-1) ?? 0,
  readInboxMaxId: dialog.readInbox,
  readOutboxMaxId: dialog.readOutbox,
  unreadCount: unreadIn(box, dialog),
  unreadMentionsCount: 0,
  unreadReactionsCount: 0,
  unreadPollVotesCount: 0,
  notifySettings: { _: 'peerNotifySettings' },
});

export const stateOf = (box: Box, seconds: number): tl.updates.RawState => ({
  _: 'updates.state',
  pts: box.pts,
  qts: 0,
  date: seconds,
  seq: 0,
  unreadCount: [...box.dialogs.values()].reduce((sum, dialog) => sum + unreadIn(box, dialog), 0),
});

export function updateOf(world: World, box: Box, event: Exclude<Event, { kind: 'new' }>): tl.TypeUpdate {
  const { pts } = event;
  if (event.kind === 'edited') {
    const message = box.messages.get(event.id);
    if (!message) return { _: 'updateDeleteMessages', messages: [event.id], pts, ptsCount: 1 };
    return { _: 'updateEditMessage', message: messageOf(world, box.owner, message), pts, ptsCount: 1 };
  }
  if (event.kind === 'deleted') return { _: 'updateDeleteMessages', messages: event.ids, pts, ptsCount: event.ids.length };
  const at = { peer: peerOf(event.peer), maxId: event.maxId, pts, ptsCount: 1 };
  if (event.kind === 'readOutbox') return { _: 'updateReadHistoryOutbox', ...at };
  const dialog = box.dialogs.get(event.peer);
  return { _: 'updateReadHistoryInbox', ...at, stillUnreadCount: dialog ? unreadIn(box, dialog) : 0 };
}

export const newMessageUpdate = (world: World, owner: number, message: Message): tl.RawUpdateNewMessage => ({
  _: 'updateNewMessage',
  message: messageOf(world, owner, message),
  pts: message.pts,
  ptsCount: 1,
});

export function usersOf(world: World, viewer: number, ids: Iterable<number>): tl.RawUser[] {
  return [...new Set([...ids, viewer])].flatMap((id) => {
    const person = world.people.find(id);
    return person ? [userOf(world, person, viewer)] : [];
  });
}

export const updatesOf = (world: World, viewer: number, { updates, ids }: { updates: tl.TypeUpdate[]; ids: number[] }): tl.RawUpdates => ({
  _: 'updates',
  updates,
  users: usersOf(world, viewer, ids),
  chats: [],
  date: world.seconds(),
  seq: 0,
});
