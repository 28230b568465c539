import type { tl } from '@mtcute/core';
import type { Ledger } from '../ledger.ts';

export type OtherMedia =
  | { kind: 'contact'; firstName: string; lastName: string; phone: string }
  | { kind: 'location'; latitude: number; longitude: number };

export type Message = {
  id: number;
  peer: number;
  isOut: boolean;
  date: number;
  text: string;
  entities: tl.TypeMessageEntity[];
  /** Last edit in seconds since 1970. */
  editedAt?: number;
  reactions?: Record<number, string>;
  replyTo?: number;
  fileId: string | null;
  other?: OtherMedia | null;
  randomId: string | null;
  keyId: string | null;
  /** Id of this message in the other box. */
  mate: number | null;
  pts: number;
};

export type Dialog = {
  peer: number;
  ids: number[];
  readInbox: number;
  readOutbox: number;
  isBlocked: boolean;
  pts: number;
};

export type Event =
  | { kind: 'new'; pts: number; id: number }
  | { kind: 'readInbox' | 'readOutbox'; pts: number; peer: number; maxId: number }
  | { kind: 'deleted'; pts: number; ids: number[] }
  | { kind: 'edited'; pts: number; id: number };

/** All messages of a person, and the change counter (`pts`) for clients. */
export type Box = {
  readonly owner: number;
  pts: number;
  readonly messages: Map<number, Message>;
  readonly dialogs: Map<number, Dialog>;
  readonly events: Event[];
  forgotten: number;
  readonly sent: Map<string, number>;
  lastId: number;
};

export type Boxes = {
  of(owner: number): Box;
  dialog(box: Box, peer: number): Dialog;
  add(box: Box, message: Omit<Message, 'id' | 'pts' | 'mate'>): Message;
  link(own: [Box, Message], other: [Box, Message]): void;
  read(box: Box, dialog: Dialog, to: { kind: 'readInbox' | 'readOutbox'; maxId: number }): Event | null;
  remove(box: Box, ids: number[]): Event | null;
  edit(box: Box, id: number, change: { text: string; date: number }): Event | null;
  /** `emoji` null removes the reaction. Returns null for an unknown id. */
  react(box: Box, id: number, reaction: { by: number; emoji: string | null }): Event | null;
  setBlocked(box: Box, dialog: Dialog, isBlocked: boolean): void;
};

const MOST_EVENTS = 5000;
type KeptDialog = Omit<Dialog, 'ids'>;

export const unreadIn = (box: Box, dialog: Dialog): number =>
  dialog.ids.filter((id) => id > dialog.readInbox && box.messages.get(id)?.isOut === false).length;

function dialogIn(box: Box, peer: number): Dialog {
  const known = box.dialogs.get(peer);
  if (known) return known;
  const made: Dialog = { peer, ids: [], readInbox: 0, readOutbox: 0, isBlocked: false, pts: 0 };
  box.dialogs.set(peer, made);
  return made;
}

function place(box: Box, message: Message): void {
  box.messages.set(message.id, message);
  dialogIn(box, message.peer).ids.push(message.id);
  if (message.randomId !== null) box.sent.set(message.randomId, message.id);
  box.lastId = Math.max(box.lastId, message.id);
  box.pts = Math.max(box.pts, message.pts);
}

function recordEvent(box: Box, event: Event): Event {
  box.events.push(event);
  if (box.events.length > MOST_EVENTS) box.forgotten = box.events.splice(0, MOST_EVENTS / 2).at(-1)?.pts ?? 0;
  return event;
}

export function openBoxes(ledger: Ledger): Boxes {
  const boxes = new Map<number, Box>();

  function of(owner: number): Box {
    const known = boxes.get(owner);
    if (known) return known;
    const made: Box = { owner, pts: 1, messages: new Map(), dialogs: new Map(), events: [], forgotten: 0, sent: new Map(), lastId: 0 };
    boxes.set(owner, made);
    return made;
  }

  function saveDialog(box: Box, { ids: _ids, ...stored }: Dialog): void {
    ledger.put(`dialog:${box.owner}:${stored.peer}`, stored satisfies KeptDialog);
  }

  const save = (box: Box, message: Message): void => ledger.put(`message:${box.owner}:${message.id}`, message);

  restore(ledger, of);

  return {
    of,
    dialog: dialogIn,
    add(box, content) {
      const message: Message = { ...content, id: box.lastId + 1, pts: box.pts + 1, mate: null };
      place(box, message);
      save(box, message);
      recordEvent(box, { kind: 'new', pts: message.pts, id: message.id });
      return message;
    },
    link([ownBox, own], [otherBox, other]) {
      own.mate = other.id;
      other.mate = own.id;
      save(ownBox, own);
      save(otherBox, other);
    },
    read(box, of, { kind, maxId }) {
      const newest = of.ids.at(-1) ?? 0;
      const to = Math.min(maxId === 0 ? newest : maxId, newest);
      if (to <= of[kind]) return null;
      of[kind] = to;
      box.pts += 1;
      of.pts = box.pts;
      saveDialog(box, of);
      return recordEvent(box, { kind, pts: box.pts, peer: of.peer, maxId: to });
    },
    remove(box, ids) {
      const deleted = ids.filter((id) => box.messages.has(id));
      if (deleted.length === 0) return null;
      for (const id of deleted) {
        const of = box.dialogs.get(box.messages.get(id)?.peer ?? 0);
        if (of) of.ids = of.ids.filter((one) => one !== id);
        box.messages.delete(id);
        box.pts += 1;
        ledger.put(`message:${box.owner}:${id}`, { isGone: true, pts: box.pts });
      }
      return recordEvent(box, { kind: 'deleted', pts: box.pts, ids: deleted });
    },
    edit(box, id, { text, date }) {
      const message = box.messages.get(id);
      if (!message) return null;
      box.pts += 1;
      Object.assign(message, { text, entities: [], editedAt: date, pts: box.pts });
      save(box, message);
      return recordEvent(box, { kind: 'edited', pts: box.pts, id });
    },
    react(box, id, { by, emoji }) {
      const message = box.messages.get(id);
      if (!message) return null;
      const { [by]: _before, ...others } = message.reactions ?? {};
      box.pts += 1;
      Object.assign(message, { reactions: emoji === null ? others : { ...others, [by]: emoji }, pts: box.pts });
      save(box, message);
      return recordEvent(box, { kind: 'edited', pts: box.pts, id });
    },
    setBlocked(box, of, isBlocked) {
      of.isBlocked = isBlocked;
      saveDialog(box, of);
    },
  };
}

function restore(ledger: Ledger, of: Boxes['of']): void {
  for (const [name, message] of ledger.all<Message | { isGone: true; pts: number }>('message:')) {
    const box = of(Number(name.split(':')[0]));
    box.pts = Math.max(box.pts, message.pts);
    if ('isGone' in message) box.lastId = Math.max(box.lastId, Number(name.split(':')[1]));
    else {
      place(box, message);
      recordEvent(box, { kind: 'new', pts: message.pts, id: message.id });
    }
  }
  for (const [name, stored] of ledger.all<KeptDialog>('dialog:')) {
    const box = of(Number(name.split(':')[0]));
    Object.assign(dialogIn(box, stored.peer), stored);
    box.pts = Math.max(box.pts, stored.pts);
  }
}
