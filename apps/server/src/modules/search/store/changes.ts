import { sql } from 'kysely';
import { forgetChanges } from '#modules/profiles/public/indexing.ts';
import type { Tx } from '#platform/database/database.ts';

/**
 * Positions are transaction numbers, because serial numbers become visible out of order. At
 * position P all transactions below P are read; later ones that are read are "ahead".
 */

export interface Horizon {
  settled: number;
  /** Next transaction number. A greater position belongs to another cluster. */
  next: number;
  prunedBelow: number;
}

export async function readHorizon(tx: Tx): Promise<Horizon> {
  const { rows } = await sql<{ settled: number; next: number; pruned_below: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next,
      (select pruned_below from search_position) as pruned_below`.execute(tx);
  const [row] = rows;
  return { settled: row?.settled ?? 0, next: row?.next ?? 0, prunedBelow: row?.pruned_below ?? 0 };
}

/** All changes below `version` and those at the positions `ahead` are read. */
export interface Reached {
  version: number;
  ahead: ReadonlySet<number>;
}

export interface ChangesRead {
  reached: { version: number; ahead: number[] };
  profileIds: number[];
  more: boolean;
}

/** Limits the query size: with more positions ahead, reading waits for the version. */
const mostAhead = 10_000;

interface ChangedRow {
  profile_id: number;
  position: number;
}

export interface ChangesToRead {
  from: Reached;
  settled: number;
  /** Approximate. */
  limit: number;
  /** Number of leading profiles that fit into one read. */
  countAtOnce?: (profileIds: readonly number[]) => Promise<number>;
}

/** Transactions with a profile that does not fit are deferred, except the first. */
async function transactionsLeft(rows: readonly ChangedRow[], { countAtOnce }: ChangesToRead): Promise<Set<number>> {
  if (!countAtOnce || rows.length === 0) return new Set();
  const changed = ids(rows);
  const ofFirst = ids(rows.filter(({ position }) => position === rows[0]?.position));
  const read = new Set(changed.slice(0, Math.max(ofFirst.length, await countAtOnce(changed))));
  return new Set(rows.filter((row) => !read.has(row.profile_id)).map((row) => row.position));
}

/** Reads whole transactions. */
export async function readChanges(tx: Tx, reading: ChangesToRead): Promise<ChangesRead> {
  const { from, settled, limit } = reading;
  const bound = from.ahead.size > mostAhead ? sql`and transaction_id < ${String(settled)}::xid8` : sql``;
  const known = `{${[...from.ahead].map((position) => position - 1).join(',')}}`;
  const { rows } = await sql<ChangedRow>`
    select profile_id, transaction_id::text::bigint + 1 as position from search_changes
    where transaction_id >= ${String(from.version)}::xid8 and transaction_id <> all (${known}::xid8[]) ${bound}
    order by transaction_id limit ${limit + 1}`.execute(tx);
  const more = rows.length > limit;
  const [first, last] = [rows[0]?.position ?? 0, rows.at(-1)?.position ?? 0];
  if (!more || first !== last) {
    // The limit may cut the last transaction: defer it, unless it is the only one.
    const whole = more ? rows.filter((row) => row.position < last) : rows;
    const left = await transactionsLeft(whole, reading);
    const read = whole.filter((row) => !left.has(row.position));
    const next = Math.min(...left);
    const end = more || left.size > 0 ? (whole.findLast((row) => row.position < next)?.position ?? 0) : settled;
    return { reached: reachedWith(from, read, Math.min(end, settled)), profileIds: ids(read), more: more || left.size > 0 };
  }
  const { rows: only } = await sql<ChangedRow>`
    select distinct profile_id, ${first}::bigint as position from search_changes
    where transaction_id = ${String(first - 1)}::xid8`.execute(tx);
  return { reached: reachedWith(from, only, Math.min(first, settled)), profileIds: ids(only), more };
}

/** All transactions up to `end` are read. */
function reachedWith(from: Reached, rows: readonly { position: number }[], end: number): ChangesRead['reached'] {
  let { version } = from;
  const ahead: number[] = [];
  for (const position of new Set([...from.ahead, ...rows.map((row) => row.position)])) {
    if (position > end) ahead.push(position);
    else if (position > version) version = position;
  }
  return { version, ahead };
}

const ids = (rows: readonly { profile_id: number }[]) => [...new Set(rows.map((row) => row.profile_id))];

/** Looks back several transactions: one that started earlier may end later. */
const lookedBack = 8;

/** Newest first. */
export async function lastChangesOf(tx: Tx, companyId: number): Promise<number[]> {
  // Loose index scan: one transaction may have changed thousands of profiles.
  const { rows } = await sql<{ position: number }>`
    with recursive recent (id, nth) as (
      (select transaction_id, 1 from search_changes where changed_in = ${companyId} order by transaction_id desc limit 1)
      union all
      select (select transaction_id from search_changes where changed_in = ${companyId} and transaction_id < recent.id
        order by transaction_id desc limit 1), nth + 1
      from recent where recent.id is not null and nth < ${lookedBack})
    select id::text::bigint + 1 as position from recent where id is not null`.execute(tx);
  return rows.map(({ position }) => position);
}

/** Engines with an older position rebuild their index. */
export async function pruneChanges(tx: Tx, before: Date): Promise<void> {
  const below = await forgetChanges(tx, before);
  if (below !== null) await sql`update search_position set pruned_below = greatest(pruned_below, ${below}::bigint)`.execute(tx);
}
