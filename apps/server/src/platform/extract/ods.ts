import { SaxesParser } from 'saxes';
import { documentContent } from './odt.ts';
import type { ExtractedText } from './outcome.ts';
import { linesOfRows, type Rows, withoutBlankRows } from './table.ts';

const maxRows = 2000;
const maxCells = 200;
const repeatsOf = (attributes: Record<string, string>, kind: 'columns' | 'rows') =>
  Number(attributes[`table:number-${kind}-repeated`] ?? 1) || 1;

/** Reads all sheets. Rows and cells repeated up to the edge of a sheet are blank and omitted. */
export function readOds(bytes: Buffer): ExtractedText {
  const rows: Rows = [];
  const links: string[] = [];
  let row: string[] = [];
  let cell: { text: string; repeats: number } | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const own = attributes as Record<string, string>;
    if (name === 'table:table-row') row = [];
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') cell = { text: '', repeats: repeatsOf(own, 'columns') };
    else if (name === 'text:p' && cell && cell.text !== '') cell.text += ' ';
    else if (name === 'text:a') links.push(own['xlink:href'] ?? '');
  });
  parser.on('text', (piece) => {
    if (cell) cell.text += piece.replace(/\s+/g, ' ');
  });
  parser.on('closetag', ({ name }) => {
    if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && cell) {
      for (let at = 0; at < cell.repeats && row.length < maxCells; at += 1) row.push(cell.text.trim());
      cell = undefined;
    }
    if (name === 'table:table-row' && rows.length < maxRows) rows.push(row);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(documentContent(bytes)).close();
  const filled = withoutBlankRows(rows);
  return { text: linesOfRows(filled), links, rows: filled };
}
