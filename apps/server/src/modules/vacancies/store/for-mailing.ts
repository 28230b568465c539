import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';
import { findVacancy } from './vacancies.ts';
import { vacancySeenBy } from './visibility.ts';

const tables = (tx: Tx) => tx.withTables<VacancyTables>();

const activeCandidates = (tx: Tx) =>
  tables(tx)
    .selectFrom('candidates')
    .innerJoin('vacancies', 'vacancies.id', 'candidates.vacancy_id')
    .innerJoin('visible_profiles as profiles', 'profiles.id', 'candidates.profile_id')
    .where('candidates.deleted_at', 'is', null)
    .where('vacancies.deleted_at', 'is', null)
    .where('profiles.deleted_at', 'is', null);

export async function candidatesForMailing(
  tx: Tx,
  actor: Actor,
  { ids, profileIds, folderId }: { ids: readonly number[]; profileIds: readonly number[]; folderId: number | null },
): Promise<{ id: number; profileId: number }[]> {
  const rows = await activeCandidates(tx)
    .select(['candidates.id', 'candidates.profile_id as profileId'])
    .where(vacancySeenBy('vacancies', actor))
    .where((select) =>
      select.or([
        select('candidates.id', '=', sql<number>`any(${ids}::bigint[])`),
        select.and([
          select('candidates.vacancy_id', '=', folderId ?? 0),
          select('candidates.profile_id', '=', sql<number>`any(${profileIds}::bigint[])`),
        ]),
      ]),
    )
    .execute();
  return rows;
}

/** The caller checks access to the vacancy. */
export const candidatesOf = (tx: Tx, vacancyId: number) =>
  activeCandidates(tx)
    .select(['candidates.id', 'candidates.profile_id as profileId', 'candidates.status_id as statusId'])
    .where('candidates.vacancy_id', '=', vacancyId)
    .orderBy('candidates.id', 'desc')
    .execute();

export async function activeCandidateIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await activeCandidates(tx)
    .select('candidates.id')
    .where('candidates.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

export const vacancyName = async (tx: Tx, vacancyId: number): Promise<string | undefined> => (await findVacancy(tx, vacancyId))?.name;
