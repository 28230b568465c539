import type { ColumnMeaning, LeftOutReason } from '@headwater/domain/profiles/table-import';
import { storableText } from '@headwater/domain/storable-text';
import { ready } from '#platform/child/bounded-process.ts';
import type { FileRow } from '#platform/tables/file-row.ts';
import { type OpenTable, openTable, type TableFormat } from '#platform/tables/open-table.ts';
import { TableError } from '#platform/tables/table-error.ts';
import { personOfRow, type RowExtras } from './row-person.ts';
import { previewTable } from './preview-table.ts';
import type { TableAnswer, TableQuestion, TableRow } from './table-questions.ts';

/** The child process: reads one table at a time for its parent, and ends with it. */

interface Reading {
  table: OpenTable;
  columns: readonly ColumnMeaning[];
  header: readonly string[];
  headerLine: number;
  country: string | undefined;
  /** Rows that are read but not asked for. */
  rest: FileRow[];
  /** Rows with data so far. */
  position: number;
}

let current: Reading | undefined;

async function closeCurrent(): Promise<void> {
  const closed = current;
  current = undefined;
  await closed?.table.close();
}

/** Fills `rest` up to `most` rows. Returns true at the end of the file. */
async function fill(reading: Reading, most: number): Promise<boolean> {
  while (reading.rest.length < most) {
    const next = await reading.table.rows.next();
    if (next.done) return true;
    for (const row of next.value) {
      if (row[0] === reading.headerLine) reading.header = row[1];
      else if (row[0] > reading.headerLine) reading.rest.push(row);
    }
  }
  return false;
}

const noExtras: RowExtras = {
  tags: [],
  notes: [],
  source: undefined,
  dateAdded: undefined,
  vacancy: undefined,
  status: undefined,
  externalId: undefined,
  resume: undefined,
};

function tableRow([line, cells, fault]: FileRow, { columns, header, country }: Reading): TableRow {
  const clean = cells.map(storableText);
  const left: { fault?: LeftOutReason } = fault ? { fault } : {};
  if (fault) return { line, cells: clean, ...left, extras: noExtras };
  const { profile, extras } = personOfRow(clean, { columns, header, country });
  return { line, cells: clean, profile, extras };
}

async function skip(reading: Reading, count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const isEnd = await fill(reading, Math.min(left, 5000));
    const skipped = reading.rest.splice(0, left).length;
    left -= skipped;
    reading.position += skipped;
    if (isEnd && skipped === 0) return;
  }
}

async function open({ path, format, columns, headerLine, country }: Extract<TableQuestion, { kind: 'open' }>): Promise<TableAnswer> {
  await closeCurrent();
  const table = await openTable(path, format as TableFormat);
  current = { table, columns, header: [], headerLine, country, rest: [], position: 0 };
  return { kind: 'opened' };
}

async function rows({ from, most }: Extract<TableQuestion, { kind: 'rows' }>): Promise<TableAnswer> {
  if (!current || current.position > from) return { kind: 'not_open' };
  // Skips a part, so that the answer comes in time.
  const behind = from - current.position;
  if (behind > 0) await skip(current, Math.min(behind, 50_000));
  if (current.position < from) {
    const isEnd = current.rest.length === 0 && (await fill(current, 1));
    return isEnd && current.rest.length === 0 ? { kind: 'rows', rows: [], isEnd: true } : { kind: 'skipping' };
  }
  const isEnd = await fill(current, most);
  const taken = current.rest.splice(0, most);
  current.position += taken.length;
  const reading = current;
  return { kind: 'rows', rows: taken.map((row) => tableRow(row, reading)), isEnd: isEnd && reading.rest.length === 0 };
}

async function attachment({ name }: Extract<TableQuestion, { kind: 'attachment' }>): Promise<TableAnswer> {
  const entry = current?.table.attachments.get(name.split(/[\\/]/).at(-1)?.toLowerCase() ?? '');
  if (!current || !entry) return { kind: 'attachment', bytes: undefined, name: undefined };
  const bytes = await current.table.readAttachment(entry).catch(() => undefined);
  return { kind: 'attachment', bytes, name: entry.name.split('/').at(-1) };
}

function answer(question: TableQuestion): Promise<TableAnswer> {
  switch (question.kind) {
    case 'preview':
      return previewTable(question);
    case 'open':
      return open(question);
    case 'rows':
      return rows(question);
    case 'attachment':
      return attachment(question);
    case 'close':
      return closeCurrent().then(() => ({ kind: 'opened' }));
  }
}

process.on('message', (question: TableQuestion) => {
  void answer(question)
    .catch((error: unknown): TableAnswer => ({ kind: 'fault', fault: error instanceof TableError ? error.fault : 'table_broken' }))
    .then((sent) => process.send?.(sent));
});
process.on('disconnect', () => void closeCurrent().finally(() => process.exit(0)));
process.send?.(ready);
