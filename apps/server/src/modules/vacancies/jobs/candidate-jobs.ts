import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { type Batch, type BatchOutcome, defineJob, type JsonObject } from '#platform/jobs/define-job.ts';
import { shareLockStatus } from '#modules/statuses/public.ts';
import { requireLockedVacancies } from '../actions/require-vacancy.ts';
import { addCandidates, copyCandidates, moveCandidates, removeCandidates, removeSources, setStatus } from '../store/changes.ts';
import { copyComments, moveComments } from '../store/comments.ts';
import { deleteUnused } from '../store/vacancies.ts';
import { batchRows, markOf, undoChanges } from './undo-changes.ts';

interface ListState {
  next: number;
  changed: number;
}

type PartOutcome = { changed: number; vacancyIds: readonly number[]; result?: JsonObject };

async function processNextPart<Input>(
  tx: Tx,
  batch: Batch<Input, ListState>,
  { ids, work }: { ids: readonly number[]; work(part: readonly number[]): Promise<PartOutcome> },
): Promise<BatchOutcome<ListState>> {
  const { next, changed } = batch.state ?? { next: 0, changed: 0 };
  const rows = batchRows(next === 0);
  const outcome = await work(ids.slice(next, next + rows));
  const state = { next: Math.min(next + rows, ids.length), changed: changed + outcome.changed };
  if (outcome.changed > 0) {
    await publish(tx, { companyId: batch.actor.company.id, topic: 'candidates', ids: [...new Set(outcome.vacancyIds)] });
  }
  return { state, done: state.next, finished: state.next >= ids.length, result: { changed: state.changed, ...outcome.result } };
}

async function requireStatus(tx: Tx, statusId: number): Promise<void> {
  if (!(await shareLockStatus(tx, statusId))) throw new AppError('vacancy_unknown_status');
}

const ids = z.array(z.number());
const addInput = z.object({
  vacancyId: z.number(),
  statusId: z.number(),
  profiles: ids,
  search: z.object({ q: z.string(), f: z.string() }).nullable(),
  /** The vacancy was created by this action; undo deletes it if it is empty. */
  isNewVacancy: z.boolean().default(false),
});

type AddJobInput = z.infer<typeof addInput>;

async function undoAdding(tx: Tx, batch: Batch<AddJobInput, ListState>): Promise<BatchOutcome<ListState>> {
  const { input, actor, jobId, now } = batch;
  const outcome = await undoChanges(tx, batch);
  if (outcome.finished && input.isNewVacancy && (await deleteUnused(tx, input.vacancyId, { createdBy: actor.userId, now, jobId }))) {
    await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [input.vacancyId] });
  }
  return outcome;
}

const defineAddJob = (kind: string) =>
  defineJob<AddJobInput, ListState>({
    kind,
    input: addInput,
    async batch(tx, batch) {
      const { vacancyId, statusId, profiles, search } = batch.input;
      await requireLockedVacancies(tx, batch.actor, { ids: [vacancyId], right: 'change_candidates' });
      await requireStatus(tx, statusId);
      return processNextPart(tx, batch, {
        ids: profiles,
        async work(part) {
          const added = await addCandidates(tx, markOf(batch), { vacancyId, statusId, profileIds: part, search });
          return { changed: added.length, vacancyIds: [vacancyId] };
        },
      });
    },
    undo: undoAdding,
  });

export const addJob = defineAddJob('candidates_add');
/** CAND-033: same as addJob under a separate kind for the list of jobs. */
export const addAllJob = defineAddJob('candidates_add_all');

export const statusJob = defineJob<{ ids: number[]; statusId: number; reasonId: number | null }, ListState>({
  kind: 'candidates_status',
  input: z.object({ ids, statusId: z.number(), reasonId: z.number().nullable().default(null) }),
  async batch(tx, batch) {
    const { statusId, reasonId } = batch.input;
    await requireStatus(tx, statusId);
    return processNextPart(tx, batch, {
      ids: batch.input.ids,
      async work(part) {
        const changed = await setStatus(tx, markOf(batch), { ids: part, statusId, reasonId });
        return { changed: changed.length, vacancyIds: changed.map((row) => row.vacancy_id) };
      },
    });
  },
  undo: undoChanges,
});

export const removeJob = defineJob<{ ids: number[]; keepsMessaging: boolean }, ListState>({
  kind: 'candidates_remove',
  input: z.object({ ids, keepsMessaging: z.boolean() }),
  batch: (tx, batch) =>
    processNextPart(tx, batch, {
      ids: batch.input.ids,
      async work(part) {
        const changed = await removeCandidates(tx, markOf(batch), { ids: part, keepsMessaging: batch.input.keepsMessaging });
        return { changed: changed.length, vacancyIds: changed.map((row) => row.vacancy_id) };
      },
    }),
  undo: undoChanges,
});

const transferInput = z.object({ from: ids, to: z.number(), ids, withComments: z.boolean(), keepsMessaging: z.boolean() });
type TransferInput = z.infer<typeof transferInput>;

/** Moves the rows together with their messages, or creates new rows and removes the old ones. */
async function movePart(tx: Tx, batch: Batch<TransferInput, ListState>, part: readonly number[]): Promise<number> {
  const { from, to, withComments, keepsMessaging } = batch.input;
  const transfer = { ids: part, fromVacancyIds: from, toVacancyId: to };
  if (keepsMessaging) {
    const moved = await moveCandidates(tx, markOf(batch), transfer);
    const left = moved.map((id) => ({ from: id, to: null }));
    if (!withComments) await moveComments(tx, left, batch.jobId);
    return moved.length;
  }
  const made = await copyCandidates(tx, markOf(batch), { ...transfer, action: 'moved' });
  await removeSources(tx, { ids: made.map((row) => row.from_candidate_id), now: batch.now });
  const moves = made.map((row) => ({ from: row.from_candidate_id, to: withComments ? row.candidate_id : null }));
  await moveComments(tx, moves, batch.jobId);
  return made.length;
}

export const moveJob = defineJob<TransferInput, ListState>({
  kind: 'candidates_move',
  input: transferInput,
  async batch(tx, batch) {
    const { from, to } = batch.input;
    await requireLockedVacancies(tx, batch.actor, { ids: [...from, to], right: 'change_candidates' });
    return processNextPart(tx, batch, {
      ids: batch.input.ids,
      work: async (part) => ({ changed: await movePart(tx, batch, part), vacancyIds: [...from, to] }),
    });
  },
  undo: undoChanges,
});

export const copyJob = defineJob<TransferInput, ListState>({
  kind: 'candidates_copy',
  input: transferInput,
  async batch(tx, batch) {
    const { from, to, withComments } = batch.input;
    await requireLockedVacancies(tx, batch.actor, { ids: [...from, to], right: 'change_candidates' });
    return processNextPart(tx, batch, {
      ids: batch.input.ids,
      async work(part) {
        const made = await copyCandidates(tx, markOf(batch), { ids: part, fromVacancyIds: from, toVacancyId: to, action: 'copied' });
        const copies = made.map((row) => ({ from: row.from_candidate_id, to: row.candidate_id }));
        if (withComments) await copyComments(tx, copies, batch.jobId);
        return { changed: made.length, vacancyIds: [to] };
      },
    });
  },
  undo: undoChanges,
});
