import { createCallerResolver } from './callers.ts';
import { type Core, defineContext } from './core.ts';
import { findActor } from '#modules/accounts/public.ts';
import { eventRoutes } from '#modules/events/routes.ts';
import { exportRoutes } from '#modules/candidate-export/routes.ts';
import { jobRoutes } from '#modules/jobs/routes.ts';
import { mailingListsOf } from '#modules/messaging/campaigns/recipients/recipients-of-list.ts';
import { candidatesOfSequence } from '#modules/messaging/messages/store/candidates.ts';
import { candidatesByMessaging, messagingByChannels } from '#modules/messaging/telegram/public.ts';
import { allResultIds, type SearchService } from '#modules/search/public.ts';
import { rejectionStatuses } from '#modules/statistics/public.ts';
import { rejectionReasonRoutes } from '#modules/statuses/reason-routes.ts';
import { statusRoutes } from '#modules/statuses/routes.ts';
import { candidateRoutes } from '#modules/vacancies/candidate-routes.ts';
import { commentRoutes } from '#modules/vacancies/comment-routes.ts';
import { type FindAllIds, vacancyJobs } from '#modules/vacancies/public.ts';
import { findVisibleCandidate } from '#modules/vacancies/actions/find-candidate.ts';
import type { NarrowByMessaging } from '#modules/vacancies/actions/narrow-candidates.ts';
import { vacancyRoutes } from '#modules/vacancies/vacancy-routes.ts';

export const candidatesOfMessages = { findCandidate: findVisibleCandidate };

export function wireVacancies({ env, database, clock, log, events, jobs, exportTurns }: Core, { search }: { search: SearchService }) {
  const findAllIds: FindAllIds = async (actor, { sort: ranking, ...query }, limit) =>
    (await allResultIds({ database, clock, search }, actor, { ...query, ranking, limit })).ids;
  const narrowByMessaging: NarrowByMessaging = (tx, ids, filter) => candidatesByMessaging(tx, ids, { ...filter, now: clock.now() });
  return {
    ...defineContext({
      routes: {
        candidateExport: exportRoutes({
          database,
          clock,
          log,
          exportTurns,
          findAllIds,
          narrowByMessaging,
          candidatesOfSequence,
          findActor: (userId) => database.asSystem((tx) => findActor(tx, userId)),
          publicUrl: env.publicUrl,
        }),
        candidates: candidateRoutes({
          database,
          jobs,
          findAllIds,
          messagingOf: (tx, actor, ids) => messagingByChannels(tx, actor, { candidateIds: ids, now: clock.now() }),
          narrowByMessaging,
          candidatesOfSequence,
          rejectionStatuses,
        }),
        comments: commentRoutes({ database, clock }),
        events: eventRoutes({ events, resolveVisitor: createCallerResolver({ database, clock }) }),
        jobs: jobRoutes({ database, jobs }),
        rejectionReasons: rejectionReasonRoutes({ database, clock }),
        statuses: statusRoutes({ database, clock }),
        vacancies: vacancyRoutes({ database, clock, jobs, mailingListsOf, rejectionStatuses }),
      },
      jobs: vacancyJobs,
      tasks: [jobs.handler],
      loops: [{ start: () => jobs.startSweeper() }],
    }),
    findAllIds,
    narrowByMessaging,
  };
}
