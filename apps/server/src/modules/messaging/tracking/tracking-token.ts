import type { Signer } from '#platform/crypto/signing.ts';

export interface Tracked {
  kind: 'open' | 'click' | 'honeypot';
  companyId: number;
  messageId: number;
}

const signs = { open: 'o', click: 'c', honeypot: 't' } as const;
const kinds = { o: 'open', c: 'click', t: 'honeypot' } as const;
const form = /^([oct])\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{22})$/;
const purpose = 'tracked letter';

/** Signs the target `url` too, so that the token opens only links of the message. */
export function writeToken(signer: Signer, { kind, companyId, messageId }: Tracked, url = ''): string {
  const body = [signs[kind], companyId.toString(36), messageId.toString(36)].join('.');
  return `${body}.${signer.sign(purpose, `${body} ${url}`)}`;
}

/** Returns undefined for an invalid token, or for a different link. */
export function readToken(signer: Signer, token: string, url = ''): Tracked | undefined {
  const [, kind = 'o', company = '', message = '', signature = ''] = form.exec(token) ?? [];
  if (!signer.isSigned(purpose, `${[kind, company, message].join('.')} ${url}`, signature)) return undefined;
  return { kind: kinds[kind as keyof typeof kinds], companyId: parseInt(company, 36), messageId: parseInt(message, 36) };
}
