import type { JobView } from '@headwater/contract/jobs';
import { type Language, message } from '@headwater/contract/errors';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { JobRow } from '#platform/jobs/store.ts';

/** A job on the wire, its error in the reader's language. */
export const presentJob = (row: JobRow, { jobs, language }: { jobs: Jobs; language: Language }): JobView => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  done: row.done,
  total: row.total,
  details: row.details,
  result: row.result as JobView['result'],
  error: row.error ? message(row.error.key, language, row.error.parts) : null,
  cancellable: (row.status === 'queued' || row.status === 'running') && !row.cancel_requested,
  undoable: jobs.isUndoable(row),
  undo_until: row.undo_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
