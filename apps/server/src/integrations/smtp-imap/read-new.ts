import { dayMs } from '@headwater/domain/time/durations';
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { MailboxCursor, ReadFrom, ReadOutcome, SkippedMessage } from '#modules/messaging/channels/mailbox-port.ts';
import { atOnce, fetchBatch, type NumberedMessage } from './fetch-batch.ts';
import { fetchIsolated } from './fetch-isolated.ts';
import { findFolders, openFolder } from './folders.ts';
import type { ImapLine } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';

const DEFAULT_LIMIT = 100;
/** IMAP searches by whole days in the server's own zone; two days back never miss one. */
const OVERLAP = 2 * dayMs;

/** `uidValidity` is a decimal string (64 bit). `lastReceivedAt` (ISO) is where to begin again should the server renumber the folder. */
type FolderCursor = { uidValidity: string; lastUid: number; lastReceivedAt: string | null };
type ImapCursor = { folders: Record<string, FolderCursor> };

const foldersOf = (cursor: MailboxCursor | null): ImapCursor['folders'] => ({ ...(cursor as ImapCursor | null)?.folders });

type FolderRead = { messages: NumberedMessage[]; skipped: SkippedMessage[]; cursor: FolderCursor; more: boolean };

/** Inbox, then junk: replies from strangers and bounces are often filed there. */
export async function readNew(line: ImapLine, from: ReadFrom): Promise<ReadOutcome> {
  try {
    const { junk } = await line.run(findFolders);
    const cursor: ImapCursor = { folders: foldersOf(from.cursor) };
    const read = { ok: true as const, messages: [] as NumberedMessage[], skipped: [] as SkippedMessage[], cursor, more: false };
    for (const folder of ['INBOX', ...(junk === null ? [] : [junk])]) {
      const limit = (from.limit ?? DEFAULT_LIMIT) - read.messages.length;
      if (limit <= 0) return { ...read, more: true };
      const one = await readFolder(line, folder, { known: cursor.folders[folder], since: from.since, limit }).catch(ifNothingRead(read));
      if (!one) return { ...read, more: true };
      cursor.folders[folder] = one.cursor;
      read.messages.push(...one.messages);
      read.skipped.push(...one.skipped);
      read.more ||= one.more;
    }
    return read;
  } catch (error) {
    if (error instanceof MailboxError) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** What was read of one folder is kept, whatever is the matter with the next: the next reading begins with that. */
const ifNothingRead =
  ({ messages, skipped }: Pick<FolderRead, 'messages' | 'skipped'>) =>
  (error: unknown): undefined => {
    if (messages.length + skipped.length === 0 || !(error instanceof MailboxError)) throw error;
  };

type FolderStart = { known: FolderCursor | undefined; since: Date | undefined; limit: number };

async function readFolder(line: ImapLine, folder: string, start: FolderStart): Promise<FolderRead> {
  const { uidValidity, seenUid, uids, fetched, together } = await line.run((client) => look(client, folder, start));
  const { messages, skipped, upTo } = together
    ? { messages: together, skipped: [], upTo: fetched.at(-1) }
    : await fetchIsolated(line, { path: folder, uidValidity }, fetched);
  const caughtUp = Math.max(seenUid, uids.at(-1) ?? 0);
  const more = upTo !== uids.at(-1);
  const lastReceivedAt =
    messages.findLast(({ receivedAt }) => receivedAt !== null)?.receivedAt ??
    start.known?.lastReceivedAt ??
    start.since?.toISOString() ??
    null;
  // IMAP counts whole days: on the first read what came earlier on that day is left out.
  const selected =
    start.known || !start.since
      ? messages
      : messages.filter(({ receivedAt }) => receivedAt === null || Date.parse(receivedAt) >= Number(start.since));
  return { messages: selected, skipped, more, cursor: { uidValidity, lastUid: more ? (upTo ?? 0) : caughtUp, lastReceivedAt } };
}

/** What is new in a folder, and the first of it; `together` is undefined where the server did not hand over all that it was asked for. */
async function look(client: ImapFlow, folder: string, start: FolderStart) {
  const lock = await openFolder(client, folder);
  try {
    if (client.mailbox === false) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: `${folder} did not open` });
    const { mailbox } = client;
    const seenUid = await highestSeen(client, mailbox, start.known);
    const uids = await newUids(client, mailbox, start);
    const fetched = await atOnce(client, uids.slice(0, start.limit));
    return { uidValidity: String(mailbox.uidValidity), seenUid, uids, fetched, together: await fetchBatch(client, folder, fetched) };
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
