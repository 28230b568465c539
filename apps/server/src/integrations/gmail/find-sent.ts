import { z } from 'zod';
import type { FindSentOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { failureOf } from '../http-mailbox/api-failure.ts';
import type { Gmail } from './api.ts';
import { ownIdHeader } from './send.ts';

const listed = z.object({ messages: z.array(z.object({ id: z.string() })).default([]), nextPageToken: z.string().optional() });
const described = z.object({
  labelIds: z.array(z.string()).default([]),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
});

const maxPages = 5;

async function isAmong(gmail: Gmail, messages: readonly { id: string }[], messageId: string): Promise<boolean> {
  for (const { id } of messages) {
    const { labelIds, payload } = await gmail.get(described, `messages/${id}`, { format: 'metadata', metadataHeaders: [ownIdHeader] });
    const header = payload.headers.find(({ name }) => name.toLowerCase() === ownIdHeader.toLowerCase());
    if (header?.value === messageId && !labelIds.includes('DRAFT')) return true;
  }
  return false;
}

/** Also searches by our own header, because Gmail may replace the Message-ID. */
export async function findSent(gmail: Gmail, messageId: string, to: string): Promise<FindSentOutcome> {
  const folder = 'SENT';
  try {
    const byId = await gmail.get(listed, 'messages', { q: `in:sent rfc822msgid:${messageId.replaceAll(/[<>]/g, '')}` });
    if (byId.messages.length > 0) return { found: 'yes', folder };
    let pageToken: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const query = { q: `in:sent to:${to}`, maxResults: '50', ...(pageToken === undefined ? {} : { pageToken }) };
      const { messages, nextPageToken } = await gmail.get(listed, 'messages', query);
      if (await isAmong(gmail, messages, messageId)) return { found: 'yes', folder };
      if (nextPageToken === undefined) return { found: 'no', folder };
      pageToken = nextPageToken;
    }
    return { found: 'cannot_tell', failure: { server: 'provider', reason: 'protocol', detail: 'sent_too_many' } };
  } catch (error) {
    return { found: 'cannot_tell', failure: failureOf(error) };
  }
}
