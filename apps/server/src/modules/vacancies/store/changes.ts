import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { StoredSearch } from '../tables.ts';

export interface ChangeMark {
  companyId: number;
  userId: number;
  jobId: number;
  now: Date;
}

interface Changed {
  candidate_id: number;
  vacancy_id: number;
}

/** `+ 0` prevents a plan by vacancy: statistics are stale while a job fills it. */
export const activeCandidateIn = (vacancy: RawBuilder<unknown>, profile: string) => sql`(
  select living.id from candidates as living where living.profile_id = ${sql.ref(profile)} and living.vacancy_id + 0 = ${vacancy}
    and living.deleted_at is null limit 1)`;

/** Restores candidates removed with saved messages. The caller holds `lockVacancy`. */
export async function addCandidates(
  tx: Tx,
  mark: ChangeMark,
  add: { vacancyId: number; statusId: number; profileIds: readonly number[]; search: StoredSearch | null },
): Promise<number[]> {
  const search = add.search && JSON.stringify(add.search);
  const { rows } = await sql<{ candidate_id: number }>`
    with wanted as (
      select asked.profile_id, min(asked.place) as place from unnest(${add.profileIds}::bigint[]) with ordinality as asked (profile_id, place)
      where exists (select from visible_profiles where visible_profiles.id = asked.profile_id and deleted_at is null and not hidden)
        and ${activeCandidateIn(sql`${add.vacancyId}`, 'asked.profile_id')} is null
      group by asked.profile_id
    ), revived as (
      update candidates set deleted_at = null, status_id = ${add.statusId}, rejection_reason_id = null, created_by = ${mark.userId}, search_query = ${search}::jsonb,
        created_at = ${mark.now}, updated_at = ${mark.now}
      where id in (
        select max(old.id) from candidates as old join wanted using (profile_id)
        where old.vacancy_id = ${add.vacancyId} and old.deleted_at is not null and old.keeps_messaging group by old.profile_id)
      returning id, profile_id
    ), inserted as (
      insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by, search_query, created_at, updated_at)
      select ${mark.companyId}, ${add.vacancyId}, wanted.profile_id, ${add.statusId}, ${mark.userId}, ${search}::jsonb, ${mark.now}, ${mark.now}
      from wanted where not exists (select from revived where revived.profile_id = wanted.profile_id)
      order by wanted.place desc
      returning id
    )
    insert into candidate_history (company_id, candidate_id, user_id, job_id, action, to_status_id, to_vacancy_id, at)
    select ${mark.companyId}, id, ${mark.userId}, ${mark.jobId}, 'added', ${add.statusId}, ${add.vacancyId}, ${mark.now}
    from (select id from revived union all select id from inserted) as added
    returning candidate_id`.execute(tx);
  return rows.map((row) => row.candidate_id);
}

export interface StatusMark {
  ids: readonly number[];
  statusId: number;
  reasonId: number | null;
}

export async function setStatus(tx: Tx, mark: ChangeMark, { ids, statusId, reasonId }: StatusMark) {
  const { rows } = await sql<Changed>`
    with before as (
      select id, status_id, rejection_reason_id, vacancy_id, updated_at from candidates
      where id = any(${ids}::bigint[]) and deleted_at is null and status_id <> ${statusId} order by id for update
    ), changed as (
      update candidates set status_id = ${statusId}, rejection_reason_id = ${reasonId}, updated_at = ${mark.now} from before
      where candidates.id = before.id
      returning candidates.id, before.status_id as from_status_id, before.rejection_reason_id as from_reason_id, before.vacancy_id, before.updated_at as from_updated_at
    )
    insert into candidate_history
      (company_id, candidate_id, user_id, job_id, action, from_status_id, to_status_id, from_reason_id, reason_id, from_vacancy_id,
        from_updated_at, at)
    select ${mark.companyId}, id, ${mark.userId}, ${mark.jobId}, 'status', from_status_id, ${statusId}, from_reason_id, ${reasonId}, vacancy_id,
      from_updated_at, ${mark.now}
    from changed
    returning candidate_id, from_vacancy_id as vacancy_id`.execute(tx);
  return rows;
}

/**
 * The history keeps the corrected reason, which statistics count. Returns false if the status of
 * the candidate takes no reason.
 */
