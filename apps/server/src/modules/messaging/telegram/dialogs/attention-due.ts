import { minuteMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { listNewlyDue } from '../store/attention.ts';

/** Three minutes cover a late run of the minutely task. */
const lookBack = 3 * minuteMs;

/** TG-014, DEC-07: notifies open screens when a dialog becomes overdue. */
export const attentionDueHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('tell_of_telegram_attention', '* * * * *', () =>
    database.asSystem(async (tx) => {
      const now = clock.now();
      for (const { companyId, ids } of await listNewlyDue(tx, { after: new Date(now.getTime() - lookBack), until: now }))
        await publish(tx, { companyId, topic: 'telegram_dialogs', ids });
    }),
  );
