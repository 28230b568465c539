import { minuteMs } from '@headwater/domain/time/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { messageSeenBy } from '#modules/messaging/messages/public.ts';
import { dialogOpenTo } from '#modules/messaging/telegram/public.ts';
import type { Reader } from '#modules/vacancies/public.ts';
import { visibleListing } from './company-ids.ts';
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

/** A refined search mostly lists the same people. */
const relistAfterMs = minuteMs;

/** Commits asynchronously: a crash loses at most the latest history. */
export async function saveSearch(tx: Tx, made: MadeSearch, listedIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with quick as (select set_config('synchronous_commit', 'off', true)),
    listed as (
      insert into profile_listings (company_id, user_id, profile_id, folder_id, listed_at)
      select ${made.companyId}, ${made.userId}, id, ${made.folderId}::bigint, ${made.now} from profiles
      where id = any(${listedIds}::bigint[]) and deleted_at is null and not exists (select from profile_listings as known
        where known.user_id = ${made.userId} and known.profile_id = profiles.id and coalesce(known.folder_id, 0) = ${made.folderId ?? 0}
          and known.listed_at > ${new Date(made.now.getTime() - relistAfterMs)}) order by id
      on conflict (user_id, profile_id, coalesce(folder_id, 0)) do update set listed_at = excluded.listed_at)
    insert into search_queries (company_id, user_id, query, filters, ranking, folder_id, found, last_used_at)
    select ${made.companyId}, ${made.userId}, ${made.query}, ${made.filters}, ${made.ranking}, ${made.folderId}::bigint, ${made.found}, ${made.now}
    from quick
    on conflict (user_id, coalesce(folder_id, 0), ranking, md5(query), md5(filters))
    do update set found = excluded.found, last_used_at = excluded.last_used_at, is_hidden = false
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

export const findSearch = (tx: Tx, queryId: number, userId: number) =>
  tables(tx).selectFrom('search_queries').selectAll().where('id', '=', queryId).where('user_id', '=', userId).executeTakeFirst();

export interface ProfileEvent {
  profile_id: number;
  event: 'viewed' | 'shown' | 'contacted';
  user_id: number;
  user_name: string;
  created_at: Date;
}

interface Viewer {
  reader: Reader;
  mayKnowMessages: boolean;
  mayKnowDialogs: boolean;
}

interface EventFilter {
  viewer: Viewer;
  profileIds?: readonly number[] | undefined;
  onlyViewed: boolean;
  limit: number;
  offset: number;
}

const name = sql`trim(u.first_name || ' ' || u.last_name)`;

export async function listEvents(tx: Tx, filter: EventFilter): Promise<{ events: ProfileEvent[]; total: number }> {
  const of = (column: string) => (filter.profileIds ? sql`${sql.ref(column)} = any(${filter.profileIds})` : sql`true`);
  const { reader, mayKnowMessages, mayKnowDialogs } = filter.viewer;
  const shown = sql`
      union all select l.profile_id, 'shown', l.user_id, max(l.listed_at) from profile_listings l
        where ${of('l.profile_id')} and ${visibleListing(reader)} group by 1, 3`;
  const byMail = sql`
        select r.profile_id, m.created_by, m.sent_at from messages m
        join mailing_recipients r on r.id = m.recipient_id join mailings g on g.id = r.mailing_id
        where m.sent_at is not null and m.created_by is not null and ${of('r.profile_id')} and ${messageSeenBy({ message: 'm', mailing: 'g' }, reader)}`;
  const byTelegram = sql`
        union all select d.profile_id, said.created_by, said.said_at from messages said join telegram_dialogs d on d.id = said.dialog_id
        where said.state = 'sent' and said.created_by is not null and d.profile_id is not null and ${of('d.profile_id')} and ${dialogOpenTo('d', reader)}`;
  const contacted = sql`
      union all select profile_id, 'contacted', created_by, max(sent_at)
        from (${byMail} ${mayKnowDialogs ? byTelegram : sql``}) sent group by 1, 3`;
  const others = filter.onlyViewed ? sql`` : sql`${shown} ${mayKnowMessages ? contacted : sql``}`;
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

export const viewsOf = (profileIds: readonly number[]): RawBuilder<ProfileEvent> => sql<ProfileEvent>`
    select v.profile_id, 'viewed' as event, v.user_id, ${name} as user_name, max(v.viewed_at) as created_at
    from profile_views v join users u on u.id = v.user_id
    where v.profile_id = any(${profileIds}::bigint[]) group by 1, 3, 4 order by 5 desc limit 100`;
