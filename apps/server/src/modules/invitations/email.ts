import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { escapeHtml } from '@headwater/domain/escape-html';
import { oneLine } from '@headwater/domain/mail/address';
import type { invitedRoles } from '@headwater/domain/roles';
import type { SystemEmail } from '#platform/system-mail.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

export interface Invited {
  to: string;
  url: string;
  inviter: string;
  company: string;
  product: string;
  role: (typeof invitedRoles)[number];
  expiresAt: Date;
  language: Language;
}

const paragraph = 'margin:0 0 16px';
const button =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#0f665f;color:#ffffff;font-weight:600;text-decoration:none';

export function invitationEmail({ to, url, expiresAt, language, ...named }: Invited): SystemEmail {
  const [inviter, company, product] = [named.inviter, named.company, named.product].map(oneLine) as [string, string, string];
  const parts = { inviter, company, product, role: read(`role.${named.role}`, language) };
  const line = inviter === '' ? read('email.lineOfNobody', language, parts) : read('email.line', language, parts);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  const tail = read('email.tail', language, { date });
  const link = escapeHtml(url);
  const html = [
    `<p style="${paragraph}">${escapeHtml(line)}</p>`,
    `<p style="${paragraph}"><a href="${link}" style="${button}">${escapeHtml(read('email.button', language))}</a></p>`,
    `<p style="${paragraph}">${escapeHtml(read('email.open', language))}<br><a href="${link}" style="word-break:break-all">${link}</a></p>`,
    `<p style="margin:0;color:#5f6b6b">${escapeHtml(tail)}</p>`,
  ].join('');
  return {
    kind: 'invitation',
    to,
    subject: read('email.subject', language, parts),
    text: `${[line, read('email.open', language), url, tail].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="margin:0;padding:24px;font:15px/22px -apple-system,'Segoe UI',Roboto,Arial,sans-serif"><div style="max-width:520px">${html}</div></body></html>`,
  };
}
