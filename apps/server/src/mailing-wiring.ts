import { findActor } from '#modules/accounts/public.ts';
import { mailingRoutes } from '#modules/messaging/campaigns/mailing-routes.ts';
import { explainMessage, explainSender } from '#modules/messaging/delivery/public.ts';
import type { LetterPort } from '#modules/messaging/messages/public.ts';
import {
  type AddingServices,
  type MailingServices,
  planTurns,
  recipientsOfList,
  startPlanner,
} from '#modules/messaging/campaigns/public.ts';
import { sequenceRoutes } from '#modules/messaging/campaigns/sequence-routes.ts';
import { changeStatuses } from '#modules/vacancies/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';

interface MailingWork extends AddingServices {
  clock: Clock;
  log: Log;
  isArmed(tx: Tx): Promise<boolean>;
  letters: Pick<LetterPort, 'suppressed'>;
}

/** Mailing lists and sequences: their calls, and the planner that workers run. */
export function wireMailings({ log, letters, ...work }: MailingWork) {
  const services: MailingServices & AddingServices = {
    ...work,
    suppressed: letters.suppressed,
    delivery: { explainMessage, explainSender },
    async changeStatuses(tx, actor, change) {
      await changeStatuses(tx, { actor, jobs: work.jobs }, change);
    },
  };
  const planning = { ...services, log, findActor };
  return {
    routes: { mailings: mailingRoutes(services), sequences: sequenceRoutes(services) },
    recipientsOfList,
    startPlanner: () => startPlanner(planning),
    planTurns: () => planTurns(planning),
  };
}
