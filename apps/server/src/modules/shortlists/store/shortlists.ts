import type { ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface ShortlistedRow {
  id: number;
  profile_id: number;
  vacancy_id: number;
  vacancy_name: string;
  added_by: number | null;
  added_by_name: string | null;
  added_at: Date;
}

interface Filter {
  vacancyIds?: readonly number[];
  profileId?: number;
  candidateId?: number;
}

/** Without removed candidates, deleted vacancies and erased people; in the order of addition. */
export async function listShortlisted(tx: Tx, { vacancyIds, profileId, candidateId }: Filter): Promise<ShortlistedRow[]> {
  const { rows } = await sql<ShortlistedRow>`
    select candidates.id, candidates.profile_id, vacancies.id as vacancy_id, vacancies.name as vacancy_name, entry.added_by,
      nullif(trim(users.first_name || ' ' || users.last_name), '') as added_by_name, entry.added_at
    from shortlisted_candidates as entry
    join candidates on candidates.id = entry.candidate_id and candidates.deleted_at is null
    join vacancies on vacancies.id = candidates.vacancy_id and vacancies.deleted_at is null
    join visible_profiles as profiles on profiles.id = candidates.profile_id and profiles.deleted_at is null
    left join users on users.id = entry.added_by
    where (${vacancyIds ?? null}::bigint[] is null or vacancies.id = any(${vacancyIds ?? null}::bigint[]))
      and (${profileId ?? null}::bigint is null or candidates.profile_id = ${profileId ?? null})
      and (${candidateId ?? null}::bigint is null or candidates.id = ${candidateId ?? null})
    order by entry.added_at, entry.candidate_id`.execute(tx);
  return rows;
}

/** Adds those candidates of the vacancy that are not on its short list. Returns their number. */
export async function addShortlisted(
  tx: Tx,
  { companyId, userId, vacancyId, now }: { companyId: number; userId: number; vacancyId: number; now: Date },
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql`
    insert into shortlisted_candidates (candidate_id, company_id, added_by, added_at)
    select id, company_id, ${userId}, ${now} from candidates
    where vacancy_id = ${vacancyId} and company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null
    on conflict (candidate_id) do nothing returning candidate_id`.execute(tx);
  return rows.length;
}

export async function removeShortlisted(tx: Tx, vacancyId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    delete from shortlisted_candidates as entry using candidates
    where candidates.id = entry.candidate_id and candidates.vacancy_id = ${vacancyId} and entry.candidate_id = any(${ids}::bigint[])
    returning entry.candidate_id`.execute(tx);
  return rows.length;
}

export interface ReviewRow {
  id: number;
  candidate_id: number;
  user_id: number | null;
  link_id: number | null;
  reviewer: string;
  decision: ReviewDecision;
  comment: string;
  reviewed_at: Date;
}

export async function listReviews(tx: Tx, candidateIds: readonly number[]): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select review.id, review.candidate_id, review.user_id, review.link_id,
      coalesce(link.reviewer, trim(users.first_name || ' ' || users.last_name), '') as reviewer,
      review.decision, review.comment, review.reviewed_at
    from shortlist_reviews as review left join users on users.id = review.user_id left join shortlist_links as link on link.id = review.link_id
    where review.candidate_id = any(${candidateIds}::bigint[]) order by review.reviewed_at, review.id`.execute(tx);
  return rows;
}

export interface NewReview {
  companyId: number;
  candidateId: number;
  reviewer: { userId: number } | { linkId: number };
  decision: ReviewDecision;
  comment: string;
  now: Date;
}

/** Replaces the earlier review of the same reviewer. `isChanged`: the decision is new. */
export async function saveReview(tx: Tx, { companyId, candidateId, reviewer, decision, comment, now }: NewReview) {
  const isUser = 'userId' in reviewer;
  const by = sql`${sql.ref(isUser ? 'user_id' : 'link_id')} = ${isUser ? reviewer.userId : reviewer.linkId}`;
  const { rows } = await sql<{ id: number; before: ReviewDecision | null }>`
    with earlier as (select decision from shortlist_reviews where candidate_id = ${candidateId} and ${by})
    insert into shortlist_reviews (company_id, candidate_id, user_id, link_id, decision, comment, reviewed_at)
    values (${companyId}, ${candidateId}, ${isUser ? reviewer.userId : null}, ${isUser ? null : reviewer.linkId}, ${decision}, ${comment}, ${now})
    on conflict (candidate_id, ${sql.ref(isUser ? 'user_id' : 'link_id')})
      do update set decision = excluded.decision, comment = excluded.comment, reviewed_at = excluded.reviewed_at
    returning id, (select decision from earlier) as before`.execute(tx);
  return { id: rows[0]?.id ?? 0, isChanged: rows[0]?.before !== decision };
}

/** Active hiring managers with access to the vacancy. */
export async function listReviewers(tx: Tx, vacancyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from vacancy_members as member join users on users.id = member.user_id
    where member.vacancy_id = ${vacancyId} and member.kind = 'granted' and users.is_active and users.role = 'hm' order by users.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

interface CommentRow {
  text: string;
  author: string;
  at: Date;
}

export async function listCandidateComments(tx: Tx, candidateId: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select comments.text, trim(users.first_name || ' ' || users.last_name) as author, comments.created_at as at
    from comments join users on users.id = comments.created_by
    where comments.candidate_id = ${candidateId} order by comments.id desc limit 100`.execute(tx);
  return rows;
}

export async function listTagNames(tx: Tx, profileId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tags.name from profile_tags join tags on tags.id = profile_tags.tag_id
    where profile_tags.profile_id = ${profileId} order by tags.name`.execute(tx);
  return rows.map(({ name }) => name);
}
