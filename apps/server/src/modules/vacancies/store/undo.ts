import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type ChangeMark, activeCandidateIn } from './changes.ts';

interface Part {
  from: number;
  to: number;
}

export async function nextPart(tx: Tx, jobId: number, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ first: number | null; last: number | null; count: number }>`
    select min(id) as first, max(id) as last, count(*) as count from (
      select id from candidate_history where job_id = ${jobId} and action <> 'undone' and id > ${after} order by id limit ${limit}
    ) as part`.execute(tx);
  const [row] = rows;
  return row?.first && row.last ? { from: row.first, to: row.last, count: row.count } : undefined;
}

export async function vacanciesOfPart(tx: Tx, jobId: number, part: Part): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct place.vacancy_id as id
    from candidate_history as entry, unnest(array[entry.from_vacancy_id, entry.to_vacancy_id]) as place (vacancy_id)
    where entry.job_id = ${jobId} and entry.id between ${part.from} and ${part.to} and place.vacancy_id is not null order by 1`.execute(tx);
  return rows.map((row) => row.id);
}

const entries = (jobId: number, part: Part) =>
  sql`select * from candidate_history where job_id = ${jobId} and id between ${part.from} and ${part.to}`;

const isFree = (vacancy: string, profile: string) => sql`
  exists (select from vacancies where vacancies.id = ${sql.ref(vacancy)} and vacancies.deleted_at is null)
  and ${activeCandidateIn(sql.ref(vacancy), profile)} is null`;

/** Time of the last change before the job; keeps a later time. */
const before = sql`case when candidates.updated_at = entry.at then coalesce(entry.from_updated_at, candidates.updated_at) else candidates.updated_at end`;

/** Restores the previous status unless it changed since. */
const undoStatus = (mark: ChangeMark, part: Part) => sql<{ candidate_id: number }>`
  update candidates set status_id = entry.from_status_id, rejection_reason_id = entry.from_reason_id, updated_at = ${before}
  from (${entries(mark.jobId, part)}) as entry
  where entry.action = 'status' and candidates.id = entry.candidate_id and candidates.deleted_at is null
    and candidates.status_id = entry.to_status_id
    and exists (select from candidate_statuses where id = entry.from_status_id and deleted_at is null)
  returning candidates.id as candidate_id`;

/** Removes added, copied and moved candidates that are still in the destination. */
const undoArrival = (mark: ChangeMark, part: Part) => sql<{ candidate_id: number }>`
  update candidates set deleted_at = ${mark.now}, keeps_messaging = true from (${entries(mark.jobId, part)}) as entry
  where (entry.action in ('added', 'copied') or (entry.action = 'moved' and entry.from_candidate_id is not null))
    and candidates.id = entry.candidate_id and candidates.deleted_at is null and candidates.vacancy_id = entry.to_vacancy_id
  returning candidates.id as candidate_id`;

/** Restores removed candidates unless the profile is in the vacancy again. */
const undoRemoval = (mark: ChangeMark, part: Part) => sql<{ candidate_id: number }>`
  update candidates set deleted_at = null, keeps_messaging = true from (${entries(mark.jobId, part)}) as entry
  where candidates.id = case entry.action when 'removed' then entry.candidate_id when 'moved' then entry.from_candidate_id end
    and candidates.deleted_at is not null and ${isFree('candidates.vacancy_id', 'candidates.profile_id')}
  returning candidates.id as candidate_id`;

/** Moves candidates back if they are still in the destination. */
const undoMove = (mark: ChangeMark, part: Part) => sql<{ candidate_id: number }>`
  update candidates set vacancy_id = entry.from_vacancy_id, updated_at = ${before} from (${entries(mark.jobId, part)}) as entry
  where entry.action = 'moved' and entry.from_candidate_id is null and candidates.id = entry.candidate_id
    and candidates.deleted_at is null and candidates.vacancy_id = entry.to_vacancy_id
    and ${isFree('entry.from_vacancy_id', 'candidates.profile_id')}
  returning candidates.id as candidate_id`;

export async function undoPart(tx: Tx, mark: ChangeMark, part: Part): Promise<number> {
  const restored: number[] = [];
  for (const undo of [undoStatus, undoArrival, undoRemoval, undoMove]) {
    const { rows } = await undo(mark, part).execute(tx);
    restored.push(...rows.map((row) => row.candidate_id));
  }
  await sql`
    insert into candidate_history (company_id, candidate_id, user_id, job_id, action, to_status_id, to_vacancy_id, at)
    select company_id, id, ${mark.userId}, ${mark.jobId}, 'undone', status_id, vacancy_id, ${mark.now}
    from candidates where id = any(${restored}::bigint[])`.execute(tx);
  return restored.length;
}
