import { sql } from 'kysely';
import { mostCredits } from '@headwater/contract/credits';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { CompanyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export interface CreditChange {
  companyId: number;
  authorId: number;
  reason: string;
  now: Date;
  /** Absent: one. */
  count?: number;
}

/** Remaining credits of the company; null if they are not counted. */
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

/** AIO-027: takes all or none. Throws credits_used_up or credits_too_few. */
export async function takeCredit(tx: Tx, taken: CreditChange): Promise<boolean> {
  const { count = 1 } = taken;
  if (await change(tx, -count, taken)) return true;
  const left = await findCredits(tx, taken.companyId);
  if (left === null) return false;
  throw left === 0 ? new AppError('credits_used_up') : new AppError('credits_too_few', { count, left });
}

/** AIO-026: returns the credits of requests without a result. */
export const returnCredit = (tx: Tx, credit: CreditChange): Promise<boolean> => change(tx, credit.count ?? 1, credit);

const lockCredits = async (tx: Tx, companyId: number): Promise<number | null> =>
  (await tables(tx).selectFrom('companies').select('credits').where('id', '=', companyId).forUpdate().executeTakeFirstOrThrow()).credits;

const setCredits = (tx: Tx, companyId: number, credits: number | null) =>
  tables(tx).updateTable('companies').set({ credits }).where('id', '=', companyId).execute();

async function insertTransaction(
  tx: Tx,
  { companyId, authorId, reason, now, amount, balance }: CreditChange & { amount: number; balance: number },
): Promise<number> {
  const row = { company_id: companyId, author_id: authorId, amount, balance, reason, created_at: now };
  const { id } = await tables(tx).insertInto('credit_transactions').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** COMP-062. Throws FieldErrors if credits are not counted, too few or too many. */
export async function changeCredits(tx: Tx, amount: number, entry: CreditChange): Promise<number> {
  const before = await lockCredits(tx, entry.companyId);
  if (before === null) throw new FieldErrors({ amount: 'credits_not_counted' });
  const balance = before + amount;
  if (balance < 0) throw new FieldErrors({ amount: { key: 'credits_not_so_many', parts: { count: before } } });
  if (balance > mostCredits) throw new FieldErrors({ amount: { key: 'field_too_big', parts: { max: String(mostCredits - before) } } });
  await setCredits(tx, entry.companyId, balance);
  return insertTransaction(tx, { ...entry, amount, balance });
}

/** Throws FieldErrors if credits are counted already. */
export async function startCounting(tx: Tx, credits: number, entry: Omit<CreditChange, 'reason'>): Promise<void> {
  if ((await lockCredits(tx, entry.companyId)) !== null) throw new FieldErrors({ is_counted: 'credits_counted' });
  await setCredits(tx, entry.companyId, credits);
  if (credits > 0) await insertTransaction(tx, { ...entry, reason: 'counting_started', amount: credits, balance: credits });
}

/** Throws FieldErrors if credits are not counted. */
export async function stopCounting(tx: Tx, entry: Omit<CreditChange, 'reason'>): Promise<void> {
  const left = await lockCredits(tx, entry.companyId);
  if (left === null) throw new FieldErrors({ is_counted: 'credits_not_counted' });
  if (left > 0) await insertTransaction(tx, { ...entry, reason: 'counting_stopped', amount: -left, balance: 0 });
  await setCredits(tx, entry.companyId, null);
}

export interface TransactionRow {
  id: number;
  author_id: number | null;
  amount: number;
  balance: number;
  reason: string;
  created_at: Date;
}

/** The newest first; with an id only that transaction. */
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
