import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow';
import type { IncomingMessage, MailboxCursor, ReadFrom, ReadOutcome } from '#modules/outreach/mailbox-port.ts';
import { findFolders, openFolder } from './folders.ts';
import type { ImapLine } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';

const DEFAULT_LIMIT = 100;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** IMAP searches by whole days in the server's own zone; two days back never miss one. */
const OVERLAP = 2 * 86_400_000;

/** `uidValidity` is a decimal string (64 bit). `lastReceivedAt` (ISO) is where to begin again should the server renumber the folder. */
type FolderCursor = { uidValidity: string; lastUid: number; lastReceivedAt: string | null };
type ImapCursor = { folders: Record<string, FolderCursor> };
type NumberedMessage = IncomingMessage & { uid: number };

const foldersOf = (cursor: MailboxCursor | null): ImapCursor['folders'] => ({ ...(cursor as ImapCursor | null)?.folders });

type FolderRead = { messages: NumberedMessage[]; cursor: FolderCursor; more: boolean };

/** Inbox, then junk: replies from strangers and bounces are often filed there. */
export async function readNew(line: ImapLine, from: ReadFrom): Promise<ReadOutcome> {
  try {
    return await line.run(async (client) => {
      const { junk } = await findFolders(client);
      const cursor: ImapCursor = { folders: foldersOf(from.cursor) };
      const messages: IncomingMessage[] = [];
      let more = false;
      for (const folder of ['INBOX', ...(junk === null ? [] : [junk])]) {
        const limit = (from.limit ?? DEFAULT_LIMIT) - messages.length;
        if (limit <= 0) return { ok: true, messages, cursor, more: true };
        const read = await readFolder(client, folder, { known: cursor.folders[folder], since: from.since, limit });
        cursor.folders[folder] = read.cursor;
        messages.push(...read.messages);
        more ||= read.more;
      }
      return { ok: true, messages, cursor, more };
    });
  } catch (error) {
    if (error instanceof MailboxError) return { ok: false, failure: error.failure };
    throw error;
  }
}

type FolderStart = { known: FolderCursor | undefined; since: Date | undefined; limit: number };

async function readFolder(client: ImapFlow, folder: string, start: FolderStart): Promise<FolderRead> {
  const lock = await openFolder(client, folder);
  try {
    if (client.mailbox === false) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: `${folder} did not open` });
    const { mailbox } = client;
    const uidValidity = String(mailbox.uidValidity);
    const seenUid = await highestSeen(client, mailbox, start.known);
    const uids = await newUids(client, mailbox, start);
    const batch = await atOnce(client, uids.slice(0, start.limit));
    const messages = await fetchBatch(client, folder, batch);
    const caughtUp = Math.max(seenUid, uids.at(-1) ?? 0);
    const more = batch.length < uids.length;
    const lastReceivedAt =
      messages.findLast(({ receivedAt }) => receivedAt !== null)?.receivedAt ??
      start.known?.lastReceivedAt ??
      start.since?.toISOString() ??
      null;
    // IMAP counts whole days: on the first read what came earlier on that day is left out.
    const wanted =
      start.known || !start.since
        ? messages
        : messages.filter(({ receivedAt }) => receivedAt === null || Date.parse(receivedAt) >= Number(start.since));
    return { messages: wanted, more, cursor: { uidValidity, lastUid: more ? (batch.at(-1) ?? 0) : caughtUp, lastReceivedAt } };
  } finally {
    lock.release();
  }
}

const isNumberedAs = (mailbox: MailboxObject, known: FolderCursor | undefined): known is FolderCursor =>
  known?.uidValidity === String(mailbox.uidValidity);

/**
 * The highest number that needs no reading because of what is read now: asked for before the search, so that it found whatever of these matters.
 * UIDNEXT would not do: servers give a number to mail before they show it.
 */
async function highestSeen(client: ImapFlow, mailbox: MailboxObject, known: FolderCursor | undefined): Promise<number> {
  if (isNumberedAs(mailbox, known)) return known.lastUid;
  if (mailbox.exists === 0) return 0;
  const newest = await client.fetchOne('*', { uid: true });
  // Removed in between: read from the beginning it must not be.
  if (!newest) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'The newest message could not be looked at' });
  return newest.uid;
}

/** In ascending order. `lastReceivedAt` decides where the old numbers mean nothing any more. */
async function newUids(client: ImapFlow, mailbox: MailboxObject, { known, since }: FolderStart): Promise<number[]> {
  if (mailbox.exists === 0) return [];
  const isSame = isNumberedAs(mailbox, known);
  const received = known?.lastReceivedAt === null || known?.lastReceivedAt === undefined ? since : new Date(known.lastReceivedAt);
  if (!isSame && known === undefined && received === undefined) return [];
  const query = isSame ? { uid: `${known.lastUid + 1}:*` } : received ? { since: new Date(received.getTime() - OVERLAP) } : { all: true };
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'The server refused the search' });
  // `n:*` names the last message even where its number is below n.
  return found.filter((uid) => !isSame || uid > known.lastUid).toSorted((a, b) => a - b);
}

/** As many of them as are held in memory at a time, and one at least. */
async function atOnce(client: ImapFlow, uids: number[]): Promise<number[]> {
  if (uids.length < 2) return uids;
  const sizes = new Map<number, number>();
  for await (const { uid, size } of client.fetch(uids, { uid: true, size: true }, { uid: true })) sizes.set(uid, size ?? MAX_BYTES);
  let bytes = 0;
  const end = uids.findIndex((uid, index) => {
    bytes += Math.min(sizes.get(uid) ?? 0, MAX_BYTES);
    return index > 0 && bytes > MAX_BATCH_BYTES;
  });
  return end < 0 ? uids : uids.slice(0, end);
}

/** In the order of their numbers; those removed by the owner in between are simply not there. */
async function fetchBatch(client: ImapFlow, folder: string, uids: number[]): Promise<NumberedMessage[]> {
  if (uids.length === 0) return [];
  const messages: NumberedMessage[] = [];
  const query = { uid: true, internalDate: true, size: true, source: { maxLength: MAX_BYTES } };
  for await (const found of client.fetch(uids, query, { uid: true })) messages.push(incoming(folder, found));
  return messages.toSorted((a, b) => a.uid - b.uid);
}

function incoming(folder: string, { uid, internalDate, size, source }: FetchMessageObject): NumberedMessage {
  const raw = source ?? Buffer.alloc(0);
  const receivedAt = internalDate ? new Date(internalDate).toISOString() : null;
  return { id: String(uid), folder, uid, receivedAt, truncated: (size ?? raw.length) > raw.length, raw };
}
