import { implement } from '@orpc/server';
import { candidateTasks } from '@headwater/contract/candidate-tasks';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { pageWindow } from '#platform/page-window.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { addTask, presentTasks, removeTask, updateTask } from './actions.ts';
import { countTasks, listTasks } from './store/tasks.ts';

const most = 200;

export function candidateTaskRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(candidateTasks).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  return {
    own: api.own.handler(({ input: { page, per_page: perPage, status: own }, context: { actor } }) =>
      run(actor, async (tx) => {
        const rows = await listTasks(tx, actor, { own, ...pageWindow(page, perPage), now: clock.now() });
        const count = await countTasks(tx, actor, { own });
        return { tasks: await presentTasks(tx, actor, rows), count, pages: pagesOf({ page, perPage, count }) };
      }),
    ),
    ofProfile: api.ofProfile.handler(({ input: { id: profileId }, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireProfile(tx, profileId);
        const rows = await listTasks(tx, actor, { profileId, limit: most, offset: 0, now: clock.now() });
        return { tasks: await presentTasks(tx, actor, rows) };
      }),
    ),
    add: api.add.handler(({ input, context: { actor } }) =>
      run(actor, (tx) =>
        addTask(tx, actor, {
          profileId: input.id,
          candidateId: input.candidate_id,
          title: input.title,
          dueOn: input.due_on,
          dueTime: input.due_time,
          assigneeId: input.assignee_id ?? actor.userId,
          now: clock.now(),
        }),
      ),
    ),
    update: api.update.handler(({ input, context: { actor } }) =>
      run(actor, (tx) =>
        updateTask(tx, actor, {
          id: input.id,
          title: input.title,
          dueOn: input.due_on,
          dueTime: input.due_time,
          assigneeId: input.assignee_id,
          isDone: input.is_done,
          now: clock.now(),
        }),
      ),
    ),
    remove: api.remove.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => {
        await removeTask(tx, actor, { id, now: clock.now() });
        return {};
      }),
    ),
  };
}
