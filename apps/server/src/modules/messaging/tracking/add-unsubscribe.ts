import { textFromHtml } from '#platform/mail/text-from-html.ts';
import type { OutgoingMail } from '#modules/messaging/channels/public/transport.ts';
import { unsubscribePlaceholder, unsubscribeWord } from '#modules/messaging/messages/public/planning.ts';

/** Matches the markup of `mailHtml`, because a name may contain the same words. */
const placeholderLink = `href="${unsubscribePlaceholder}"`;

/** Adds the headers of RFC 8058, and the link if the text contains it or `always` is set. */
export function withUnsubscribe(mail: OutgoingMail, address: string, { always }: { always: boolean }): OutgoingMail {
  const hasLink = mail.html?.includes(placeholderLink) ?? mail.text.includes(unsubscribePlaceholder);
  if (!hasLink && !always) return mail;
  const word = unsubscribeWord(mail.text);
  const foot = `<p style="margin:24px 0 0;font-size:12px;color:#666666"><a href="${address}" style="color:#666666">${word}</a></p>`;
  const html = hasLink
    ? (mail.html?.replaceAll(placeholderLink, `href="${address}"`) ?? null)
    : (mail.html?.replace(/(<\/body>|$)/, `${foot}$1`) ?? null);
  const linked = () => (html === null ? mail.text.replaceAll(unsubscribePlaceholder, address) : textFromHtml(html));
  return {
    ...mail,
    html,
    text: hasLink ? linked() : `${mail.text}\n\n${word}: ${address}`,
    headers: [
      ...mail.headers,
      { name: 'List-Unsubscribe', value: `<${address}>` },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ],
  };
}
