import type { FactKind, Section } from '@headwater/domain/statistics/metrics';
import { type RawBuilder, sql } from 'kysely';

/** Who and what is counted. Undefined lists: everything; `null` in a list: facts without one. */
export interface Selection {
  companyId: number;
  /** Members of groups that staff left out (ROLE-071). */
  leavesOut: boolean;
  users?: readonly (number | null)[] | undefined;
  folders?: readonly (number | null)[] | undefined;
  templates?: readonly (number | null)[] | undefined;
}

export interface Statuses {
  hired: readonly number[];
  rejected: readonly number[];
}

const isIn = (column: RawBuilder<unknown>, ids: readonly (number | null)[]) => sql`${column} = any(${ids.map((id) => id ?? 0)}::bigint[])`;

interface Columns {
  user: RawBuilder<unknown>;
  folder: RawBuilder<unknown>;
  template: RawBuilder<unknown>;
}

/** Sums hold 0 where facts hold null. */
export const sumColumns: Columns = { user: sql`user_id`, folder: sql`vacancy_id`, template: sql`template_id` };
export const factColumns = (section: Section): Columns => ({
  user: sql`coalesce(user_id, 0)`,
  folder: sql`coalesce(vacancy_id, 0)`,
  template: section === 'messaging' ? sql`coalesce(template_id, 0)` : sql`0`,
});

/** Condition of a number and of the list behind it. */
export function selected({ companyId, leavesOut, users, folders, templates }: Selection, columns: Columns): RawBuilder<unknown> {
  const conditions = [
    users && isIn(columns.user, users),
    folders && isIn(columns.folder, folders),
    templates && isIn(columns.template, templates),
    leavesOut &&
      sql`${columns.user} not in (select u.id from users u join statistics_left_out_groups g on g.group_id = u.group_id
        where g.company_id = ${companyId})`,
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export const factTables: Record<Section, string> = {
  search: 'statistics_search_facts',
  pipeline: 'statistics_pipeline_facts',
  messaging: 'statistics_message_facts',
};

export interface Counted {
  counts: readonly FactKind[];
  cancels?: readonly FactKind[] | undefined;
  into?: 'hired' | 'rejected' | undefined;
}

export const kindsOf = ({ counts, cancels = [] }: Counted): FactKind[] => [...counts, ...cancels];
