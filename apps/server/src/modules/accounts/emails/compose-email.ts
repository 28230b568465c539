import { escapeHtml } from '@headwater/domain/escape-html';
import type { SystemEmail } from '#platform/system-mail.ts';

/** One line of an e-mail; a link stands alone in its line. */
type Line = string | { url: string };

const plain = (line: Line) => (typeof line === 'string' ? line : line.url);
const rich = (line: Line) =>
  `<p>${typeof line === 'string' ? escapeHtml(line) : `<a href="${escapeHtml(line.url)}">${escapeHtml(line.url)}</a>`}</p>`;

/** An e-mail of a few lines, as text and as HTML. */
export const composeEmail = (head: Pick<SystemEmail, 'kind' | 'to' | 'subject'>, lines: readonly Line[]): SystemEmail => ({
  ...head,
  text: `${lines.map(plain).join('\n\n')}\n`,
  html: `<!doctype html><meta charset="utf-8">${lines.map(rich).join('')}`,
});
