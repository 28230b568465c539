import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

interface FillRow {
  source: string;
  next_id: number;
  last_id: number;
}

export const readFill = async (tx: Tx): Promise<FillRow[]> =>
  (await sql<FillRow>`select source, next_id, last_id from statistics_fill order by source`.execute(tx)).rows;

/** Share of the rows of earlier releases that are counted. */
export async function filledShare(tx: Tx): Promise<number> {
  const rows = await readFill(tx);
  const [done, all] = [
    rows.reduce((sum, row) => sum + Math.min(row.next_id - 1, row.last_id), 0),
    rows.reduce((sum, row) => sum + row.last_id, 0),
  ];
  return all === 0 ? 1 : done / all;
}

const statements: Record<string, (from: number, to: number) => ReturnType<typeof sql>> = {
  profile_views: (from, to) => sql`select headwater_count_view(r) from profile_views r where id between ${from} and ${to} order by id`,
  contact_openings: (from, to) => sql`select headwater_count_opening(r) from contact_openings r where id between ${from} and ${to}`,
  search_history: (from, to) => sql`select headwater_count_search(r) from search_history r where query_id between ${from} and ${to}`,
  saved_queries: (from, to) => sql`select headwater_count_saved(r) from saved_queries r where id between ${from} and ${to}`,
  candidates: (from, to) => sql`
    select headwater_fill_candidacy(r, null) from candidates r where id between ${from} and ${to}
      and not exists (select from statistics_candidacies c where c.candidate_id = r.id) order by id`,
  messages: (from, to) => sql`
    select headwater_count_message(r) from messages r where id between ${from} and ${to} and recipient_id is not null and is_out order by id`,
};

/** Effects are facts of messages that are counted already. */
const effects = (from: number, to: number) => sql`
  select headwater_count_effect(e.message_id, 'machine_opened') from (
    select distinct message_id from tracking_events
    where message_id between ${from} and ${to} and kind = 'open' and machine is not null) as e
  union all
  select headwater_count_effect(s.message_id, 'unsubscribed') from suppressions s
  where s.message_id between ${from} and ${to} and s.reason = 'unsubscribed'
  union all
  select headwater_count_positive(m) from messages m where m.id between ${from} and ${to} and m.replied_at is not null
    and m.recipient_id is not null`;

/** Counts the next rows of a source in their order. Returns false at the end. */
export async function fillPart(tx: Tx, { source, next_id: from, last_id: last }: FillRow, size: number): Promise<boolean> {
  if (from > last) return false;
  const to = Math.min(from + size - 1, last);
  await statements[source]?.(from, to).execute(tx);
  if (source === 'messages') await effects(from, to).execute(tx);
  await sql`update statistics_fill set next_id = ${to + 1} where source = ${source} and next_id = ${from}`.execute(tx);
  return to < last;
}
