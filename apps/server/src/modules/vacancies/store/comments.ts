import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';
import { commentReadBy } from './visibility.ts';

const tables = (tx: Tx) => tx.withTables<VacancyTables>();

const readable = (tx: Tx, actor: Actor) =>
  tables(tx)
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.created_by')
    .leftJoin('candidates', 'candidates.id', 'comments.candidate_id')
    .leftJoin('vacancies', 'vacancies.id', 'candidates.vacancy_id')
    .where(commentReadBy('comments', actor));

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

const shown = [
  'comments.id',
  'comments.profile_id',
  'comments.candidate_id',
  'comments.text',
  'comments.created_at',
  'comments.updated_at',
  'comments.created_by',
  'users.first_name',
  'users.last_name',
  'vacancies.id as vacancy_id',
  'vacancies.name as vacancy_name',
] as const;

export const findComment = (tx: Tx, actor: Actor, commentId: number) =>
  readable(tx, actor).select(shown).where('comments.id', '=', commentId).executeTakeFirst();

export async function listComments(
  tx: Tx,
  actor: Actor,
  filter: { profileId: number; candidateId?: number | undefined; limit: number; offset: number },
): Promise<{ count: number; rows: CommentRow[] }> {
  let query = readable(tx, actor).where('comments.profile_id', '=', filter.profileId);
  if (filter.candidateId !== undefined) query = query.where('comments.candidate_id', '=', filter.candidateId);
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query.select(shown).orderBy('comments.id', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return { count, rows };
}

export interface NewComment {
  companyId: number;
  userId: number;
  profileId: number;
  candidateId: number | null;
  text: string;
  now: Date;
}

export async function insertComment(tx: Tx, comment: NewComment): Promise<number> {
  const row = await tables(tx)
    .insertInto('comments')
    .values({
      company_id: comment.companyId,
      profile_id: comment.profileId,
      candidate_id: comment.candidateId,
      text: comment.text,
      created_by: comment.userId,
      created_at: comment.now,
      updated_at: comment.now,
      moved_by_job: null,
      moved_from: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Comments on profiles, without those that the profile already has. Returns their ids. */
export async function insertComments(
  tx: Tx,
  { companyId, userId, now }: { companyId: number; userId: number; now: Date },
  comments: readonly { profileId: number; text: string }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into comments (company_id, profile_id, text, created_by, created_at, updated_at)
    select ${companyId}::bigint, added.profile_id, added.text, ${userId}::bigint, ${now}, ${now}
    from unnest(${comments.map(({ profileId }) => profileId)}::bigint[], ${comments.map(({ text }) => text)}::text[]) as added (profile_id, text)
    where not exists (select from comments as known where known.profile_id = added.profile_id and known.text = added.text)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Keeps comments on the profiles in `keptProfileIds`. */
export const deleteComments = (tx: Tx, ids: readonly number[], keptProfileIds: readonly number[]) =>
  sql`delete from comments where id = any(${ids}::bigint[]) and not profile_id = any(${keptProfileIds}::bigint[])`.execute(tx);

export const changeComment = (tx: Tx, commentId: number, change: { text: string; now: Date }) =>
  tables(tx).updateTable('comments').set({ text: change.text, updated_at: change.now }).where('id', '=', commentId).execute();

/** Ignores read access, because administrators may delete any comment of the company. */
export const findAnyComment = (tx: Tx, commentId: number) =>
  tables(tx)
    .selectFrom('comments')
    .leftJoin('candidates', 'candidates.id', 'comments.candidate_id')
    .select(['comments.id', 'comments.profile_id', 'comments.created_by', 'candidates.vacancy_id'])
    .where('comments.id', '=', commentId)
    .executeTakeFirst();

export const deleteComment = (tx: Tx, commentId: number) => tables(tx).deleteFrom('comments').where('id', '=', commentId).execute();

/** With `to` null, the comments stay with the profile only. */
export interface CommentMove {
  from: number;
  to: number | null;
}

const movesTable = (moves: readonly CommentMove[]) =>
  sql`unnest(${moves.map((move) => move.from)}::bigint[], ${moves.map((move) => move.to)}::bigint[]) as moves (old_id, new_id)`;

export const moveComments = (tx: Tx, moves: readonly CommentMove[], jobId: number) =>
  sql`update comments set candidate_id = moves.new_id, moved_by_job = ${jobId}, moved_from = moves.old_id
    from ${movesTable(moves)} where comments.candidate_id = moves.old_id`.execute(tx);

export const copyComments = (tx: Tx, moves: readonly CommentMove[], jobId: number) =>
  sql`insert into comments (company_id, profile_id, candidate_id, text, created_by, created_at, updated_at, moved_by_job)
    select company_id, profile_id, moves.new_id, text, created_by, created_at, updated_at, ${jobId}
    from comments join ${movesTable(moves)} on comments.candidate_id = moves.old_id order by comments.id`.execute(tx);

export async function restoreComments(tx: Tx, jobId: number): Promise<void> {
  await sql`update comments set candidate_id = moved_from, moved_by_job = null, moved_from = null
    where moved_by_job = ${jobId} and moved_from is not null`.execute(tx);
  await sql`delete from comments where moved_by_job = ${jobId} and moved_from is null`.execute(tx);
}

export async function readableComments(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0 || !actor.permissions.comments) return new Map();
  const rows = await readable(tx, actor)
    .select(shown)
    .where('comments.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}
