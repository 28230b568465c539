import { type Core, defineContext } from './core.ts';
import { readerFinder } from './notice-reader.ts';
import type { SendingLock } from '#modules/messaging/delivery/public.ts';
import { reportTasks } from '#modules/statistics/reports.ts';
import { statisticsRoutes } from '#modules/statistics/routes.ts';
import { statisticsTasks } from '#modules/statistics/tasks.ts';
import { statisticsAlertRoutes, statisticsViewRoutes } from '#modules/statistics/view-routes.ts';
import { systemMailQueue } from '#platform/system-mail.ts';

export function wireStatistics({ database, clock, log, env, secrets, exportTurns }: Core, { sendingLock }: { sendingLock: SendingLock }) {
  const find = readerFinder(clock, sendingLock);
  return defineContext({
    routes: {
      statistics: statisticsRoutes({ database, clock, exportTurns }),
      statisticsAlerts: statisticsAlertRoutes({ database, clock }),
      statisticsViews: statisticsViewRoutes({ database, clock }),
    },
    tasks: [
      ...statisticsTasks(database),
      ...reportTasks({
        database,
        clock,
        log,
        publicUrl: env.publicUrl,
        queueSystemEmail: systemMailQueue(secrets),
        findRecipient: async (tx, userId) => (await find(tx, userId)) || undefined,
      }),
    ],
  });
}
