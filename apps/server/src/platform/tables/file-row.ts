import { type RowFaultKey, tableBounds } from '@headwater/domain/profiles/table-import';

/** Line or row number from 1; cells; the reason of an unreadable row, which is split at each delimiter. */
export type FileRow = [line: number, cells: string[], fault?: RowFaultKey];

/** Rows in parts of any size, without rows that have no text. */
export type FileRows = AsyncGenerator<FileRow[]>;

export const hasText = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

/** `[column, first row, last row]` of merged cells below their first one. */
export type MergedRange = [column: number, from: number, to: number];

/** Excel stores the value of merged cells in the first one. `row` from 1, `column` from 0. */
export function createMergedFill(ranges: readonly MergedRange[]) {
  const waiting = ranges.filter(([column]) => column < tableBounds.columns).toSorted((left, right) => right[1] - left[1]);
  const active = new Map<number, { to: number; value: string }>();
  return (row: number, cells: string[]): void => {
    for (const [column, { to, value }] of active) {
      if (to < row) {
        active.delete(column);
        continue;
      }
      while (cells.length <= column) cells.push('');
      cells[column] = value;
    }
    for (let next = waiting.at(-1); next && next[1] <= row; next = waiting.at(-1)) {
      waiting.pop();
      const [column, from, to] = next;
      if (from === row) active.set(column, { to, value: cells[column] ?? '' });
    }
  };
}
