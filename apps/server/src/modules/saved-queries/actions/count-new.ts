import { message } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { countProfiles, type SearchContext } from '#modules/search/public.ts';
import { FieldErrors } from '#platform/errors.ts';
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
  const asked = { query, filters, folderId: null };
  const { payload } = await countProfiles(context, actor, { asked, ranking, facets: [], leftOut, signal });
  return row.seen ? payload.count : Math.max(0, payload.count - row.found);
}

/**
 * How many people each of the own saved queries finds who were not there when it was last opened; of one that finds too many to remember
 * them, by how many it has grown. One after another: a list of them must not crowd out searches.
 */
export async function countNew(
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
      if (!(error instanceof FieldErrors)) throw error;
      const [said] = Object.values(error.fields);
      counted.push({ id: row.id, count: null, problem: message(said?.key ?? 'query_not_json', actor.language, said?.parts) });
    }
  }
  return counted;
}
