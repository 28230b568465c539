import type { ReactNode } from 'react';

/** One column of a DataTable. */
export interface DataColumn<T> {
  id: string;
  /** In the person's language. */
  header: string;
  cell: (row: T) => ReactNode;
  /** Pixels. Columns without a width share what is left. */
  width?: number;
  align?: 'left' | 'right';
  sortable?: boolean;
  /** false: always shown. */
  hideable?: boolean;
  /** Not shown until the person chooses it. */
  hidden?: boolean;
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
