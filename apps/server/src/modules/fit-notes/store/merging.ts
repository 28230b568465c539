import { sql } from 'kysely';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';

export const fitNotesMergeStep = defineMergeStep<{ notes: number[] }>({
  name: 'fit_notes',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<{ id: number }>`update fit_notes set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} returning id`.execute(tx);
    return rows.length > 0 ? { notes: rows.map(({ id }) => id) } : undefined;
  },
  async giveBack(tx, { from, into }, { notes }) {
    await sql`update fit_notes set profile_id = ${from} where id = any(${notes}::bigint[]) and profile_id = ${into}`.execute(tx);
  },
});
