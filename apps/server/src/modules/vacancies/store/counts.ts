import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<VacancyTables>();

/** Excludes erased profiles. */
export const countByStatus = (tx: Tx, vacancyIds: readonly number[]) =>
  tables(tx)
    .selectFrom('candidates')
    .innerJoin('visible_profiles as profiles', 'profiles.id', 'candidates.profile_id')
    .select((select) => ['candidates.vacancy_id', 'candidates.status_id', select.fn.countAll<number>().as('count')])
    .where('candidates.vacancy_id', '=', sql<number>`any(${vacancyIds})`)
    .where('candidates.deleted_at', 'is', null)
    .where('profiles.deleted_at', 'is', null)
    .groupBy(['candidates.vacancy_id', 'candidates.status_id'])
    .execute();

/** VAC-015. */
export async function countViewed(tx: Tx, vacancyIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tables(tx)
    .selectFrom('candidates')
    .select((select) => ['candidates.vacancy_id', select.fn.countAll<number>().as('count')])
    .where('candidates.vacancy_id', '=', sql<number>`any(${vacancyIds})`)
    .where('candidates.deleted_at', 'is', null)
    .where((select) =>
      select.exists(
        select
          .selectFrom('profile_views')
          .select('profile_views.profile_id')
          .whereRef('profile_views.profile_id', '=', 'candidates.profile_id')
          .whereRef('profile_views.company_id', '=', 'candidates.company_id'),
      ),
    )
    .groupBy('candidates.vacancy_id')
    .execute();
  return new Map(rows.map((row) => [row.vacancy_id, row.count]));
}

/** Time of the last status change; candidates with their first status are omitted. */
export async function findStatusTimes(tx: Tx, candidateIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await tables(tx)
    .selectFrom('candidates')
    .innerJoin('candidate_history as entry', 'entry.candidate_id', 'candidates.id')
    .select((select) => ['candidates.id', select.fn.max('entry.at').as('at')])
    .where('candidates.id', '=', sql<number>`any(${candidateIds})`)
    .where('entry.action', 'in', ['added', 'status'])
    .whereRef('entry.to_status_id', '=', 'candidates.status_id')
    .groupBy('candidates.id')
    .execute();
  return new Map(rows.map((row) => [row.id, row.at]));
}

export async function countComments(tx: Tx, candidateIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tables(tx)
    .selectFrom('comments')
    .select((select) => ['candidate_id', select.fn.countAll<number>().as('count')])
    .where('candidate_id', '=', sql<number>`any(${candidateIds})`)
    .groupBy('candidate_id')
    .execute();
  return new Map(rows.map((row) => [row.candidate_id ?? 0, row.count]));
}
