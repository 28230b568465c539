import type { ReactNode } from 'react';

export interface DataColumn<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /** In pixels. Columns without a width share the rest. */
  width?: number;
  /** Minimum of a column without a width; default 160. */
  minWidth?: number;
  align?: 'left' | 'right';
  sortable?: boolean;
  hideable?: boolean;
  /** Hidden if the table does not fit, highest number first, unless the user chose the column. */
  optional?: number;
  hidden?: boolean;
  /** Buttons at the end of the row, below the column menu. At most one column. */
  edge?: boolean;
}

export type RowId = string | number;

export interface Sort {
  column: string;
  descending: boolean;
}

/** '-updated_at' -> {column: 'updated_at', descending: true}. */
export function readSort(text: string | undefined): Sort | undefined {
  if (!text || text === '-') return undefined;
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

export const writeSort = (sort: Sort | undefined): string | undefined => sort && `${sort.descending ? '-' : ''}${sort.column}`;

export const sortParam = { read: readSort, write: writeSort };
