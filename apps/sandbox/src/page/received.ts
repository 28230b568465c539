import type { Email } from 'postal-mime';

const header = (mail: Email, name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;

/** RFC 8058: where a mail program posts to when its reader unsubscribes; null where the message offers none. */
export function oneClickAddress(mail: Email): URL | null {
  if (!/list-unsubscribe=one-click/i.test(header(mail, 'list-unsubscribe-post') ?? '')) return null;
  const address = /<(https?:\/\/[^<>\s]+)>/i.exec(header(mail, 'list-unsubscribe') ?? '')?.[1];
  return address !== undefined && URL.canParse(address) ? new URL(address) : null;
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';

/** Presses the button of a mail program. The sandbox speaks to this machine alone: another address is left alone. */
export async function unsubscribe(mail: Email): Promise<boolean> {
  const address = oneClickAddress(mail);
  if (address === null || !isLoopback(address)) return false;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  return answer?.ok === true;
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);

/** The file of a message by its place among them, as bytes. */
export function attachmentOf(mail: Email, index: number): { name: string; bytes: Buffer } | null {
  const file = Number.isInteger(index) ? mail.attachments[index] : undefined;
  return file ? { name: file.filename ?? 'file', bytes: bytesOf(file.content) } : null;
}

const shownTypes = /^image\/(?:png|jpeg|gif|webp)$/;

/** The HTML part for a frame: links open beside it, and pictures that came with the message stand in it. */
export function htmlOf(mail: Email): string {
  let html = mail.html ?? '';
  for (const file of mail.attachments) {
    const id = file.contentId?.replaceAll(/[<>]/g, '');
    if (!id || !shownTypes.test(file.mimeType)) continue;
    html = html.replaceAll(`cid:${id}`, `data:${file.mimeType};base64,${bytesOf(file.content).toString('base64')}`);
  }
  return `<base target="_blank">${html}`;
}
