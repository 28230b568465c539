import type { ReviewView } from '@headwater/contract/shortlists';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import { maxShortlist, type ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import type { Tx } from '#platform/database/database.ts';
import { makeToken } from '#platform/crypto/tokens.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { openVacancyIds, requireVacancy } from '#modules/vacancies/public.ts';
import { findLink, insertLink, revokeLink, revokeLinks } from './store/links.ts';
import { presentReview } from './present.ts';
import {
  addShortlisted,
  listReviewers,
  listReviews,
  listShortlisted,
  removeShortlisted,
  saveReview,
  type NewReview,
  type ShortlistedRow,
} from './store/shortlists.ts';

const publishChange = (tx: Tx, companyId: number, vacancyId: number) => publish(tx, { companyId, topic: 'candidates', ids: [vacancyId] });

interface Change {
  vacancyId: number;
  ids: readonly number[];
  now: Date;
}

export async function addToShortlist(tx: Tx, actor: Actor, { vacancyId, ids, now }: Change): Promise<number> {
  await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
  const about = { companyId: actor.company.id, userId: actor.userId, vacancyId, now };
  const count = await addShortlisted(tx, about, ids);
  if (count === 0) return 0;
  if ((await listShortlisted(tx, { vacancyIds: [vacancyId] })).length > maxShortlist)
    throw new FieldErrors({ ids: { key: 'shortlist_full', parts: { limit: maxShortlist } } });
  for (const userId of await listReviewers(tx, vacancyId)) {
    const asked = { about: { kind: 'review' as const, decision: null, detail: '' }, key: `${vacancyId} ${now.toISOString()}` };
    await raiseNotice(tx, { companyId: actor.company.id, userId, ...asked, objectId: vacancyId, now });
  }
  await publishChange(tx, actor.company.id, vacancyId);
  return count;
}

export async function removeFromShortlist(tx: Tx, actor: Actor, { vacancyId, ids }: Omit<Change, 'now'>): Promise<number> {
  await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
  const count = await removeShortlisted(tx, vacancyId, ids);
  if (count > 0) await publishChange(tx, actor.company.id, vacancyId);
  return count;
}

/** Short lists with the person, in vacancies that the actor sees. */
export async function shortlistsOfProfile(tx: Tx, actor: Actor, profileId: number): Promise<ShortlistedRow[]> {
  await requireProfile(tx, profileId);
  const rows = await listShortlisted(tx, { profileId });
  const seen = await openVacancyIds(
    tx,
    actor,
    rows.map((row) => row.vacancy_id),
  );
  return rows.filter((row) => seen.has(row.vacancy_id));
}

interface Reviewed {
  row: ShortlistedRow;
  review: Omit<NewReview, 'companyId' | 'candidateId'>;
  /** Name in the notice. */
  name: string;
  companyId: number;
  /** Also notified. */
  linkCreator?: number | null;
}

/** Saves a review and notifies those who asked for it. */
export async function recordReview(tx: Tx, { row, review, name, companyId, linkCreator }: Reviewed): Promise<number> {
  const { id, isChanged } = await saveReview(tx, { ...review, companyId, candidateId: row.id });
  const reviewer = 'userId' in review.reviewer ? review.reviewer.userId : undefined;
  const asking = new Set([row.added_by, linkCreator ?? null]);
  const { decision, now } = review;
  for (const userId of asking) {
    if (!isChanged || userId === null || userId === reviewer) continue;
    const about = { kind: 'review' as const, decision, detail: name };
    const of = { profileId: row.profile_id, objectId: row.vacancy_id };
    await raiseNotice(tx, { companyId, userId, about, key: `${id} ${decision} ${now.toISOString()}`, ...of, now });
  }
  await publishChange(tx, companyId, row.vacancy_id);
  return id;
}

interface OwnReview {
  candidateId: number;
  decision: ReviewDecision;
  comment: string;
  name: string;
  now: Date;
}

export async function reviewCandidate(tx: Tx, actor: Actor, { candidateId, name, ...given }: OwnReview): Promise<ReviewView> {
  const [row] = await listShortlisted(tx, { candidateId });
  if (!row) throw new AppError('not_found');
  await requireVacancy(tx, actor, { id: row.vacancy_id });
  const review = { ...given, reviewer: { userId: actor.userId } };
  const id = await recordReview(tx, { row, review, name, companyId: actor.company.id });
  const saved = (await listReviews(tx, [row.id])).find((each) => each.id === id);
  if (!saved) throw new AppError('not_found');
  return presentReview(saved, actor);
}

interface NewLink {
  vacancyId: number;
  reviewer: string;
  days: number;
  now: Date;
}

/** Returns the only copy of the link. */
export async function shareShortlist(tx: Tx, actor: Actor, { vacancyId, reviewer, days, now }: NewLink) {
  await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
  const { value, hash } = makeToken();
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const about = { companyId: actor.company.id, userId: actor.userId, vacancyId, reviewer };
  const { id } = await insertLink(tx, { ...about, tokenHash: hash, now, expiresAt });
  await publishChange(tx, actor.company.id, vacancyId);
  return { id, hash: value, expiresAt };
}

export const mayRevoke = (actor: Actor, { created_by: creator }: { created_by: number | null }) =>
  creator === actor.userId || isAdminType(actor);

export async function closeLink(tx: Tx, actor: Actor, { linkId, now }: { linkId: number; now: Date }): Promise<void> {
  const link = await findLink(tx, linkId);
  if (!link) throw new AppError('not_found');
  if (!mayRevoke(actor, link)) throw new AppError('forbidden');
  await revokeLink(tx, linkId, now);
  await publishChange(tx, actor.company.id, link.vacancy_id);
}

export async function closeLinks(tx: Tx, actor: Actor, { vacancyId, now }: { vacancyId: number; now: Date }): Promise<number> {
  await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
  const count = await revokeLinks(tx, { vacancyId, userId: isAdminType(actor) ? undefined : actor.userId, now });
  if (count > 0) await publishChange(tx, actor.company.id, vacancyId);
  return count;
}
