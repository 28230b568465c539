import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { BannedLinkTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<BannedLinkTables>();

export interface BannedLinkRow {
  id: number;
  url: string;
  banned_by: number | null;
  user_name: string;
  banned_at: Date;
}

export async function listBanned(tx: Tx, { search, limit, offset }: { search: string; limit: number; offset: number }) {
  const holds = search === '' ? sql`true` : sql`(link.url ilike ${containing(search)} or link.key ilike ${containing(search)})`;
  const counted = await sql<{ count: number }>`select count(*) as count from banned_links as link where ${holds}`.execute(tx);
  const { rows } = await sql<BannedLinkRow>`
    select link.id, link.url, link.banned_by, link.banned_at,
      concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, '')) as user_name
    from banned_links as link left join users as person on person.id = link.banned_by
    where ${holds} order by link.id desc limit ${limit} offset ${offset}`.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Returns false if any spelling of the link is banned. */
export async function insertBan(tx: Tx, { url, userId, now }: { url: string; userId: number; now: Date }): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('banned_links')
    .values({ url, key: sql<string>`headwater_link_key(${url})`, banned_by: userId, banned_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBan(tx: Tx, url: string): Promise<boolean> {
  const row = await tables(tx)
    .deleteFrom('banned_links')
    .where('key', '=', sql<string>`headwater_link_key(${url})`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function bannedAmong(tx: Tx, urls: readonly string[]): Promise<ReadonlySet<string>> {
  if (urls.length === 0) return new Set();
  const { rows } = await sql<{ url: string }>`
    select sought.url from unnest(${[...new Set(urls)]}::text[]) as sought (url)
    join banned_links on banned_links.key = headwater_link_key(sought.url)
    where exists (select from banned_links)`.execute(tx);
  return new Set(rows.map((row) => row.url));
}
