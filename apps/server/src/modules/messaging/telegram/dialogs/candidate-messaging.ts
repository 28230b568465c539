import type { CandidateView } from '@headwater/contract/candidates';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Actor } from '@headwater/domain/roles';
import { type MessagingOfCandidate, messagingOf } from '#modules/messaging/campaigns/public.ts';
import { newestOfCandidates } from '#modules/messaging/messages/public/candidates.ts';
import type { Tx } from '#platform/database/database.ts';
import { latestDialogsOfCandidates } from '../store/latest.ts';

const isLater = (dialog: { at: Date }, email: { saidAt: Date } | undefined): boolean => !email || dialog.at >= email.saidAt;

interface Messaging extends Pick<MessagingOfCandidate, 'status' | 'at' | 'count' | 'mailingListId'> {
  channel: NonNullable<CandidateView['messaging_channel']>;
  dialogId: number | null;
}

export async function messagingByChannels(
  tx: Tx,
  actor: Actor,
  { candidateIds, now }: { candidateIds: readonly number[]; now: Date },
): Promise<Map<number, Messaging>> {
  const emails = await messagingOf(tx, actor, { candidateIds, now });
  const dialogs = await latestDialogsOfCandidates(tx, actor, candidateIds);
  const found = new Map<number, Messaging>([...emails].map(([id, email]) => [id, { ...email, channel: 'email', dialogId: null }]));
  for (const { candidate_id: id, id: dialogId, status, at } of dialogs) {
    const email = emails.get(id);
    const last: Pick<Messaging, 'status' | 'at' | 'channel'> =
      email && !isLater({ at }, email)
        ? { status: email.status, at: email.at, channel: 'email' }
        : { status, at: status === 'pending' ? null : at, channel: 'telegram' };
    found.set(id, { count: email?.count ?? 0, mailingListId: email?.mailingListId ?? null, dialogId, ...last });
  }
  return found;
}

interface MessagingFilter {
  statuses?: readonly (MessageStatus | 'none')[] | undefined;
  mailingId?: number | undefined;
  actor: Actor;
  now: Date;
}

/**
 * Candidates with the given messaging status. `messagingByChannels` defines which message is last.
 */
export async function candidatesByMessaging(
  tx: Tx,
  candidateIds: readonly number[],
  { statuses, mailingId, actor, now }: MessagingFilter,
): Promise<number[]> {
  const newest = await newestOfCandidates(tx, candidateIds, { mailingId, userId: actor.userId, now });
  if (!statuses?.length) return newest.map((row) => row.candidate_id);
  const emails = new Map(newest.map(({ candidate_id: id, status, said_at: saidAt }) => [id, { status, saidAt }]));
  const reached = new Map<number, MessageStatus>([...emails].map(([id, { status }]) => [id, status]));
  const dialogs = mailingId === undefined ? await latestDialogsOfCandidates(tx, actor, candidateIds) : [];
  for (const dialog of dialogs) if (isLater(dialog, emails.get(dialog.candidate_id))) reached.set(dialog.candidate_id, dialog.status);
  const statusSet = new Set<string>(statuses);
  const fitting = [...reached].filter(([, status]) => statusSet.has(status)).map(([id]) => id);
  if (!statusSet.has('none') || mailingId !== undefined) return fitting;
  return [...fitting, ...candidateIds.filter((id) => !reached.has(id))];
}
