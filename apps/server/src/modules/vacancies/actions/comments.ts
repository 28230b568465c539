import { mentionedIn } from '@headwater/domain/mentions';
import { type Actor, isAdminType, isHiringManagerLike } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { listVacanciesOfProfiles } from '../store/candidates.ts';
import {
  changeComment,
  type CommentRow,
  deleteComment,
  findAnyComment,
  findComment,
  insertComment,
  listComments,
} from '../store/comments.ts';
import { listColleagues } from '../store/colleagues.ts';
import { requireCandidate } from './require-vacancy.ts';

/** ROLE-047. Hiring managers comment only on their candidates. */
export async function requireCommentable(tx: Tx, actor: Actor, profileId: number): Promise<void> {
  await requireProfile(tx, profileId);
  if (isHiringManagerLike(actor) && (await listVacanciesOfProfiles(tx, actor, [profileId])).length === 0) {
    throw new AppError('profile_not_found');
  }
  if (!actor.permissions.comments) throw new AppError('forbidden');
}

const publishComment = (tx: Tx, actor: Actor, { vacancyId, profileId }: { vacancyId: number | null; profileId: number }) =>
  Promise.all([
    publish(tx, { companyId: actor.company.id, topic: 'comments', ids: [profileId] }),
    ...(vacancyId === null ? [] : [publish(tx, { companyId: actor.company.id, topic: 'candidates', ids: [vacancyId] })]),
  ]);

/** CTP-002. */
export async function commentsOf(
  tx: Tx,
  actor: Actor,
  filter: { profileId: number; candidateId?: number | undefined; limit: number; offset: number },
): Promise<{ count: number; rows: CommentRow[] }> {
  await requireCommentable(tx, actor, filter.profileId);
  return listComments(tx, actor, filter);
}

export async function requireCandidateOf(tx: Tx, actor: Actor, { candidateId, profileId }: { candidateId: number; profileId: number }) {
  const unknown = new FieldErrors({ candidate_id: 'comment_unknown_candidate' });
  try {
    const candidate = await requireCandidate(tx, actor, candidateId);
    if (candidate.profile_id !== profileId) throw unknown;
    return candidate;
  } catch (error) {
    // The path names the profile; an unknown candidate is a field error.
    if (error instanceof AppError && error.key === 'not_found') throw unknown;
    throw error;
  }
}

interface NewWords {
  profileId: number;
  candidateId: number | undefined;
  text: string;
  now: Date;
}

interface Mentioning {
  commentId: number;
  profileId: number;
  text: string;
  now: Date;
}

/** Readers without access to the comment do not see the notice. */
async function notifyMentioned(tx: Tx, actor: Actor, { commentId, profileId, text, now }: Mentioning): Promise<void> {
  if (!text.includes('@')) return;
  const others = (await listColleagues(tx)).filter(({ id, is_active: isActive }) => isActive && id !== actor.userId);
  for (const userId of mentionedIn(text, others)) {
    const notice = { about: { kind: 'mention' as const }, key: String(commentId), objectId: commentId, profileId, now };
    await raiseNotice(tx, { companyId: actor.company.id, userId, ...notice });
  }
}

/** CTP-003, ROLE-051: a hiring manager writes about candidates only. */
export async function addComment(tx: Tx, actor: Actor, { profileId, candidateId, text, now }: NewWords): Promise<CommentRow> {
  await requireCommentable(tx, actor, profileId);
  if (candidateId === undefined && isHiringManagerLike(actor)) throw new FieldErrors({ candidate_id: 'comment_needs_candidate' });
  const candidate = candidateId === undefined ? undefined : await requireCandidateOf(tx, actor, { candidateId, profileId });
  const id = await insertComment(tx, {
    companyId: actor.company.id,
    userId: actor.userId,
    profileId,
    candidateId: candidate?.id ?? null,
    text,
    now,
  });
  await notifyMentioned(tx, actor, { commentId: id, profileId, text, now });
  await publishComment(tx, actor, { vacancyId: candidate?.vacancy_id ?? null, profileId });
  return requireComment(tx, actor, id);
}

async function requireComment(tx: Tx, actor: Actor, commentId: number): Promise<CommentRow> {
  const row = await findComment(tx, actor, commentId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** CTP-004, CTP-006: only the author. */
export async function rewriteComment(
  tx: Tx,
  actor: Actor,
  { id, text, now }: { id: number; text: string; now: Date },
): Promise<CommentRow> {
  const row = await requireComment(tx, actor, id);
  if (row.created_by !== actor.userId || !actor.permissions.comments) throw new AppError('forbidden');
  await changeComment(tx, id, { text, now });
  await notifyMentioned(tx, actor, { commentId: id, profileId: row.profile_id, text, now });
  await publishComment(tx, actor, { vacancyId: null, profileId: row.profile_id });
  return requireComment(tx, actor, id);
}

/** CTP-005, CTP-006: the author, or an administrator. */
export async function removeComment(tx: Tx, actor: Actor, commentId: number): Promise<void> {
  const row = await findAnyComment(tx, commentId);
  const isOwn = row?.created_by === actor.userId && actor.permissions.comments;
  if (!row || !(isOwn || isAdminType(actor) || (await findComment(tx, actor, commentId)))) throw new AppError('not_found');
  if (!isOwn && !isAdminType(actor)) throw new AppError('forbidden');
  await deleteComment(tx, commentId);
  await publishComment(tx, actor, { vacancyId: row.vacancy_id, profileId: row.profile_id });
}
