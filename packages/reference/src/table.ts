import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One row of a data file by column name; an absent value is the empty string. Valid only while it is being mapped. */
export interface Row {
  text(column: string): string;
  /** The text, or null where the file has none. */
  optional(column: string): string | null;
  number(column: string): number;
  optionalNumber(column: string): number | null;
  /** A `|` separated list; empty text is an empty list. */
  list(column: string): string[];
}

/** One reader that steps from line to line: an object a row would cost more than the parsing. */
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
 * Reads a data file of this package (gzip'd TSV with a header line, no quoting) and maps each row.
 * The folder is the same distance from `src/` and from `dist/`, so the built package reads the same files.
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
