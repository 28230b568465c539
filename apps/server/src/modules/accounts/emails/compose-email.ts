import { escapeHtml } from '@headwater/domain/escape-html';
import type { SystemEmail } from '#platform/system-mail.ts';

type Line = string | { url: string };

const plain = (line: Line) => (typeof line === 'string' ? line : line.url);
const rich = (line: Line) =>
  `<p>${typeof line === 'string' ? escapeHtml(line) : `<a href="${escapeHtml(line.url)}">${escapeHtml(line.url)}</a>`}</p>`;

export const composeEmail = (head: Pick<SystemEmail, 'kind' | 'to' | 'subject'>, lines: readonly Line[]): SystemEmail => ({
  ...head,
  text: `${lines.map(plain).join('\n\n')}\n`,
  html: `<!doctype html><meta charset="utf-8">${lines.map(rich).join('')}`,
});