export async function setReason(
  tx: Tx,
  candidateId: number,
  { reasonId, statusIds }: { reasonId: number | null; statusIds: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql`update candidates set rejection_reason_id = ${reasonId} where id = ${candidateId}
    and (${reasonId}::bigint is null or status_id = any(${statusIds}::bigint[])) returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update candidate_history set reason_id = ${reasonId} where id = (
      select max(entry.id) from candidate_history as entry join candidates on candidates.id = entry.candidate_id
      where entry.candidate_id = ${candidateId} and entry.action in ('added', 'status') and entry.to_status_id = candidates.status_id)`.execute(
    tx,
  );
  return true;
}

export async function removeCandidates(
  tx: Tx,
  mark: ChangeMark,
  { ids, keepsMessaging }: { ids: readonly number[]; keepsMessaging: boolean },
) {
  const { rows } = await sql<Changed>`
    with removed as (
      update candidates set deleted_at = ${mark.now}, keeps_messaging = ${keepsMessaging}
      where id = any(${ids}::bigint[]) and deleted_at is null returning id, status_id, vacancy_id
    )
    insert into candidate_history (company_id, candidate_id, user_id, job_id, action, from_status_id, from_vacancy_id, at)
    select ${mark.companyId}, id, ${mark.userId}, ${mark.jobId}, 'removed', status_id, vacancy_id, ${mark.now} from removed
    returning candidate_id, from_vacancy_id as vacancy_id`.execute(tx);
  return rows;
}

export interface Transfer {
  ids: readonly number[];
  fromVacancyIds: readonly number[];
  toVacancyId: number;
}

/** One candidate per profile. The caller holds all vacancies. */
const transferable = ({ ids, fromVacancyIds, toVacancyId }: Transfer) => sql`
  select id, profile_id, status_id, rejection_reason_id, search_query, vacancy_id, updated_at from candidates as source
  where id = any(${ids}::bigint[]) and vacancy_id = any(${fromVacancyIds}::bigint[]) and deleted_at is null
    and not exists (select from candidates as twin where twin.profile_id = source.profile_id and twin.id = any(${ids}::bigint[])
      and twin.vacancy_id = any(${fromVacancyIds}::bigint[]) and twin.deleted_at is null and twin.id < source.id)
    and ${activeCandidateIn(sql`${toVacancyId}`, 'source.profile_id')} is null
  order by id for update`;

/** Messages stay with the rows. Returns the moved ids. */
export async function moveCandidates(tx: Tx, mark: ChangeMark, transfer: Transfer): Promise<number[]> {
  const { rows } = await sql<{ candidate_id: number }>`
    with source as (${transferable(transfer)}), moved as (
      update candidates set vacancy_id = ${transfer.toVacancyId}, updated_at = ${mark.now} from source where candidates.id = source.id
      returning candidates.id, source.vacancy_id as left_id, source.updated_at as from_updated_at
    )
    insert into candidate_history (company_id, candidate_id, user_id, job_id, action, from_vacancy_id, to_vacancy_id, from_updated_at, at)
    select ${mark.companyId}, id, ${mark.userId}, ${mark.jobId}, 'moved', left_id, ${transfer.toVacancyId}, from_updated_at, ${mark.now} from moved
    returning candidate_id`.execute(tx);
  return rows.map((row) => row.candidate_id);
}

/** Returns pairs of new and old id. */
export async function copyCandidates(tx: Tx, mark: ChangeMark, transfer: Transfer & { action: 'copied' | 'moved' }) {
  const { rows } = await sql<{ candidate_id: number; from_candidate_id: number }>`
    with source as (${transferable(transfer)}), made as (
      insert into candidates (company_id, vacancy_id, profile_id, status_id, rejection_reason_id, created_by, search_query, created_at, updated_at)
      select ${mark.companyId}, ${transfer.toVacancyId}, profile_id, status_id, rejection_reason_id, ${mark.userId}, search_query, ${mark.now}, ${mark.now} from source
      order by id returning id, profile_id
    )
    insert into candidate_history (company_id, candidate_id, user_id, job_id, action, from_vacancy_id, to_vacancy_id, from_candidate_id, at)
    select ${mark.companyId}, made.id, ${mark.userId}, ${mark.jobId}, ${transfer.action}, source.vacancy_id, ${transfer.toVacancyId},
      source.id, ${mark.now}
    from made join source using (profile_id)
    returning candidate_id, from_candidate_id`.execute(tx);
  return rows;
}

/** Removes the source rows of a move that inserted new rows; messages stay with the source. */
export const removeSources = (tx: Tx, { ids, now }: { ids: readonly number[]; now: Date }) =>
  sql`update candidates set deleted_at = ${now}, keeps_messaging = false where id = any(${ids}::bigint[])`.execute(tx);

/** Deletes candidates of these profiles that only this job has touched, after their removal by an undo. */
export async function forgetAdded(tx: Tx, { jobId, profileIds }: { jobId: number; profileIds: readonly number[] }): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from candidates where profile_id = any(${profileIds}::bigint[]) and deleted_at is not null
      and not exists (select from candidate_history as other where other.candidate_id = candidates.id and other.job_id is distinct from ${jobId}::bigint)
      and not exists (select from comments where comments.candidate_id = candidates.id)
      and not exists (select from shortlisted_candidates where shortlisted_candidates.candidate_id = candidates.id)
      and not exists (select from shortlist_reviews where shortlist_reviews.candidate_id = candidates.id)
      and not exists (select from mailing_recipients where mailing_recipients.candidate_id = candidates.id)`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from candidate_history where candidate_id = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from candidates where id = any(${ids}::bigint[])`.execute(tx);
}
