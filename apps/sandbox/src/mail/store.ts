import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createMailClock, type MailClock } from '../clock.ts';
import { openJournal, type JournalSpan } from './journal.ts';

export const FOLDERS = ['INBOX', 'Sent', 'Junk'] as const;
export type FolderName = (typeof FOLDERS)[number];

/** `at` is ISO 8601. */
export type StoredMessage = { uid: number; at: string; messageId: string | null; flags: string[]; size: number; span: JournalSpan };

export type Folder = { name: FolderName; uidValidity: number; nextUid: number; messages: StoredMessage[] };

export type Mailbox = { address: string; folders: Map<FolderName, Folder> };

export type Put = {
  raw: Buffer;
  via: 'smtp' | 'api' | 'append' | 'page';
  /** Message-ID of the sender, if the server replaced it. */
  countAs?: string | undefined;
  envelope: { from: string; to: string[] };
  places: { mailbox: string; folder: FolderName; flags: string[] }[];
};

type Place = { m: string; f: FolderName; u: number; flags: string[] };
type Entry =
  | { t: 'begin'; at: string }
  | {
      t: 'put';
      at: string;
      via: Put['via'];
      from: string;
      to: string[];
      id: string | null;
      count?: string | undefined;
      size: number;
      places: Place[];
      raw: string;
    }
  | { t: 'flags'; m: string; f: FolderName; u: number; flags: string[] }
  | { t: 'expunge'; m: string; f: FolderName; u: number[] }
  | { t: 'renumber'; m: string; f: FolderName };

export type FolderRef = { mailbox: string; folder: FolderName };

export type Arrival = { number: number; mailbox: string; message: StoredMessage };

export type MailStore = {
  mailboxes(): Mailbox[];
  mailbox(address: string): Mailbox;
  folder(ref: FolderRef): Folder;
  put(message: Put): Promise<StoredMessage[]>;
  setFlags(ref: FolderRef, uid: number, flags: string[]): Promise<void>;
  expunge(ref: FolderRef, uids: number[]): Promise<void>;
  /** Assigns a new UIDVALIDITY and new numbers, like a restored mail server. */
  renumber(ref: FolderRef): Promise<void>;
  raw(message: StoredMessage): Promise<Buffer>;
  arrivals(after: number): Arrival[];
  now(): Date;
  counts(): Map<string, number>;
  onChange(ref: FolderRef, listener: () => void): () => void;
  close(): Promise<void>;
};

/** Alias -> mailbox, both in lower case. */
export type Aliases = ReadonlyMap<string, string>;

type State = {
  base: number;
  mailboxes: Map<string, Mailbox>;
  taken: Map<string, number>;
  counts: Map<string, number>;
  arrivals: Arrival[];
  changes: EventEmitter;
};

const key = (ref: FolderRef): string => `${ref.mailbox}/${ref.folder}`;

export async function openMailStore(
  directory: string,
  aliases: Aliases = new Map(),
  clock: MailClock = createMailClock(),
): Promise<MailStore> {
  await mkdir(directory, { recursive: true });
  const changes = new EventEmitter().setMaxListeners(0);
  const state: State = { base: 0, mailboxes: new Map(), taken: new Map(), counts: new Map(), arrivals: [], changes };
  const journal = await openJournal<Entry>(join(directory, 'mail.jsonl'), (entry, span) => apply(state, entry, span));
  if (state.base === 0) await journal.append(() => ({ t: 'begin', at: clock.now().toISOString() }));
  const folder = (ref: FolderRef): Folder => folderOf(state, ref);

  return {
    mailboxes: () => [...state.mailboxes.values()],
    mailbox: (address) => mailboxOf(state, address),
    folder,
    async put(message) {
      let places: Place[] = [];
      await journal.append(() => {
        // Numbers are assigned in commit order, and are not reused after a failed write.
        places = message.places.map(({ mailbox, folder: name, flags }) => {
          const address = mailbox.toLowerCase();
          const m = aliases.get(address) ?? address;
          return { m, f: name, u: takeNumber(state, { mailbox: m, folder: name }), flags };
        });
        return putEntry(message, places, clock.now());
      });
      return places.map(
        (place) => folder({ mailbox: place.m, folder: place.f }).messages.find(({ uid }) => uid === place.u) as StoredMessage,
      );
    },
    setFlags: (ref, uid, flags) => journal.append(() => ({ t: 'flags', m: ref.mailbox, f: ref.folder, u: uid, flags })),
    expunge: (ref, uids) => journal.append(() => ({ t: 'expunge', m: ref.mailbox, f: ref.folder, u: uids })),
    renumber: (ref) => journal.append(() => ({ t: 'renumber', m: ref.mailbox.toLowerCase(), f: ref.folder })),
    async raw(message) {
      const entry = await journal.read(message.span);
      return entry.t === 'put' ? Buffer.from(entry.raw, 'base64') : Buffer.alloc(0);
    },
    arrivals: (after) => state.arrivals.slice(after),
    now: () => clock.now(),
    counts: () => new Map(state.counts),
    onChange(ref, listener) {
      state.changes.on(key(ref), listener);
      return () => state.changes.off(key(ref), listener);
    },
    close: () => journal.close(),
  };
}

