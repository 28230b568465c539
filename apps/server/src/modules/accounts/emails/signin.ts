import { escapeHtml } from '@headwater/domain/escape-html';
import type { SystemEmail } from '#platform/system-mail.ts';

const page = (lines: readonly string[]) => `<!doctype html><meta charset="utf-8">${lines.map((line) => `<p>${line}</p>`).join('')}`;

/** ACC-018, ACC-019: the one-time link after suspicious sign-in attempts. */
export function signinLinkEmail({ to, url, language }: { to: string; url: string; language: 'en' | 'ru' }): SystemEmail {
  const [subject, line, tail] =
    language === 'ru'
      ? [
          'Ссылка для входа',
          'Чтобы войти, откройте ссылку. Она действует 15 минут и сработает один раз:',
          'Если вы не входили, смените пароль.',
        ]
      : [
          'Your sign-in link',
          'Open this link to sign in. It is valid for 15 minutes and works once:',
          'If you did not try to sign in, change your password.',
        ];
  return {
    kind: 'signin_link',
    to,
    subject,
    text: `${line}\n\n${url}\n\n${tail}\n`,
    html: page([line, `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`, tail]),
  };
}

/** ACC-017: the six digits after a correct password. */
export function signinCodeEmail({ to, code, language }: { to: string; code: string; language: 'en' | 'ru' }): SystemEmail {
  const [subject, line] =
    language === 'ru'
      ? ['Код для входа', 'Введите этот код, чтобы войти. Он действует 10 минут:']
      : ['Your sign-in code', 'Enter this code to sign in. It is valid for 10 minutes:'];
  return {
    kind: 'signin_code',
    to,
    subject,
    text: `${line}\n\n${code}\n`,
    html: page([line, `<b style="font-size:24px;letter-spacing:4px">${code}</b>`]),
  };
}
