import type { tl } from '@mtcute/core';
import type { MessengerEvents, MessengerFile, MessengerMessage, MessengerUser } from '#modules/messaging/telegram/messenger-port.ts';

const mediaNames: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' };

/** Dates are whole seconds. */
export const momentOf = (seconds: number): Date => new Date(seconds * 1000);

export function userOf(user: tl.TypeUser): MessengerUser | undefined {
  if (user._ !== 'user') return undefined;
  const names = [user.firstName, user.lastName].flatMap((name) => name?.trim() || []);
  return {
    id: user.id,
    access: user.accessHash?.toString() ?? null,
    name: user.deleted ? '' : names.join(' ').slice(0, 255),
    username: (user.username ?? user.usernames?.find((each) => each.active)?.username)?.slice(0, 64) ?? null,
    isPremium: user.premium ?? false,
  };
}

/** The greatest form of a picture. */
export function pictureOf(photo: tl.RawPhoto): { type: string; size: number } | undefined {
  const sizes = photo.sizes.flatMap((size) => {
    if (size._ === 'photoSize') return [{ type: size.type, size: size.size }];
    return size._ === 'photoSizeProgressive' ? [{ type: size.type, size: size.sizes.at(-1) ?? 0 }] : [];
  });
  return sizes.toSorted((one, other) => other.size - one.size)[0];
}

function fileOf(media: tl.TypeMessageMedia | undefined): MessengerFile | null {
  if (media?._ === 'messageMediaDocument' && media.document?._ === 'document') {
    const { attributes, mimeType, size, id } = media.document;
    const named = attributes.find((each) => each._ === 'documentAttributeFilename');
    const name = named?.fileName.trim() || `file-${id.toString()}.${mediaNames[mimeType] ?? 'bin'}`;
    return { name: name.slice(-255), size, mediaType: mimeType };
  }
  if (media?._ === 'messageMediaPhoto' && media.photo?._ === 'photo') {
    return { name: `photo-${media.photo.id.toString()}.jpg`, size: pictureOf(media.photo)?.size ?? 0, mediaType: 'image/jpeg' };
  }
  return null;
}

/** Undefined where it is none of a conversation with a person. */
export function messageOf(message: tl.TypeMessage): MessengerMessage | undefined {
  if (message._ !== 'message' || message.peerId._ !== 'peerUser') return undefined;
  return {
    id: message.id,
    isOut: message.out ?? false,
    peerId: message.peerId.userId,
    sentAt: momentOf(message.date),
    text: message.message,
    file: fileOf(message.media),
  };
}

const ofUser = (peer: tl.TypePeer): number | undefined => (peer._ === 'peerUser' ? peer.userId : undefined);

function readUpdate(update: tl.TypeUpdate, events: MessengerEvents): void {
  if (update._ === 'updateNewMessage') {
    const message = messageOf(update.message);
    if (message) events.onMessage(message);
  } else if (update._ === 'updateReadHistoryInbox') {
    const peer = ofUser(update.peer);
    if (peer) events.onReadByUs(peer, update.maxId);
  } else if (update._ === 'updateReadHistoryOutbox') {
    const peer = ofUser(update.peer);
    if (peer) events.onReadByPerson(peer, update.maxId);
  }
}

/** Counts what an account has been told of: a gap in the numbers tells that something was missed. */
export function createSequence() {
  let pts: number | undefined;
  return {
    /** True where nothing came between. */
    follows(next: number, count: number): boolean {
      const isNext = pts === undefined || next <= pts + count;
      pts = Math.max(pts ?? 0, next);
      return isNext;
    },
    /** What the server says of itself: true where all of it is known. */
    isAt(state: number): boolean {
      const isKnown = pts === undefined || state <= pts;
      pts = Math.max(pts ?? 0, state);
      return isKnown;
    },
  };
}
export type Sequence = ReturnType<typeof createSequence>;

type Handler = (update: tl.TypeUpdate) => void;

function each(
  updates: readonly tl.TypeUpdate[],
  { sequence, events, handle }: { sequence: Sequence; events: MessengerEvents; handle: Handler },
) {
  for (const update of updates) {
    if (
      'pts' in update &&
      'ptsCount' in update &&
      !('channelId' in update) &&
      !sequence.follows(Number(update.pts), Number(update.ptsCount))
    ) {
      events.onMissed();
    }
    handle(update);
  }
}

/** What one word of the server tells. An update that cannot be read makes the dialogs be looked through, and holds up no other. */
export function readUpdates(updates: tl.TypeUpdates, { sequence, events }: { sequence: Sequence; events: MessengerEvents }): void {
  const handle: Handler = (update) => {
    try {
      readUpdate(update, events);
    } catch {
      events.onMissed();
    }
  };
  switch (updates._) {
    case 'updatesTooLong':
      return events.onMissed();
    case 'updateShort':
      return each([updates.update], { sequence, events, handle });
    case 'updates':
    case 'updatesCombined':
      return each(updates.updates, { sequence, events, handle });
    case 'updateShortMessage': {
      if (!sequence.follows(updates.pts, updates.ptsCount)) events.onMissed();
      const { id, out, userId, date, message } = updates;
      return events.onMessage({ id, isOut: out ?? false, peerId: userId, sentAt: momentOf(date), text: message, file: null });
    }
    default:
      return undefined;
  }
}

/** What an answer to a call of ours counts is no gap. */
export function noteAnswer(updates: tl.TypeUpdates, sequence: Sequence): void {
  const counted = updates._ === 'updates' || updates._ === 'updatesCombined' ? updates.updates : [updates];
  for (const each of counted) {
    if ('pts' in each && 'ptsCount' in each && !('channelId' in each)) sequence.follows(Number(each.pts), Number(each.ptsCount));
  }
}
