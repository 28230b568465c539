import type { CsvFault } from '@headwater/domain/profiles/enrichment';

/** Number of the line where the row begins, from 1; its cells; why it could not be read: its only cell is then the whole line. */
export type FileRow = [line: number, cells: string[], fault?: CsvFault];

/** What one batch of the job deals with. */
const maxRows = 500;
const maxCells = 5000;

/** Puts rows together into parts, written as JSON. */
export function createParts() {
  const parts: string[] = [];
  let rows: string[] = [];
  let cells = 0;
  const close = () => {
    if (rows.length > 0) parts.push(`[${rows.join(',')}]`);
    rows = [];
    cells = 0;
  };
  return {
    add(row: FileRow) {
      rows.push(JSON.stringify(row));
      cells += row[1].length;
      if (rows.length >= maxRows || cells >= maxCells) close();
    },
    close() {
      close();
      return parts;
    },
  };
}
