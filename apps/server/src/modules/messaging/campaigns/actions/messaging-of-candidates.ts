import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { latestOfCandidates } from '#modules/messaging/messages/public.ts';
import { openVacancyIds } from '#modules/vacancies/public.ts';

export interface MessagingOfCandidate {
  status: MessageStatus;
  /** When the newest message was answered, else opened, else sent. */
  at: Date | null;
  /** When something was said last: what was said by other channels is compared by it. */
  saidAt: Date;
  count: number;
  mailingListId: number | null;
}

/** What was written to each candidate, as far as the person may know of it: the newest message, and how many there are. */
export async function messagingOf(
  tx: Tx,
  actor: Actor,
  { candidateIds, now }: { candidateIds: readonly number[]; now: Date },
): Promise<Map<number, MessagingOfCandidate>> {
  const latest = await latestOfCandidates(tx, candidateIds, { userId: actor.userId, now });
  const folders = await openVacancyIds(tx, actor, [...new Set(latest.flatMap((row) => row.folder_id ?? []))]);
  return new Map(
    latest.map(({ candidate_id: id, mailing_id: mailingId, folder_id: folderId, type, status, at, said_at: saidAt, count }) => {
      // A candidate may have come from a vacancy whose mailing lists are not for this person.
      const isOpen = folderId === null || folders.has(folderId);
      return [id, { status, at, saidAt, count, mailingListId: type === 'mass' && isOpen ? mailingId : null }];
    }),
  );
}
