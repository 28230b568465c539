import { type Delimiter, delimiterSigns } from './delimiters.ts';

type TableFault = 'quote_open' | 'quote_after' | 'line_long' | 'too_many_columns';

export interface RowFault<Reason extends string = never> {
  line: number;
  reason: TableFault | Reason;
}

/** UTF-16 units of a row. */
export const maxRow = 64 * 1024;
const quote = '"';

interface Cell {
  value: string;
  end: number;
  lines: number;
}

const countLines = (text: string) => (text.includes('\n') || text.includes('\r') ? (text.match(/\r\n|[\r\n]/g)?.length ?? 0) : 0);

/** Reads a quoted cell; a doubled quotation mark is one. `last`: index where the row must end. */
function readQuoted(text: string, start: number, last: number): Cell | TableFault {
  let [value, from] = ['', start + 1];
  for (;;) {
    const end = text.indexOf(quote, from);
    if (end < 0) return 'quote_open';
    if (end > last) return 'line_long';
    value += text.slice(from, end);
    if (text[end + 1] !== quote) return { value, end: end + 1, lines: countLines(value) };
    value += quote;
    from = end + 2;
  }
}

/** Reads until the delimiter or line end; a quotation mark within the cell is literal. */
function readPlain(text: string, start: number, sign: number): Cell {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === sign || code === 10 || code === 13) break;
  }
  return { value: text.slice(start, end), end, lines: 0 };
}

interface Row {
  cells: string[];
  end: number;
  lines: number;
}

/** Reads the row that begins at `start`. */
export function readRow(text: string, start: number, { sign, maxColumns }: { sign: string; maxColumns: number }): Row | TableFault {
  const cells: string[] = [];
  const [code, last] = [sign.charCodeAt(0), start + maxRow];
  let [at, lines] = [start, 0];
  for (;;) {
    const cell = text[at] === quote ? readQuoted(text, at, last) : readPlain(text, at, code);
    if (typeof cell === 'string') return cell;
    cells.push(cell.value);
    if (cells.length > maxColumns) return 'too_many_columns';
    if (cell.end > last) return 'line_long';
    lines += cell.lines;
    const next = text[cell.end];
    if (next === undefined) return { cells, end: cell.end, lines };
    if (next === '\n' || next === '\r') {
      const width = next === '\r' && text[cell.end + 1] === '\n' ? 2 : 1;
      return { cells, end: cell.end + width, lines: lines + 1 };
    }
    if (next !== sign) return 'quote_after';
    at = cell.end + 1;
  }
}

interface RowReading<Reason extends string> {
  delimiter: Delimiter;
  maxColumns: number;
  /** `line` is where the row begins. A returned reason stops the reader. */
  onRow(line: number, cells: string[]): Reason | undefined;
}

/**
 * RFC 4180 in linear time with bounded rows. ENR-011: skips rows without text. Returns the reason
 * of a stop.
 */
export function readRows<Reason extends string = never>(
  text: string,
  { delimiter, maxColumns, onRow }: RowReading<Reason>,
): RowFault<Reason> | null {
  const sign = delimiterSigns[delimiter];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const row = readRow(text, at, { sign, maxColumns });
    const reason = typeof row === 'string' ? row : row.cells.some((cell) => cell.trim() !== '') ? onRow(line, row.cells) : undefined;
    if (reason) return { line, reason };
    if (typeof row === 'string') break;
    at = row.end;
    line += row.lines;
  }
  return null;
}