function takeNumber(state: State, ref: FolderRef): number {
  const number = Math.max(folderOf(state, ref).nextUid, (state.taken.get(key(ref)) ?? 0) + 1);
  state.taken.set(key(ref), number);
  return number;
}

function putEntry(message: Put, places: Place[], at: Date): Entry {
  const { raw, via, envelope } = message;
  return {
    t: 'put',
    at: at.toISOString(),
    via,
    from: envelope.from,
    to: envelope.to,
    id: messageIdOf(raw),
    count: message.countAs,
    size: raw.length,
    places,
    raw: raw.toString('base64'),
  };
}

function apply(state: State, entry: Entry, span: JournalSpan): void {
  if (entry.t === 'begin') state.base = Math.floor(Date.parse(entry.at) / 1000);
  else if (entry.t === 'put') applyPut(state, entry, span);
  else applyChange(state, entry);
}

function applyPut(state: State, entry: Extract<Entry, { t: 'put' }>, span: JournalSpan): void {
  const isSending = entry.via === 'smtp' || entry.via === 'api';
  for (const place of entry.places) {
    const folder = folderOf(state, { mailbox: place.m, folder: place.f });
    folder.nextUid = Math.max(folder.nextUid, place.u + 1);
    const message = { uid: place.u, at: entry.at, messageId: entry.id, flags: place.flags, size: entry.size, span };
    folder.messages.push(message);
    if (isSending && place.f === 'INBOX') state.arrivals.push({ number: state.arrivals.length + 1, mailbox: place.m, message });
    state.changes.emit(key({ mailbox: place.m, folder: place.f }));
  }
  const counted = entry.count ?? entry.id;
  if (isSending && counted !== null) state.counts.set(counted, (state.counts.get(counted) ?? 0) + 1);
}

function applyChange(state: State, entry: Extract<Entry, { t: 'flags' | 'expunge' | 'renumber' }>): void {
  const ref = { mailbox: entry.m, folder: entry.f };
  const folder = folderOf(state, ref);
  if (entry.t === 'flags') {
    const message = folder.messages.find(({ uid }) => uid === entry.u);
    if (message) message.flags = entry.flags;
  } else if (entry.t === 'expunge') {
    folder.messages = folder.messages.filter(({ uid }) => !entry.u.includes(uid));
  } else {
    folder.uidValidity += 1;
    folder.messages.forEach((message, index) => (message.uid = index + 1));
    folder.nextUid = folder.messages.length + 1;
    state.taken.delete(key(ref));
  }
  state.changes.emit(key(ref));
}

function mailboxOf(state: State, address: string): Mailbox {
  const known = state.mailboxes.get(address.toLowerCase());
  if (known) return known;
  const mailbox: Mailbox = { address: address.toLowerCase(), folders: new Map() };
  for (const name of FOLDERS) mailbox.folders.set(name, { name, uidValidity: state.base, nextUid: 1, messages: [] });
  state.mailboxes.set(mailbox.address, mailbox);
  return mailbox;
}

const folderOf = (state: State, ref: FolderRef): Folder => mailboxOf(state, ref.mailbox).folders.get(ref.folder) as Folder;

function messageIdOf(raw: Buffer): string | null {
  return /^message-id:\s*(<[^>\r\n]*>)/im.exec(headerBlock(raw))?.[1] ?? null;
}

export function headerBlock(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  return raw.subarray(0, end < 0 ? raw.length : end + 2).toString('latin1');
}
