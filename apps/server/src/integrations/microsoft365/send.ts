import { z } from 'zod';
import type { OutgoingMail, SendOutcome } from '#modules/outreach/mailbox-port.ts';
import { composeMail } from '#platform/mail/compose.ts';
import type { Trouble } from '#platform/oauth/api.ts';
import { type Graph, troubleOf } from './api.ts';

const draft = z.object({ id: z.string(), internetMessageId: z.string().nullish() });
const forNow = new Set<Trouble['reason']>(['limit', 'protocol', 'timeout', 'refused', 'host_unknown', 'tls', 'gone']);

/**
 * A draft with our Message-ID first, which sends nothing and proves that the id was kept; then the draft is sent. `onDoubt` is told where
 * it may have left without our hearing of it.
 */
export async function sendMail(graph: Graph, message: OutgoingMail, onDoubt: () => void): Promise<SendOutcome> {
  const composed = await composeMail(message);
  if ('problem' in composed)
    return { outcome: 'refused', permanence: 'permanent', reason: 'bad_message', code: null, response: composed.problem };
  let id: string;
  try {
    id = await makeDraft(graph, composed.raw, message.messageId);
  } catch (error) {
    return refusal(troubleOf(error));
  }
  try {
    await graph.bytes(`/messages/${id}/send`, { method: 'POST', headers: { 'content-length': '0' } });
    return { outcome: 'accepted', response: id, raw: composed.raw };
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble.mayHaveArrived) {
      onDoubt();
      return { outcome: 'unknown', detail: trouble.detail };
    }
    await removeDraft(graph, id);
    return refusal(trouble);
  }
}

async function makeDraft(graph: Graph, raw: Buffer, messageId: string): Promise<string> {
  const made = await graph.json(draft, '/messages', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: raw.toString('base64'),
  });
  if (made.internetMessageId === messageId) return made.id;
  const headers = { 'content-type': 'application/json' };
  await graph.bytes(`/messages/${made.id}`, { method: 'PATCH', headers, body: JSON.stringify({ internetMessageId: messageId }) });
  return made.id;
}

/** A draft that is left over troubles nobody but its owner. */
export const removeDraft = (graph: Graph, id: string) => graph.bytes(`/messages/${id}`, { method: 'DELETE' }).catch(() => undefined);

const refusal = ({ reason, detail, status, retryAfter }: Trouble): SendOutcome => ({
  outcome: 'refused',
  permanence: forNow.has(reason) ? 'temporary' : 'permanent',
  reason: reason === 'gone' ? 'protocol' : reason,
  code: status,
  response: detail,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
