import type { ColumnType, Generated } from 'kysely';
import type { StoredProfile } from '#modules/profiles/public.ts';

// A type alias, as Kysely wants an index signature.
export type SearchTables = {
  search_changes: { version: Generated<number>; profile_id: number; changed_at: Date; transaction_id: string; changed_in: number | null };
  search_position: { only_row: boolean; pruned_below: number };
  search_queries: {
    id: Generated<number>;
    company_id: number;
    user_id: number;
    query: string;
    filters: string;
    ranking: string;
    folder_id: number | null;
    found: number;
    created_at: ColumnType<Date, Date | undefined, never>;
    last_used_at: Date;
    is_hidden: Generated<boolean>;
  };
  profile_listings: { company_id: number; user_id: number; profile_id: number; folder_id: number | null; listed_at: Date };
  // Owned by profiles; read here to build documents.
  profiles: { id: number; company_id: number | null; data: StoredProfile; updated_at: Date; deleted_at: Date | null };
};
