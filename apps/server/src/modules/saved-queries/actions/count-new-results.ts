import { catalogue, message } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { countProfiles, type SearchContext } from '#modules/search/public.ts';
import { AppError, FieldErrors, type Said } from '#platform/errors.ts';
import { unpackIds } from '../seen-ids.ts';
import { findSeen } from '../store.ts';

export interface NewResults {
  id: number;
  count: number | null;
  problem: string | null;
}

type Seen = Awaited<ReturnType<typeof findSeen>>[number];

async function countOne(context: SearchContext, actor: Actor, { row, signal }: { row: Seen; signal: AbortSignal }): Promise<number> {
  const { query, filters, ranking } = row;
  const leftOut = row.seen ? unpackIds(row.seen) : [];
  const request = { query, filters, folderId: null };
  const { payload } = await countProfiles(context, actor, { request, ranking, facets: [], leftOut, signal });
  return row.seen ? payload.count : Math.max(0, payload.count - row.found);
}

/** Other errors concern all queries. */
function faultOf(error: unknown): Said | undefined {
  if (error instanceof FieldErrors) return Object.values(error.fields)[0] ?? { key: 'query_not_json' };
  if (!(error instanceof AppError)) return undefined;
  const isOfQuery = [400, 413].includes(catalogue[error.key].status) || error.key === 'search_too_slow';
  return isOfQuery ? { key: error.key, parts: error.parts } : undefined;
}

/** One query at a time, to spare other searches. Oversized results count their growth. */
export async function countNewResults(
  context: SearchContext,
  actor: Actor,
  { ids, signal }: { ids: readonly number[]; signal: AbortSignal },
): Promise<NewResults[]> {
  const rows = await context.database.readInCompany(actor.company.id, (tx) => findSeen(tx, actor.userId, ids));
  const counted: NewResults[] = [];
  for (const row of rows) {
    try {
      counted.push({ id: row.id, count: await countOne(context, actor, { row, signal }), problem: null });
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      counted.push({ id: row.id, count: null, problem: message(fault.key, actor.language, fault.parts) });
    }
  }
  return counted;
}
