/** Cells of a table, row by row. */
export type Rows = string[][];

const maxRows = 2000;
const maxCells = 200;
const maxCell = 10_000;
const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that the first lines hold most of outside of quotes. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 10_000).replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, count: start.split(delimiter).length }));
  return counts.toSorted((left, right) => right.count - left.count)[0]?.delimiter ?? ',';
}

/** The cells of delimited text (RFC 4180 with any of the usual delimiters), bounded in rows, cells and their length. */
export function readDelimited(text: string): Rows {
  const delimiter = delimiterOf(text);
  const rows: Rows = [[]];
  let cell = '';
  let isQuoted = false;
  const closeCell = () => {
    const row = rows.at(-1);
    if (row && row.length < maxCells) row.push(cell.slice(0, maxCell).trim());
    cell = '';
  };
  for (let at = 0; at < text.length && rows.length <= maxRows; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === delimiter) closeCell();
    else if (sign === '\n') {
      closeCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  closeCell();
  return withoutBlankRows(rows);
}

export const withoutBlankRows = (rows: Rows): Rows => rows.filter((row) => row.some((cell) => cell !== '')).slice(0, maxRows);

/** A table as lines, for readers of text. */
export const linesOfRows = (rows: Rows): string => rows.map((row) => row.join('\t')).join('\n');
