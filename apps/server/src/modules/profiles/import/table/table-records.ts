import { extname } from 'node:path';
import { TableError } from '#platform/tables/table-error.ts';
import type { SourceRecord } from '../check-record.ts';
import { originOfTable } from './presets.ts';
import { identifiesPerson } from './row-person.ts';
import type { TablePreview, TableRow } from './table-questions.ts';
import { createTablePreviewer, openRowReader } from './table-reader.ts';

const onlyTables = ['.tsv', '.xlsx', '.xlsm', '.vcf', '.zip'];
const perhapsTables = ['.csv', '.ods'];
const rowsPerPart = 500;
/** The command has one reader. */
const requester = { companyId: 0, memberId: 0 };

/** Undefined for other files, and for a CSV or ODS that is the form of one person. Throws TableError. */
export async function findTable(path: string): Promise<TablePreview | undefined> {
  const extension = extname(path).toLowerCase();
  if (!onlyTables.includes(extension) && !perhapsTables.includes(extension)) return undefined;
  const previewer = createTablePreviewer();
  try {
    const preview = await previewer.preview(requester, { path, format: {} });
    const known = preview.columns.filter((column) => column !== 'ignore').length;
    const isList = preview.isUsable && (onlyTables.includes(extension) || (preview.count > 1 && known > 1));
    return isList ? preview : undefined;
  } catch (error) {
    if (error instanceof TableError && perhapsTables.includes(extension)) return undefined;
    throw error;
  } finally {
    previewer.close();
  }
}

const faultWords: Readonly<Record<string, string>> = {
  quote_open: 'a quotation mark is not closed',
  quote_after: 'text after a closing quotation mark',
  line_long: 'the row is too long',
  too_many_columns: 'the row has too many columns',
};

function recordOf({ line, fault, profile, extras }: TableRow, origin: string): SourceRecord {
  if (fault || !profile) return { number: line, failure: faultWords[fault ?? ''] ?? 'the row cannot be read' };
  if (!identifiesPerson(profile)) return { number: line, failure: 'the row has no name and no contact' };
  const about = [profile.about, ...extras.notes].filter(Boolean).join('\n').slice(0, 10_000);
  const key = extras.externalId === undefined ? {} : { key: `${origin}:${extras.externalId}`.slice(0, 255) };
  return { number: line, value: { ...profile, ...(about ? { about } : {}) }, ...key };
}

/** Rows behind line `skip`, with the guessed columns. */
export async function* tableRecords(path: string, table: TablePreview, { skip }: { skip: number }): AsyncGenerator<SourceRecord> {
  const { sheet, encoding, delimiter, columns, headerLine, preset } = table;
  const format = { sheet: sheet ?? undefined, encoding: encoding ?? undefined, delimiter: delimiter ?? undefined };
  const origin = originOfTable(preset, table.header);
  const reader = openRowReader({ path, format, columns, headerLine }, rowsPerPart);
  try {
    for (let from = 0; ;) {
      const { rows, isEnd } = await reader.read(from);
      yield* rows.filter(({ line }) => line > skip).map((row) => recordOf(row, origin));
      if (isEnd) return;
      from += rows.length;
    }
  } finally {
    await reader.close();
  }
}
