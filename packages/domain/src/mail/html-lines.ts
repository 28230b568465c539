import { decodeEntities } from './entities.ts';

/** Elements in which mail programs put the message that is answered. */
const QUOTE_STARTS = [
  /<blockquote\b/i,
  /<(?:div|span|p)\b[^>]*\bclass\s*=\s*["'][^"']*(?:gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra|ms-outlook-mobile-reference|mail-quote|mr_quote)/i,
  /<(?:div|hr)\b[^>]*\bid\s*=\s*["']?(?:divRplyFwdMsg|stopSpelling|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|reply-intro)/i,
  /<div\b[^>]*\bname\s*=\s*["']?(?:quote|messageReplySection)/i,
  /<div\b[^>]*style\s*=\s*["'][^"']*border:\s*none;\s*border-top:\s*solid #(?:B5C4DF|E1E1E1)/i,
  /<div\b[^>]*style\s*=\s*["'][^"']*border-top-color:\s*rgb\(229, 229, 229\)/i,
];

/** The lines of a message that has no text part, up to the quoted message. A blockquote with text after it is marked as a quote instead. */
export function htmlToLines(html: string): string[] {
  const body = html
    .slice(0, 512 * 1024)
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<(style|script|head|title)\b[^>]*>[^]*?<\/\1\s*>/gi, '');
  const starts = QUOTE_STARTS.map((pattern) => body.search(pattern)).filter((index) => index >= 0);
  const cut = Math.min(body.length, ...starts);
  const before = toText(body.slice(0, cut));
  // Nothing above the quote: the answer is under it.
  if (before.trim() !== '' || cut === body.length) return before.split('\n');
  return toText(body.replaceAll(/<blockquote\b[^>]*>[^]*<\/blockquote\s*>/gi, '\n')).split('\n');
}

function toText(html: string): string {
  return decodeEntities(
    html
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<br\b[^>]*>\s?/gi, '\n')
      .replaceAll(/<hr\b[^>]*>/gi, '\n')
      .replaceAll(/<li\b[^>]*>/gi, '\n- ')
      .replaceAll(/<\/?(?:p|div|tr|table|ul|ol|h[1-6]|section|article|pre)\b[^>]*>/gi, '\n')
      .replaceAll(/<[^>]*>/g, ''),
  )
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}
