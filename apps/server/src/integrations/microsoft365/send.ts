import { z } from 'zod';
import type { OutgoingMail, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { composeMail } from '#platform/mail/compose.ts';
import type { Sending } from '../http-mailbox/mailbox.ts';
import { refusalOf, troubleOf } from '../http-mailbox/api-failure.ts';
import type { Graph } from './api.ts';
import { attachFile } from './attach-file.ts';

const draft = z.object({ id: z.string(), internetMessageId: z.string().nullish() });
/** Creates a draft first, which proves that the service keeps our Message-ID. */
export async function sendMail(graph: Graph, message: OutgoingMail, { signal, onUnknownOutcome }: Sending): Promise<SendOutcome> {
  const composed = await composeMail(message);
  if ('problem' in composed)
    return { outcome: 'refused', permanence: 'permanent', reason: 'bad_message', code: null, response: composed.problem };
  let id: string;
  try {
    id = await makeDraft(graph, { message, raw: composed.raw, signal });
  } catch (error) {
    return refusalOf(troubleOf(error));
  }
  try {
    await graph.bytes(`/messages/${id}/send`, { method: 'POST', headers: { 'content-length': '0' }, signal });
    return { outcome: 'accepted', response: id, raw: composed.raw };
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble.mayHaveArrived) {
      onUnknownOutcome();
      return { outcome: 'unknown', detail: trouble.detail };
    }
    await removeDraft(graph, id);
    return refusalOf(trouble);
  }
}

interface Drafting {
  message: OutgoingMail;
  raw: Buffer;
  signal: AbortSignal;
}

/** Graph accepts 4 MB per message, encoded in base64. */
const mostInOne = 2_800_000;
const json = { 'content-type': 'application/json' };

async function makeDraft(graph: Graph, { message, raw, signal }: Drafting): Promise<string> {
  const files = raw.length > mostInOne ? (message.attachments ?? []) : [];
  const bare = files.length > 0 ? await composeMail({ ...message, attachments: [] }) : { raw };
  const body = ('raw' in bare ? bare.raw : raw).toString('base64');
  const made = await graph.json(draft, '/messages', { method: 'POST', headers: { 'content-type': 'text/plain' }, body, signal });
  try {
    for (const file of files) await attachFile(graph, made.id, { file, signal });
    if (made.internetMessageId === message.messageId) return made.id;
    const change = JSON.stringify({ internetMessageId: message.messageId });
    await graph.bytes(`/messages/${made.id}`, { method: 'PATCH', headers: json, body: change, signal });
    return made.id;
  } catch (error) {
    await removeDraft(graph, made.id);
    throw error;
  }
}

/** Ignores failures: an extra draft is harmless. */
export const removeDraft = (graph: Graph, id: string) => graph.bytes(`/messages/${id}`, { method: 'DELETE' }).catch(() => undefined);
