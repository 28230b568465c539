import { type Core, part } from './core.ts';
import { createVisitorResolver } from '#modules/accounts/session.ts';
import { eventRoutes } from '#modules/events/routes.ts';
import { jobRoutes } from '#modules/jobs/routes.ts';
import { mailingListsOf, messagingOf } from '#modules/messaging/campaigns/public.ts';
import { candidatesByMessaging, candidatesOfSequence } from '#modules/messaging/messages/public.ts';
import { allResultIds, type SearchService } from '#modules/search/public.ts';
import { statusRoutes } from '#modules/statuses/routes.ts';
import { candidateRoutes } from '#modules/vacancies/candidate-routes.ts';
import { commentRoutes } from '#modules/vacancies/comment-routes.ts';
import { type FindAllIds, findVisibleCandidate, vacancyJobs } from '#modules/vacancies/public.ts';
import { vacancyRoutes } from '#modules/vacancies/vacancy-routes.ts';

/** A candidate as messages ask for one. */
export const candidatesOfMessages = { findCandidate: findVisibleCandidate };

/** Vacancies with what they stand on: jobs, events and statuses. */
export function wireVacancies({ database, clock, events, jobs }: Core, { search }: { search: SearchService }) {
  const findAllIds: FindAllIds = async (actor, { sort: ranking, ...query }, limit) =>
    (await allResultIds({ database, clock, search }, actor, { ...query, ranking, limit })).ids;
  return {
    ...part({
      routes: {
        candidates: candidateRoutes({
          database,
          jobs,
          findAllIds,
          messagingOf: (tx, actor, ids) => messagingOf(tx, actor, { candidateIds: ids, now: clock.now() }),
          narrowByMessaging: (tx, ids, filter) => candidatesByMessaging(tx, ids, { ...filter, now: clock.now() }),
          candidatesOfSequence,
        }),
        comments: commentRoutes({ database, clock }),
        events: eventRoutes({ events, resolveVisitor: createVisitorResolver({ database, clock }) }),
        jobs: jobRoutes({ database, jobs }),
        statuses: statusRoutes({ database, clock }),
        vacancies: vacancyRoutes({ database, clock, jobs, mailingListsOf }),
      },
      jobs: vacancyJobs,
      tasks: [jobs.handler],
      loops: [{ start: () => jobs.startSweeper() }],
    }),
    findAllIds,
  };
}
