import type { Signer } from '#platform/crypto/signing.ts';
import { writeToken } from './token.ts';

export interface TrackedLetter {
  companyId: number;
  messageId: number;
  /** Public address of this installation. */
  publicUrl: string;
  opens: boolean;
  clicks: boolean;
}

// Written by `mailHtml`: attributes stand in double quotes, and signs of html are escaped.
const link = /(?<=<a\b[^>]*\shref=")https?:\/\/[^"]{1,1500}(?=")/gi;
const unescape = (text: string) =>
  text
    .replace(/&amp;|&#38;/g, '&')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'");

const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all';

/** The html of a letter with its links led through this installation, a link that only machines see, and the picture at its end. */
export function trackHtml(html: string, signer: Signer, { companyId, messageId, publicUrl, opens, clicks }: TrackedLetter): string {
  const address = (kind: 'click' | 'trap', url: string) =>
    `${publicUrl}/api/v6/messaging/click/${writeToken(signer, { kind, companyId, messageId }, url)}/?to=${encodeURIComponent(url)}`;
  const own = `${publicUrl}/api/v6/messaging/`;
  const led = clicks
    ? html.replace(link, (escaped) => {
        const url = unescape(escaped);
        return url.startsWith(own) ? escaped : address('click', url);
      })
    : html;
  const picture = `${publicUrl}/api/v6/messaging/track/${writeToken(signer, { kind: 'open', companyId, messageId })}/`;
  const end = [
    clicks ? `<a href="${address('trap', `${publicUrl}/`)}" style="${hidden}" tabindex="-1" aria-hidden="true" rel="nofollow"></a>` : '',
    opens ? `<img src="${picture}" width="1" height="1" alt="" style="display:block;border:0">` : '',
  ].join('');
  return led.includes('</body>') ? led.replace('</body>', `${end}</body>`) : led + end;
}
