import type { tl } from '@mtcute/core';
import type { Session } from '../wire/session.ts';
import type { Dialog, Message, OtherMedia } from './boxes.ts';
import type { Person } from './people.ts';
import { newMessageUpdate, replyHeaderOf, updateOf, updatesOf, usernamesOf } from './views.ts';
import type { World } from './world.ts';

export type Sending = {
  from: Person;
  to: Person;
  text: string;
  entities?: tl.TypeMessageEntity[];
  fileId?: string | null;
  other?: OtherMedia | null;
  randomId?: string | null;
  keyId?: string | null;
  replyTo?: number | undefined;
  /** The sending session, which gets a response instead of an update. */
  by?: Session;
};

export function send(world: World, { from, to, by, ...sending }: Sending): Message {
  const { boxes, hub } = world;
  const media = { fileId: sending.fileId ?? null, other: sending.other ?? null };
  const content = { date: world.seconds(), text: sending.text, entities: sending.entities ?? [], ...media };
  const marks = { randomId: sending.randomId ?? null, keyId: sending.keyId ?? null };
  const answered = sending.replyTo === undefined ? undefined : boxes.of(from.id).messages.get(sending.replyTo);
  const own = boxes.add(boxes.of(from.id), { ...content, ...marks, ...replying(answered?.id), peer: to.id, isOut: true });
  hub.publish(from.id, updatesOf(world, from.id, { updates: [newMessageUpdate(world, from.id, own)], ids: [to.id] }), by);
  if (to.id === from.id) return own;
  const other = boxes.add(boxes.of(to.id), {
    ...content,
    ...replying(answered?.mate),
    randomId: null,
    keyId: null,
    peer: from.id,
    isOut: false,
  });
  boxes.link([boxes.of(from.id), own], [boxes.of(to.id), other]);
  hub.publish(to.id, arrival(world, to.id, other));
  return own;
}

const replying = (replyTo: number | null | undefined) => (replyTo ? { replyTo } : {});

/** Telegram uses a short form for texts of known users. */
function arrival(world: World, owner: number, message: Message): tl.TypeUpdates {
  const { id, peer, pts, date, text, entities, fileId, replyTo, other = null } = message;
  const isKnown = (world.boxes.of(owner).dialogs.get(peer)?.ids.length ?? 0) > 1;
  if (fileId !== null || other !== null || !isKnown)
    return updatesOf(world, owner, { updates: [newMessageUpdate(world, owner, message)], ids: [peer] });
  const more = { ...(entities.length > 0 && { entities }), ...(replyTo !== undefined && { replyTo: replyHeaderOf(replyTo) }) };
  return { _: 'updateShortMessage', id, userId: peer, message: text, pts, ptsCount: 1, date, ...more };
}

export function markRead(world: World, reader: Person, { dialog, maxId, by }: { dialog: Dialog; maxId: number; by?: Session }): boolean {
  const { boxes, hub } = world;
  const box = boxes.of(reader.id);
  const event = boxes.read(box, dialog, { kind: 'readInbox', maxId });
  if (!event || event.kind === 'new') return false;
  hub.publish(reader.id, updatesOf(world, reader.id, { updates: [updateOf(world, box, event)], ids: [dialog.peer] }), by);
  const lastIn = dialog.ids.findLast((id) => id <= dialog.readInbox && box.messages.get(id)?.isOut === false);
  const mate = lastIn === undefined ? null : (box.messages.get(lastIn)?.mate ?? null);
  if (mate === null) return true;
  const other = boxes.of(dialog.peer);
  const echo = boxes.read(other, boxes.dialog(other, reader.id), { kind: 'readOutbox', maxId: mate });
  if (echo && echo.kind !== 'new')
    hub.publish(dialog.peer, updatesOf(world, dialog.peer, { updates: [updateOf(world, other, echo)], ids: [reader.id] }));
  return true;
}

export function remove(
  world: World,
  owner: number,
  { ids, revoke, by }: { ids: number[]; revoke: boolean; by?: Session },
): { pts: number; count: number } {
  const { boxes, hub } = world;
  const box = boxes.of(owner);
  const mates = new Map<number, number[]>();
  for (const id of revoke ? ids : []) {
    const message = box.messages.get(id);
    if (message && message.mate !== null) mates.set(message.peer, [...(mates.get(message.peer) ?? []), message.mate]);
  }
  const event = boxes.remove(box, ids);
  if (event?.kind === 'deleted') hub.publish(owner, updatesOf(world, owner, { updates: [updateOf(world, box, event)], ids: [] }), by);
  for (const [peer, deletedIds] of mates) {
    const echo = boxes.remove(boxes.of(peer), deletedIds);
    if (echo?.kind === 'deleted') hub.publish(peer, updatesOf(world, peer, { updates: [updateOf(world, boxes.of(peer), echo)], ids: [] }));
  }
  return { pts: box.pts, count: event?.kind === 'deleted' ? event.ids.length : 0 };
}

export function edit(world: World, owner: number, { id, text }: { id: number; text: string }): boolean {
  const { boxes, hub } = world;
  const message = boxes.of(owner).messages.get(id);
  if (!message?.isOut) return false;
  const copies: [number, number | null][] = [
    [owner, id],
    [message.peer, message.mate],
  ];
  for (const [of, number] of copies) {
    const box = boxes.of(of);
    const event = number === null ? null : boxes.edit(box, number, { text, date: world.seconds() });
    if (event?.kind === 'edited')
      hub.publish(of, updatesOf(world, of, { updates: [updateOf(world, box, event)], ids: [message.peer, owner] }));
  }
  return true;
}

export function react(world: World, by: number, { id, emoji }: { id: number; emoji: string | null }): boolean {
  const { boxes, hub } = world;
  const message = boxes.of(by).messages.get(id);
  if (!message) return false;
  const copies: [number, number | null][] = [
    [by, id],
    [message.peer, message.mate],
  ];
  for (const [of, number] of copies) {
    const box = boxes.of(of);
    const event = number === null ? null : boxes.react(box, number, { by, emoji });
    if (event?.kind === 'edited')
      hub.publish(of, updatesOf(world, of, { updates: [updateOf(world, box, event)], ids: [message.peer, by] }));
  }
  return true;
}

export function setOnline(world: World, person: Person, isOnline: boolean): void {
  if (person.isOnline === isOnline) return;
  person.isOnline = isOnline;
  person.seenAt = world.seconds();
  world.people.save(person);
  const status: tl.TypeUserStatus = isOnline
    ? { _: 'userStatusOnline', expires: world.seconds() + 300 }
    : { _: 'userStatusOffline', wasOnline: person.seenAt };
  for (const peer of world.boxes.of(person.id).dialogs.keys())
    world.hub.publish(peer, { _: 'updateShort', update: { _: 'updateUserStatus', userId: person.id, status }, date: world.seconds() });
}

export function rename(world: World, person: Person, username: string | null): void {
  world.people.rename(person, username);
  const usernames = usernamesOf(person);
  const { firstName, lastName, id: userId } = person;
  for (const peer of world.boxes.of(person.id).dialogs.keys())
    world.hub.publish(
      peer,
      updatesOf(world, peer, { updates: [{ _: 'updateUserName', userId, firstName, lastName, usernames }], ids: [userId] }),
    );
}
