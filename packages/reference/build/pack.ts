import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export type Cell = string | number | boolean | null | readonly (string | number)[];

function cellText(cell: Cell): string {
  if (cell === null || cell === false) return '';
  if (cell === true) return '1';
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell).replaceAll(/[\t\n]/g, ' ');
  return cell.map((part) => String(part).replaceAll(/[|\t\n]/g, ' ')).join('|');
}

/** Gzipped TSV with a header line. Equal rows give equal bytes. */
export function writeTable(file: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const folder = new URL('../data/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const lines = [columns.join('\t'), ...rows.map((row) => row.map(cellText).join('\t'))];
  const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
  writeFileSync(new URL(`${file}.tsv.gz`, folder), packed);
  console.log(`${file}: ${rows.length} rows, ${Math.round(packed.length / 1024)} KB`);
}
