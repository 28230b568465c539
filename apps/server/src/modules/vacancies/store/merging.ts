import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { defineMergeStep, type MergePair } from '#modules/profiles/public/merging.ts';

interface CandidatePair {
  vacancy_id: number;
  staying: number;
  gone: number;
  staying_status: number;
  gone_status: number;
  gone_reason: number | null;
  staying_reason: number | null;
  is_further: boolean;
}

/** Statuses are compared in the order of the company, substatuses after their parent. */
const listPairs = (tx: Tx, { from, into }: MergePair) =>
  sql<CandidatePair>`
  select gone.vacancy_id, staying.id as staying, gone.id as gone, staying.status_id as staying_status, gone.status_id as gone_status,
    gone.rejection_reason_id as gone_reason, staying.rejection_reason_id as staying_reason,
    (coalesce(gone_parent.position, gone_status.position), gone_parent.id is not null, gone_status.position)
      > (coalesce(staying_parent.position, staying_status.position), staying_parent.id is not null, staying_status.position) as is_further
  from candidates as gone
  join candidates as staying on staying.vacancy_id = gone.vacancy_id and staying.profile_id = ${into} and staying.deleted_at is null
  join candidate_statuses as gone_status on gone_status.id = gone.status_id
  left join candidate_statuses as gone_parent on gone_parent.id = gone_status.parent_id
  join candidate_statuses as staying_status on staying_status.id = staying.status_id
  left join candidate_statuses as staying_parent on staying_parent.id = staying_status.parent_id
  where gone.profile_id = ${from} and gone.deleted_at is null order by gone.id for update of gone, staying`.execute(tx);

interface JoinedPair {
  staying: number;
  gone: number;
  history: number[];
  comments: number[];
  /** Merges before rejection reasons existed have no `reasonBefore`. */
  status: { before: number; reasonBefore?: number | null; after: number; entry: number } | null;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function applyLaterStatus(tx: Tx, { companyId, userId, now }: MergePair, twin: CandidatePair): Promise<JoinedPair['status']> {
  if (!twin.is_further) return null;
  await sql`update candidates set status_id = ${twin.gone_status}, rejection_reason_id = ${twin.gone_reason}, updated_at = ${now} where id = ${twin.staying}`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into candidate_history (company_id, candidate_id, user_id, action, from_status_id, from_reason_id, to_status_id, reason_id, at)
    values (${companyId}, ${twin.staying}, ${userId}, 'status', ${twin.staying_status}, ${twin.staying_reason}, ${twin.gone_status},
      ${twin.gone_reason}, ${now}) returning id`.execute(tx);
  return { before: twin.staying_status, reasonBefore: twin.staying_reason, after: twin.gone_status, entry: rows[0]?.id ?? 0 };
}

async function joinPair(tx: Tx, pair: MergePair, twin: CandidatePair): Promise<JoinedPair> {
  const { staying, gone } = twin;
  const history = await sql<{ id: number }>`
    update candidate_history set candidate_id = ${staying} where candidate_id = ${gone} returning id`.execute(tx);
  const comments = await sql<{
    id: number;
  }>`update comments set candidate_id = ${staying} where candidate_id = ${gone} returning id`.execute(tx);
  const status = await applyLaterStatus(tx, pair, twin);
  await sql`update candidates set deleted_at = ${pair.now} where id = ${gone}`.execute(tx);
  pair.candidates.set(gone, staying);
  return { staying, gone, history: idsOf(history.rows), comments: idsOf(comments.rows), status };
}

async function separatePair(tx: Tx, { staying, gone, history, comments, status }: JoinedPair): Promise<void> {
  await sql`update candidate_history set candidate_id = ${gone} where candidate_id = ${staying} and id = any(${history}::bigint[])`.execute(
    tx,
  );
  await sql`update comments set candidate_id = ${gone} where candidate_id = ${staying} and id = any(${comments}::bigint[])`.execute(tx);
  await sql`update candidates set deleted_at = null where id = ${gone}`.execute(tx);
  if (!status) return;
  const { rows } = await sql`update candidates set status_id = ${status.before}, rejection_reason_id = ${status.reasonBefore ?? null}
    where id = ${staying} and status_id = ${status.after}
    and exists (select from candidate_statuses where id = ${status.before} and deleted_at is null) returning id`.execute(tx);
  if (rows.length > 0) await sql`delete from candidate_history where id = ${status.entry}`.execute(tx);
}

/** Keeps the later status and both histories. */
export const candidatesMergeStep = defineMergeStep<{ twins: JoinedPair[]; moved: number[]; comments: number[] }>({
  name: 'candidates',
  async absorb(tx, pair) {
    const twins: JoinedPair[] = [];
    for (const twin of (await listPairs(tx, pair)).rows) twins.push(await joinPair(tx, pair, twin));
    const gone = twins.map((twin) => twin.gone);
    const { from, into } = pair;
    const moved = await sql<{ id: number }>`update candidates set profile_id = ${into}
      where profile_id = ${from} and id <> all(${gone}::bigint[]) returning id`.execute(tx);
    const comments = await sql<{ id: number }>`update comments set profile_id = ${into} where profile_id = ${from} returning id`.execute(
      tx,
    );
    if (twins.length + moved.rows.length + comments.rows.length === 0) return undefined;
    return { twins, moved: idsOf(moved.rows), comments: idsOf(comments.rows) };
  },
  async giveBack(tx, { from, into }, { twins, moved, comments }) {
    await sql`update candidates set profile_id = ${from} where profile_id = ${into} and id = any(${moved}::bigint[])`.execute(tx);
    await sql`update comments set profile_id = ${from} where profile_id = ${into} and id = any(${comments}::bigint[])`.execute(tx);
    for (const twin of twins) await separatePair(tx, twin);
  },
});
