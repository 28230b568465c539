import type { Actor } from '@headwater/domain/roles';
import type { VacancyRights } from '@headwater/domain/vacancies/access';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { JobDetails, JobRow } from '#platform/jobs/store.ts';
import { listReasons, shareLockStatus } from '#modules/statuses/public.ts';
import { copyJob, moveJob, removeJob, statusJob } from '../jobs/candidate-jobs.ts';
import { countByVacancy, findCandidate } from '../store/candidates.ts';
import { setReason } from '../store/changes.ts';
import type { VacancyRow } from '../store/vacancies.ts';
import { requireVacancy } from './require-vacancy.ts';

export interface Started {
  job: JobRow;
  count: number;
}

interface ChangeServices {
  actor: Actor;
  jobs: Jobs;
}

/** Statuses that end a candidacy with a rejection. */
export type RejectionStatuses = (tx: Tx, actor: Actor) => Promise<readonly number[]>;

const unique = (ids: readonly number[]) => [...new Set(ids)];

async function personOf(tx: Tx, ids: readonly number[]): Promise<JobDetails> {
  const [id] = ids;
  const candidate = id !== undefined && ids.length === 1 ? await findCandidate(tx, id) : undefined;
  return candidate ? { profile: String(candidate.profile_id) } : {};
}

/** Ignores missing ids. Requires the right in every vacancy of the candidates. */
async function requireCandidates(tx: Tx, actor: Actor, { ids, right }: { ids: readonly number[]; right: keyof VacancyRights }) {
  const counts = await countByVacancy(tx, ids);
  if (counts.length === 0) throw new AppError('not_found');
  const names: string[] = [];
  for (const { vacancy_id: vacancyId } of counts) names.push((await requireVacancy(tx, actor, { id: vacancyId, right })).name);
  const [folder] = names;
  const details: JobDetails = { ...(await personOf(tx, ids)), ...(names.length === 1 && folder ? { folder } : {}) };
  return { count: counts.reduce((sum, row) => sum + row.count, 0), details };
}

async function requireReason(tx: Tx, actor: Actor, reasonId: number): Promise<void> {
  const known = await listReasons(tx, actor.company.id);
  if (!known.some(({ id }) => id === reasonId)) throw new FieldErrors({ rejection_reason: 'rejection_reason_unknown' });
}

export async function changeReason(
  tx: Tx,
  { actor, rejectionStatuses }: { actor: Actor; rejectionStatuses: RejectionStatuses },
  { id, rejection_reason: reasonId }: { id: number; rejection_reason: number | null },
): Promise<void> {
  await requireCandidates(tx, actor, { ids: [id], right: 'change_statuses' });
  const candidate = await findCandidate(tx, id);
  if (!candidate) throw new AppError('not_found');
  if (reasonId !== null) await requireReason(tx, actor, reasonId);
  const isSet = await setReason(tx, id, { reasonId, statusIds: await rejectionStatuses(tx, actor) });
  if (!isSet) throw new AppError('rejection_reason_status');
  await publish(tx, { companyId: actor.company.id, topic: 'candidates', ids: [candidate.vacancy_id] });
}

/** CAND-015, CAND-016, CAND-021. */
export async function changeStatuses(
  tx: Tx,
  { actor, jobs, rejectionStatuses }: ChangeServices & { rejectionStatuses?: RejectionStatuses },
  input: { ids: readonly number[]; status: number; rejection_reason?: number | undefined },
): Promise<Started> {
  const ids = unique(input.ids);
  const { count, details: about } = await requireCandidates(tx, actor, { ids, right: 'change_statuses' });
  const status = await shareLockStatus(tx, input.status);
  if (!status) throw new FieldErrors({ status: 'vacancy_unknown_status' });
  if (input.rejection_reason !== undefined) {
    await requireReason(tx, actor, input.rejection_reason);
    const rejections = await rejectionStatuses?.(tx, actor);
    if (!rejections?.includes(input.status)) throw new AppError('rejection_reason_status');
  }
  const details = { ...about, [status.isDefault ? 'default_status' : 'status']: status.name };
  return {
    job: await jobs.run(tx, statusJob, {
      actor,
      input: { ids, statusId: input.status, reasonId: input.rejection_reason ?? null },
      total: ids.length,
      details,
    }),
    count,
  };
}

