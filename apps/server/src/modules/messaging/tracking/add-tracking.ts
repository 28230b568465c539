import type { Signer } from '#platform/crypto/signing.ts';
import { writeToken } from './tracking-token.ts';

export interface TrackedMessage {
  companyId: number;
  messageId: number;
  publicUrl: string;
  opens: boolean;
  clicks: boolean;
}

// `mailHtml` writes double quotes around attributes and escapes HTML characters.
const anchor = /<a\b[^<>]*/gi;
const link = /(?<=\shref=")https?:\/\/[^"]{1,1500}(?=")/gi;
const unescape = (text: string) =>
  text
    .replace(/&amp;|&#38;/g, '&')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'");

export function trackHtml(html: string, signer: Signer, { companyId, messageId, publicUrl, opens, clicks }: TrackedMessage): string {
  const address = (url: string) =>
    `${publicUrl}/api/v6/messaging/click/${writeToken(signer, { kind: 'click', companyId, messageId }, url)}/?to=${encodeURIComponent(url)}`;
  const own = `${publicUrl}/api/v6/messaging/`;
  const led = clicks
    ? html.replace(anchor, (tag) =>
        tag.replace(link, (escaped) => {
          const url = unescape(escaped);
          return url.startsWith(own) ? escaped : address(url);
        }),
      )
    : html;
  const picture = `${publicUrl}/api/v6/messaging/track/${writeToken(signer, { kind: 'open', companyId, messageId })}/`;
  const end = opens ? `<img src="${picture}" width="1" height="1" alt="" style="display:block;border:0">` : '';
  return led.includes('</body>') ? led.replace('</body>', `${end}</body>`) : led + end;
}
