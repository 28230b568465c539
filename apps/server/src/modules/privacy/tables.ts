import type { ColumnType, Generated } from 'kysely';
import type { ErasedCounts } from '@headwater/contract/privacy';

// A type alias, as Kysely wants an index signature.
export type PrivacyTables = {
  erasures: {
    id: Generated<number>;
    company_id: ColumnType<number | null, number | null, never>;
    profile_id: ColumnType<number, number, never>;
    requested_by: number | null;
    requested_at: ColumnType<Date, Date, never>;
    rows_deleted_at: Date | null;
    files_deleted_at: Date | null;
    finished_at: Date | null;
    store_keys: Generated<string[]>;
    counts: ColumnType<Partial<ErasedCounts>, string | undefined, string>;
  };
  retention_rules: { company_id: number; months: number; changed_by: number | null; changed_at: Date };
};
