import type { ReviewView, ShortlistedView } from '@headwater/contract/shortlists';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findProfileCards } from '#modules/profiles/public.ts';
import { listReviews, type ReviewRow, type ShortlistedRow } from './store/shortlists.ts';

export function presentReview(row: ReviewRow, { userId, permissions }: Pick<Actor, 'userId' | 'permissions'>): ReviewView {
  const isOwn = row.user_id === userId;
  return {
    id: row.id,
    reviewer: row.reviewer,
    is_own: isOwn,
    is_by_link: row.link_id !== null,
    decision: row.decision,
    comment: isOwn || permissions.comments ? row.comment : '',
    reviewed_at: row.reviewed_at.toISOString(),
  };
}

type CardReader = Parameters<typeof findProfileCards>[2];

export async function peopleOf(tx: Tx, rows: readonly ShortlistedRow[], reader: CardReader) {
  const cards = await findProfileCards(
    tx,
    rows.map((row) => row.profile_id),
    reader,
  );
  return new Map(
    cards.map(({ id, name, picture, headline, title, company, city, country }) => [
      id,
      { id, name, picture, headline, title, company, city, country },
    ]),
  );
}

export async function presentShortlisted(tx: Tx, actor: Actor, rows: readonly ShortlistedRow[]): Promise<ShortlistedView[]> {
  if (rows.length === 0) return [];
  const people = await peopleOf(tx, rows, actor);
  const reviews = await listReviews(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const profile = people.get(row.profile_id);
    if (!profile) return [];
    return {
      id: row.id,
      profile,
      folder: { id: row.vacancy_id, name: row.vacancy_name },
      added_at: row.added_at.toISOString(),
      added_by: row.added_by_name,
      reviews: reviews.filter((review) => review.candidate_id === row.id).map((review) => presentReview(review, actor)),
    };
  });
}
