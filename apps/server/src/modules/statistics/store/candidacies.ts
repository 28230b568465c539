import type { Instants } from '@headwater/domain/statistics/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { factColumns, type Selection, selected, type Statuses } from './conditions.ts';
import type { ListRow } from './lists.ts';

/** A candidacy is complete once it is hired, rejected or removed. */
export const isComplete = ({ hired, rejected }: Statuses) =>
  sql`(removed_at is not null or status_id = any(${[...hired, ...rejected]}::bigint[]))`;

export const reached = (status: number) => sql`${status}::bigint = any(reached)`;

/** `to` was reached after `from`. */
export const reachedAfter = (from: number, to: number) =>
  sql`array_position(reached, ${from}::bigint) < array_position(reached, ${to}::bigint)`;

/** Completed candidacies, open ones, and the completed ones that reached each status. */
export function funnelConditions(statuses: Statuses, steps: readonly number[]): RawBuilder<unknown>[] {
  const complete = isComplete(statuses);
  return [complete, sql`not ${complete}`, ...steps.map((id) => sql`${complete} and ${reached(id)}`)];
}

const cohort = (selection: Selection, { from, to }: Instants) => sql`
  from statistics_candidacies
  where company_id = ${selection.companyId} and added_at >= ${from} and added_at < ${to} and ${selected(selection, factColumns('pipeline'))}`;

export const inVacancySince = (moment: Date) => sql`removed_at is null and since < ${moment}`;

/** How many candidacies of the cohort fulfil each condition. */
export async function countCohort(
  tx: Tx,
  selection: Selection,
  { period, conditions }: { period: Instants; conditions: readonly RawBuilder<unknown>[] },
): Promise<number[]> {
  if (conditions.length === 0) return [];
  const columns = conditions.map((condition, index) => sql`count(*) filter (where ${condition}) as ${sql.ref(`c${index}`)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)} ${cohort(selection, period)}`.execute(tx);
  return conditions.map((_, index) => rows[0]?.[`c${index}`] ?? 0);
}

/** Candidacies of the cohort by status that they reached. */
export async function countReached(tx: Tx, selection: Selection, period: Instants): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; total: number }>`
    select id, count(*) as total from (select reached ${cohort(selection, period)}) as c cross join lateral unnest(c.reached) as id
    group by id`.execute(tx);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

export const pairKey = (from: number, to: number) => `${from}-${to}`;

/** Candidacies of the cohort that reached `to` after `from`, by `pairKey`. */
export async function countPairs(
  tx: Tx,
  selection: Selection,
  { period, from, to }: { period: Instants; from: readonly number[]; to: readonly number[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ earlier: number; later: number; total: number }>`
    select a.id as earlier, b.id as later, count(*) as total
    from (select reached ${cohort(selection, period)}) as c
      cross join lateral unnest(c.reached) with ordinality as a (id, place)
      cross join lateral unnest(c.reached) with ordinality as b (id, place)
    where a.place < b.place and a.id = any(${from}::bigint[]) and b.id = any(${to}::bigint[])
    group by a.id, b.id`.execute(tx);
  return new Map(rows.map(({ earlier, later, total }) => [pairKey(earlier, later), total]));
}

export interface SourceRow {
  source: string;
  total: number;
  open: number;
  hired: number;
}

export async function countSources(tx: Tx, selection: Selection, { period, statuses }: { period: Instants; statuses: Statuses }) {
  const { rows } = await sql<SourceRow>`
    select source, count(*) as total, count(*) filter (where not ${isComplete(statuses)}) as open,
      count(*) filter (where status_id = any(${statuses.hired}::bigint[])) as hired
    ${cohort(selection, period)} group by source order by total desc, source`.execute(tx);
  return rows;
}

const listColumns = sql`candidate_id as source_id, added_at as at, user_id, vacancy_id, profile_id, null::bigint as template_id,
  null::text as from_status, null::text as to_status, null::integer as step, null::integer as found, false as is_query,
  null::text as query, status_id`;

export type CandidacyRow = ListRow & { status_id: number; since: Date };

export async function listCandidacies(
  tx: Tx,
  selection: Selection,
  { period, condition, limit, offset }: { period: Instants; condition: RawBuilder<unknown>; limit: number; offset: number },
) {
  const from = sql`${cohort(selection, period)} and ${condition}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(tx);
  const { rows } = await sql<CandidacyRow>`
    select ${listColumns}, since ${from} order by added_at desc, candidate_id desc limit ${limit} offset ${offset}`.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

export interface StuckRow {
  status_id: number;
  total: number;
  median: number;
  longest: number;
}

/** Candidates that are in a status now, longer than allowed, whenever they were added. */
export async function countStuck(
  tx: Tx,
  selection: Selection,
  { before, now, statuses }: { before: Date; now: Date; statuses: Statuses },
): Promise<StuckRow[]> {
  const seconds = sql`extract(epoch from ${now}::timestamptz - since)`;
  const { rows } = await sql<StuckRow>`
    select status_id, count(*) as total, round(percentile_cont(0.5) within group (order by ${seconds}))::bigint as median,
      round(max(${seconds}))::bigint as longest
    from statistics_candidacies
    where company_id = ${selection.companyId} and ${inVacancySince(before)} and not ${isComplete(statuses)}
      and ${selected(selection, factColumns('pipeline'))}
    group by status_id order by total desc, status_id`.execute(tx);
  return rows;
}
