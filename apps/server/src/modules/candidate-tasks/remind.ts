import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { takeDueTasks } from './store/tasks.ts';

const batch = 500;

/** Notifies assignees of due tasks once. */
export const remindTasksHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('remind_candidate_tasks', '* * * * *', async (signal) => {
    let taken = batch;
    while (!signal.aborted && taken === batch)
      taken = await database.asSystem(async (tx) => {
        const now = clock.now();
        const due = await takeDueTasks(tx, now, batch);
        for (const { id, company_id: companyId, assignee_id: userId, profile_id: profileId, remind_at: at } of due) {
          const notice = { about: { kind: 'task' as const, is_due: true }, key: `${id} ${at.toISOString()}`, objectId: id, profileId, now };
          await raiseNotice(tx, { companyId, userId, ...notice });
        }
        return due.length;
      });
  });
