import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { nameHolds } from '#platform/database/like.ts';
import type { VacancyTables } from '../tables.ts';
import { vacancySeenBy } from './visibility.ts';

const tables = (tx: Tx) => tx.withTables<VacancyTables>();

/** Excludes removed candidates, deleted vacancies and erased people. */
const activeCandidates = (tx: Tx) =>
  tables(tx)
    .selectFrom('candidates')
    .innerJoin('vacancies', 'vacancies.id', 'candidates.vacancy_id')
    .innerJoin('visible_profiles as profiles', 'profiles.id', 'candidates.profile_id')
    .innerJoin('candidate_statuses as status', 'status.id', 'candidates.status_id')
    .where('candidates.deleted_at', 'is', null)
    .where('vacancies.deleted_at', 'is', null)
    .where('profiles.deleted_at', 'is', null);

export type CandidateRow = Awaited<ReturnType<typeof listCandidates>>['rows'][number];

export interface CandidateFilter {
  vacancyId?: number | undefined;
  profileIds?: readonly number[] | undefined;
  ids?: readonly number[] | undefined;
  statusIds?: readonly number[] | undefined;
  name?: string | undefined;
  limit: number;
  offset: number;
}

const fullName = sql<string>`concat_ws(' ', profiles.data ->> 'first_name', profiles.data ->> 'patronymic', profiles.data ->> 'last_name')`;

function matching(tx: Tx, actor: Actor, filter: Omit<CandidateFilter, 'limit' | 'offset'>) {
  const { ids, profileIds, statusIds, name } = filter;
  let query = activeCandidates(tx).where(vacancySeenBy('vacancies', actor));
  if (filter.vacancyId !== undefined) query = query.where('candidates.vacancy_id', '=', filter.vacancyId);
  if (profileIds) query = query.where('candidates.profile_id', '=', sql<number>`any(${profileIds})`);
  if (ids) query = query.where('candidates.id', '=', sql<number>`any(${ids})`);
  if (statusIds?.length) query = query.where('candidates.status_id', '=', sql<number>`any(${statusIds})`);
  if (!name) return query;
  // Without the right to see names, a filter must not reveal them.
  return actor.permissions.personal_info ? query.where(nameHolds(fullName, name)) : query.where(sql<boolean>`false`);
}

export const listMatching = (tx: Tx, actor: Actor, filter: Omit<CandidateFilter, 'limit' | 'offset'>) =>
  matching(tx, actor, filter)
    .select(['candidates.id', 'candidates.profile_id'])
    .orderBy('candidates.created_at', 'desc')
    .orderBy('candidates.id', 'desc')
    .execute();

export async function listCandidates(tx: Tx, actor: Actor, filter: CandidateFilter) {
  const query = matching(tx, actor, filter);
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .select([
      'candidates.id',
      'candidates.profile_id',
      'candidates.vacancy_id',
      'candidates.created_by',
      'candidates.created_at',
      'candidates.updated_at',
      'candidates.search_query',
      'candidates.rejection_reason_id',
      'vacancies.name as vacancy_name',
      'vacancies.created_by as vacancy_created_by',
      'status.id as status_id',
      'status.name as status_name',
      'status.is_default as status_is_default',
      'status.color as status_color',
    ])
    .orderBy('candidates.created_at', 'desc')
    .orderBy('candidates.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { count, rows };
}

/** The caller checks access. */
export const findCandidate = (tx: Tx, candidateId: number) =>
  activeCandidates(tx)
    .select(['candidates.id', 'candidates.vacancy_id', 'candidates.profile_id', 'candidates.status_id'])
    .where('candidates.id', '=', candidateId)
    .executeTakeFirst();

export async function listCandidateIds(tx: Tx, vacancyId: number): Promise<number[]> {
  const rows = await activeCandidates(tx).select('candidates.id').where('candidates.vacancy_id', '=', vacancyId).execute();
  return rows.map((row) => row.id);
}

export const countByVacancy = (tx: Tx, ids: readonly number[]): Promise<{ vacancy_id: number; count: number }[]> =>
  activeCandidates(tx)
    .select((select) => ['candidates.vacancy_id', select.fn.countAll<number>().as('count')])
    .where('candidates.id', '=', sql<number>`any(${ids})`)
    .groupBy('candidates.vacancy_id')
    .orderBy('candidates.vacancy_id')
    .execute();

export async function listPresent(tx: Tx, vacancyId: number, profileIds: readonly number[]): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('candidates')
    .select('profile_id')
    .where('vacancy_id', '=', vacancyId)
    .where('profile_id', '=', sql<number>`any(${profileIds})`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.profile_id);
}

export const listVacanciesOfProfiles = (tx: Tx, actor: Pick<Actor, 'userId' | 'role'>, profileIds: readonly number[]) =>
  activeCandidates(tx)
    .select([
      'candidates.id as candidate_id',
      'candidates.profile_id',
      'candidates.updated_at',
      'vacancies.id',
      'vacancies.name',
      'status.id as status_id',
      'status.name as status_name',
      'status.is_default as status_is_default',
      'status.color as status_color',
    ])
    .where('candidates.profile_id', '=', sql<number>`any(${profileIds})`)
    .where(vacancySeenBy('vacancies', actor))
    .orderBy('vacancies.id', 'desc')
    .execute();

export type HistoryRow = Awaited<ReturnType<typeof listHistory>>['rows'][number];

/** Newest first. `from` and `to` are statuses, or vacancies for transfers. */
export async function listHistory(tx: Tx, candidateId: number, { limit, offset }: { limit: number; offset: number }) {
  const query = tables(tx).selectFrom('candidate_history as entry').where('entry.candidate_id', '=', candidateId);
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('candidate_statuses as from_status', 'from_status.id', 'entry.from_status_id')
    .leftJoin('candidate_statuses as to_status', 'to_status.id', 'entry.to_status_id')
    .leftJoin('rejection_reasons as reason', 'reason.id', 'entry.reason_id')
    .leftJoin('vacancies as from_vacancy', 'from_vacancy.id', 'entry.from_vacancy_id')
    .leftJoin('vacancies as to_vacancy', 'to_vacancy.id', 'entry.to_vacancy_id')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select([
      'entry.action',
      'entry.at',
      'from_status.name as from_status',
      'from_status.is_default as from_is_default',
      'to_status.name as to_status',
      'to_status.is_default as to_is_default',
      'reason.name as reason',
      'reason.is_default as reason_is_default',
      'entry.from_vacancy_id',
      'entry.to_vacancy_id',
      'from_vacancy.name as from_vacancy',
      'to_vacancy.name as to_vacancy',
      'users.id as user_id',
      'users.first_name',
      'users.last_name',
    ])
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

export const isCandidateFor = async (tx: Tx, actor: Pick<Actor, 'userId' | 'role'>, profileId: number): Promise<boolean> =>
  (await listVacanciesOfProfiles(tx, actor, [profileId])).length > 0;
