import type { Actor } from '@headwater/domain/roles';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { visibleProfileIds } from '#modules/profiles/public.ts';
import { listStatuses } from '#modules/statuses/public.ts';
import { addAllJob, addJob } from '../jobs/candidate-jobs.ts';
import { listPresent } from '../store/candidates.ts';
import type { VacancyRow } from '../store/vacancies.ts';
import type { StoredSearch } from '../tables.ts';
import { requireVacancy } from './require-vacancy.ts';

/** CAND-035. */
const maxAll = 50_000;

/** `folderId`: vacancy for filters that depend on one. */
export type FindAllIds = (
  actor: Actor,
  search: { query: string; filters: string; sort: 'relevance' | 'updated' | 'experience'; folderId?: number },
  limit: number,
) => Promise<readonly number[]>;

/** Throws FieldErrors of `status` for an unknown one. */
export async function firstStatus(tx: Tx, vacancy: VacancyRow, statusId: number | undefined): Promise<number> {
  const active = (await listStatuses(tx, vacancy.company_id)).filter((status) => status.is_active);
  if (statusId !== undefined) {
    if (!active.some((status) => status.id === statusId)) throw new FieldErrors({ status: 'vacancy_unknown_status' });
    return statusId;
  }
  const offered = new Set(vacancy.status_ids);
  const first = active.find((status) => offered.has(status.id)) ?? active[0];
  if (!first) throw new AppError('vacancy_no_status');
  return first.id;
}

export interface AddInput {
  folder_id: number;
  profiles: number[];
  status?: number | undefined;
  search_query?: StoredSearch | undefined;
  is_new_folder?: boolean | undefined;
}

/** Throws candidate_already if no profile is new (CAND-032). */
export async function addToVacancy(tx: Tx, { actor, jobs }: { actor: Actor; jobs: Jobs }, input: AddInput) {
  const vacancy = await requireVacancy(tx, actor, { id: input.folder_id, right: 'change_candidates' });
  const statusId = await firstStatus(tx, vacancy, input.status);
  const visible = await visibleProfileIds(tx, input.profiles);
  const profiles = [...new Set(input.profiles)].filter((id) => visible.has(id));
  if (profiles.length === 0) throw new FieldErrors({ profiles: 'candidate_unknown_profile' });
  const skipped = await listPresent(tx, vacancy.id, profiles);
  if (skipped.length === profiles.length) throw new AppError('candidate_already');
  const start = {
    vacancyId: vacancy.id,
    statusId,
    profiles,
    search: input.search_query ?? null,
    isNewVacancy: input.is_new_folder ?? false,
  };
  const details = { folder: vacancy.name, ...(profiles.length === 1 ? { profile: String(profiles[0]) } : {}) };
  const job = await jobs.run(tx, addJob, { actor, input: start, total: profiles.length, details });
  // A concurrent request may have added the same people.
  if (job.status === 'done' && job.result?.['changed'] === 0) throw new AppError('candidate_already');
  const present = new Set(skipped);
  return { job, skipped, added: profiles.filter((id) => !present.has(id)) };
}

export interface AddAllServices {
  database: Database;
  jobs: Jobs;
  findAllIds: FindAllIds;
}

interface AddAllInput {
  id: number;
  query: string;
  filters: string;
  sort: 'relevance' | 'updated' | 'experience';
  is_new_folder?: boolean | undefined;
}

/** CAND-033 to CAND-036. The search runs outside the transaction, as it may take long. */
export async function addAllToVacancy({ database, jobs, findAllIds }: AddAllServices, actor: Actor, input: AddAllInput) {
  await database.inCompany(actor.company.id, (tx) => requireVacancy(tx, actor, { id: input.id, right: 'change_candidates' }));
  const found = await findAllIds(actor, { query: input.query, filters: input.filters, sort: input.sort, folderId: input.id }, maxAll);
  if (found.length === 0) throw new AppError('candidate_nobody_found');
  return database.inCompany(actor.company.id, async (tx) => {
    const vacancy = await requireVacancy(tx, actor, { id: input.id, right: 'change_candidates' });
    const profiles = found.slice(0, maxAll);
    const start = {
      vacancyId: vacancy.id,
      statusId: await firstStatus(tx, vacancy, undefined),
      profiles,
      search: { q: input.query, f: input.filters },
      isNewVacancy: input.is_new_folder ?? false,
    };
    const details = { folder: vacancy.name };
    const job = await jobs.run(tx, addAllJob, { actor, input: start, total: profiles.length, details });
    return { job, name: vacancy.name, count: profiles.length };
  });
}
