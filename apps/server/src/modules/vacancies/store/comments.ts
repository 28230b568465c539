import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** New and old id of a candidate that changed vacancies; `to` null: the comments stay with the profile alone. */
export interface CommentMove {
  from: number;
  to: number | null;
}

const pairs = (moves: readonly CommentMove[]) =>
  sql`unnest(${moves.map((move) => move.from)}::bigint[], ${moves.map((move) => move.to)}::bigint[]) as pair (old_id, new_id)`;

/** Takes comments along, or leaves them with the profile. */
export const moveComments = (tx: Tx, moves: readonly CommentMove[], jobId: number) =>
  sql`update comments set candidate_id = pair.new_id, moved_by_job = ${jobId}, moved_from = pair.old_id
    from ${pairs(moves)} where comments.candidate_id = pair.old_id`.execute(tx);

/** Doubles comments for the copies of their candidates. */
export const copyComments = (tx: Tx, moves: readonly CommentMove[], jobId: number) =>
  sql`insert into comments (company_id, profile_id, candidate_id, text, created_by, created_at, updated_at, moved_by_job)
    select company_id, profile_id, pair.new_id, text, created_by, created_at, updated_at, ${jobId}
    from comments join ${pairs(moves)} on comments.candidate_id = pair.old_id order by comments.id`.execute(tx);

/** Puts back what `moveComments` and `copyComments` of the job did. */
export async function restoreComments(tx: Tx, jobId: number): Promise<void> {
  await sql`update comments set candidate_id = moved_from, moved_by_job = null, moved_from = null
    where moved_by_job = ${jobId} and moved_from is not null`.execute(tx);
  await sql`delete from comments where moved_by_job = ${jobId} and moved_from is null`.execute(tx);
}
