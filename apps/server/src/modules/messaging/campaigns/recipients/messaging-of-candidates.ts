import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { latestOfCandidates } from '#modules/messaging/messages/public/candidates.ts';
import { openVacancyIds } from '#modules/vacancies/public.ts';

export interface MessagingOfCandidate {
  status: MessageStatus;
  at: Date | null;
  /** Time of the last message, for comparison with other channels. */
  saidAt: Date;
  count: number;
  mailingListId: number | null;
}

export async function messagingOf(
  tx: Tx,
  actor: Actor,
  { candidateIds, now }: { candidateIds: readonly number[]; now: Date },
): Promise<Map<number, MessagingOfCandidate>> {
  const latest = await latestOfCandidates(tx, candidateIds, { userId: actor.userId, now });
  const folders = await openVacancyIds(tx, actor, [...new Set(latest.flatMap((row) => row.folder_id ?? []))]);
  return new Map(
    latest.map(({ candidate_id: id, mailing_id: mailingId, folder_id: folderId, type, status, at, said_at: saidAt, count }) => {
      const isOpen = folderId === null || folders.has(folderId);
      return [id, { status, at, saidAt, count, mailingListId: type === 'mass' && isOpen ? mailingId : null }];
    }),
  );
}
