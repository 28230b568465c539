import type { EnrichmentRequest } from '@headwater/contract/enrichment';
import { message } from '@headwater/contract/errors';
import { enrichmentBounds } from '@headwater/domain/profiles/enrichment';
import type { Actor } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import { listUsers } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { type RequestRow, stateOf } from './store/requests.ts';

/** Only the starter of a job can cancel and undo it. */
export async function presentRequests(
  tx: Tx,
  rows: readonly RequestRow[],
  { actor, now }: { actor: Actor; now: Date },
): Promise<EnrichmentRequest[]> {
  const ids = [...new Set(rows.flatMap((row) => row.created_by ?? []))];
  const people = ids.length === 0 ? [] : await listUsers(tx, { ids, limit: ids.length });
  const names = new Map(people.map((user) => [user.id, `${user.first_name} ${user.last_name}`.trim()]));
  return rows.map((row) => {
    const isOwn = row.created_by === actor.userId;
    const isOver = row.status === 'done' || row.status === 'cancelled' || row.status === 'failed';
    return {
      id: row.id,
      name: row.name,
      file_name: row.file_name,
      state: stateOf(row),
      column_count: row.columns.length,
      columns: row.columns,
      rows: row.rows,
      done: row.done,
      found: row.found,
      ambiguous: row.ambiguous,
      errors: row.errors,
      added: row.added,
      problem: row.error ? message(row.error.key, actor.language, row.error.parts) : null,
      is_cancelled: row.status === 'cancelled',
      is_undone: row.status === 'undone',
      job_id: isOwn ? row.job_id : null,
      cancellable: isOwn && (row.status === 'queued' || row.status === 'running') && !row.cancel_requested,
      undoable: isOwn && isOver && row.added > 0 && row.undo_until !== null && row.undo_until > now,
      created_by: row.created_by === null ? null : { id: row.created_by, name: names.get(row.created_by) ?? '' },
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      files_until: row.has_files ? new Date(row.created_at.getTime() + enrichmentBounds.daysKept * dayMs).toISOString() : null,
    };
  });
}
