import { z } from 'zod';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { type Batch, type BatchOutcome, defineJob, type JobDefinition } from '#platform/jobs/define-job.ts';
import type { Jobs, RecordedInput } from '#platform/jobs/jobs.ts';
import { undoEnrichment } from './actions/enrich-by-file.ts';
import type { RecordChanges } from './actions/read-upload.ts';
import { undoCreation } from './actions/undo-creation.ts';
import { findFragment } from './store/fragments.ts';

type Signing = () => Promise<Signer>;
type UndoState = { at: number; undone: number };
type UndoOne = (tx: Tx, batch: Batch<RecordedInput, UndoState>, id: number) => Promise<void>;

const input = z.object({ ids: z.array(z.number()), group: z.string().optional() });
const perBatch = 100;
/** The change was undone before, or others have worked with the profile since. */
const skipped: readonly string[] = ['not_found', 'profile_not_found', 'profile_deleted', 'job_not_undoable'];

async function undoSome(tx: Tx, batch: Batch<RecordedInput, UndoState>, undoOne: UndoOne): Promise<BatchOutcome<UndoState>> {
  const { at, undone: before } = batch.state ?? { at: 0, undone: 0 };
  const { ids } = batch.input;
  let undone = before;
  for (const id of ids.slice(at, at + perBatch)) {
    try {
      await undoOne(tx, batch, id);
      undone += 1;
    } catch (error) {
      if (!(error instanceof AppError) || !skipped.includes(error.key)) throw error;
    }
  }
  const reached = Math.min(at + perBatch, ids.length);
  return { state: { at: reached, undone }, done: undone, finished: reached === ids.length, result: { undone } };
}

const recorded = (kind: string, undoOne: UndoOne): JobDefinition<RecordedInput> =>
  defineJob<RecordedInput, object, UndoState>({
    kind,
    input,
    batch: async (_tx, { input: { ids } }) => ({ state: {}, done: ids.length, finished: true, result: { changed: ids.length } }),
    undo: (tx, batch) => undoSome(tx, batch, undoOne),
  });

/** DEC-13: created and enriched profiles in the list of recent activity. */
export const creationJobs = (signing: Signing) => ({
  creation: recorded('profiles_create', async (tx, { actor }, profileId) =>
    undoCreation(tx, actor, { profileId, signer: await signing() }),
  ),
  enrichment: recorded('profile_enrich', async (tx, { actor }, fragmentId) => {
    const fragment = await findFragment(tx, fragmentId);
    if (!fragment) throw new AppError('not_found');
    await undoEnrichment(tx, actor, { signing, profileId: fragment.profile_id, fragmentId });
  }),
});

export const recordChanges = (jobs: Pick<Jobs, 'record'>, { creation, enrichment }: ReturnType<typeof creationJobs>): RecordChanges => ({
  created: (tx, actor, { profileId, group }) => jobs.record(tx, creation, { actor, id: profileId, profileId, group }),
  enriched: (tx, actor, { profileId, fragmentId }) => jobs.record(tx, enrichment, { actor, id: fragmentId, profileId }),
});
