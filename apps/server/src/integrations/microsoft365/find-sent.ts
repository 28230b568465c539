import { z } from 'zod';
import type { FindSentOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { failureOf } from '../http-mailbox/api-failure.ts';
import type { Graph } from './api.ts';
import { removeDraft } from './send.ts';

const listed = z.object({
  value: z.array(z.object({ id: z.string(), isDraft: z.boolean().default(false), parentFolderId: z.string().default('') })),
});
const folder = z.object({ id: z.string() });

/** Deletes an unsent draft, because the next attempt creates another. */
export async function findSent(graph: Graph, messageId: string): Promise<FindSentOutcome> {
  const name = 'sentitems';
  try {
    const query = new URLSearchParams({
      $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`,
      $select: 'id,isDraft,parentFolderId',
    });
    const { value } = await graph.json(listed, `/messages?${query.toString()}`);
    if (value.some(({ isDraft }) => !isDraft)) return { found: 'yes', folder: name };
    if (value.length === 0) return { found: 'no', folder: name };
    const drafts = await graph.json(folder, '/mailFolders/drafts?$select=id');
    if (value.some(({ parentFolderId }) => parentFolderId !== drafts.id)) {
      return { found: 'cannot_tell', failure: { server: 'provider', reason: 'timeout', detail: 'sent_in_outbox' } };
    }
    for (const { id } of value) await removeDraft(graph, id);
    return { found: 'no', folder: name };
  } catch (error) {
    return { found: 'cannot_tell', failure: failureOf(error) };
  }
}
