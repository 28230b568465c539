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

export interface Columns {
  user: RawBuilder<unknown>;
  folder: RawBuilder<unknown>;
  template: RawBuilder<unknown>;
  /** Value of a row without a user, vacancy or template: facts have null, sums 0. */
  none: 'null' | 'zero';
}

/** Compares the plain column, so that an index serves it. */
function isIn(column: RawBuilder<unknown>, ids: readonly (number | null)[], none: Columns['none']): RawBuilder<unknown> {
  if (none === 'zero') return sql`${column} = any(${ids.map((id) => id ?? 0)}::bigint[])`;
  const named = sql`${column} = any(${ids.filter((id) => id !== null)}::bigint[])`;
  return ids.includes(null) ? sql`(${named} or ${column} is null)` : named;
}

const key = sql`key`;
/** Sums of the dimension that is selected or grouped by. */
export const keyColumns: Columns = { user: key, folder: key, template: key, none: 'zero' };
export const pendingColumns: Columns = { user: sql`user_id`, folder: sql`vacancy_id`, template: sql`template_id`, none: 'zero' };
export const factColumns = (section: Section): Columns => ({
  ...pendingColumns,
  template: section === 'messaging' ? sql`template_id` : sql`null::bigint`,
  none: 'null',
});

/** Condition of a number and of the list behind it. */
export function selected({ companyId, leavesOut, users, folders, templates }: Selection, columns: Columns): RawBuilder<unknown> {
  const { user, folder, template, none } = columns;
  const conditions = [
    users && isIn(user, users, none),
    folders && isIn(folder, folders, none),
    templates && isIn(template, templates, none),
    leavesOut &&
      sql`coalesce(${user}, 0) not in (select u.id from users u join statistics_left_out_groups g on g.group_id = u.group_id
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
