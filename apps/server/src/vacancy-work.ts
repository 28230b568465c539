import type { Actor } from '@headwater/domain/roles';
import { findActor } from '#modules/accounts/public.ts';
import { createVisitorResolver } from '#modules/accounts/session.ts';
import { eventRoutes } from '#modules/events/routes.ts';
import { jobRoutes } from '#modules/jobs/routes.ts';
import { mailingListsOf, recipientsJob } from '#modules/messaging/campaigns/public.ts';
import {
  candidatesByMessaging,
  candidatesOfSequence,
  latestOfCandidates,
  type LetterPort,
  mailingsOf,
} from '#modules/messaging/messages/public.ts';
import { allResultIds, type SearchContext } from '#modules/search/public.ts';
import { statusRoutes } from '#modules/statuses/routes.ts';
import { commentRoutes } from '#modules/vacancies/comment-routes.ts';
import { candidateRoutes } from '#modules/vacancies/candidate-routes.ts';
import {
  type FindAllIds,
  findVisibleCandidate,
  listVacanciesOfProfiles,
  type NarrowByMessaging,
  openVacancyIds,
  vacancyJobs,
} from '#modules/vacancies/public.ts';
import { vacancyRoutes } from '#modules/vacancies/vacancy-routes.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { createEvents } from '#platform/events/events.ts';
import { publish } from '#platform/events/store.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';

export interface WorkServices {
  database: Database;
  /** For the connection that hears events. */
  databaseUrl: string;
  clock: Clock;
  log: Log;
  letters: Pick<LetterPort, 'suppressed'>;
}

/** Messages that changed, and the mailings that they belong to. */
async function announceMessages(tx: Tx, { companyId, messageIds }: { companyId: number; messageIds: readonly number[] }): Promise<void> {
  await publish(tx, { companyId, topic: 'messages', ids: messageIds });
  const mailings = await mailingsOf(tx, messageIds);
  if (mailings.length > 0) await publish(tx, { companyId, topic: 'mailings', ids: mailings });
}

/** A candidate as the sending side asks for it, and how it tells of its messages. */
export const messagingSeams = {
  findCandidate: (tx: Tx, actor: Actor, candidateId: number) => findVisibleCandidate(tx, actor, candidateId),
  announce: (tx: Tx, { companyId, messageId }: { companyId: number; messageId: number }) =>
    announceMessages(tx, { companyId, messageIds: [messageId] }),
  announceMany: announceMessages,
};

/** Whether the person sees somebody as a candidate of a vacancy. */
export const isCandidateFor = async (tx: Tx, actor: Actor, profileId: number): Promise<boolean> =>
  (await listVacanciesOfProfiles(tx, actor, [profileId])).length > 0;

/** Vacancies with what they stand on: jobs, events and statuses. */
export function wireVacancies({ database, databaseUrl, clock, log, letters }: WorkServices, search: SearchContext['search']) {
  const events = createEvents({ url: databaseUrl, log });
  const addingFound = recipientsJob(letters);
  const jobs = createJobs({ database, clock, log, definitions: [...vacancyJobs, addingFound], findActor });
  const findAllIds: FindAllIds = async (actor, { sort: ranking, ...asked }, limit) =>
    (await allResultIds({ database, clock, search }, actor, { ...asked, ranking, limit })).ids;
  const messagingOf = async (tx: Tx, actor: Actor, candidateIds: readonly number[]) => {
    const latest = await latestOfCandidates(tx, candidateIds, { userId: actor.userId, now: clock.now() });
    const folders = await openVacancyIds(tx, actor, [...new Set(latest.flatMap((row) => row.folder_id ?? []))]);
    return new Map(
      latest.map((row) => {
        // A candidate may have come from a vacancy whose mailing lists are not for this person.
        const isOpen = row.folder_id === null || folders.has(row.folder_id);
        const mailingListId = row.type === 'mass' && isOpen ? row.mailing_id : null;
        const { candidate_id: id, status, at, count } = row;
        return [id, { status, at, count, mailingListId }] as const;
      }),
    );
  };
  const narrowByMessaging: NarrowByMessaging = (tx, ids, filter) => candidatesByMessaging(tx, ids, { ...filter, now: clock.now() });
  return {
    jobs,
    events,
    /** What mailings add the results of a search with. */
    adding: { findAllIds, recipientsJob: addingFound, jobs },
    routes: {
      candidates: candidateRoutes({ database, jobs, findAllIds, messagingOf, narrowByMessaging, candidatesOfSequence }),
      comments: commentRoutes({ database, clock }),
      events: eventRoutes({ events, resolveVisitor: createVisitorResolver({ database, clock }) }),
      jobs: jobRoutes({ database, jobs }),
      statuses: statusRoutes({ database, clock }),
      vacancies: vacancyRoutes({ database, clock, jobs, mailingListsOf }),
    },
  };
}
