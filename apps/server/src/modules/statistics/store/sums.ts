import type { FactKind } from '@headwater/domain/statistics/metrics';
import type { Instants } from '@headwater/domain/statistics/periods';
import { dayMs } from '@headwater/domain/time/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type Selection, selected, type Statuses, sumColumns } from './conditions.ts';

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

const keyOf = (grouping: Grouping): RawBuilder<unknown> => {
  if (grouping === 'none') return sql`0`;
  if (grouping === 'users') return sql`user_id`;
  if (grouping === 'folders') return sql`vacancy_id`;
  if (grouping === 'templates') return sql`template_id`;
  return 'weekdaysIn' in grouping
    ? sql`extract(isodow from at at time zone ${grouping.weekdaysIn})::integer`
    : sql`extract(hour from at at time zone ${grouping.hoursIn})::integer`;
};

/** Whole days in UTC inside of a period come from the sums by day, the rest from quarters of an hour. */
function splitPeriod({ from, to }: Instants, usesDays: boolean) {
  const [first, last] = [Math.ceil(from.getTime() / dayMs) * dayMs, Math.floor(to.getTime() / dayMs) * dayMs];
  return usesDays && first < last ? { first: new Date(first), last: new Date(last) } : { first: to, last: to };
}

const list = <T>(values: readonly T[]) => sql.join(values.map((value) => sql`${value}`));

export interface SumQuery {
  periods: readonly Instants[];
  kinds: readonly FactKind[];
  grouping: Grouping;
  statuses: Statuses;
}

/** Sums with the facts that are not summed yet, so that the answer has no delay. */
export async function readSums(tx: Tx, selection: Selection, { periods, kinds, grouping, statuses }: SumQuery): Promise<SumRow[]> {
  if (periods.length === 0 || kinds.length === 0) return [];
  const usesDays = typeof grouping === 'string';
  const rows = periods.map((period, index) => ({ index, ...period, ...splitPeriod(period, usesDays) }));
  const where = sql`company_id = ${selection.companyId} and kind = any(${kinds}::text[]) and ${selected(selection, sumColumns)}`;
  const part = (table: string, range: RawBuilder<unknown>) =>
    sql`select kind, ${keyOf(grouping)} as key, status_id, n from ${sql.table(table)} where ${where} and ${range}`;
  const { rows: found } = await sql<SumRow>`
    with p as (select * from unnest(array[${list(rows.map(({ index }) => index))}]::integer[],
      array[${list(rows.map(({ from }) => from))}]::timestamptz[], array[${list(rows.map(({ to }) => to))}]::timestamptz[],
      array[${list(rows.map(({ first }) => first))}]::timestamptz[], array[${list(rows.map(({ last }) => last))}]::timestamptz[])
      as p (period, since, until, first, last))
    select p.period, s.key, s.kind, sum(s.n)::bigint as n,
      coalesce(sum(s.n) filter (where s.status_id = any(${statuses.hired}::bigint[])), 0)::bigint as hired,
      coalesce(sum(s.n) filter (where s.status_id = any(${statuses.rejected}::bigint[])), 0)::bigint as rejected
    from p cross join lateral (
      ${part('statistics_slots', sql`at >= p.since and at < p.first`)}
      union all ${part('statistics_days', sql`at >= p.first and at < p.last`)}
      union all ${part('statistics_slots', sql`at >= p.last and at < p.until`)}
      union all ${part('statistics_pending', sql`at >= p.since and at < p.until`)}
    ) as s group by 1, 2, 3`.execute(tx);
  return found;
}

/** Moves waiting facts into the sums. Returns how many rows it took. */
export async function rollUp(tx: Tx, limit: number): Promise<number> {
  const columns = sql`company_id, kind, at, user_id, vacancy_id, template_id, status_id`;
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from statistics_pending where ctid = any(array(select ctid from statistics_pending limit ${limit} for update skip locked))
      returning ${columns}, n
    ), slots as (
      insert into statistics_slots (${columns}, n)
        select ${columns}, sum(n) from taken group by ${columns} order by ${columns}
      on conflict (${columns}) do update set n = statistics_slots.n + excluded.n
    ), days as (
      insert into statistics_days (${columns}, n)
        select company_id, kind, date_bin('1 day', at, '2000-01-01 00:00:00+00') as at, user_id, vacancy_id, template_id, status_id, sum(n)
        from taken group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (${columns}) do update set n = statistics_days.n + excluded.n
    )
    select count(*) as taken from taken`.execute(tx);
  return rows[0]?.taken ?? 0;
}

export async function addMonths(tx: Tx): Promise<void> {
  await sql`select headwater_add_statistics_months()`.execute(tx);
}
