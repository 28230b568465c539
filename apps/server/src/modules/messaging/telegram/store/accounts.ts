import { type RawBuilder, sql } from 'kysely';
import type { UserTables } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables & UserTables>();

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export const findAccount = (tx: Tx, id: number) =>
  tables(tx).selectFrom('telegram_accounts').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Blocks new usernames and claims of the account until the transaction ends. Lock before any of its
 * dialogs.
 */
export const lockAccount = (tx: Tx, id: number) =>
  tables(tx).selectFrom('telegram_accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();

export const listAccounts = (tx: Tx) =>
  tables(tx).selectFrom('telegram_accounts').selectAll().where('state', '<>', 'removed').orderBy('id').execute();

export const listAccountsOf = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('telegram_accounts')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

/** Searches all companies in a system transaction. */
export const findByPhone = (tx: Tx, phone: string) =>
  tables(tx)
    .selectFrom('telegram_accounts')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('state', '<>', 'removed')
    .executeTakeFirst();

type NewAccount = Pick<
  AccountRow,
  'warm_up_started_at' | 'company_id' | 'phone_number' | 'telegram_user_id' | 'name' | 'username' | 'is_premium' | 'session'
> & {
  created_by: number;
  created_at: Date;
};

/** Returns undefined if the phone number was added concurrently. */
export const insertAccount = (tx: Tx, account: NewAccount) =>
  tables(tx)
    .insertInto('telegram_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('phone_number').where('state', '<>', 'removed').doNothing())
    .returningAll()
    .executeTakeFirst();

export const findRemoved = (tx: Tx, telegramUserId: number) =>
  tables(tx)
    .selectFrom('telegram_accounts')
    .selectAll()
    .where('telegram_user_id', '=', telegramUserId)
    .where('state', '=', 'removed')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

type Renewed = Pick<AccountRow, 'name' | 'username' | 'is_premium' | 'session'> &
  Partial<Pick<AccountRow, 'phone_number' | 'created_by' | 'created_at'>>;

export async function renewAccount(tx: Tx, id: number, renewed: Renewed) {
  const row = await tables(tx)
    .updateTable('telegram_accounts')
    .set({ ...renewed, state: 'connected', failure: null, session_number: sql`session_number + 1`, lease_until: null, lease_holder: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // The first sync marks unreadable dialogs again. It skips dialogs without messages since the
  // account returned.
  await forgiveDialogs(tx, id);
  return row;
}

export const forgiveDialogs = (tx: Tx, id: number) =>
  tables(tx)
    .updateTable('telegram_dialogs')
    .set({ has_missing_messages: false })
    .where('account_id', '=', id)
    .where('has_missing_messages', '=', true)
    .execute();

export type AccountChange = Partial<
  Pick<
    AccountRow,
    | 'limit_total'
    | 'note'
    | 'warms_up'
    | 'soft_ban_until'
    | 'flood_wait_until'
    | 'next_dialog_at'
    | 'next_mailing_at'
    | 'frozen_since'
    | 'state'
    | 'failure'
    | 'name'
    | 'username'
    | 'is_premium'
    | 'is_online'
    | 'is_synced'
    | 'session'
    | 'complete_up_to'
    | 'processed_pts'
  >
>;

export const changeAccount = (tx: Tx, id: number, change: AccountChange) =>
  tables(tx).updateTable('telegram_accounts').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Extends a wait of the account. A shorter wait does not end a longer one. */
export const extendWait = (tx: Tx, id: number, { of, until }: { of: 'flood_wait_until' | 'next_lookup_at'; until: Date }) =>
  tables(tx)
    .updateTable('telegram_accounts')
    .set(of, sql<Date>`greatest(${sql.ref(of)}, ${until})`)
    .where('id', '=', id)
    .execute();

/** Returns undefined if the account was already frozen. */
export const freezeAccount = (tx: Tx, id: number, now: Date) =>
  tables(tx)
    .updateTable('telegram_accounts')
    .set({ frozen_since: now })
    .where('id', '=', id)
    .where('frozen_since', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Changes the account only while the worker holds its lease. */
export const changeHeld = (tx: Tx, id: number, { worker, change }: { worker: string; change: AccountChange }) =>
  tables(tx)
    .updateTable('telegram_accounts')
    .set(change)
    .where('id', '=', id)
    .where('lease_holder', '=', worker)
    .returningAll()
    .executeTakeFirst();

/** Ends a session. Returns undefined if it already ended or the account was signed in again. */
export const endSession = (tx: Tx, id: number, ended: { sessionNumber: number; state: 'signed_out' | 'banned'; failure: string }) =>
  tables(tx)
    .updateTable('telegram_accounts')
    .set({ state: ended.state, failure: ended.failure, is_online: false })
    .where('id', '=', id)
    .where('session_number', '=', ended.sessionNumber)
    .where('state', '=', 'connected')
    .returningAll()
    .executeTakeFirst();

export const wakeAccount = (tx: Tx, id: number) =>
  tables(tx)
    .updateTable('telegram_accounts')
    .set({ wake_count: sql`wake_count + 1` })
    .where('id', '=', id)
    .execute();

/** New dialogs that the company began from each account, in total and since the moment. */
export async function countDialogs(tx: Tx, ids: readonly number[], since: Date) {
  const rows = await tables(tx)
    .selectFrom('telegram_dialogs')
    .select(({ fn }) => [
      'account_id',
      fn.count<number>('started_at').as('created'),
      sql<number>`count(*) filter (where started_at >= ${since})`.as('today'),
      // A dialog that is only marked as unread counts as one message.
      sql<number>`coalesce(sum(greatest(unread_count, is_marked_unread::int)), 0)`.as('unread'),
    ])
    .where('account_id', '=', sql<number>`any(${ids})`)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row]));
}

export const isManager = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tables(tx).selectFrom('telegram_managers').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;

export const listManagers = async (tx: Tx): Promise<number[]> =>
  (await tables(tx).selectFrom('telegram_managers').select('user_id').orderBy('user_id').execute()).map((row) => row.user_id);

export async function saveManagers(tx: Tx, companyId: number, userIds: readonly number[]): Promise<void> {
  await tables(tx)
    .deleteFrom('telegram_managers')
    .where('user_id', '<>', sql<number>`all(${userIds})`)
    .execute();
  for (const userId of userIds) {
    await tables(tx)
      .insertInto('telegram_managers')
      .values({ company_id: companyId, user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
  }
}

export async function namesOf(tx: Tx, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  if (known.length === 0) return new Map();
  const rows = await tables(tx)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', '=', sql<number>`any(${known})`)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim() || row.email]));
}

const isOneOf = (ids: readonly number[]) => sql<boolean>`id = any(${ids}::bigint[])`;

/**
 * Renews the leases of the worker and takes expired ones. Accounts outside `open` become offline,
 * and those in `late` lose `is_synced`.
 */
export async function renewLeases(
  tx: Tx,
  hold: { worker: string; seconds: number; most: number; open: readonly number[]; late: readonly number[] },
): Promise<{ rows: AccountRow[]; takenIds: number[] }> {
  const { worker, seconds, most } = hold;
  const until: RawBuilder<Date> = sql`now() + make_interval(secs => ${seconds})`;
  await tables(tx)
    .updateTable('telegram_accounts')
    .set({
      lease_until: until,
      is_online: sql<boolean>`is_online and ${isOneOf(hold.open)}`,
      is_synced: sql<boolean>`is_synced and ${isOneOf(hold.open)} and not ${isOneOf(hold.late)}`,
    })
    .where('lease_holder', '=', worker)
    .where('state', '=', 'connected')
    .where('lease_until', '>', sql<Date>`now()`)
    .execute();
  const taken = await tables(tx)
    .updateTable('telegram_accounts')
    .set({ lease_holder: worker, lease_until: until, is_online: false, is_synced: false })
    .where('id', 'in', (free) =>
      free
        .selectFrom('telegram_accounts')
        .select('id')
        .where('state', '=', 'connected')
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', sql<Date>`now()`)]))
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  const rows = await tables(tx)
    .selectFrom('telegram_accounts')
    .selectAll()
    .where('lease_holder', '=', worker)
    .where('state', '=', 'connected')
    .where('lease_until', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute();
  return { rows, takenIds: taken.map(({ id }) => id) };
}

/** Releases leases, so that another worker can take the accounts immediately. */
export const releaseLeases = (tx: Tx, worker: string, ids?: readonly number[]) =>
  tables(tx)
    .updateTable('telegram_accounts')
    .set({ lease_holder: null, lease_until: null, is_online: false })
    .where('lease_holder', '=', worker)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${ids})`))
    .execute();

/** A changed `wake` means new work: a user wrote, or the planner planned a message of a mailing. */
export async function listWakes(tx: Tx, worker: string): Promise<{ id: number; wake: string }[]> {
  const { rows } = await sql<{ id: number; wake: string }>`
    select id, wake_count || coalesce((select ' ' || max(status_changed_at) from messages where telegram_account_id = account.id
      and channel = 'telegram' and state = 'planned' and recipient_id is not null), '') as wake
    from telegram_accounts account where lease_holder = ${worker}`.execute(tx);
  return rows;
}

/** Locks the account if the worker still holds its lease. */
export const lockHeld = (tx: Tx, id: number, worker: string) =>
  tables(tx)
    .selectFrom('telegram_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('lease_holder', '=', worker)
    .where('lease_until', '>', sql<Date>`now()`)
    .where('state', '=', 'connected')
    .forNoKeyUpdate()
    .executeTakeFirst();

export const listSessions = (tx: Tx) =>
  tables(tx).selectFrom('telegram_accounts').select(['id', 'company_id', 'phone_number', 'session']).where('session', '<>', '').execute();

export async function replaceSession(tx: Tx, id: number, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('telegram_accounts')
    .set({ session: to })
    .where('id', '=', id)
    .where('session', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
