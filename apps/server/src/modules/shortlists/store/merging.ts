import { sql } from 'kysely';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';

interface Moved {
  gone: number;
  staying: number;
  isListed: boolean;
  reviews: number[];
}

/** Moves entry and reviews to the remaining candidate of the vacancy, unless it has its own. */
export const shortlistsMergeStep = defineMergeStep<{ shortlisted: Moved[] }>({
  name: 'shortlists',
  async absorb(tx, { candidates }) {
    const shortlisted: Moved[] = [];
    for (const [gone, staying] of candidates) {
      const listed = await sql`update shortlisted_candidates as entry set candidate_id = ${staying} where candidate_id = ${gone}
        and not exists (select from shortlisted_candidates where candidate_id = ${staying}) returning candidate_id`.execute(tx);
      const reviews = await sql<{
        id: number;
      }>`update shortlist_reviews as review set candidate_id = ${staying} where candidate_id = ${gone}
        and not exists (select from shortlist_reviews as own where own.candidate_id = ${staying}
          and (own.user_id = review.user_id or own.link_id = review.link_id)) returning id`.execute(tx);
      const ids = reviews.rows.map(({ id }) => id);
      if (listed.rows.length + ids.length > 0) shortlisted.push({ gone, staying, isListed: listed.rows.length > 0, reviews: ids });
    }
    return shortlisted.length > 0 ? { shortlisted } : undefined;
  },
  async giveBack(tx, _pair, { shortlisted }) {
    for (const { gone, staying, isListed, reviews } of shortlisted) {
      if (isListed) await sql`update shortlisted_candidates set candidate_id = ${gone} where candidate_id = ${staying}`.execute(tx);
      await sql`update shortlist_reviews set candidate_id = ${gone} where candidate_id = ${staying} and id = any(${reviews}::bigint[])`.execute(
        tx,
      );
    }
  },
});
