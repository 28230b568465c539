import type { ColumnType, Generated } from 'kysely';
import type { UserTables } from '#modules/accounts/public.ts';

/** Moved data: one entry per move, by name of the step. */
export type Moved = Readonly<Record<string, object>>[];

export type ProfileMergeTables = UserTables & {
  profile_merges: {
    id: Generated<number>;
    company_id: number;
    survivor_id: number;
    absorbed_id: number;
    leads_to: number;
    fragment_id: number | null;
    moved: ColumnType<Moved, string | undefined, string>;
    merged_by: number | null;
    merged_at: Date;
    detached_at: ColumnType<Date | null, undefined, Date>;
  };
};
