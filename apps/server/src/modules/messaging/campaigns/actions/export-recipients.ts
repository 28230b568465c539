import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });
const columns = Object.keys(en.column) as (keyof typeof en.column)[];

/** A cell that begins like a formula would be computed by a spreadsheet: it is kept as text. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** SEQ-011: a table in the reader's language; the mark at its beginning tells spreadsheets that it is UTF-8. */
export function recipientsCsv(recipients: readonly MailingRecipientView[], language: Language): string {
  const rows = recipients.map((one) => [
    one.profile.name,
    one.profile.title,
    one.profile.company,
    one.email,
    read(`status.${one.status}`, language),
    one.messages_sent,
    one.last_activity_at,
    one.next_send_at,
    read(`source.${one.source}`, language),
    one.added_by && `${one.added_by.first_name} ${one.added_by.last_name}`.trim(),
    one.added_at,
  ]);
  return `\uFEFF${[columns.map((column) => read(`column.${column}`, language)), ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
