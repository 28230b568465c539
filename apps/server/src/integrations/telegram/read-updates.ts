import type { tl } from '@mtcute/core';
import type { MessengerEvents } from '#modules/messaging/telegram/messenger-port.ts';
import { messageOf, reactedOf, shortMessageOf } from './read-message.ts';

const ofUser = (peer: tl.TypePeer): number | undefined => (peer._ === 'peerUser' ? peer.userId : undefined);

function readUpdate(update: tl.TypeUpdate, events: MessengerEvents): void {
  if (update._ === 'updateNewMessage') {
    const message = messageOf(update.message);
    if (message) events.onMessage(message);
  } else if (update._ === 'updateEditMessage') {
    const message = messageOf(update.message);
    if (message) events.onEdited(message);
  } else if (update._ === 'updateMessageReactions') {
    const reacted = reactedOf(update);
    if (reacted) events.onReacted(reacted);
  } else if (update._ === 'updateDeleteMessages') {
    events.onDeleted(update.messages);
  } else if (update._ === 'updateReadHistoryInbox') {
    const peer = ofUser(update.peer);
    if (peer) events.onReadByUs(peer, update.maxId);
  } else if (update._ === 'updateReadHistoryOutbox') {
    const peer = ofUser(update.peer);
    if (peer) events.onReadByPerson(peer, update.maxId);
  }
}

/** Tracks update numbers; a gap means that updates were missed. */
export function createSequence() {
  let pts: number | undefined;
  return {
    follows(next: number, count: number): boolean {
      const isNext = pts === undefined || next <= pts + count;
      pts = Math.max(pts ?? 0, next);
      return isNext;
    },
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

/** An unreadable update triggers a new read of the dialogs, and does not block others. */
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
      return events.onMessage(shortMessageOf(updates));
    }
    default:
      return undefined;
  }
}

/** Updates in responses to our calls are not gaps. */
export function trackResponse(updates: tl.TypeUpdates, sequence: Sequence): void {
  const counted = updates._ === 'updates' || updates._ === 'updatesCombined' ? updates.updates : [updates];
  for (const each of counted) {
    if ('pts' in each && 'ptsCount' in each && !('channelId' in each)) sequence.follows(Number(each.pts), Number(each.ptsCount));
  }
}
