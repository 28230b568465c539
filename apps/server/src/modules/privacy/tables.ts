import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
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
    in_ats: Generated<boolean>;
    counts: ColumnType<Partial<ErasedCounts>, string | undefined, string>;
  };
  ats_erasures: {
    id: GeneratedAlways<number>;
    company_id: number;
    erasure_id: number;
    link_id: number;
    integration: string;
    account_id: string;
    person_id: string | null;
    url: string | null;
    state: 'waiting' | 'erased' | 'manual' | 'failed';
    attempts: Generated<number>;
    failure: string | null;
    reason: string | null;
    created_at: Date;
    finished_at: Date | null;
  };
  retention_rules: { company_id: number; months: number; changed_by: number | null; changed_at: Date };
};
