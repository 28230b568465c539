import { hourMs } from '@headwater/domain/time/durations';
import { z } from 'zod';
import type { IncomingMessage, ReadFrom, ReadOutcome, SkippedMessage } from '#modules/messaging/channels/mailbox-port.ts';
import { ApiError } from '#platform/oauth/api.ts';
import { failureOf, troubleOf } from '../http-mailbox/api-failure.ts';
import type { Graph } from './api.ts';

const folders = ['inbox', 'junkemail'] as const;
type FolderName = (typeof folders)[number];

const position = z.object({
  links: z.partialRecord(z.enum(folders), z.string()),
  /** ISO 8601: where to restart if the service has dropped the delta link. */
  lastReceivedAt: z.string(),
});
type Position = z.infer<typeof position>;

const page = z.object({
  value: z.array(z.object({ id: z.string(), isDraft: z.boolean().optional(), receivedDateTime: z.string().optional() })),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});
type Page = z.infer<typeof page>;

const defaultLimit = 25;
const maxBytes = 2 * 1024 * 1024;
const overlap = hourMs;

/** Reads inbox and junk: filters often move replies and bounces to junk. */
export async function readNew(graph: Graph, from: ReadFrom, now: Date): Promise<ReadOutcome> {
  try {
    const known = position.safeParse(from.cursor).data;
    const cursor: Position = known ?? { links: {}, lastReceivedAt: (from.since ?? now).toISOString() };
    const messages: IncomingMessage[] = [];
    const skipped: SkippedMessage[] = [];
    const links: Position['links'] = { ...cursor.links };
    let more = false;
    for (const folder of folders) {
      const limit = (from.limit ?? defaultLimit) - messages.length;
      if (limit <= 0) return { ok: true, messages, skipped, cursor: { ...cursor, links }, more: true };
      const read = await readPage(graph, folder, { cursor, limit });
      messages.push(...(await fetchAll(graph, folder, { page: read, skipped })));
      const next = read['@odata.nextLink'];
      links[folder] = next ?? read['@odata.deltaLink'] ?? cursor.links[folder] ?? '';
      more ||= next !== undefined;
    }
    const lastReceivedAt =
      [cursor.lastReceivedAt, ...messages.map(({ receivedAt }) => receivedAt ?? '')].toSorted().at(-1) ?? cursor.lastReceivedAt;
    return { ok: true, messages, skipped, cursor: { links, lastReceivedAt } satisfies Position, more };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

const beginning = (folder: FolderName, since: Date): string => {
  const query = new URLSearchParams({
    changeType: 'created',
    $select: 'id,isDraft,receivedDateTime',
    $filter: `receivedDateTime ge ${since.toISOString()}`,
  });
  return `/mailFolders/${folder}/messages/delta?${query.toString()}`;
};

async function readPage(graph: Graph, folder: FolderName, { cursor, limit }: { cursor: Position; limit: number }): Promise<Page> {
  const prefer = `odata.maxpagesize=${limit}`;
  const received = Date.parse(cursor.lastReceivedAt);
  const link = cursor.links[folder];
  if (!link) return graph.json(page, beginning(folder, new Date(received)), { prefer });
  try {
    return await graph.json(page, link, { prefer });
  } catch (error) {
    if (troubleOf(error).reason !== 'gone') throw error;
    return graph.json(page, beginning(folder, new Date(received - overlap)), { prefer });
  }
}

async function fetchAll(
  graph: Graph,
  folder: FolderName,
  { page: { value }, skipped }: { page: Page; skipped: SkippedMessage[] },
): Promise<IncomingMessage[]> {
  const found: IncomingMessage[] = [];
  for (const { id, isDraft, receivedDateTime } of value) {
    // An entry without a date is a deletion.
    if (isDraft || receivedDateTime === undefined) continue;
    try {
      const raw = await graph.bytes(`/messages/${id}/$value`, { maxBytes: maxBytes + 1, cut: true });
      const receivedAt = new Date(receivedDateTime).toISOString();
      found.push({ id, folder, receivedAt, truncated: raw.length > maxBytes, raw: raw.subarray(0, maxBytes) });
    } catch (error) {
      // A defect must not block later messages; failures of the service are retried.
      if (!(error instanceof ApiError)) skipped.push({ id, detail: String(error) });
      else if (error.trouble.reason !== 'gone') throw error;
    }
  }
  return found.toSorted((one, other) => (one.receivedAt ?? '').localeCompare(other.receivedAt ?? ''));
}
