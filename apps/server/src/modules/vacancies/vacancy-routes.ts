import { implement } from '@orpc/server';
import { vacancies } from '@headwater/contract/vacancies';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { RejectionStatuses } from './actions/change-candidates.ts';
import { requireVacancy } from './actions/require-vacancy.ts';
import { changeVacancy, createVacancy } from './actions/save-vacancy.ts';
import { removeVacancyJob } from './jobs/vacancy-jobs.ts';
import { type MailingListsOf, presentBadge, presentVacancies } from './present.ts';
import { listVacanciesOfProfiles } from './store/candidates.ts';
import { listAtsFolders, listVacancies } from './store/vacancies.ts';
import { pageWindow } from '#platform/page-window.ts';

export interface VacancyServices {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mailingListsOf: MailingListsOf;
  rejectionStatuses: RejectionStatuses;
}

export function vacancyRoutes({ database, clock, jobs, ...shown }: VacancyServices) {
  const api = implement(vacancies).$context<RequestContext>();

  async function view(tx: Tx, actor: Actor, vacancyId: number) {
    const row = await requireVacancy(tx, actor, { id: vacancyId });
    const [presented] = await presentVacancies(tx, { actor, ...shown }, [row]);
    if (!presented) throw new AppError('not_found');
    return presented;
  }

  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { page, per_page: perPage } = input;
        const filter = { ...input, onlyAccessible: input.only_accessible, ...pageWindow(page, perPage) };
        const { count, rows } = await listVacancies(tx, actor, filter);
        return {
          folders: await presentVacancies(tx, { actor, ...shown }, rows),
          count,
          pages: pagesOf({ page, perPage, count }),
        };
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => view(tx, actor, await createVacancy(tx, actor, { input, now: clock.now() }))),
    ),
    get: api.get.handler(({ input, context: { actor } }) => database.inCompany(actor.company.id, (tx) => view(tx, actor, input.id))),
    update: api.update.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const before = await view(tx, actor, input.id);
        await changeVacancy(tx, actor, { input, now: clock.now() });
        // A user who hides a vacancy from themselves gets the saved data once.
        return view(tx, actor, input.id).catch((error: unknown) => {
          if (error instanceof AppError && error.key === 'no_access') return { ...before, access_type: 'private' as const };
          throw error;
        });
      }),
    ),
    remove: api.remove.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const row = await requireVacancy(tx, actor, { id: input.id, right: 'remove' });
        const job = await jobs.run(tx, removeVacancyJob, { actor, input: { vacancyId: row.id }, total: 1, details: { folder: row.name } });
        return { job_id: job.id };
      }),
    ),
    ats: api.ats.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({ folders: await listAtsFolders(tx) })),
    ),
    ofProfile: api.ofProfile.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireProfile(tx, input.id);
        const rows = await listVacanciesOfProfiles(tx, actor, [input.id]);
        return {
          folders: rows.map((row) => ({
            id: row.id,
            name: row.name,
            candidate_id: row.candidate_id,
            status: presentBadge(row, actor),
            updated_at: row.updated_at.toISOString(),
          })),
        };
      }),
    ),
  };
}
