import { sql } from 'kysely';
import { mostCredits } from '@headwater/contract/credits';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
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

/** COMP-062: staff add credits, or take some. Where they were not counted they are from now on. Throws FieldErrors where there are not so many. */
export async function changeCredits(tx: Tx, amount: number, entry: CreditChange): Promise<number> {
  const before = await tables(tx)
    .selectFrom('companies')
    .select('credits')
    .where('id', '=', entry.companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const balance = (before.credits ?? 0) + amount;
  if (balance < 0) throw new FieldErrors({ amount: { key: 'credits_not_so_many', parts: { count: before.credits ?? 0 } } });
  if (balance > mostCredits)
    throw new FieldErrors({ amount: { key: 'field_too_big', parts: { max: String(mostCredits - (before.credits ?? 0)) } } });
  await tables(tx).updateTable('companies').set({ credits: balance }).where('id', '=', entry.companyId).execute();
  const { companyId, authorId, reason, now } = entry;
  const row = { company_id: companyId, author_id: authorId, amount, balance, reason, created_at: now };
  const { id } = await tables(tx).insertInto('credit_transactions').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface TransactionRow {
  id: number;
  author_id: number | null;
  amount: number;
  balance: number;
  reason: string;
  created_at: Date;
}

/** The newest first; only that one where an id is given. */
export async function listTransactions(
  tx: Tx,
  companyId: number,
  { limit, offset, id }: { limit: number; offset: number; id?: number },
): Promise<{ count: number; rows: TransactionRow[] }> {
  const all = tables(tx).selectFrom('credit_transactions').where('company_id', '=', companyId);
  const chosen = id === undefined ? all : all.where('id', '=', id);
  const { count } = await chosen.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await chosen
    .select(['id', 'author_id', 'amount', 'balance', 'reason', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}
