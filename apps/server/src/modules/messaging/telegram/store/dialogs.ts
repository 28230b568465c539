import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import { mayReadUsername } from '#modules/profiles/public/addresses.ts';
import type { Tx } from '#platform/database/database.ts';
import { containing, nameHolds } from '#platform/database/like.ts';
import type { TelegramTables } from '../tables.ts';
import { needsAttention } from './attention.ts';
import { isUnlinked } from './unlinked.ts';
import { dialogOpenTo } from './visibility.ts';
import { dialogsSaying } from './words.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

export type DialogRow = NonNullable<Awaited<ReturnType<typeof findDialog>>>;

export const findDialog = (tx: Tx, id: number) =>
  tables(tx).selectFrom('telegram_dialogs').selectAll().where('id', '=', id).executeTakeFirst();

export const lockDialog = (tx: Tx, id: number) =>
  tables(tx).selectFrom('telegram_dialogs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const findByPeer = (tx: Tx, accountId: number, peerId: number) =>
  tables(tx)
    .selectFrom('telegram_dialogs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('peer_id', '=', peerId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Includes accounts that are not in use. */
export async function isNameTaken(tx: Tx, { id, account_id: accountId }: DialogRow, username: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('telegram_dialogs')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`lower(username) = lower(${username})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

const isInUse = sql<SqlBool>`exists (select from telegram_accounts used where used.id = account_id and used.state in ('connected', 'signed_out'))`;

/**
 * Whether the Telegram user belongs to another profile in an account in use, or was unlinked from
 * this one. An unlink before `writtenAt` does not count (see `isUnlinked`).
 */
export async function isOtherProfiles(
  tx: Tx,
  peerId: number,
  { profile_id: profileId, company_id: companyId, writtenAt }: DialogRow & { writtenAt?: Date | null | undefined },
): Promise<boolean> {
  if (profileId === null) return false;
  const query = tables(tx).selectFrom('telegram_dialogs').select('id').where('company_id', '=', companyId).where('peer_id', '=', peerId);
  if (await query.where('profile_id', '<>', profileId).where(isInUse).executeTakeFirst()) return true;
  return isUnlinked(tx, { companyId, peerId, writtenAt }, profileId);
}

export async function profilesByPeer(tx: Tx, { companyId, peerId }: { companyId: number; peerId: number }): Promise<number[]> {
  const query = tables(tx).selectFrom('telegram_dialogs').select('profile_id').distinct().where('company_id', '=', companyId);
  const rows = await query.where('peer_id', '=', peerId).where('profile_id', 'is not', null).orderBy('profile_id').execute();
  return rows.flatMap((row) => row.profile_id ?? []);
}

export const listByName = (tx: Tx, username: string) =>
  tables(tx)
    .selectFrom('telegram_dialogs')
    .selectAll()
    .where(sql<SqlBool>`lower(username) = lower(${username})`)
    .where(isInUse)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const listByProfile = (tx: Tx, accountId: number, profileId: number) =>
  tables(tx)
    .selectFrom('telegram_dialogs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

type NewDialog = Pick<DialogRow, 'company_id' | 'account_id' | 'profile_id' | 'username' | 'created_by' | 'created_at' | 'last_at'> &
  Partial<Pick<DialogRow, 'peer_id' | 'peer_access' | 'peer_name' | 'access_type'>>;

export const insertDialog = (tx: Tx, dialog: NewDialog) =>
  tables(tx)
    .insertInto('telegram_dialogs')
    .values(dialog)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export type DialogChange = Partial<Omit<DialogRow, 'id' | 'company_id' | 'account_id' | 'created_at'>>;

export const changeDialog = (tx: Tx, id: number, change: DialogChange) =>
  tables(tx).updateTable('telegram_dialogs').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** A username belongs to one person at a time; clears it from the dialogs of others. */
export const takeNameFromOthers = (tx: Tx, { peerId, username }: { peerId: number; username: string }) =>
  tables(tx)
    .updateTable('telegram_dialogs')
    .set({ username: null })
    .where(sql<SqlBool>`lower(username) = lower(${username})`)
    .where('peer_id', 'is not', null)
    .where('peer_id', '<>', peerId)
    .execute();

/**
 * CONT-009: the creator of a dialog knows the username; others open a sold contact first. A linked
 * contact stays visible, because hiding it would reveal the sale.
 */
const usernameOpenTo = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(coalesce(telegram_dialogs.created_by = ${actor.userId}, false) or telegram_dialogs.linked_at is not null or ${mayReadUsername(actor, 'telegram_dialogs')})`;

export async function closedUsernames(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const query = tables(tx).selectFrom('telegram_dialogs').select('id');
  const rows = await query
    .where('id', '=', sql<number>`any(${ids})`)
    .where(sql<SqlBool>`not ${usernameOpenTo(actor)}`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export interface DialogFilter {
  search?: string | undefined;
  createdBy?: number | undefined;
  accountId?: number | undefined;
  profileId?: number | undefined;
  onlyUnread: boolean;
  onlyAttention: boolean;
  limit: number;
  offset: number;
  now: Date;
}

export async function listDialogs(tx: Tx, actor: Actor, filter: DialogFilter): Promise<{ rows: DialogRow[]; count: number }> {
  let query = tables(tx).selectFrom('telegram_dialogs').where(dialogOpenTo('telegram_dialogs', actor));
  const { search, createdBy, accountId, profileId, onlyUnread, onlyAttention, now } = filter;
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (profileId !== undefined) query = query.where('profile_id', '=', profileId);
  if (onlyUnread) query = query.where(({ eb, or }) => or([eb('unread_count', '>', 0), eb('is_marked_unread', '=', true)]));
  if (onlyAttention) query = query.where(needsAttention(now));
  if (search) {
    const words = search.replace(/^@/, '');
    const saying = await dialogsSaying(tx, actor.company.id, search);
    query = query.where(
      sql<SqlBool>`(telegram_dialogs.username ilike ${containing(words)} and ${usernameOpenTo(actor)} or ${nameHolds(sql`telegram_dialogs.peer_name`, words)}
        or telegram_dialogs.id = any(${saying}::bigint[])
        or exists (select from visible_profiles person where person.id = telegram_dialogs.profile_id
          and ${nameHolds(sql`concat_ws(' ', person.data ->> 'first_name', person.data ->> 'last_name', person.data ->> 'first_name')`, words)}))`,
    );
  }
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return { rows, count };
}

export const listCreators = async (tx: Tx, actor: Actor): Promise<number[]> =>
  (
    await tables(tx)
      .selectFrom('telegram_dialogs')
      .select('created_by')
      .distinct()
      .where('created_by', 'is not', null)
      .where(dialogOpenTo('telegram_dialogs', actor))
      .orderBy('created_by')
      .execute()
  ).flatMap((row) => row.created_by ?? []);

/** Dialogs with read marks that Telegram does not have. */
export const listUnreportedReads = (tx: Tx, accountId: number) =>
  tables(tx)
    .selectFrom('telegram_dialogs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`read_up_to > reported_read_up_to`)
    .where('peer_id', 'is not', null)
    .where('peer_access', 'is not', null)
    .orderBy('id')
    .limit(50)
    .execute();

/** Locks the dialogs of the profiles and those unlinked from them, in the order of their ids. */
export const lockDialogsOf = (tx: Tx, profileIds: readonly number[]) =>
  tables(tx)
    .selectFrom('telegram_dialogs')
    .select('id')
    .where(
      'id',
      'in',
      sql<number>`(select id from telegram_dialogs where profile_id = any(${profileIds}::bigint[])
        union all select dialog_id from telegram_unlinked_profiles where profile_id = any(${profileIds}::bigint[]))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export async function moveDialogs(
  tx: Tx,
  { from, into, only }: { from: number; into: number; only?: readonly number[] },
): Promise<number[]> {
  const rows = await tables(tx)
    .updateTable('telegram_dialogs')
    .set({ profile_id: into })
    .where('profile_id', '=', from)
    .$if(only !== undefined, (query) => query.where('id', '=', sql<number>`any(${only ?? []})`))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

interface DialogOfMessage {
  message_id: number;
  id: number;
  name: string;
}

export async function dialogsOfMessages(tx: Tx, actor: Pick<Actor, 'userId'>, messageIds: readonly number[]): Promise<DialogOfMessage[]> {
  const { rows } = await sql<DialogOfMessage>`
    select said.id as message_id, dialogs.id, dialogs.peer_name as name
    from messages said join telegram_dialogs dialogs on dialogs.id = said.dialog_id
    where said.id = any(${messageIds}::bigint[]) and ${dialogOpenTo('dialogs', actor)}`.execute(tx);
  return rows;
}

/** Locks the dialog against deletion. Returns false if it is gone. */
export async function shareLockDialog(tx: Tx, id: number): Promise<boolean> {
  const row = await tables(tx).selectFrom('telegram_dialogs').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

export const saveTimesOfMessages = (tx: Tx, dialogIds: readonly number[]) =>
  sql`
    update telegram_dialogs set last_at = said.last, started_at = said.first, created_at = said.first
    from (select dialog_id, min(said_at) as first, max(said_at) as last from messages where dialog_id = any(${dialogIds}::bigint[]) group by 1) as said
    where said.dialog_id = telegram_dialogs.id`.execute(tx);
