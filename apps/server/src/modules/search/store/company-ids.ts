import { dayMs } from '@headwater/domain/time/durations';
import { type RawBuilder, sql } from 'kysely';
import type { FilterValue } from '@headwater/domain/query/filters';
import type { Permissions } from '@headwater/domain/permission-flags';
import { defaultDays } from '@headwater/domain/query/general-facet';
import type { Actor } from '@headwater/domain/roles';
import { statusName } from '@headwater/domain/vacancies/statuses';
import { messageSeenBy } from '#modules/messaging/messages/public.ts';
import { dialogOpenTo } from '#modules/messaging/telegram/public.ts';
import { type ContactKey, hasOpenedContacts } from '#modules/profiles/public/contacts.ts';
import { commentReadBy, type Reader, vacancySeenBy } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';

/** Row-level security limits every query to the company in scope. */

export interface SetRequest {
  reader: Reader;
  /** Hidden data must not be discoverable through filters (ROLE-055). */
  permissions: Pick<Permissions, 'comments' | 'messaging_info'>;
  knowsDialogs: boolean;
  folderId: number | null;
  now: Date;
  /** Most ids; by default all. */
  limit?: number;
}

async function idsOf(tx: Tx, query: RawBuilder<{ profile_id: number }>): Promise<Uint32Array> {
  const { rows } = await query.execute(tx);
  return Uint32Array.from(rows, (row) => row.profile_id).toSorted();
}

export const visibleListing = (reader: Reader) => sql`(l.folder_id is null or l.user_id = ${reader.userId}
  or exists (select from vacancies v where v.id = l.folder_id and ${vacancySeenBy('v', reader)}))`;

const since = (days: number, now: Date) => new Date(now.getTime() - days * dayMs);

type Maker = (value: FilterValue, request: SetRequest) => RawBuilder<{ profile_id: number }>;
const byWhom = (column: string, value: FilterValue, { reader }: SetRequest) =>
  value.by === 'company' ? sql`true` : sql`${sql.ref(column)} = ${reader.userId}`;

/** Filters dialogs by an indexed date first, then their messages. */
const contactedByTelegram: Maker = (value, request) => {
  const from = since(value.days ?? defaultDays, request.now);
  return sql`union select d.profile_id from telegram_dialogs d
    where d.profile_id is not null and d.last_at >= ${from} and ${dialogOpenTo('d', request.reader)}
      and exists (select from messages said where said.dialog_id = d.id and said.state = 'sent' and said.said_at >= ${from}
        and ${byWhom('said.created_by', value, request)})`;
};

/** FLT-019. Inside a folder the activity of all its members counts. */
const makers: Record<string, Maker> = {
  views: (value, request) => sql`select distinct profile_id from profile_views
    where viewed_at >= ${since(value.days ?? defaultDays, request.now)} and ${byWhom('user_id', value, request)}`,
  shown: (value, request) => sql`select distinct l.profile_id from profile_listings l
    where l.listed_at >= ${since(value.days ?? defaultDays, request.now)} and ${visibleListing(request.reader)}
      and ${value.by === 'folder' && request.folderId ? sql`l.folder_id = ${request.folderId}` : byWhom('l.user_id', value, request)}`,
  folders: (value, request) => sql`select distinct c.profile_id from candidates c join vacancies v on v.id = c.vacancy_id
    where c.deleted_at is null and ${vacancySeenBy('v', request.reader)}
      and ${value.by === 'user' ? sql`c.created_by = ${request.reader.userId}` : sql`true`}
      and ${value.by === 'folder' && request.folderId ? sql`c.vacancy_id = ${request.folderId}` : sql`true`}`,
  contacted: (value, request) => sql`select distinct r.profile_id from messages m
    join mailing_recipients r on r.id = m.recipient_id join mailings g on g.id = r.mailing_id
    where m.sent_at >= ${since(value.days ?? defaultDays, request.now)} and ${byWhom('m.created_by', value, request)}
      and ${messageSeenBy({ message: 'm', mailing: 'g' }, request.reader)} ${request.knowsDialogs ? contactedByTelegram(value, request) : sql``}`,
  hasComment: (_value, request) => sql`select distinct profile_id from comments c where ${commentReadBy('c', request.reader)}`,
  commentDays: (value, request) => sql`select distinct profile_id from comments c
    where c.created_at >= ${since(value.days ?? defaultDays, request.now)} and ${commentReadBy('c', request.reader)}`,
};