/** CAND-020. */
export async function removeFromVacancies(
  tx: Tx,
  { actor, jobs }: ChangeServices,
  input: { ids: readonly number[]; keepsMessaging: boolean },
): Promise<Started> {
  const ids = unique(input.ids);
  const { count, details } = await requireCandidates(tx, actor, { ids, right: 'change_candidates' });
  const job = await jobs.run(tx, removeJob, {
    actor,
    input: { ids, keepsMessaging: input.keepsMessaging },
    total: ids.length,
    details,
  });
  return { job, count };
}

export interface TransferRequest {
  action: 'move' | 'copy';
  /** Vacancy or sequence. */
  from: number;
  to: number;
  ids: readonly number[];
  withComments: boolean;
  keepsMessaging: boolean;
}

/** CAND-023, CAND-025. Throws candidate_already if all candidates are in the destination. */
export async function transferCandidates(
  tx: Tx,
  { actor, jobs }: ChangeServices,
  { action, ...request }: TransferRequest,
): Promise<Started> {
  const { from, to } = request;
  const ids = unique(request.ids);
  await requireVacancy(tx, actor, { id: from, right: 'change_candidates' });
  if (from === to) throw new FieldErrors({ destination_folder: 'candidate_same_vacancy' });
  const folder = await requireDestination(tx, actor, to);
  const counts = await countByVacancy(tx, ids);
  const count = counts.find((row) => row.vacancy_id === from)?.count ?? 0;
  if (count === 0) throw new AppError('not_found');
  return { job: await startTransfer(tx, { actor, jobs }, { action, ...request, from: [from], ids, folder }), count };
}

type Transfer = Omit<TransferRequest, 'from'> & { from: readonly number[]; folder: VacancyRow };

async function startTransfer(tx: Tx, { actor, jobs }: ChangeServices, { action, folder, ...transfer }: Transfer): Promise<JobRow> {
  const definition = action === 'move' ? moveJob : copyJob;
  const input = { ...transfer, from: [...transfer.from], ids: [...transfer.ids] };
  const details = { ...(await personOf(tx, transfer.ids)), folder: folder.name };
  const job = await jobs.run(tx, definition, { actor, input, total: transfer.ids.length, details });
  if (job.status === 'done' && job.result?.['changed'] === 0) throw new AppError('candidate_already');
  return job;
}

/** Returns undefined if the sequence does not exist or is closed to the actor. */
export type CandidatesOfSequence = (
  tx: Tx,
  actor: Actor,
  sequence: { sequenceId: number; candidateIds: readonly number[] },
) => Promise<number[] | undefined>;

/** CAND-024, CAND-026. */
export async function transferFromSequence(
  tx: Tx,
  services: ChangeServices & { candidatesOfSequence: CandidatesOfSequence },
  { from: sequenceId, ...request }: TransferRequest,
): Promise<Started> {
  const ids = await services.candidatesOfSequence(tx, services.actor, { sequenceId, candidateIds: unique(request.ids) });
  if (!ids) throw new AppError('not_found');
  const folder = await requireDestination(tx, services.actor, request.to);
  const counts = await countByVacancy(tx, ids);
  if (counts.length === 0) throw new FieldErrors({ candidates: 'candidate_not_in_sequence' });
  const sources = counts.filter((row) => row.vacancy_id !== request.to);
  if (sources.length === 0) throw new AppError('candidate_already');
  const from = sources.map((row) => row.vacancy_id);
  for (const id of from) await requireVacancy(tx, services.actor, { id, right: 'change_candidates' });
  const job = await startTransfer(tx, services, { ...request, from, ids, folder });
  return { job, count: sources.reduce((sum, row) => sum + row.count, 0) };
}

async function requireDestination(tx: Tx, actor: Actor, vacancyId: number): Promise<VacancyRow> {
  try {
    return await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
  } catch (error) {
    // The path names the source; an unknown destination is a field error.
    if (error instanceof AppError && error.key === 'not_found') throw new FieldErrors({ destination_folder: 'vacancy_unknown' });
    throw error;
  }
}
