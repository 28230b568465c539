import { implement } from '@orpc/server';
import { jobs as contract, type JobView } from '@headwater/contract/jobs';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { findOwnJob, type JobRow, listOwnJobs } from '#platform/jobs/store.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { presentJobs } from './present.ts';
import { pageWindow } from '#platform/page-window.ts';

type Reader = Pick<RequestContext, 'actor' | 'language'>;

export function jobRoutes({ database, jobs }: { database: Database; jobs: Jobs }) {
  const api = implement(contract).$context<RequestContext>();
  const one = ({ actor, language }: Reader, find: (tx: Tx) => Promise<JobRow | undefined>): Promise<JobView> =>
    database.inCompany(actor.company.id, async (tx) => {
      const row = await find(tx);
      const [view] = row ? await presentJobs(tx, [row], { actor, jobs, language }) : [];
      if (!view) throw new AppError('not_found');
      return view;
    });
  return {
    list: api.list.handler(({ input, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { page, per_page: perPage } = input;
        const { count, rows } = await listOwnJobs(tx, actor.userId, { ...pageWindow(page, perPage) });
        return {
          jobs: await presentJobs(tx, rows, { actor, jobs, language }),
          pages: pagesOf({ page, perPage, count }),
        };
      }),
    ),
    get: api.get.handler(({ input, context }) => one(context, (tx) => findOwnJob(tx, input.id, context.actor.userId))),
    cancel: api.cancel.handler(({ input, context }) => one(context, (tx) => jobs.cancel(tx, context.actor, input.id))),
    undo: api.undo.handler(({ input, context }) => one(context, (tx) => jobs.undo(tx, context.actor, input.id))),
  };
}