const needs: Record<string, keyof SetRequest['permissions']> = {
  hasComment: 'comments',
  commentDays: 'comments',
  contacted: 'messaging_info',
};

/** Whether the store knows the people of an item, and the reader may count them. */
export function isActivityItem(id: string, permissions: SetRequest['permissions']): boolean {
  const right = needs[id];
  return makers[id] !== undefined && (!right || permissions[right]);
}

export async function idsOfItem(tx: Tx, value: FilterValue, request: SetRequest): Promise<Uint32Array> {
  const make = isActivityItem(value.id, request.permissions) ? makers[value.id] : undefined;
  if (!make) return new Uint32Array();
  const all = make(value, request);
  return idsOf(tx, request.limit === undefined ? all : sql`select * from (${all}) as item limit ${request.limit}`);
}

export const idsOfComment = (tx: Tx, text: string, reader: Reader) =>
  idsOf(
    tx,
    sql`select distinct profile_id from comments c where c.text ilike ${containing(text)} and ${commentReadBy('c', reader)} limit 100000`,
  );

export const idsOfFolder = (tx: Tx, folder: { id: number | null; name: string }, reader: Reader) =>
  idsOf(
    tx,
    sql`select distinct c.profile_id from candidates c join vacancies v on v.id = c.vacancy_id
      where c.deleted_at is null and ${vacancySeenBy('v', reader)}
        and ${folder.id === null ? sql`lower(v.name) = lower(${folder.name})` : sql`v.id = ${folder.id}`}`,
  );

export const idsOfContact = (tx: Tx, actor: Actor, { keys, guesses }: { keys: readonly string[]; guesses: readonly ContactKey[] }) =>
  idsOf(
    tx,
    sql`select distinct contact.profile_id from visible_contacts as contact
      where contact.type in ('email', 'phone', 'telegram', 'link', 'skype') and contact.normalized = any(${keys}) and contact.is_active
        and (contact.company_id is not null or contact.type = 'link' or ${hasOpenedContacts(actor, 'contact.owner_profile_id')}
          or (contact.type, contact.normalized) in (select * from unnest(${guesses.map(({ type }) => type)}::text[],
            ${guesses.map(({ normalized }) => normalized)}::text[])))
      limit 1000`,
  );

export async function findFolder(tx: Tx, folderId: number, reader: Reader): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select v.id, v.name from vacancies v where v.id = ${folderId} and ${vacancySeenBy('v', reader)}`.execute(tx);
  return rows[0];
}

export interface FolderOfProfile {
  profile_id: number;
  id: number;
  name: string;
  status: string | null;
}

type FolderRow = FolderOfProfile & { is_default: boolean | null };

export const foldersOf = (profileIds: readonly number[], reader: Reader): RawBuilder<FolderRow> => sql<FolderRow>`
    select c.profile_id, v.id, v.name, s.name as status, s.is_default
    from candidates c join vacancies v on v.id = c.vacancy_id left join candidate_statuses s on s.id = c.status_id
    where c.profile_id = any(${profileIds}::bigint[]) and c.deleted_at is null and ${vacancySeenBy('v', reader)}
    order by c.profile_id, c.id desc`;

export const namedFolders = (rows: readonly FolderRow[], { language }: Pick<Actor, 'language'>): FolderOfProfile[] =>
  rows.map(({ status, is_default: isDefault, ...row }) => ({
    ...row,
    status: status === null ? null : statusName({ name: status, isDefault: isDefault ?? false }, language),
  }));
