import { tableBounds } from '@headwater/domain/profiles/table-import';
import { beginning } from '@headwater/domain/storable-text';
import type { FileRow } from '#platform/tables/file-row.ts';
import { type OpenTable, openTable } from '#platform/tables/open-table.ts';
import { TableError } from '#platform/tables/table-error.ts';
import { checkRecord } from '../check-record.ts';
import { findHeader, guessColumns, identifiesPeople } from './guess-columns.ts';
import { identifiesPerson, personOfRow, type PersonOfRow, type RowMapping } from './row-person.ts';
import type { PreviewPerson, PreviewRow, TablePreview, TableQuestion } from './table-questions.ts';

/** Rows that the guesses and the lists of values are based on. */
const sampled = 500;
/** Files up to this many rows are counted exactly. */
const counted = 30_000;
const mostValues = 100;
const shownCell = 255;

async function takeRows(table: OpenTable, most: number): Promise<{ rows: FileRow[]; count: number; isEnd: boolean }> {
  const rows: FileRow[] = [];
  let count = 0;
  for await (const part of table.rows) {
    count += part.length;
    if (rows.length < sampled) rows.push(...part.slice(0, sampled - rows.length));
    if (count >= most) return { rows, count, isEnd: false };
  }
  return { rows, count, isEnd: true };
}

const fullName = ({ last_name: last, first_name: first, patronymic }: PersonOfRow['profile']) =>
  [first, patronymic, last].filter(Boolean).join(' ');

function personIn({ profile, extras }: PersonOfRow): PreviewPerson {
  const [position, place] = [profile.positions?.[0], profile.locations?.[0]];
  return {
    name: fullName(profile),
    position: [...new Set([position?.title, position?.company])].filter(Boolean).join(' · '),
    place: [place?.city, place?.country].filter(Boolean).join(', '),
    contacts: [...(profile.contacts ?? []).map(({ value }) => value), ...(profile.links ?? []).map(({ url }) => url)].slice(0, 10),
    skills: (profile.skills ?? []).map(({ name }) => name).slice(0, 20),
    tags: extras.tags,
    note: extras.notes.join('\n').slice(0, 500),
    status: extras.status ?? '',
    vacancy: extras.vacancy ?? '',
  };
}

interface RowMeans extends RowMapping {
  /** Whether the archive has the file of a row. */
  hasFile(name: string): boolean;
}

function previewRow([line, cells, fault]: FileRow, mapping: RowMeans): PreviewRow {
  const shown = cells.map((cell) => beginning(cell, shownCell));
  if (fault) return { line, cells: shown, leftOut: fault, problems: [], person: null };
  const read = personOfRow(cells, mapping);
  const { resume } = read.extras;
  const isMissing = resume !== undefined && !mapping.hasFile(resume);
  const missing = isMissing ? [{ column: mapping.columns.indexOf('resume'), problem: 'resume' as const }] : [];
  const isUnread = !identifiesPerson(read.profile) || 'failure' in checkRecord({ number: line, value: read.profile });
  return {
    line,
    cells: shown,
    leftOut: isUnread ? 'no_person' : null,
    problems: [...read.problems, ...missing],
    person: isUnread ? null : personIn(read),
  };
}

function valuesOf(rows: readonly FileRow[], column: number): string[] {
  if (column < 0) return [];
  const values = rows.flatMap(([, cells]) => (cells[column] ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, shownCell) || []);
  return [...new Set(values)].slice(0, mostValues);
}

export async function previewTable(question: Extract<TableQuestion, { kind: 'preview' }>): Promise<TablePreview> {
  const table = await openTable(question.path, question.format);
  try {
    const { rows, count, isEnd } = await takeRows(table, counted);
    if (rows.length === 0) throw new TableError('table_empty');
    const found = findHeader(rows.slice(0, 50).map(([, cells, fault]) => (fault ? [] : cells)));
    const headerLine = question.headerLine ?? rows[found]?.[0] ?? 0;
    const header = (rows.find(([line]) => line === headerLine)?.[1] ?? []).map((cell) => beginning(cell.trim(), shownCell));
    const data = rows.filter(([line]) => line > headerLine);
    const guess = guessColumns(
      header,
      data.flatMap(([, cells, fault]) => (fault ? [] : [cells])),
    );
    const columns = guess.columns.map((meaning, column) => question.columns?.[column] ?? meaning);
    const hasFile = (name: string) => table.attachments.has(name.split(/[\\/]/).at(-1)?.toLowerCase() ?? '');
    const mapping = { columns, header, country: question.country, hasFile };
    const before = rows.length - data.length;
    return {
      kind: 'preview',
      table: table.kind,
      sheets: table.sheets,
      sheet: table.sheet,
      encoding: table.encoding,
      delimiter: table.delimiter,
      header,
      headerLine,
      columns,
      preset: guess.preset,
      isUsable: identifiesPeople(columns),
      rows: data.slice(0, tableBounds.preview).map((row) => previewRow(row, mapping)),
      count: isEnd ? count - before : Math.max(count, table.declared ?? count * 2),
      isCounted: isEnd,
      statuses: valuesOf(data, columns.indexOf('status')),
      vacancies: valuesOf(data, columns.indexOf('vacancy')),
    };
  } finally {
    await table.close();
  }
}
