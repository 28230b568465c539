import type { Actor } from '@headwater/domain/roles';
import type { Batch, BatchOutcome } from '#platform/jobs/define-job.ts';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { requireVacancy } from '../actions/require-vacancy.ts';
import type { ChangeMark } from '../store/changes.ts';
import { restoreComments } from '../store/comments.ts';
import { nextPart, undoPart, vacanciesOfPart } from '../store/undo.ts';
import { lockVacancy } from '../store/vacancies.ts';

/** The first batch is small, for early progress and cancellation. */
export const batchRows = (isFirst: boolean) => (isFirst ? 500 : 2_500);

export const markOf = ({ actor, jobId, now }: { actor: Actor; jobId: number; now: Date }): ChangeMark => ({
  companyId: actor.company.id,
  userId: actor.userId,
  jobId,
  now,
});

interface UndoState {
  after: number;
  done: number;
}

export async function undoChanges<Input, State>(tx: Tx, batch: Batch<Input, State>): Promise<BatchOutcome<State>> {
  const { actor, jobId } = batch;
  // The undo has separate state.
  const before = (batch.state as UndoState | null) ?? { after: 0, done: 0 };
  const part = await nextPart(tx, jobId, { after: before.after, limit: batchRows(before.after === 0) });
  if (!part) {
    await restoreComments(tx, jobId);
    return { state: before as State, done: before.done, finished: true };
  }
  const vacancyIds = await vacanciesOfPart(tx, jobId, part);
  for (const vacancyId of vacancyIds) {
    // Requires current access to the vacancies.
    if (await lockVacancy(tx, vacancyId)) await requireVacancy(tx, actor, { id: vacancyId });
  }
  const restored = await undoPart(tx, markOf(batch), part);
  await publish(tx, { companyId: actor.company.id, topic: 'candidates', ids: vacancyIds });
  const state: UndoState = { after: part.to, done: before.done + restored };
  return { state: state as State, done: state.done, finished: false, result: { undone: state.done } };
}
