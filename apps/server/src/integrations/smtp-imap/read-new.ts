import { dayMs } from '@headwater/domain/time/durations';
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { MailboxCursor, ReadFrom, ReadOutcome, SkippedMessage } from '#modules/messaging/channels/mailbox-port.ts';
import { atOnce, fetchBatch, type NumberedMessage } from './fetch-batch.ts';
import { fetchIsolated } from './fetch-isolated.ts';
import { findFolders, openFolder } from './folders.ts';
import type { ImapLine } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';

const DEFAULT_LIMIT = 100;
/** IMAP searches by whole days in the server's time zone; two days back cover all. */
const OVERLAP = 2 * dayMs;

/** `lastReceivedAt` (ISO): where to restart if the server renumbers the folder (`uidValidity`). */
type FolderCursor = { uidValidity: string; lastUid: number; lastReceivedAt: string | null };
type ImapCursor = { folders: Record<string, FolderCursor> };

const foldersOf = (cursor: MailboxCursor | null): ImapCursor['folders'] => ({ ...(cursor as ImapCursor | null)?.folders });

type FolderRead = { messages: NumberedMessage[]; skipped: SkippedMessage[]; cursor: FolderCursor; more: boolean };

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

/** Keeps the messages of one folder if the next one fails; the next run starts with that folder. */
const ifNothingRead =
  ({ messages, skipped }: Pick<FolderRead, 'messages' | 'skipped'>) =>
  (error: unknown): undefined => {
    if (messages.length + skipped.length === 0 || !(error instanceof MailboxError)) throw error;
  };

type FolderStart = { known: FolderCursor | undefined; since: Date | undefined; limit: number };

async function readFolder(line: ImapLine, folder: string, start: FolderStart): Promise<FolderRead> {
  const { uidValidity, seenUid, uids, fetched, together } = await line.run((client) => findNew(client, folder, start));
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
  // IMAP searches whole days: the first run drops messages earlier on that day.
  const selected =
    start.known || !start.since
      ? messages
      : messages.filter(({ receivedAt }) => receivedAt === null || Date.parse(receivedAt) >= Number(start.since));
  return { messages: selected, skipped, more, cursor: { uidValidity, lastUid: more ? (upTo ?? 0) : caughtUp, lastReceivedAt } };
}

/** `together` is undefined if the server did not return the whole batch. */
async function findNew(client: ImapFlow, folder: string, start: FolderStart) {
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
 * Read before the search, so that the search includes all messages. UIDNEXT includes messages that
 * are not visible yet.
 */
async function highestSeen(client: ImapFlow, mailbox: MailboxObject, known: FolderCursor | undefined): Promise<number> {
  if (isNumberedAs(mailbox, known)) return known.lastUid;
  if (mailbox.exists === 0) return 0;
  const newest = await client.fetchOne('*', { uid: true });
  // The message was deleted concurrently; restarting from the first one would be wrong.
  if (!newest) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'The newest message could not be looked at' });
  return newest.uid;
}

/** Ascending. After a renumbering `lastReceivedAt` decides. */
async function newUids(client: ImapFlow, mailbox: MailboxObject, { known, since }: FolderStart): Promise<number[]> {
  if (mailbox.exists === 0) return [];
  const isSame = isNumberedAs(mailbox, known);
  const received = known?.lastReceivedAt === null || known?.lastReceivedAt === undefined ? since : new Date(known.lastReceivedAt);
  if (!isSame && known === undefined && received === undefined) return [];
  const query = isSame ? { uid: `${known.lastUid + 1}:*` } : received ? { since: new Date(received.getTime() - OVERLAP) } : { all: true };
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'The server refused the search' });
  // `n:*` includes the last message even if its number is below n.
  return found.filter((uid) => !isSame || uid > known.lastUid).toSorted((a, b) => a - b);
}
