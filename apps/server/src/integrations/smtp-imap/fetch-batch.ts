import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { IncomingMessage } from '#modules/messaging/channels/mailbox-port.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const FEW = MAX_BATCH_BYTES / MAX_BYTES;

export type NumberedMessage = IncomingMessage & { uid: number };

/** Rethrows throttling, which does not concern a single message. */
export function unlessBusy(error: unknown): void {
  if (error instanceof Error && (error as { code?: string }).code === 'ETHROTTLE') throw error;
}

export async function atOnce(client: ImapFlow, uids: number[]): Promise<number[]> {
  if (uids.length < 2) return uids;
  const sizes = new Map<number, number>();
  try {
    for await (const { uid, size } of client.fetch(uids, { uid: true, size: true }, { uid: true })) sizes.set(uid, size ?? MAX_BYTES);
  } catch (error) {
    unlessBusy(error);
    return uids.slice(0, FEW);
  }
  let bytes = 0;
  const end = uids.findIndex((uid, index) => {
    bytes += Math.min(sizes.get(uid) ?? 0, MAX_BYTES);
    return index > 0 && bytes > MAX_BATCH_BYTES;
  });
  return end < 0 ? uids : uids.slice(0, end);
}

/** Ascending, without deleted messages. Undefined if others are missing, or the server refuses. */
export async function fetchBatch(client: ImapFlow, folder: string, uids: number[]): Promise<NumberedMessage[] | undefined> {
  try {
    const outcome = await fetchAll(client, folder, uids);
    return 'missing' in outcome ? undefined : outcome.messages;
  } catch (error) {
    unlessBusy(error);
    return undefined;
  }
}

/** `detail`: the server does not return the message. Throws on refusals and lost connections. */
export async function fetchOne(client: ImapFlow, folder: string, uid: number): Promise<NumberedMessage | 'gone' | { detail: string }> {
  const outcome = await fetchAll(client, folder, [uid]);
  if ('missing' in outcome) return { detail: 'The server left it out' };
  return outcome.messages[0] ?? 'gone';
}

async function fetchAll(
  client: ImapFlow,
  folder: string,
  uids: number[],
): Promise<{ messages: NumberedMessage[] } | { missing: number[] }> {
  if (uids.length === 0) return { messages: [] };
  const messages: NumberedMessage[] = [];
  const query = { uid: true, internalDate: true, size: true, source: { maxLength: MAX_BYTES } };
  for await (const found of client.fetch(uids, query, { uid: true })) {
    if (found.source) messages.push(incoming(folder, { ...found, source: found.source }));
  }
  const got = new Set(messages.map(({ uid }) => uid));
  const left = uids.filter((uid) => !got.has(uid));
  const there = left.length > 0 ? await client.search({ uid: left.join(',') }, { uid: true }) : [];
  const missing = Array.isArray(there) ? there : left;
  return missing.length > 0 ? { missing } : { messages: messages.toSorted((a, b) => a.uid - b.uid) };
}

function incoming(folder: string, { uid, internalDate, size, source }: FetchMessageObject & { source: Buffer }): NumberedMessage {
  const receivedAt = internalDate ? new Date(internalDate).toISOString() : null;
  return { id: String(uid), folder, uid, receivedAt, truncated: (size ?? source.length) > source.length, raw: source };
}
