import { implement } from '@orpc/server';
import { messagingStatistics, type StatusMessaging } from '@headwater/contract/messaging-statistics';
import type { Actor } from '@headwater/domain/roles';
import { type CandidateMessaging, messagingOfCandidates } from '#modules/messaging/messages/public/candidates.ts';
import { candidatesOf, openVacancyIds, requireVacancy } from '#modules/vacancies/public.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';

type Counts = Omit<StatusMessaging, 'status_id'>;
const zero: Counts = { candidates: 0, sent: 0, opened: 0, replied: 0, error: 0 };

const add = (one: Counts, other: Counts): Counts => ({
  candidates: one.candidates + other.candidates,
  sent: one.sent + other.sent,
  opened: one.opened + other.opened,
  replied: one.replied + other.replied,
  error: one.error + other.error,
});

async function messagesByCandidate(tx: Tx, actor: Actor, candidateIds: readonly number[]) {
  const rows = await messagingOfCandidates(tx, candidateIds, actor.userId);
  const open = await openVacancyIds(tx, actor, [...new Set(rows.flatMap((row) => row.folder_id ?? []))]);
  const reach = new Map<number, CandidateMessaging[]>();
  for (const row of rows) {
    if (row.folder_id === null || open.has(row.folder_id)) reach.set(row.candidate_id, [...(reach.get(row.candidate_id) ?? []), row]);
  }
  return reach;
}

/** SEND-007: each candidate counts once, with the current status. */
export function messagingStatisticsRoutes({ database }: { database: Database }) {
  const api = implement(messagingStatistics).$context<RequestContext>();
  return {
    ofVacancy: api.ofVacancy.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        await requireVacancy(tx, actor, { id: input.id });
        const candidates = await candidatesOf(tx, input.id);
        const reach = await messagesByCandidate(
          tx,
          actor,
          candidates.map(({ id }) => id),
        );
        const statuses = new Map<number, Counts>();
        for (const { id, statusId } of candidates) {
          const own = reach.get(id) ?? [];
          const has = (name: 'sent' | 'opened' | 'replied' | 'error') => Number(own.some((row) => row[name]));
          const one = { candidates: 1, sent: has('sent'), opened: has('opened'), replied: has('replied'), error: has('error') };
          statuses.set(statusId, add(statuses.get(statusId) ?? zero, one));
        }
        return {
          statuses: [...statuses].map(([statusId, counts]) => ({ status_id: statusId, ...counts })),
          total: [...statuses.values()].reduce(add, zero),
        };
      }),
    ),
  };
}
