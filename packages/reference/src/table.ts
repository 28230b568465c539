import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Row by column name; a missing value is ''. Valid only inside the mapping callback. */
export interface Row {
  text(column: string): string;
  optional(column: string): string | null;
  number(column: string): number;
  optionalNumber(column: string): number | null;
  list(column: string): string[];
}

/** One reused reader: an object per row would cost more than the parsing. */
function rowReader(header: string): { row: Row; stepTo: (line: string) => void } {
  const positions = new Map(header.split('\t').map((name, position) => [name, position]));
  let cells: string[] = [];
  const text = (column: string): string => {
    const position = positions.get(column);
    if (position === undefined) throw new Error(`reference data has no column ${column}`);
    return cells[position] ?? '';
  };
  const row: Row = {
    text,
    optional: (column) => text(column) || null,
    number: (column) => Number(text(column)),
    optionalNumber: (column) => (text(column) === '' ? null : Number(text(column))),
    list: (column) => (text(column) === '' ? [] : text(column).split('|')),
  };
  const stepTo = (line: string): void => {
    cells = line.split('\t');
  };
  return { row, stepTo };
}

/**
 * Maps the rows of a data file (gzipped TSV, header line, no quoting). `src/` and `dist/` have the
 * same depth, so both reach the folder.
 */
export function readTable<T>(file: string, map: (row: Row) => T): T[] {
  const packed = readFileSync(new URL(`../data/${file}.tsv.gz`, import.meta.url));
  const lines = gunzipSync(packed).toString('utf8').split('\n');
  const { row, stepTo } = rowReader(lines[0] ?? '');
  const rows: T[] = [];
  for (let position = 1; position < lines.length; position += 1) {
    const line = lines[position];
    if (!line) continue;
    stepTo(line);
    rows.push(map(row));
  }
  return rows;
}
