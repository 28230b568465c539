import { escapeHtml } from '@headwater/domain/escape-html';
import { safeHtml } from './safe-html.ts';

const element = /<\/?(?:p|br|div|blockquote|h[1-3]|hr|ul|ol|li|span|b|strong|i|em|u|s|a|img)(?:\s[^<>]*)?\/?>/i;
const image = /<img\s/i;
const block = /<(?:p|div|blockquote|h[1-3]|hr|ul|ol)\b/i;

const isBlank = (html: string): boolean => !image.test(html) && html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') === '';

/** Sanitizes editor content for storage. Escapes plain text and keeps its lines; idempotent. */
export function editorHtml(source: string): string {
  const text = source.replaceAll(/\r\n?/g, '\n').trim();
  const html = element.test(text) ? safeHtml(text) : escapeHtml(text).replaceAll('\n', '<br />');
  if (isBlank(html)) return '';
  const first = html.search(block);
  if (first === 0) return html;
  return first < 0 ? `<p>${html}</p>` : `<div>${html}</div>`;
}
