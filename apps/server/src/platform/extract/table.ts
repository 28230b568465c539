import { delimiters } from '#platform/csv/delimiters.ts';
import { delimiterOf, readDelimiterLine } from '#platform/csv/detect-format.ts';
import { readRows } from '#platform/csv/read-rows.ts';

export type Rows = string[][];

const maxRows = 2000;
const maxCells = 200;
const maxCell = 10_000;
function readAll(file: string): { rows: Rows; isBroken: boolean } {
  const rows: Rows = [];
  const named = readDelimiterLine(file);
  const text = named?.text ?? file;
  const fault = readRows(text, {
    delimiter: named?.delimiter ?? delimiterOf(text, delimiters),
    maxColumns: maxCells,
    onRow(_line, cells) {
      rows.push(cells.map((cell) => cell.slice(0, maxCell).trim()));
      return rows.length < maxRows ? undefined : 'enough';
    },
  });
  return { rows, isBroken: fault?.reason === 'quote_open' || fault?.reason === 'quote_after' };
}

/** RFC 4180 with any common delimiter. Ignores quotation marks if one is unclosed. */
export function readDelimited(text: string): Rows {
  const { rows, isBroken } = readAll(text);
  return isBroken ? readAll(text.replaceAll('"', '')).rows : rows;
}

export const withoutBlankRows = (rows: Rows): Rows => rows.filter((row) => row.some((cell) => cell !== '')).slice(0, maxRows);

export const linesOfRows = (rows: Rows): string => rows.map((row) => row.join('\t')).join('\n');
