import { findActor } from '#modules/accounts/public.ts';
import { mailingRoutes } from '#modules/mailings/mailing-routes.ts';
import type { LetterPort } from '#modules/outreach/public.ts';
import { type MailingServices, recipientsOfList, startPlanner } from '#modules/mailings/public.ts';
import { sequenceRoutes } from '#modules/mailings/sequence-routes.ts';
import { changeStatuses } from '#modules/vacancies/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';

interface MailingWork {
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  isArmed(tx: Tx): Promise<boolean>;
  letters: Pick<LetterPort, 'suppressed'>;
}

/** Mailing lists and sequences: their calls, and the planner that workers run. */
export function wireMailings({ database, clock, log, jobs, isArmed, letters }: MailingWork) {
  const services: MailingServices = {
    database,
    clock,
    isArmed,
    suppressed: letters.suppressed,
    async changeStatuses(tx, actor, change) {
      await changeStatuses(tx, { actor, jobs }, change);
    },
  };
  return {
    routes: { mailings: mailingRoutes(services), sequences: sequenceRoutes(services) },
    recipientsOfList,
    startPlanner: () => startPlanner({ ...services, log, findActor }),
  };
}
