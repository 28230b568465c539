import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import type { SystemEmail } from '#platform/system-mail.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { composeEmail } from './compose-email.ts';

const read = readTexts({ en, ru });

/** ACC-018, ACC-019. */
export function signinLinkEmail({ to, url, language }: { to: string; url: string; language: Language }): SystemEmail {
  const lines = [read('signin_link.line', language), { url }, read('signin_link.tail', language)];
  return composeEmail({ kind: 'signin_link', to, subject: read('signin_link.subject', language) }, lines);
}

/** ACC-017. */
export function signinCodeEmail({ to, code, language }: { to: string; code: string; language: Language }): SystemEmail {
  const line = read('signin_code.line', language);
  return {
    kind: 'signin_code',
    to,
    subject: read('signin_code.subject', language),
    text: `${line}\n\n${code}\n`,
    html: `<!doctype html><meta charset="utf-8"><p>${line}</p><p><b style="font-size:24px;letter-spacing:4px">${code}</b></p>`,
  };
}
