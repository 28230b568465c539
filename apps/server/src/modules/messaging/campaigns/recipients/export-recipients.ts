import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { inOneLine, tableRows, tableStart } from '#platform/csv/write-table.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });
const columns = Object.keys(en.column) as (keyof typeof en.column)[];

const format = { encoding: 'utf-8', delimiter: 'comma', reader: 'spreadsheet' } as const;

/** SEQ-011: a table in the reader's language. */
export function recipientsCsv(recipients: readonly MailingRecipientView[], language: Language): Uint8Array {
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
  const table = [columns.map((column) => read(`column.${column}`, language)), ...rows];
  return Buffer.concat([
    tableStart(format),
    tableRows(
      table.map((row) => row.map((value) => inOneLine(String(value ?? '')))),
      format,
    ),
  ]);
}
