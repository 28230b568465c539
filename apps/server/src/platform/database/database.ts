import { Pool, types } from 'pg';
import type { Log } from '#platform/log.ts';
import { createTransactions, type Scope, type Tx } from './transaction.ts';

export type { Tx } from './transaction.ts';

export type TransactionOptions = Pick<Scope, 'keepsPlans'>;

/** Where rows may be seen from: one company, or the whole installation (sign-in, staff, workers that serve all companies). */
export interface Database {
  /** Runs `work` in one transaction that sees and writes rows of one company only (row-level security). */
  inCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` in one transaction over all companies. Only for code that finds out which company it serves, and for staff. */
  asSystem<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The same for work that only reads: nothing is waited for after its last answer. */
  readInCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  readAsSystem<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** A raw pool with the application role, for LISTEN and streaming reads. */
  pool: Pool;
  close(): Promise<void>;
}

/**
 * The role that the application runs as: owns nothing and cannot bypass row-level security. Made by the first migration. The application signs in as a
 * member of it (application-login.ts) that may do no more.
 */
export const applicationRole = 'headwater_app';

// int8 and numeric arrive as text by default; ids and counts stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
// The type of int8[] is not among the names of the driver.
const int8Array = 1016 as typeof types.builtins.INT8;
const readArray = types.getTypeParser(int8Array) as (text: string) => string[];
types.setTypeParser(int8Array, (text: string) => readArray(text).map(Number));
// A date without a time stays text: turning it into a moment would shift it by the zone of the server.
types.setTypeParser(types.builtins.DATE, (text) => text);

/** The same database with prepared plans, except where PostgreSQL expects a custom plan to be cheaper. */
export function withKeptPlans(database: Database): Database {
  const kept: TransactionOptions = { keepsPlans: 'where cheaper' };
  return {
    ...database,
    inCompany: (companyId, work, options) => database.inCompany(companyId, work, { ...kept, ...options }),
    asSystem: (work, options) => database.asSystem(work, { ...kept, ...options }),
    readInCompany: (companyId, work, options) => database.readInCompany(companyId, work, { ...kept, ...options }),
    readAsSystem: (work, options) => database.readAsSystem(work, { ...kept, ...options }),
  };
}

/** Opens a pool of at most `max` connections that run as the application role. */
export function openDatabase({ url, max = 10, log }: { url: string; max?: number; log: Log }): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    // Questions go out without waiting for the answer to the one before.
    pipeline: true,
    options: `-c role=${applicationRole} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`,
    connectionTimeoutMillis: 10_000,
  });
  const lost = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost');
  pool.on('error', lost);
  // A connection that breaks while it is lent out reports to itself, and would end the process unheard.
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
