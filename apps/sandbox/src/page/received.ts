import type { Email } from 'postal-mime';

const header = (mail: Email, name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;

/** RFC 8058 one-click unsubscribe address, if any. */
export function oneClickAddress(mail: Email): URL | null {
  if (!/list-unsubscribe=one-click/i.test(header(mail, 'list-unsubscribe-post') ?? '')) return null;
  const address = /<(https?:\/\/[^<>\s]+)>/i.exec(header(mail, 'list-unsubscribe') ?? '')?.[1];
  return address !== undefined && URL.canParse(address) ? new URL(address) : null;
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';

/** Sends the one-click request, to loopback addresses only. */
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

export function attachmentOf(mail: Email, index: number): { name: string; bytes: Buffer } | null {
  const file = Number.isInteger(index) ? mail.attachments[index] : undefined;
  return file ? { name: file.filename ?? 'file', bytes: bytesOf(file.content) } : null;
}

const shownTypes = /^image\/(?:png|jpeg|gif|webp)$/;

export function htmlOf(mail: Email): string {
  let html = mail.html ?? '';
  for (const file of mail.attachments) {
    const id = file.contentId?.replaceAll(/[<>]/g, '');
    if (!id || !shownTypes.test(file.mimeType)) continue;
    html = html.replaceAll(`cid:${id}`, `data:${file.mimeType};base64,${bytesOf(file.content).toString('base64')}`);
  }
  return `<base target="_blank">${html}`;
}
