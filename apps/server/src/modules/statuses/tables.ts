import type { ColumnType, Generated } from 'kysely';

// A type alias, as Kysely wants an index signature.
export type StatusTables = {
  status_collections: { company_id: number };
  candidate_statuses: {
    id: Generated<number>;
    company_id: number;
    parent_id: number | null;
    name: string;
    position: number;
    is_active: boolean;
    selected: boolean;
    color: number;
    used_by_mixmax: Generated<boolean>;
    /** One of the first statuses of its company, never renamed. */
    is_default: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
    deleted_at: Date | null;
  };
};
