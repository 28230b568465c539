import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One row of a data file: column name to raw text; an absent value is the empty string. */
export interface Row {
  text(column: string): string;
  /** The text, or null where the file has none. */
  optional(column: string): string | null;
  number(column: string): number;
  optionalNumber(column: string): number | null;
  /** A `|` separated list; empty text is an empty list. */
  list(column: string): string[];
}

function columnPositions(header: string): Map<string, number> {
  return new Map(header.split('\t').map((name, position) => [name, position]));
}

function rowOver(cells: string[], positions: Map<string, number>): Row {
  const text = (column: string): string => {
    const position = positions.get(column);
    if (position === undefined) throw new Error(`reference data has no column ${column}`);
    return cells[position] ?? '';
  };
  return {
    text,
    optional: (column) => text(column) || null,
    number: (column) => Number(text(column)),
    optionalNumber: (column) => (text(column) === '' ? null : Number(text(column))),
    list: (column) => (text(column) === '' ? [] : text(column).split('|')),
  };
}

/**
 * Reads a data file of this package (gzip'd TSV with a header line, no quoting) and maps each row.
 * The folder is the same distance from `src/` and from `dist/`, so the built package reads the same files.
 */
export function readTable<T>(file: string, map: (row: Row) => T): T[] {
  const packed = readFileSync(new URL(`../data/${file}.tsv.gz`, import.meta.url));
  const lines = gunzipSync(packed).toString('utf8').split('\n');
  const positions = columnPositions(lines[0] ?? '');
  const rows: T[] = [];
  for (let line = 1; line < lines.length; line += 1) {
    const content = lines[line];
    if (content) rows.push(map(rowOver(content.split('\t'), positions)));
  }
  return rows;
}
