import { z } from 'zod';
import type { AttachedFile } from '#platform/mail/compose.ts';
import type { Graph } from './api.ts';

const session = z.object({ uploadUrl: z.url() });
const json = { 'content-type': 'application/json' };

/** Larger files need an upload session; chunks are multiples of 320 KB. */
const mostAtOnce = 2_900_000;
const piece = 320 * 1024 * 9;

/** Throws ApiError. */
export async function attachFile(
  graph: Graph,
  draftId: string,
  { file, signal }: { file: AttachedFile; signal: AbortSignal },
): Promise<void> {
  const { filename, contentType, content } = file;
  if (content.length <= mostAtOnce) {
    const body = JSON.stringify({
      '@odata.type': '#microsoft.graph.fileAttachment',
      name: filename,
      contentType,
      contentBytes: content.toString('base64'),
    });
    await graph.bytes(`/messages/${draftId}/attachments`, { method: 'POST', headers: json, body, signal });
    return;
  }
  const body = JSON.stringify({ AttachmentItem: { attachmentType: 'file', name: filename, contentType, size: content.length } });
  const path = `/messages/${draftId}/attachments/createUploadSession`;
  const { uploadUrl } = await graph.json(session, path, { method: 'POST', headers: json, body, signal });
  for (let from = 0; from < content.length; from += piece) {
    const part = content.subarray(from, from + piece);
    const range = `bytes ${from}-${from + part.length - 1}/${content.length}`;
    await graph.upload(uploadUrl, { body: part, headers: { 'content-range': range, 'content-type': 'application/octet-stream' }, signal });
  }
}
