import type { ColumnType, Generated } from 'kysely';
import type { DuplicateReason } from '@headwater/domain/profiles/duplicates/compare-people';

// A type alias, as Kysely wants an index signature.
export type DuplicateTables = {
  duplicate_changes: { id: Generated<number>; profile_id: number; retry_at: Generated<Date | null> };
  duplicate_views: {
    id: Generated<number>;
    profile_id: number;
    company_id: number | null;
    facts: string | null;
    keys: number[];
  };
  duplicate_keys: { key: number; company_id: number; view_id: number };
  duplicate_pairs: {
    id: Generated<number>;
    company_id: number | null;
    low_id: number;
    high_id: number;
    score: number;
    reasons: ColumnType<DuplicateReason[], string, string>;
    contacts: number[];
    open_score: Generated<number>;
    open_contacts: Generated<number[]>;
    found_at: ColumnType<Date, Date, never>;
  };
  duplicate_dismissals: {
    company_id: number;
    low_id: number;
    high_id: number;
    contacts: number[];
    dismissed_by: number | null;
    dismissed_at: Date;
  };
};
