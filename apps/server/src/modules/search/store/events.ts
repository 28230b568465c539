import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SearchTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<SearchTables>();

export interface MadeSearch {
  companyId: number;
  userId: number;
  query: string;
  filters: string;
  ranking: string;
  folderId: number | null;
  found: number;
  now: Date;
}

/** Keeps a search and gives its id; the same search of the same person keeps its id. */
export async function keepSearch(tx: Tx, made: MadeSearch): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into search_queries (company_id, user_id, query, filters, ranking, folder_id, found, last_used_at)
    values (${made.companyId}, ${made.userId}, ${made.query}, ${made.filters}, ${made.ranking}, ${made.folderId}, ${made.found}, ${made.now})
    on conflict (user_id, coalesce(folder_id, 0), ranking, md5(query), md5(filters))
    do update set found = excluded.found, last_used_at = excluded.last_used_at, is_hidden = false
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** A search of this person, or of the company where it is shared through a vacancy. */
export const findSearch = (tx: Tx, queryId: number, userId: number) =>
  tables(tx).selectFrom('search_queries').selectAll().where('id', '=', queryId).where('user_id', '=', userId).executeTakeFirst();

/** FLT-019, "shown": the profiles that were listed to a person; the last time counts. */
export async function keepListings(
  tx: Tx,
  profileIds: readonly number[],
  who: { companyId: number; userId: number; folderId: number | null; now: Date },
): Promise<void> {
  if (profileIds.length === 0) return;
  const sorted = [...profileIds].toSorted((left, right) => left - right);
  await sql`
    insert into profile_listings (company_id, user_id, profile_id, folder_id, listed_at)
    select ${who.companyId}, ${who.userId}, id, ${who.folderId}::bigint, ${who.now} from unnest(${sorted}::bigint[]) as id
    on conflict (user_id, profile_id) do update set listed_at = excluded.listed_at, folder_id = excluded.folder_id`.execute(tx);
}

export interface ProfileEvent {
  profile_id: number;
  event: 'viewed' | 'shown' | 'contacted';
  user_id: number;
  user_name: string;
  created_at: Date;
}

interface EventFilter {
  profileIds?: readonly number[] | undefined;
  onlyViewed: boolean;
  limit: number;
  offset: number;
}

const name = sql`trim(u.first_name || ' ' || u.last_name)`;

/** Last opening, listing and message of each person for each profile, newest first; with how many there are in all. */
export async function listEvents(tx: Tx, filter: EventFilter): Promise<{ events: ProfileEvent[]; total: number }> {
  const of = (column: string) => (filter.profileIds ? sql`${sql.ref(column)} = any(${filter.profileIds})` : sql`true`);
  const others = filter.onlyViewed
    ? sql``
    : sql`
      union all select profile_id, 'shown', user_id, listed_at from profile_listings where ${of('profile_id')}
      union all select r.profile_id, 'contacted', m.created_by, max(m.sent_at) from messages m
        join mailing_recipients r on r.id = m.recipient_id
        where m.sent_at is not null and m.created_by is not null and ${of('r.profile_id')} group by 1, 3`;
  const { rows } = await sql<ProfileEvent & { total: number }>`
    with happened as (
      select profile_id, 'viewed' as event, user_id, max(viewed_at) as created_at from profile_views
      where ${of('profile_id')} group by 1, 3
      ${others})
    select h.profile_id, h.event, h.user_id, ${name} as user_name, h.created_at, count(*) over () as total
    from happened h join users u on u.id = h.user_id
    order by h.created_at desc, h.profile_id, h.event limit ${filter.limit} offset ${filter.offset}`.execute(tx);
  return {
    events: rows.map(({ profile_id, event, user_id, user_name, created_at }) => ({ profile_id, event, user_id, user_name, created_at })),
    total: rows[0]?.total ?? 0,
  };
}

/** Which of the profiles this person has opened. */
export async function viewedBy(tx: Tx, profileIds: readonly number[], userId: number): Promise<Set<number>> {
  const { rows } = await sql<{ profile_id: number }>`
    select distinct profile_id from profile_views where user_id = ${userId} and profile_id = any(${profileIds})`.execute(tx);
  return new Set(rows.map((row) => row.profile_id));
}
