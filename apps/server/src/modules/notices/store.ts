import type { NoticePayload } from '@headwater/contract/notices';
import { type NoticeKind, noticeKinds } from '@headwater/domain/notices';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { NoticeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<NoticeTables>();

export type NoticeRow = Selectable<NoticeTables['notices']>;

const most = 1000;

export interface KindSettings {
  kind: NoticeKind;
  in_app: boolean;
  email: boolean;
  push: boolean;
}

interface Person {
  companyId: number;
  userId: number;
}

/** A user who turns on the alert of a search expects its e-mail. */
export const defaultsOf = (kind: NoticeKind) => ({ in_app: true, email: kind === 'search' });

export async function settingsOf(tx: Tx, userId: number): Promise<KindSettings[]> {
  const rows = await tables(tx)
    .selectFrom('notice_settings')
    .select(['kind', 'in_app', 'email', 'push'])
    .where('user_id', '=', userId)
    .execute();
  return noticeKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...defaultsOf(kind), push: true });
}

export const saveKind = (tx: Tx, { companyId, userId }: Person, { kind, ...values }: KindSettings) =>
  tables(tx)
    .insertInto('notice_settings')
    .values({ company_id: companyId, user_id: userId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
    .execute();

export interface NewNotice extends Person {
  about: NoticePayload;
  key: string;
  profileId?: number;
  objectId?: number;
  inApp: boolean;
  forEmail: boolean;
  forPush: boolean;
  now: Date;
}

/** Returns false if the notice was raised before. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<boolean> {
  const { kind, ...payload } = notice.about;
  const row = await tables(tx)
    .insertInto('notices')
    .values({
      company_id: notice.companyId,
      user_id: notice.userId,
      kind,
      key: notice.key,
      profile_id: notice.profileId ?? null,
      object_id: notice.objectId ?? null,
      payload: JSON.stringify(payload),
      in_app: notice.inApp,
      for_email: notice.forEmail,
      for_push: notice.forPush,
      created_at: notice.now,
      read_at: null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface Filter {
  kind?: NoticeKind | undefined;
  unread?: boolean | undefined;
  id?: number;
}

export function listNotices(tx: Tx, userId: number, { kind, unread, id }: Filter): Promise<NoticeRow[]> {
  let query = tables(tx).selectFrom('notices').selectAll().where('user_id', '=', userId);
  // A browser notification opens its notice by id, also one hidden in the list.
  if (id === undefined) query = query.where('in_app', '=', true);
  if (kind) query = query.where('kind', '=', kind);
  if (unread !== undefined) query = query.where('read_at', unread ? 'is' : 'is not', null);
  if (id !== undefined) query = query.where('id', '=', id);
  return query.orderBy('id', 'desc').limit(most).execute();
}

export const saveRead = (tx: Tx, id: number, at: Date | null) =>
  tables(tx).updateTable('notices').set({ read_at: at }).where('id', '=', id).execute();

export const saveAllRead = (tx: Tx, { userId, upTo, at }: { userId: number; upTo: number; at: Date }) =>
  tables(tx)
    .updateTable('notices')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    // The user has not seen notices that go only by e-mail.
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .execute();

interface Objects {
  kind: NoticeKind;
  objectIds: readonly number[];
  at: Date;
}

export async function saveObjectsRead(tx: Tx, userId: number, { kind, objectIds, at }: Objects): Promise<number> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('notices')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('object_id', '=', sql<number>`any(${objectIds}::bigint[])`)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function peopleWithEmail(tx: Tx): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select distinct company_id as "companyId", user_id as "userId" from notices where for_email order by 1, 2`.execute(tx);
  return rows;
}

/** The newest unread notices, oldest first. */
export async function listForEmail(tx: Tx, userId: number): Promise<NoticeRow[]> {
  const rows = await tables(tx)
    .selectFrom('notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('for_email', '=', true)
    .where('read_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.toReversed();
}

interface Taking {
  userId: number;
  listed: readonly NoticeRow[];
  /** Identifies the attempt that takes the notices. */
  digestKey: string;
}

/** Takes the listed, read and older notices. Returns the unread ids. */
export async function takeForEmail(tx: Tx, { userId, listed, digestKey }: Taking): Promise<number[]> {
  const oldest = listed.length < most ? 0 : (listed[0]?.id ?? 0);
  const { rows } = await sql<{ id: number; read_at: Date | null }>`
    update notices set for_email = false, digest_key = ${digestKey} where user_id = ${userId} and for_email
      and (read_at is not null or id < ${oldest} or id = any(${listed.map(({ id }) => id)}::bigint[])) returning id, read_at`.execute(tx);
  return rows.filter((row) => row.read_at === null).map(({ id }) => id);
}

/** Queues the notices of this attempt again, also while its commit is in progress. */
export async function requeueForEmail(tx: Tx, digestKey: string, ids: readonly number[]): Promise<void> {
  const these = sql<number>`any(${[...ids]}::bigint[])`;
  // The lock waits for the commit, so that the next statement sees its key.
  await tables(tx).selectFrom('notices').select('id').where('id', '=', these).orderBy('id').forUpdate().execute();
  await tables(tx).updateTable('notices').set({ for_email: true }).where('id', '=', these).where('digest_key', '=', digestKey).execute();
}

export async function takeForPush(tx: Tx, userId: number): Promise<{ id: number; created_at: Date }[]> {
  const { rows } = await sql<{ id: number; created_at: Date }>`
    with taken as (
      update notices set for_push = false where id in (select id from notices where user_id = ${userId} and for_push for update skip locked)
      returning id, created_at, read_at)
    select id, created_at from taken where read_at is null order by id desc limit ${most}`.execute(tx);
  return rows.toReversed();
}

export const listUnread = (tx: Tx, userId: number, ids: readonly number[]): Promise<NoticeRow[]> =>
  tables(tx)
    .selectFrom('notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('read_at', 'is', null)
    .orderBy('id')
    .execute();

/** Deletes one batch. Returns true if there may be more. */
export async function deleteBefore(tx: Tx, before: Date): Promise<boolean> {
  const part = 5000;
  const { rows } = await sql<{ id: number }>`
    delete from notices where id in (select id from notices where created_at < ${before} limit ${part}) returning id`.execute(tx);
  return rows.length === part;
}

export async function jobsOf(tx: Tx, ids: readonly number[]) {
  // A job that adds or imports counts what it changed, not what it read.
  const { rows } = await sql<{ id: number; kind: string; status: string; count: number; place: string }>`
    select id, kind, status, coalesce((result ->> 'created')::int + (result ->> 'changed')::int, (result ->> 'changed')::int, (result ->> 'created')::int, (result ->> 'added')::int, total, done) as count,
      coalesce(details ->> 'folder', details ->> 'mailing', details ->> 'name', '') as place
    from jobs where id = any(${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Marks all but the newest unread notices of each user as read. */
export const keepUnread = (tx: Tx, addresses: readonly string[], { most, now }: { most: number; now: Date }) =>
  sql`
    update notices set read_at = ${now} where id in (
      select id from (
        select n.id, row_number() over (partition by n.user_id order by n.id desc) as place
        from notices n join users u on u.id = n.user_id where u.email = any(${addresses}::text[]) and n.read_at is null
      ) as unread where place > ${most})`.execute(tx);
