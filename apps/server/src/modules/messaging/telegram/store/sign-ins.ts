import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

export type SignInRow = NonNullable<Awaited<ReturnType<typeof findSignIn>>>;

export const findSignIn = (tx: Tx, phone: string) =>
  tables(tx).selectFrom('telegram_sign_ins').selectAll().where('phone_number', '=', phone).forUpdate().executeTakeFirst();

export const saveSignIn = (tx: Tx, signIn: Insertable<TelegramTables['telegram_sign_ins']>) =>
  tables(tx)
    .insertInto('telegram_sign_ins')
    .values({ is_code_accepted: false, ...signIn })
    .onConflict((conflict) => conflict.columns(['company_id', 'phone_number']).doUpdateSet({ is_code_accepted: false, ...signIn }))
    .returningAll()
    .executeTakeFirstOrThrow();

export async function takeAttempt(tx: Tx, phone: string): Promise<number> {
  const row = await tables(tx)
    .updateTable('telegram_sign_ins')
    .set({ attempts_left: sql`greatest(attempts_left - 1, 0)` })
    .where('phone_number', '=', phone)
    .returning('attempts_left')
    .executeTakeFirst();
  return row?.attempts_left ?? 0;
}

export const acceptCode = (tx: Tx, phone: string) =>
  tables(tx).updateTable('telegram_sign_ins').set({ is_code_accepted: true }).where('phone_number', '=', phone).execute();

export const deleteSignIn = (tx: Tx, phone: string) =>
  tables(tx).deleteFrom('telegram_sign_ins').where('phone_number', '=', phone).execute();

export const deleteOldSignIns = (tx: Tx, before: Date) =>
  tables(tx).deleteFrom('telegram_sign_ins').where('expires_at', '<', before).execute();
