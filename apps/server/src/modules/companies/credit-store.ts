import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { CompanyTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export interface CreditChange {
  companyId: number;
  authorId: number;
  /** What for, as the list of transactions shows it. */
  reason: string;
  now: Date;
  /** One where absent. */
  count?: number;
}

/** What the company has left; null where its credits are not counted. */
export async function findCredits(tx: Tx, companyId: number): Promise<number | null> {
  const row = await tables(tx).selectFrom('companies').select('credits').where('id', '=', companyId).executeTakeFirstOrThrow();
  return row.credits;
}

async function change(tx: Tx, amount: number, { companyId, authorId, reason, now }: CreditChange): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('companies')
    .set({ credits: sql<number>`credits + ${amount}` })
    .where('id', '=', companyId)
    .where('credits', '>=', Math.max(0, -amount))
    .returning('credits')
    .executeTakeFirst();
  if (row?.credits === undefined || row.credits === null) return false;
  const entry = { company_id: companyId, author_id: authorId, amount, balance: row.credits, reason, created_at: now };
  await tables(tx).insertInto('credit_transactions').values(entry).execute();
  return true;
}

/** AIO-027: takes all of them or none; false where they are not counted. Throws credits_used_up or credits_too_few. */
export async function takeCredit(tx: Tx, taken: CreditChange): Promise<boolean> {
  const { count = 1 } = taken;
  if (await change(tx, -count, taken)) return true;
  const left = await findCredits(tx, taken.companyId);
  if (left === null) return false;
  throw left === 0 ? new AppError('credits_used_up') : new AppError('credits_too_few', { count, left });
}

/** AIO-026: gives back the credits of requests that brought nothing. */
export const returnCredit = (tx: Tx, credit: CreditChange): Promise<boolean> => change(tx, credit.count ?? 1, credit);
