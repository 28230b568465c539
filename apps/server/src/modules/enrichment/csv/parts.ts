import type { CsvFault } from '@headwater/domain/profiles/enrichment';

/** Line number from 1; cells; the error of an unreadable row, with the line as its only cell. */
export type FileRow = [line: number, cells: string[], fault?: CsvFault];

const maxRows = 500;
const maxCells = 5000;

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
