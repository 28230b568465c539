import type { StoredImage } from '#modules/files/public.ts';
import type { OutgoingMail } from '#modules/messaging/channels/public/transport.ts';

export type ReadImage = (companyId: number, fileId: number) => Promise<StoredImage | undefined>;

const image = /<img\b[^>]*\ssrc="\/api\/files\/v1\/(\d{1,15})\/download\/"[^>]*>/g;

/**
 * Embeds the message's own images, because recipients cannot sign in. Missing images are removed.
 */
export async function withImages(mail: OutgoingMail, companyId: number, read: ReadImage): Promise<OutgoingMail> {
  const html = mail.html ?? '';
  const ids = [...new Set([...html.matchAll(image)].map((match) => Number(match[1])))];
  if (ids.length === 0) return mail;
  const found = new Map<number, StoredImage>();
  for (const id of ids) {
    const stored = await read(companyId, id);
    if (stored) found.set(id, stored);
  }
  const domain = mail.messageId.replace(/^.*@|>$/g, '');
  const cidOf = (id: number) => `image-${id}@${domain}`;
  return {
    ...mail,
    html: html.replace(image, (tag, id: string) =>
      found.has(Number(id)) ? tag.replace(/\ssrc="[^"]*"/, ` src="cid:${cidOf(Number(id))}"`) : '',
    ),
    images: [...found].map(([id, { filename, mediaType, bytes }]) => ({
      cid: cidOf(id),
      filename,
      contentType: mediaType,
      content: bytes,
    })),
  };
}
