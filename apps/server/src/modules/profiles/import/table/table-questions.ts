import type { ProfileInput } from '@headwater/contract/profile-data';
import type {
  CellProblem,
  ColumnMeaning,
  LeftOutReason,
  TableDelimiter,
  TableEncoding,
  TableFaultKey,
  TableKind,
  TablePreset,
} from '@headwater/domain/profiles/table-import';
import type { TableFormat } from '#platform/tables/open-table.ts';
import type { RowExtras } from './row-person.ts';

export interface TableRow {
  line: number;
  cells: string[];
  fault?: LeftOutReason;
  profile?: ProfileInput;
  extras: RowExtras;
}

/** `columns` and `headerLine` (0: none) as the user chose them; absent: guessed. */
export type TableQuestion =
  | {
      kind: 'preview';
      path: string;
      format: TableFormat;
      columns?: ColumnMeaning[] | undefined;
      headerLine?: number | undefined;
      country?: string | undefined;
    }
  | { kind: 'open'; path: string; format: TableFormat; columns: ColumnMeaning[]; headerLine: number; country?: string | undefined }
  | { kind: 'rows'; from: number; most: number }
  | { kind: 'attachment'; name: string }
  | { kind: 'close' };

export interface PreviewRow {
  line: number;
  cells: string[];
  leftOut: LeftOutReason | null;
  problems: { column: number; problem: CellProblem }[];
  person: PreviewPerson | null;
}

export interface PreviewPerson {
  name: string;
  position: string;
  place: string;
  contacts: string[];
  skills: string[];
  tags: string[];
  note: string;
  status: string;
  vacancy: string;
}

export interface TablePreview {
  kind: 'preview';
  table: TableKind;
  sheets: string[];
  sheet: string | null;
  encoding: TableEncoding | null;
  delimiter: TableDelimiter | null;
  header: string[];
  /** 0: the table has no header. */
  headerLine: number;
  columns: ColumnMeaning[];
  preset: TablePreset | null;
  /** The columns identify people. */
  isUsable: boolean;
  rows: PreviewRow[];
  /** The number of rows, or an estimate. */
  count: number;
  isCounted: boolean;
  /** Different values among the first rows. */
  statuses: string[];
  vacancies: string[];
}

export type TableAnswer =
  | TablePreview
  | { kind: 'opened' }
  | { kind: 'rows'; rows: TableRow[]; isEnd: boolean }
  /** Ask again: the rows before are being skipped. */
  | { kind: 'skipping' }
  | { kind: 'not_open' }
  | { kind: 'attachment'; bytes: Uint8Array | undefined; name: string | undefined }
  | { kind: 'fault'; fault: TableFaultKey };
