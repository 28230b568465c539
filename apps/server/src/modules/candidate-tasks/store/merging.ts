import { sql } from 'kysely';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';

interface Moved {
  id: number;
  candidate_id: number | null;
}

export const candidateTasksMergeStep = defineMergeStep<{ tasks: Moved[] }>({
  name: 'candidate_tasks',
  async absorb(tx, { companyId, from, into, candidates }) {
    const { rows } = await sql<Moved>`select id, candidate_id from candidate_tasks
      where company_id = ${companyId} and profile_id = ${from} order by id for update`.execute(tx);
    if (rows.length === 0) return undefined;
    await sql`update candidate_tasks set profile_id = ${into} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
    for (const [gone, staying] of candidates)
      await sql`update candidate_tasks set candidate_id = ${staying} where candidate_id = ${gone}`.execute(tx);
    return { tasks: rows };
  },
  async giveBack(tx, { from, into }, { tasks }) {
    await sql`update candidate_tasks set profile_id = ${from}, candidate_id = before.candidate_id
      from unnest(${tasks.map(({ id }) => id)}::bigint[], ${tasks.map((task) => task.candidate_id)}::bigint[]) as before (id, candidate_id)
      where candidate_tasks.id = before.id and candidate_tasks.profile_id = ${into}`.execute(tx);
  },
});
