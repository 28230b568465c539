import type { Signer } from '#platform/crypto/signing.ts';

/** What of a message asks to be counted: its picture, one of its links, or the link that nobody sees. */
export interface Tracked {
  kind: 'open' | 'click' | 'honeypot';
  companyId: number;
  messageId: number;
}

const signs = { open: 'o', click: 'c', honeypot: 't' } as const;
const kinds = { o: 'open', c: 'click', t: 'honeypot' } as const;
const form = /^([oct])\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{22})$/;
const purpose = 'tracked letter';

/** `url`: where a link leads. It is signed with the rest, so that the address opens nothing that was not in the message. */
export function writeToken(signer: Signer, { kind, companyId, messageId }: Tracked, url = ''): string {
  const body = [signs[kind], companyId.toString(36), messageId.toString(36)].join('.');
  return `${body}.${signer.sign(purpose, `${body} ${url}`)}`;
}

/** Undefined for anything that this installation has not written, also for another link than the message's. */
export function readToken(signer: Signer, token: string, url = ''): Tracked | undefined {
  const [, kind = 'o', company = '', message = '', signature = ''] = form.exec(token) ?? [];
  if (!signer.isSigned(purpose, `${[kind, company, message].join('.')} ${url}`, signature)) return undefined;
  return { kind: kinds[kind as keyof typeof kinds], companyId: parseInt(company, 36), messageId: parseInt(message, 36) };
}
