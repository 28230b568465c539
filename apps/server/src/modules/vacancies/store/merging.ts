import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { defineMergeStep, type MergePair } from '#modules/profiles/public.ts';

interface Twin {
  vacancy_id: number;
  kept: number;
  gone: number;
  kept_status: number;
  gone_status: number;
  /** The one who goes has come further. */
  is_further: boolean;
}

/** Both are candidates of one vacancy. Statuses stand in the order of the company, those below another one behind it. */
const twinsOf = (tx: Tx, { from, into }: MergePair) =>
  sql<Twin>`
  select gone.vacancy_id, kept.id as kept, gone.id as gone, kept.status_id as kept_status, gone.status_id as gone_status,
    (coalesce(gone_parent.position, gone_status.position), gone_parent.id is not null, gone_status.position)
      > (coalesce(kept_parent.position, kept_status.position), kept_parent.id is not null, kept_status.position) as is_further
  from candidates as gone
  join candidates as kept on kept.vacancy_id = gone.vacancy_id and kept.profile_id = ${into} and kept.deleted_at is null
  join candidate_statuses as gone_status on gone_status.id = gone.status_id
  left join candidate_statuses as gone_parent on gone_parent.id = gone_status.parent_id
  join candidate_statuses as kept_status on kept_status.id = kept.status_id
  left join candidate_statuses as kept_parent on kept_parent.id = kept_status.parent_id
  where gone.profile_id = ${from} and gone.deleted_at is null order by gone.id for update of gone, kept`.execute(tx);

interface JoinedTwin {
  kept: number;
  gone: number;
  /** Rows that hung on the one who goes. */
  history: number[];
  comments: number[];
  /** The status that was given to the one who stays, and the row of history that says so. */
  status: { before: number; after: number; entry: number } | null;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function giveFurther(tx: Tx, { companyId, userId, now }: MergePair, twin: Twin): Promise<JoinedTwin['status']> {
  if (!twin.is_further) return null;
  await sql`update candidates set status_id = ${twin.gone_status}, updated_at = ${now} where id = ${twin.kept}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into candidate_history (company_id, candidate_id, user_id, action, from_status_id, to_status_id, at)
    values (${companyId}, ${twin.kept}, ${userId}, 'status', ${twin.kept_status}, ${twin.gone_status}, ${now}) returning id`.execute(tx);
  return { before: twin.kept_status, after: twin.gone_status, entry: rows[0]?.id ?? 0 };
}

async function join(tx: Tx, pair: MergePair, twin: Twin): Promise<JoinedTwin> {
  const { kept, gone } = twin;
  const history = await sql<{ id: number }>`
    update candidate_history set candidate_id = ${kept} where candidate_id = ${gone} returning id`.execute(tx);
  const comments = await sql<{ id: number }>`update comments set candidate_id = ${kept} where candidate_id = ${gone} returning id`.execute(
    tx,
  );
  const status = await giveFurther(tx, pair, twin);
  await sql`update candidates set deleted_at = ${pair.now} where id = ${gone}`.execute(tx);
  pair.candidates.set(gone, kept);
  return { kept, gone, history: idsOf(history.rows), comments: idsOf(comments.rows), status };
}

async function part(tx: Tx, { kept, gone, history, comments, status }: JoinedTwin): Promise<void> {
  await sql`update candidate_history set candidate_id = ${gone} where candidate_id = ${kept} and id = any(${history}::bigint[])`.execute(
    tx,
  );
  await sql`update comments set candidate_id = ${gone} where candidate_id = ${kept} and id = any(${comments}::bigint[])`.execute(tx);
  await sql`update candidates set deleted_at = null where id = ${gone}`.execute(tx);
  if (!status) return;
  const { rows } = await sql`update candidates set status_id = ${status.before} where id = ${kept} and status_id = ${status.after}
    and exists (select from candidate_statuses where id = ${status.before} and deleted_at is null) returning id`.execute(tx);
  if (rows.length > 0) await sql`delete from candidate_history where id = ${status.entry}`.execute(tx);
}

/** In no vacancy is one person twice: the further status stays, with what happened to both. */
export const candidatesMergeStep = defineMergeStep<{ twins: JoinedTwin[]; moved: number[]; comments: number[] }>({
  name: 'candidates',
  async absorb(tx, pair) {
    const twins: JoinedTwin[] = [];
    for (const twin of (await twinsOf(tx, pair)).rows) twins.push(await join(tx, pair, twin));
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
    for (const twin of twins) await part(tx, twin);
  },
});
