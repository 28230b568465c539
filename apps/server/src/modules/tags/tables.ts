import type { ColumnType, Generated } from 'kysely';

type Made = ColumnType<Date, Date, never>;

export type TagTables = {
  tags: { id: Generated<number>; company_id: number; name: string; key: string; created_by: number | null; created_at: Made };
  profile_tags: { company_id: number; profile_id: number; tag_id: number; created_by: number | null; created_at: Made };
  tag_changes: {
    id: Generated<number>;
    company_id: number;
    job_id: number;
    profile_id: number;
    tag_id: number;
    is_added: boolean;
  };
};
