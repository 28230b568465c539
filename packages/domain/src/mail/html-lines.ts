import { decodeEntities } from './entities.ts';
import { replaceTags, withoutComments, withoutSilentElements } from './tags.ts';

const MAX_CHARACTERS = 512 * 1024;

/** Elements and attributes with which mail programs quote a message. */
const QUOTE_STARTS: readonly [names: ReadonlySet<string>, attributes: RegExp][] = [
  [
    new Set(['div', 'span', 'p']),
    /\bclass\s*=\s*["'][^"']*(?:gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra|ms-outlook-mobile-reference|mail-quote|mr_quote)/i,
  ],
  [
    new Set(['div', 'hr']),
    /\bid\s*=\s*["']?(?:divRplyFwdMsg|stopSpelling|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|reply-intro)/i,
  ],
  [new Set(['div']), /\bname\s*=\s*["']?(?:quote|messageReplySection)/i],
  [new Set(['div']), /style\s*=\s*["'][^"']*border:\s*none;\s*border-top:\s*solid #(?:B5C4DF|E1E1E1)/i],
  [new Set(['div']), /style\s*=\s*["'][^"']*border-top-color:\s*rgb\(229, 229, 229\)/i],
];

/** Candidates end at the next bracket, so they do not overlap. */
const CANDIDATE = /<(blockquote|div|span|p|hr)\b([^<>]*)/gi;

const FEWEST_CHARACTERS = 11;

function quoteStart(html: string): number | undefined {
  for (const { 1: name = '', 2: attributes = '', index } of html.matchAll(CANDIDATE)) {
    const tag = name.toLowerCase();
    if (tag === 'blockquote') return index;
    if (attributes.length < FEWEST_CHARACTERS) continue;
    if (QUOTE_STARTS.some(([names, pattern]) => names.has(tag) && pattern.test(attributes))) return index;
  }
  return undefined;
}

export function htmlToLines(html: string): string[] {
  const body = withoutSilentElements(withoutComments(html.slice(0, MAX_CHARACTERS)));
  const cut = quoteStart(body) ?? body.length;
  const before = htmlWords(body.slice(0, cut));
  // Nothing above the quote: the answer is below it.
  if (before.trim() !== '' || cut === body.length) return before.split('\n');
  return htmlWords(withoutBlockquotes(body)).split('\n');
}

function withoutBlockquotes(html: string): string {
  const start = html.search(/<blockquote\b/i);
  const last = [...html.matchAll(/<\/blockquote\s*>/gi)].at(-1);
  if (start < 0 || !last || last.index < html.indexOf('>', start)) return html;
  return `${html.slice(0, start)}\n${html.slice(last.index + last[0].length)}`;
}

const BREAK = /^<(?:(?:br|hr)|\/?(?:p|div|tr|table|ul|ol|h[1-6]|section|article|pre))\b/i;

const spoken = (tag: string): string => (BREAK.test(tag) ? '\n' : /^<li\b/i.test(tag) ? '\n- ' : '');

function htmlWords(html: string): string {
  return decodeEntities(replaceTags(html.replaceAll(/\s+/g, ' '), spoken))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}
