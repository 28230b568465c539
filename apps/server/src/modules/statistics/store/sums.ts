import { type FactKind, factKinds, type Section, sections } from '@headwater/domain/statistics/metrics';
import type { Instants } from '@headwater/domain/statistics/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import {
  type Columns,
  factColumns,
  factTables,
  keyColumns,
  pendingColumns,
  type Selection,
  selected,
  type Statuses,
} from './conditions.ts';
import { cutPeriod } from './pieces.ts';

export type Grouping = 'none' | 'users' | 'folders' | 'templates' | { weekdaysIn: string } | { hoursIn: string };

export interface SumRow {
  period: number;
  /** 0: none. */
  key: number;
  kind: FactKind;
  n: number;
  hired: number;
  rejected: number;
}

export interface SumQuery {
  periods: readonly Instants[];
  kinds: readonly FactKind[];
  grouping: Grouping;
  statuses: Statuses;
}

type Dimension = 'user' | 'vacancy' | 'template';
const groupedBy = { users: 'user', folders: 'vacancy', templates: 'template' } as const;

/** Dimensions that the filters and the grouping need. Sums have none or one. */
function dimensionsOf({ users, folders, templates, leavesOut }: Selection, grouping: Grouping): Set<Dimension> {
  const dimensions = new Set<Dimension>();
  if (users || leavesOut) dimensions.add('user');
  if (folders) dimensions.add('vacancy');
  if (templates) dimensions.add('template');
  if (typeof grouping === 'string' && grouping !== 'none') dimensions.add(groupedBy[grouping]);
  return dimensions;
}

function keyOf(grouping: Grouping, { user, folder, template }: Columns): RawBuilder<unknown> {
  if (grouping === 'none') return sql`0`;
  if (grouping === 'users') return sql`coalesce(${user}, 0)`;
  if (grouping === 'folders') return sql`coalesce(${folder}, 0)`;
  if (grouping === 'templates') return sql`coalesce(${template}, 0)`;
  return 'weekdaysIn' in grouping
    ? sql`extract(isodow from at at time zone ${grouping.weekdaysIn})::integer`
    : sql`extract(hour from at at time zone ${grouping.hoursIn})::integer`;
}

interface Range extends Instants {
  period: number;
  days: number;
}

const array = (values: readonly unknown[], type: string) => sql`array[${sql.join(values)}]::${sql.raw(type)}[]`;

/** Rows of `source` in each range. `offset 0`: one index scan for each range instead of comparing every row with every range. */
function within(ranges: readonly Range[], source: RawBuilder<unknown>): RawBuilder<unknown>[] {
  if (ranges.length === 0) return [];
  const columns = sql.join([
    array(
      ranges.map(({ period }) => period),
      'integer',
    ),
    array(
      ranges.map(({ days }) => days),
      'smallint',
    ),
    array(
      ranges.map(({ from }) => from),
      'timestamptz',
    ),
    array(
      ranges.map(({ to }) => to),
      'timestamptz',
    ),
  ]);
  return [
    sql`
    select p.period, s.kind, s.key, s.status_id, s.n from unnest(${columns}) as p (period, days, since, until)
      cross join lateral (select kind, key, status_id, n from (${source}) as r offset 0) as s`,
  ];
}

const inRange = sql`at >= p.since and at < p.until`;

/** Facts of the sections that have these kinds. */
function factsOf(selection: Selection, { kinds, grouping }: SumQuery): RawBuilder<unknown> {
  const ofSection = (section: Section) => kinds.filter((kind) => (factKinds[section] as readonly FactKind[]).includes(kind));
  const tables = sections
    .filter((section) => ofSection(section).length > 0)
    .map((section) => {
      const columns = factColumns(section);
      const status = section === 'pipeline' ? sql`coalesce(to_status_id, 0)` : sql`0::bigint`;
      return sql`select kind, ${keyOf(grouping, columns)} as key, ${status} as status_id, n from ${sql.table(factTables[section])}
        where company_id = ${selection.companyId} and kind = any(${ofSection(section)}::text[]) and ${inRange} and ${selected(selection, columns)}`;
    });
  return sql.join(tables, sql` union all `);
}

/**
 * Facts that are not summed yet are added, so that the answer has no delay. Whole days come from the sums of one dimension.
 * The rest comes from quarters of an hour of the company, or from facts; these also serve several dimensions together.
 */
function sourcesOf(selection: Selection, query: SumQuery): RawBuilder<unknown>[] {
  const { periods, kinds, grouping } = query;
  const dimensions = [...dimensionsOf(selection, grouping)];
  const isByTime = typeof grouping !== 'string';
  const whole = periods.map((period, index): Range => ({ ...period, period: index, days: 0 }));
  if (dimensions.length > (isByTime ? 0 : 1)) return within(whole, factsOf(selection, query));
  const [dimension] = dimensions;
  const ranges = isByTime ? whole : whole.flatMap((range) => cutPeriod(range).map((piece): Range => ({ ...piece, period: range.period })));
  const [summed, rest] = [ranges.filter(({ days }) => days > 0), ranges.filter(({ days }) => days === 0)];
  const company = sql`company_id = ${selection.companyId} and kind = any(${kinds}::text[])`;
  const sums = sql`select kind, ${grouping === 'none' ? sql`0` : sql`key`} as key, status_id, n from statistics_sums
    where ${company} and dimension = ${dimension ?? 'none'} and days = p.days and ${inRange} and ${selected(selection, keyColumns)}`;
  const pending = sql`select kind, ${keyOf(grouping, pendingColumns)} as key, status_id, n from statistics_pending
    where ${company} and ${inRange} and ${selected(selection, pendingColumns)}`;
  const slots = sql`select kind, ${keyOf(grouping, pendingColumns)} as key, status_id, n from statistics_slots where ${company} and ${inRange}`;
  if (dimension) return [...within(summed, sums), ...within(summed, pending), ...within(rest, factsOf(selection, query))];
  return [...within(summed, sums), ...within(rest, slots), ...within(whole, pending)];
}

export async function readSums(tx: Tx, selection: Selection, query: SumQuery): Promise<SumRow[]> {
  const { periods, kinds, statuses } = query;
  if (periods.length === 0 || kinds.length === 0) return [];
  const { rows } = await sql<SumRow>`
    select period, key, kind, sum(n)::bigint as n,
      coalesce(sum(n) filter (where status_id = any(${statuses.hired}::bigint[])), 0)::bigint as hired,
      coalesce(sum(n) filter (where status_id = any(${statuses.rejected}::bigint[])), 0)::bigint as rejected
    from (${sql.join(sourcesOf(selection, query), sql` union all `)}) as found group by 1, 2, 3`.execute(tx);
  return rows;
}
