import { hourMs } from '@headwater/domain/time/durations';
import { z } from 'zod';
import type { IncomingMessage, ReadFrom, ReadOutcome, SkippedMessage } from '#modules/messaging/channels/mailbox-port.ts';
import { ApiError } from '#platform/oauth/api.ts';
import { failureOf, troubleOf } from '../http-mailbox/api-failure.ts';
import type { Gmail } from './api.ts';
import { ownIdHeader } from './send.ts';

const position = z.object({
  historyId: z.string(),
  pending: z.array(z.string()),
  /** ISO 8601: where to restart if Gmail has dropped that part of the history. */
  lastReceivedAt: z.string().nullable(),
});
type Position = z.infer<typeof position>;

const profile = z.object({ historyId: z.string() });
const listed = z.object({ messages: z.array(z.object({ id: z.string() })).default([]), nextPageToken: z.string().optional() });
const logged = z.object({
  history: z
    .array(
      z.object({
        messagesAdded: z.array(z.object({ message: z.object({ id: z.string(), labelIds: z.array(z.string()).default([]) }) })).default([]),
      }),
    )
    .default([]),
  historyId: z.string(),
  nextPageToken: z.string().optional(),
});
const described = z.object({
  threadId: z.string(),
  labelIds: z.array(z.string()).default([]),
  internalDate: z.string(),
});
const message = described.extend({ raw: z.string() });
const outlined = described.extend({
  snippet: z.string().default(''),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
});
const thread = z.object({
  messages: z
    .array(z.object({ payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }).optional() }))
    .default([]),
});

/** Messages in memory, at most 2 MB each. */
const defaultLimit = 25;
const maxBytes = 2 * 1024 * 1024;
/** Arrival dates come from servers; duplicates are detected by Message-ID. */
const overlap = hourMs;
const isOwn = (labels: readonly string[]) => labels.some((label) => label === 'SENT' || label === 'DRAFT' || label === 'CHAT');

/** Reads all folders, because filters may move replies. */
export async function readNew(gmail: Gmail, from: ReadFrom): Promise<ReadOutcome> {
  try {
    const known = position.safeParse(from.cursor).data;
    const at = known ? await catchUp(gmail, known) : await begin(gmail, from.since);
    const batch = at.pending.slice(0, from.limit ?? defaultLimit);
    const { read, skipped } = await fetchAll(gmail, batch);
    // A batch has no defined order, so the newest message counts.
    const seen = [at.lastReceivedAt ?? '', ...read.map(({ receivedAt }) => receivedAt ?? '')].toSorted().at(-1);
    const cursor: Position = { ...at, pending: at.pending.slice(batch.length), lastReceivedAt: seen || null };
    return { ok: true, messages: read, skipped, cursor, more: cursor.pending.length > 0 };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** Reads the history position before the list, so that no message is missed. */
async function begin(gmail: Gmail, since: Date | undefined): Promise<Position> {
  const { historyId } = await gmail.get(profile, 'profile');
  const pending = since ? await listSince(gmail, since) : [];
  return { historyId, pending, lastReceivedAt: since?.toISOString() ?? null };
}

async function listSince(gmail: Gmail, since: Date): Promise<string[]> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const q = `after:${Math.floor(since.getTime() / 1000)} -in:sent -in:drafts`;
    const query = { q, includeSpamTrash: 'true', maxResults: '500', ...(pageToken === undefined ? {} : { pageToken }) };
    const page = await gmail.get(listed, 'messages', query);
    ids.push(...page.messages.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return ids.toReversed();
}

async function catchUp(gmail: Gmail, known: Position): Promise<Position> {
  if (known.pending.length > 0) return known;
  try {
    return await followLog(gmail, known);
  } catch (error) {
    if (troubleOf(error).reason !== 'gone') throw error;
    // Gmail keeps the history for about a week.
    return begin(gmail, known.lastReceivedAt === null ? undefined : new Date(Date.parse(known.lastReceivedAt) - overlap));
  }
}

async function followLog(gmail: Gmail, known: Position): Promise<Position> {
  const pending: string[] = [];
  let { historyId } = known;
  let pageToken: string | undefined;
  do {
    const query = {
      startHistoryId: known.historyId,
      historyTypes: 'messageAdded',
      maxResults: '500',
      ...(pageToken === undefined ? {} : { pageToken }),
    };
    const page = await gmail.get(logged, 'history', query);
    for (const { messagesAdded } of page.history) {
      pending.push(...messagesAdded.filter(({ message: added }) => !isOwn(added.labelIds)).map(({ message: added }) => added.id));
    }
    ({ historyId, nextPageToken: pageToken } = page);
  } while (pageToken !== undefined);
  return { ...known, historyId, pending: [...new Set(pending)] };
}

async function fetchAll(gmail: Gmail, ids: readonly string[]): Promise<{ read: IncomingMessage[]; skipped: SkippedMessage[] }> {
  const read: IncomingMessage[] = [];
  const skipped: SkippedMessage[] = [];
  for (const id of ids) {
    try {
      const incoming = await fetchMessage(gmail, id);
      if (incoming) read.push(incoming);
    } catch (error) {
      // A defect must not block later messages; failures of the service are retried.
      if (!(error instanceof ApiError) || error.trouble.isTooLarge) skipped.push({ id, detail: String(error) });
      else if (error.trouble.reason !== 'gone') throw error;
    }
  }
  return { read, skipped };
}

async function fetchBytes(gmail: Gmail, id: string) {
  try {
    const { raw, ...found } = await gmail.get(message, `messages/${id}`, { format: 'raw' });
    const bytes = Buffer.from(raw, 'base64url');
    return { ...found, bytes: bytes.subarray(0, maxBytes), truncated: bytes.length > maxBytes };
  } catch (error) {
    if (!troubleOf(error).isTooLarge) throw error;
    const { payload, snippet, ...found } = await gmail.get(outlined, `messages/${id}`, { format: 'metadata' });
    const envelope = payload.headers.filter(({ name }) => !/^content-/i.test(name));
    const lines = envelope.map(({ name, value }) => `${name}: ${value.replaceAll(/\s+/g, ' ')}`);
    const text = [...lines, 'Content-Type: text/plain; charset=utf-8', '', snippet].join('\r\n');
    return { ...found, bytes: Buffer.from(text), truncated: true };
  }
}

async function fetchMessage(gmail: Gmail, id: string): Promise<IncomingMessage | undefined> {
  const { labelIds, threadId, internalDate, bytes, truncated } = await fetchBytes(gmail, id);
  if (isOwn(labelIds)) return undefined;
  return {
    id,
    folder: labelIds.includes('SPAM') ? 'SPAM' : 'INBOX',
    receivedAt: new Date(Number(internalDate)).toISOString(),
    truncated,
    raw: bytes,
    references: await ownIdsOf(gmail, threadId),
  };
}

/** Replies reference Gmail's Message-ID; messages of the thread contain ours. */
async function ownIdsOf(gmail: Gmail, threadId: string): Promise<string[]> {
  const { messages } = await gmail.get(thread, `threads/${threadId}`, { format: 'metadata', metadataHeaders: [ownIdHeader] });
  const headers = messages.flatMap(({ payload }) => payload?.headers ?? []);
  return headers.filter(({ name }) => name.toLowerCase() === ownIdHeader.toLowerCase()).map(({ value }) => value);
}
