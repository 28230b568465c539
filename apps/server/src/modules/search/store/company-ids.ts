import { type RawBuilder, sql } from 'kysely';
import type { FilterValue } from '@headwater/domain/query/filters';
import type { Permissions } from '@headwater/domain/permission-flags';
import { defaultDays } from '@headwater/domain/query/general';
import type { Actor } from '@headwater/domain/roles';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';

/** Sets of profile ids that only the company in scope knows of; row-level security keeps every query inside it. */

export interface Asking {
  userId: number;
  /** A hiring manager knows of the vacancies given to them and of nothing else (ROLE-006, ROLE-051). */
  isManager: boolean;
  /** What the person may see of others' work; what is hidden from them must not be found out by asking (ROLE-055). */
  permissions: Pick<Permissions, 'comments' | 'messaging_info'>;
  folderId: number | null;
  now: Date;
}

async function idsOf(tx: Tx, query: RawBuilder<{ profile_id: number }>): Promise<Uint32Array> {
  const { rows } = await query.execute(tx);
  return Uint32Array.from(rows, (row) => row.profile_id).toSorted();
}

/** A vacancy that this person may see: open to the company, made by them or shared with them. */
export const visibleVacancy = (userId: number) => sql`v.deleted_at is null and (v.access_type = 'public' or v.created_by = ${userId}
  or exists (select from vacancy_members m where m.vacancy_id = v.id and m.user_id = ${userId}))`;

/** A comment that this person may read: on the profile alone, their own, or written in a vacancy that they may see. */
export const readableComment = (userId: number) => sql`(c.candidate_id is null or c.created_by = ${userId} or exists (
  select from candidates k join vacancies v on v.id = k.vacancy_id where k.id = c.candidate_id and ${visibleVacancy(userId)}))`;

/** A message `m` of a mailing `g` that this person may know of: their own, or of a mailing and a vacancy that they may see. */
export const visibleMessage = (userId: number) => sql`(m.created_by = ${userId} or g.created_by = ${userId} or g.access_type = 'public')
  and (g.folder_id is null or m.created_by = ${userId}
    or exists (select from vacancies v where v.id = g.folder_id and ${visibleVacancy(userId)}))`;

/** A listing `l` that this person may know of: their own, or outside of vacancies that they may not see. */
export const visibleListing = (userId: number) => sql`(l.folder_id is null or l.user_id = ${userId}
  or exists (select from vacancies v where v.id = l.folder_id and ${visibleVacancy(userId)}))`;

const openVacancy = ({ userId, isManager }: Asking) =>
  isManager
    ? sql`v.deleted_at is null and exists (
        select from vacancy_members m where m.vacancy_id = v.id and m.user_id = ${userId} and m.kind = 'granted')`
    : visibleVacancy(userId);

const openComment = (asking: Asking) =>
  asking.isManager
    ? sql`exists (select from candidates k join vacancies v on v.id = k.vacancy_id where k.id = c.candidate_id and ${openVacancy(asking)})`
    : readableComment(asking.userId);

const since = (days: number, now: Date) => new Date(now.getTime() - days * 86_400_000);

type Maker = (value: FilterValue, asking: Asking) => RawBuilder<{ profile_id: number }>;
const byWhom = (column: string, value: FilterValue, { userId }: Asking) =>
  value.by === 'company' ? sql`true` : sql`${sql.ref(column)} = ${userId}`;

