import type { ColumnType, Generated } from 'kysely';

export type StatusTables = {
  status_collections: { company_id: number };
  rejection_reasons: {
    id: Generated<number>;
    company_id: number;
    name: string;
    /** Initial reason that was never renamed; its name is translated. */
    is_default: Generated<boolean>;
    position: number;
    deleted_at: Date | null;
  };
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
    /** Initial status that was never renamed; its name is translated. */
    is_default: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
    deleted_at: Date | null;
  };
};
