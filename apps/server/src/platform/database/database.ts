import { Pool, types } from 'pg';
import type { Log } from '#platform/log.ts';
import { createTransactions, type Scope, type Tx } from './transaction.ts';

export type { Tx } from './transaction.ts';

export type TransactionOptions = Pick<Scope, 'isPrepared'>;

/**
 * For statements that repeat all the time: planning takes a quarter to a half of their time. PostgreSQL
 * still prefers a custom plan that it expects to be cheaper.
 */
export const preparedPlans: TransactionOptions = { isPrepared: 'where cheaper' };

export interface Database {
  /** Runs `work` in a transaction limited to rows of one company (row-level security). */
  inCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** A transaction over all companies: for staff, and to find the company of a request. */
  asSystem<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Read-only; resolves without waiting for the end of the transaction. */
  readInCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  readAsSystem<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Pool with the application role, for LISTEN and streaming reads. */
  pool: Pool;
  close(): Promise<void>;
}

/**
 * Owns nothing and cannot bypass row-level security. application-login.ts adds a member that signs
 * in.
 */
export const applicationRole = 'headwater_app';

// int8 and numeric arrive as text by default; ids and counts stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
// The driver has no name for int8[].
const int8Array = 1016 as typeof types.builtins.INT8;
const readArray = types.getTypeParser(int8Array) as (text: string) => string[];
types.setTypeParser(int8Array, (text: string) => readArray(text).map(Number));
// A date stays text: converting it would shift it by the time zone of the server.
types.setTypeParser(types.builtins.DATE, (text) => text);

/** Uses prepared plans unless PostgreSQL expects a custom plan to be cheaper. */
export function withPreparedPlans(database: Database): Database {
  return {
    ...database,
    inCompany: (companyId, work, options) => database.inCompany(companyId, work, { ...preparedPlans, ...options }),
    asSystem: (work, options) => database.asSystem(work, { ...preparedPlans, ...options }),
    readInCompany: (companyId, work, options) => database.readInCompany(companyId, work, { ...preparedPlans, ...options }),
    readAsSystem: (work, options) => database.readAsSystem(work, { ...preparedPlans, ...options }),
  };
}

export function openDatabase({ url, max = 10, log }: { url: string; max?: number; log: Log }): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    pipeline: true,
    options: `-c role=${applicationRole} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`,
    connectionTimeoutMillis: 10_000,
  });
  const lost = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  pool.on('error', lost);
  // A checked-out connection emits its own error, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', lost));
  const run = createTransactions(pool);
  return {
    pool,
    inCompany: (companyId, work, options) => run({ companyId, scope: 'company', isReading: false, ...options }, work),
    asSystem: (work, options) => run({ companyId: 0, scope: 'system', isReading: false, ...options }, work),
    readInCompany: (companyId, work, options) => run({ companyId, scope: 'company', isReading: true, ...options }, work),
    readAsSystem: (work, options) => run({ companyId: 0, scope: 'system', isReading: true, ...options }, work),
    close: () => pool.end(),
  };
}
