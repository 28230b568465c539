import type { StoredFile } from '#modules/files/public.ts';
import type { OutgoingMail } from '#modules/messaging/channels/public/transport.ts';

export type ReadFile = (companyId: number, fileId: number) => Promise<StoredFile | undefined>;

/**
 * Adds the files of a message. Returns undefined if one no longer exists: the message must not
 * leave without it.
 */
export async function withFiles(
  mail: OutgoingMail,
  { companyId, fileIds }: { companyId: number; fileIds: readonly number[] },
  read: ReadFile,
): Promise<OutgoingMail | undefined> {
  if (fileIds.length === 0) return mail;
  const attachments: NonNullable<OutgoingMail['attachments']>[number][] = [];
  for (const id of fileIds) {
    const stored = await read(companyId, id);
    if (!stored) return undefined;
    attachments.push({ filename: stored.filename, contentType: stored.mediaType, content: stored.bytes });
  }
  return { ...mail, attachments };
}
