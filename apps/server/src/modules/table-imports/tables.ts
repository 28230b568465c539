import type { ColumnType, Generated } from 'kysely';
import type { ColumnMeaning, DuplicatePolicy, LeftOutReason } from '@headwater/domain/profiles/table-import';
import type { WrittenPerson } from '#modules/profiles/import/public.ts';
import type { TableFormat } from '#platform/tables/open-table.ts';

export interface ImportOptions extends TableFormat {
  columns: ColumnMeaning[];
  headerLine: number;
  /** Cells of the header, for the file of left-out rows. */
  header: string[];
  policy: DuplicatePolicy;
  vacancyId: number | null;
  statusId: number | null;
  statuses: { value: string; status: number }[];
  tags: string[];
  /** Prefix of keys: ids of different systems are different. */
  origin: string;
}

export interface LeftOutRow {
  line: number;
  cells: string[];
  reason: LeftOutReason;
  profileId?: number;
}

export interface PartChanges {
  people: WrittenPerson[];
  comments: number[];
  files: number[];
}

// A type alias, as Kysely wants an index signature.
export type TableImportTables = {
  table_imports: {
    id: Generated<number>;
    company_id: number;
    created_by: number | null;
    job_id: number | null;
    file_name: string;
    size: number;
    options: ColumnType<ImportOptions | null, string | undefined, string>;
    done: Generated<number>;
    created: Generated<number>;
    changed: Generated<number>;
    known: Generated<number>;
    erased: Generated<number>;
    left_out: Generated<number>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  table_import_pieces: { import_id: number; company_id: number; number: number; store_key: string; size: number };
  table_import_parts: {
    import_id: number;
    company_id: number;
    number: number;
    left_out: ColumnType<LeftOutRow[], string, string>;
    changes: ColumnType<PartChanges | null, string, string | null>;
  };
  table_mappings: { company_id: number; header_hash: Buffer; columns: ColumnMeaning[]; updated_at: Date };
};
