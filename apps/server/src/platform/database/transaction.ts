import type { Writable } from 'node:stream';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { actingNow } from './acting.ts';
import { isStalePlan } from './failures.ts';

/** A running transaction. Stores narrow it to their own tables with `tx.withTables<...>()`. */
export type Tx = Transaction<Record<never, never>>;

/** What row-level security lets a transaction see. */
export interface Scope {
  companyId: number;
  scope: 'company' | 'system';
  /** A transaction that only reads: PostgreSQL refuses a write in it, and its end is not waited for. */
  isReading: boolean;
  /**
   * What is asked here is asked again and again: PostgreSQL keeps the plans, which take it longer to make than to follow. `where cheaper`: those of
   * which it expects no more work than of plans for the values at hand.
   */
  keepsPlans?: boolean | 'where cheaper';
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Texts of which a plan is kept, each with its name. So many at most: a connection keeps them for good. */
const named = new Map<string, string>();
const mostNamed = 400;
let names = 0;

function nameOf(sql: string): string | undefined {
  const known = named.get(sql);
  if (known || named.size >= mostNamed) return known;
  names += 1;
  const name = `kept-${names}`;
  named.set(sql, name);
  return name;
}

/** What is asked before the thread turns to something else goes out as one piece: for the system a piece costs as much as a plan. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * By callback, and not by the promise of the driver: that one keeps the rows from being collected young (measured in Node.js 20: 105 kB a page of
 * profiles grew old, 2 kB by callback), and a collection in the middle of an answer took 5 to 9 ms for what it had to carry over.
 */
function ask(client: PoolClient, { sql, parameters }: CompiledQuery, keepsPlans: boolean): Promise<QueryResult<never>> {
  const name = keepsPlans && parameters.length > 0 ? nameOf(sql) : undefined;
  sendTogether(client);
  return new Promise((resolve, reject) => {
    client.query({ text: sql, values: [...parameters], ...(name ? { name } : {}) }, (error: Error | null, result) => {
      if (error) {
        // Every connection would refuse once what it keeps: by other names all of them plan anew.
        if (isStalePlan(error)) named.clear();
        // The driver's own leads to the socket.
        Error.captureStackTrace(error);
        reject(error);
        return;
      }
      const { command, rowCount, rows } = result;
      resolve({ rows: rows as never[], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) });
    });
  });
}

/** The words that open a transaction, in one message: a trip for each would be waited for by every request. */
function opening({ companyId, scope, isReading, keepsPlans }: Scope): string {
  if (!Number.isSafeInteger(companyId)) throw new Error('a company goes by its number');
  // What is only read is noted by nobody.
  const acting = isReading ? '' : `; set local headwater.acting = '${actingNow()}'`;
  // Left to itself PostgreSQL plans anew wherever a guess of the rows says that this pays: up to 1.4 ms a statement, where following the plan takes 0.1.
  const plans = keepsPlans === true ? '; set local plan_cache_mode = force_generic_plan' : '';
  // Not `set_config`, which would be planned and answered as a query.
  return `begin${isReading ? ' read only' : ''}; set local headwater.company_id = '${companyId}'; set local headwater.scope = '${scope}'${acting}${plans}`;
}

/**
 * Runs transactions over a pool whose connections pipeline: what is asked together (`Promise.all`) goes in one trip and is answered in order.
 * Kysely's own transactions wait for each answer before the next question.
 */
export function createTransactions(pool: Pool) {
  const dialect: Dialect = new PostgresDialect({ pool });
  const driver: Driver = dialect.createDriver();
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const config = { dialect };
  const transactionOn = (client: PoolClient, state: { isOver: boolean; keepsPlans: boolean }): Tx => {
    const connection: DatabaseConnection = {
      executeQuery: async (query) => {
        if (state.isOver) throw new Error('the transaction of this query is over');
        return ask(client, query, state.keepsPlans);
      },
      streamQuery: () => {
        throw new Error('rows are read in batches, not streamed');
      },
    };
    const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(connection) });
    return new Transaction<Record<never, never>>({ config, driver, dialect, executor });
  };
  return async <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const state = { isOver: false, keepsPlans: Boolean(scope.keepsPlans) };
    sendTogether(client);
    const opened = client.query(opening(scope));
    // Heard below; until then it must not count as a rejection that nobody handles.
    opened.catch(() => undefined);
    const end = async (word: 'commit' | 'rollback') => {
      state.isOver = true;
      try {
        await client.query(word);
        client.release();
      } catch (error) {
        // What state the connection is in is not known any more.
        client.release(true);
        throw error;
      }
    };
    try {
      const result = await work(transactionOn(client, state));
      await opened;
      const ended = end('commit');
      if (!scope.isReading) await ended;
      else ended.catch(() => undefined);
      return result;
    } catch (error) {
      if (!state.isOver) await end('rollback').catch(() => undefined);
      throw error;
    }
  };
}

export type Transactions = ReturnType<typeof createTransactions>;