/** FLT-019. Without `by` a person's own doing counts; inside a folder, that of everybody who works on it. Items of systems that are not connected hold for nobody. */
const makers: Record<string, Maker> = {
  views: (value, asking) => sql`select distinct profile_id from profile_views
    where viewed_at >= ${since(value.days ?? defaultDays, asking.now)} and ${byWhom('user_id', value, asking)}`,
  shown: (value, asking) => sql`select distinct l.profile_id from profile_listings l
    where l.listed_at >= ${since(value.days ?? defaultDays, asking.now)} and ${visibleListing(asking.userId)}
      and ${value.by === 'folder' && asking.folderId ? sql`l.folder_id = ${asking.folderId}` : byWhom('l.user_id', value, asking)}`,
  folders: (value, asking) => sql`select distinct c.profile_id from candidates c join vacancies v on v.id = c.vacancy_id
    where c.deleted_at is null and ${openVacancy(asking)}
      and ${value.by === 'user' ? sql`c.created_by = ${asking.userId}` : sql`true`}
      and ${value.by === 'folder' && asking.folderId ? sql`c.vacancy_id = ${asking.folderId}` : sql`true`}`,
  contacted: (value, asking) => sql`select distinct r.profile_id from messages m
    join mailing_recipients r on r.id = m.recipient_id join mailings g on g.id = r.mailing_id
    where m.sent_at >= ${since(value.days ?? defaultDays, asking.now)} and ${byWhom('m.created_by', value, asking)}
      and ${visibleMessage(asking.userId)}`,
  hasComment: (_value, asking) => sql`select distinct profile_id from comments c where ${openComment(asking)}`,
  commentDays: (value, asking) => sql`select distinct profile_id from comments c
    where c.created_at >= ${since(value.days ?? defaultDays, asking.now)} and ${openComment(asking)}`,
};

/** The right without which an item holds for nobody. */
const needs: Record<string, keyof Asking['permissions']> = {
  hasComment: 'comments',
  commentDays: 'comments',
  contacted: 'messaging_info',
};

/** Profiles for which an item of the general facet holds. */
export async function idsOfItem(tx: Tx, value: FilterValue, asking: Asking): Promise<Uint32Array> {
  const make = makers[value.id];
  const right = needs[value.id];
  if (right && !asking.permissions[right]) return new Uint32Array();
  return make ? idsOf(tx, make(value, asking)) : new Uint32Array();
}

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Profiles with a comment that holds the text, among those that the person may read. */
export const idsOfComment = (tx: Tx, text: string, userId: number) =>
  idsOf(
    tx,
    sql`select distinct profile_id from comments c where c.text ilike ${pattern(text)} and ${readableComment(userId)} limit 100000`,
  );

/** Profiles in a vacancy of that id or name. */
export const idsOfFolder = (tx: Tx, folder: { id: number | null; name: string }, userId: number) =>
  idsOf(
    tx,
    sql`select distinct c.profile_id from candidates c join vacancies v on v.id = c.vacancy_id
      where c.deleted_at is null and ${visibleVacancy(userId)}
        and ${folder.id === null ? sql`lower(v.name) = lower(${folder.name})` : sql`v.id = ${folder.id}`}`,
  );

/** Profiles with a contact of that normalised value, also one that the company added. */
export const idsOfContact = (tx: Tx, keys: readonly string[]) =>
  idsOf(
    tx,
    sql`select distinct profile_id from profile_contacts
      where type in ('email', 'phone', 'telegram', 'link', 'skype') and normalized = any(${keys}) and is_active limit 1000`,
  );

/** The vacancy in whose context the search is made; undefined where it is not for this person to see. */
export async function findFolder(tx: Tx, folderId: number, userId: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select v.id, v.name from vacancies v where v.id = ${folderId} and ${visibleVacancy(userId)}`.execute(tx);
  return rows[0];
}

export interface FolderOfProfile {
  profile_id: number;
  id: number;
  name: string;
  status: string | null;
}

/** The vacancies that hold each of the profiles, with the status that it has there as the reader knows it. */
export async function foldersOf(
  tx: Tx,
  profileIds: readonly number[],
  { userId, language }: Pick<Actor, 'userId' | 'language'>,
): Promise<FolderOfProfile[]> {
  const { rows } = await sql<FolderOfProfile & { is_default: boolean | null }>`
    select c.profile_id, v.id, v.name, s.name as status, s.is_default
    from candidates c join vacancies v on v.id = c.vacancy_id left join candidate_statuses s on s.id = c.status_id
    where c.profile_id = any(${profileIds}) and c.deleted_at is null and ${visibleVacancy(userId)}
    order by c.profile_id, c.id desc`.execute(tx);
  return rows.map(({ status, is_default: isDefault, ...row }) => ({
    ...row,
    status: status === null ? null : statusName({ name: status, isDefault: isDefault ?? false }, language),
  }));
}
