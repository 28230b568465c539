import type { ReactNode } from 'react';

/** One column of a DataTable. */
export interface DataColumn<T> {
  id: string;
  /** In the person's language. */
  header: string;
  cell: (row: T) => ReactNode;
  /** Pixels. Columns without a width share what is left. */
  width?: number;
  /** Of a column without a width: what it needs at least, 160 where nothing is said. */
  minWidth?: number;
  align?: 'left' | 'right';
  sortable?: boolean;
  /** false: always shown. */
  hideable?: boolean;
  /** Left out where the table would not fit, the highest first; the person may choose it all the same. */
  optional?: number;
  /** Not shown until the person chooses it. */
  hidden?: boolean;
  /** Buttons of the row: they stand at its end, under the choice of columns. At most one. */
  edge?: boolean;
}

export type RowId = string | number;

export interface Sort {
  column: string;
  descending: boolean;
}

/** '-updated_at' -> {column: 'updated_at', descending: true}, as sorting is written in the address. */
export function readSort(text: string | undefined): Sort | undefined {
  if (!text || text === '-') return undefined;
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

export const writeSort = (sort: Sort | undefined): string | undefined => sort && `${sort.descending ? '-' : ''}${sort.column}`;

/** Sorting as a parameter of the address (lib/screen-params). */
export const sortParam = { read: readSort, write: writeSort };
