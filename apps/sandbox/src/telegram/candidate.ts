import type { tl } from '@mtcute/core';
import { markRead, send } from './world/actions.ts';
import type { Dialog, Message, OtherMedia } from './world/boxes.ts';
import { type Person, SERVICE_ID } from './world/people.ts';
import type { World } from './world/world.ts';

/** Finds a person by username, or by a phone with a plus sign. Creates no one. */
export function findPerson(world: World, name: string): Person | null {
  if (/^\+\d+$/.test(name)) return world.people.byPhone(name.slice(1));
  const searched = name.replace(/^@/, '').toLowerCase();
  const isCalledSo = (username: string | null) => username?.toLowerCase() === searched;
  return [...world.people.all()].find(({ username, moreUsernames }) => [username, ...moreUsernames].some(isCalledSo)) ?? null;
}

export const handleOf = ({ username, phone, id }: Person): string => username ?? (phone === null ? String(id) : `+${phone}`);

export function correspondents(world: World): { person: Person; dialogs: Dialog[]; newest: number }[] {
  return [...world.people.all()]
    .filter(({ id, phone }) => phone === null && id !== SERVICE_ID)
    .map((person) => ({ person, dialogs: dialogsOf(world, person) }))
    .filter(({ dialogs }) => dialogs.length > 0)
    .map((one) => ({ ...one, newest: Math.max(...one.dialogs.map((dialog) => newestOf(world, one.person, dialog)?.date ?? 0)) }))
    .toSorted((one, other) => other.newest - one.newest);
}

export const dialogsOf = (world: World, person: Person): Dialog[] =>
  [...world.boxes.of(person.id).dialogs.values()].filter(({ ids }) => ids.length > 0);

export const newestOf = (world: World, person: Person, dialog: Dialog): Message | null =>
  world.boxes.of(person.id).messages.get(dialog.ids.at(-1) ?? 0) ?? null;

export function messagesOf(world: World, person: Person, dialog: Dialog): Message[] {
  const { messages } = world.boxes.of(person.id);
  return dialog.ids.flatMap((id) => messages.get(id) ?? []);
}

export const originalOf = (world: World, message: Message): Message | null =>
  message.isOut || message.mate === null ? null : (world.boxes.of(message.peer).messages.get(message.mate) ?? null);

export type Attached = { name: string; mimeType: string; bytes: Uint8Array; attributes?: tl.TypeDocumentAttribute[] };

export type Answer = {
  from: Person;
  to: Person;
  text: string;
  file?: Attached | null;
  other?: OtherMedia | null;
  replyTo?: number | undefined;
};

/** A reply also marks the dialog as read. */
export async function reply(world: World, { from, to, text, file, other, replyTo }: Answer): Promise<Message> {
  const { bytes, ...facts } = file ?? { bytes: new Uint8Array() };
  const stored = file ? await world.files.keep(bytes, { ...(facts as Omit<Attached, 'bytes'>), date: world.seconds() }) : null;
  readAll(world, from, { other: to });
  return send(world, { from, to, text, fileId: stored?.id ?? null, other: other ?? null, replyTo });
}

export const readAll = (world: World, reader: Person, { other, maxId = 0 }: { other: Person; maxId?: number }): boolean =>
  markRead(world, reader, { dialog: world.boxes.dialog(world.boxes.of(reader.id), other.id), maxId });

export function setBlocked(world: World, { by, other, isBlocked }: { by: Person; other: Person; isBlocked: boolean }): void {
  const box = world.boxes.of(by.id);
  world.boxes.setBlocked(box, world.boxes.dialog(box, other.id), isBlocked);
}
