import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { escapeHtml } from '@headwater/domain/escape-html';
import type { SystemEmail } from '#platform/system-mail.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });
const page = (lines: readonly string[]) => `<!doctype html><meta charset="utf-8">${lines.map((line) => `<p>${line}</p>`).join('')}`;

/** ACC-018, ACC-019. */
export function signinLinkEmail({ to, url, language }: { to: string; url: string; language: Language }): SystemEmail {
  const line = read('signin_link.line', language);
  const tail = read('signin_link.tail', language);
  return {
    kind: 'signin_link',
    to,
    subject: read('signin_link.subject', language),
    text: `${line}\n\n${url}\n\n${tail}\n`,
    html: page([line, `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`, tail]),
  };
}

/** ACC-017. */
export function signinCodeEmail({ to, code, language }: { to: string; code: string; language: Language }): SystemEmail {
  const line = read('signin_code.line', language);
  return {
    kind: 'signin_code',
    to,
    subject: read('signin_code.subject', language),
    text: `${line}\n\n${code}\n`,
    html: page([line, `<b style="font-size:24px;letter-spacing:4px">${code}</b>`]),
  };
}
