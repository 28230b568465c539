import { type TableDelimiter, tableBounds } from '@headwater/domain/profiles/table-import';
import { beginning } from '@headwater/domain/storable-text';
import { delimiterSigns } from '#platform/csv/delimiters.ts';
import { maxRow, readRow } from '#platform/csv/read-rows.ts';
import { withoutGuard } from '#platform/csv/write-table.ts';
import { type FileRow, type FileRows, hasText } from './file-row.ts';

const shownFault = 1000;
const lineEnd = /\r\n|[\r\n]/g;

/** Index after the next line end; the end of the text without one. */
function nextLine(text: string, from: number): number {
  lineEnd.lastIndex = from;
  const found = lineEnd.exec(text);
  return found ? found.index + found[0].length : text.length;
}

/**
 * RFC 4180 in linear time. Memory holds two rows of maximal length. A faulty row is reported, and
 * reading continues in the next line.
 */
export async function* readDelimited(pieces: AsyncIterable<string>, delimiter: TableDelimiter): FileRows {
  const reading = { sign: delimiterSigns[delimiter], maxColumns: tableBounds.columns };
  let [text, line] = ['', 1];
  const readAll = (until: number): FileRow[] => {
    const rows: FileRow[] = [];
    let at = 0;
    while (at < until) {
      const row = readRow(text, at, reading);
      if (typeof row === 'string') {
        const end = nextLine(text, at);
        const faulty = text.slice(at, end).trim();
        if (faulty !== '') rows.push([line, beginning(faulty, shownFault).split(reading.sign).slice(0, tableBounds.columns), row]);
        at = end;
        line += 1;
      } else {
        const cells = row.cells.map((cell) => withoutGuard(cell.slice(0, tableBounds.cell)));
        if (hasText(cells)) rows.push([line, cells]);
        at = row.end;
        line += row.lines;
      }
    }
    text = text.slice(at);
    return rows;
  };
  let isFirst = true;
  for await (const piece of pieces) {
    text += isFirst ? piece.replace(/^\uFEFF/, '') : piece;
    if (piece !== '') isFirst = false;
    // A row that begins before this place ends within the text.
    if (text.length > 2 * maxRow) yield readAll(text.length - maxRow - 2);
  }
  yield readAll(text.length);
}
