import type { ColumnType, Generated } from 'kysely';

// Kysely requires an index signature, which only type aliases have.
export type SearchTables = {
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
};
