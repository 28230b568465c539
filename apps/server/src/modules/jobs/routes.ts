import { implement } from '@orpc/server';
import { jobs as contract } from '@headwater/contract/jobs';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { findOwnJob, listOwnJobs } from '#platform/jobs/store.ts';
import { presentJob } from './present.ts';

export function jobRoutes({ database, jobs }: { database: Database; jobs: Jobs }) {
  const api = implement(contract).$context<RequestContext>();
  return {
    list: api.list.handler(({ input, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { page, per_page: perPage } = input;
        const { count, rows } = await listOwnJobs(tx, actor.userId, { limit: perPage, offset: (page - 1) * perPage });
        return {
          jobs: rows.map((row) => presentJob(row, { jobs, language })),
          pages: { current: page, total: Math.ceil(count / perPage) },
        };
      }),
    ),
    get: api.get.handler(({ input, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const row = await findOwnJob(tx, input.id, actor.userId);
        if (!row) throw new AppError('not_found');
        return presentJob(row, { jobs, language });
      }),
    ),
    cancel: api.cancel.handler(({ input, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => presentJob(await jobs.cancel(tx, actor, input.id), { jobs, language })),
    ),
    undo: api.undo.handler(({ input, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => presentJob(await jobs.undo(tx, actor, input.id), { jobs, language })),
    ),
  };
}
