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
import { changing, noteStatement } from './writes.ts';

/** Stores narrow it to their own tables with `tx.withTables<...>()`. */
export type Tx = Transaction<Record<never, never>>;

export interface Scope {
  companyId: number;
  scope: 'company' | 'system';
  /** PostgreSQL rejects writes, and the caller does not wait for the end. */
  isReading: boolean;
  /** `where cheaper`: unless PostgreSQL expects a custom plan to be cheaper. */
  isPrepared?: boolean | 'where cheaper';
}

/** Names of prepared statements by text. The number is limited, because connections keep them. */
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

/** Sends queries of the same tick in one packet: a system call costs as much as planning. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * The driver's promises keep rows alive too long: 105 kB instead of 2 kB per page reached the old
 * generation (Node.js 20), and collections took 5 to 9 ms.
 */
function runQuery(client: PoolClient, { sql, parameters }: CompiledQuery, isPrepared: boolean): Promise<QueryResult<never>> {
  const name = isPrepared && parameters.length > 0 ? nameOf(sql) : undefined;
  sendTogether(client);
  return new Promise((resolve, reject) => {
    client.query({ text: sql, values: [...parameters], ...(name ? { name } : {}) }, (error: Error | null, result) => {
      if (error) {
        // All connections have the stale plan. New names make each one plan again.
        if (isStalePlan(error)) named.clear();
        // The driver's stack trace ends at the socket.
        Error.captureStackTrace(error);
        reject(error);
        return;
      }
      const { command, rowCount, rows } = result;
      noteStatement({ sql, command, rowCount });
      resolve({ rows: rows as never[], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) });
    });
  });
}

/** Opens the transaction in a single message to save round trips. */
function beginStatement({ companyId, scope, isReading, isPrepared }: Scope): string {
  if (!Number.isSafeInteger(companyId)) throw new Error('a company goes by its number');
  // The audit log does not record reads.
  const acting = isReading ? '' : `; set local headwater.acting = '${actingNow()}'`;
  // Automatic mode replans for up to 1.4 ms per statement, while execution takes 0.1 ms.
  const plans = isPrepared === true ? '; set local plan_cache_mode = force_generic_plan' : '';
  // `set_config` would be planned and answered as a query.
  return `begin${isReading ? ' read only' : ''}; set local headwater.company_id = '${companyId}'; set local headwater.scope = '${scope}'${acting}${plans}`;
}

/** Concurrent queries share a round trip. Kysely's own transactions wait for each response. */
export function createTransactions(pool: Pool) {
  const dialect: Dialect = new PostgresDialect({ pool });
  const driver: Driver = dialect.createDriver();
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const config = { dialect };
  const transactionOn = (client: PoolClient, state: { isOver: boolean; isPrepared: boolean }): Tx => {
    const connection: DatabaseConnection = {
      executeQuery: async (query) => {
        if (state.isOver) throw new Error('the transaction of this query is over');
        return runQuery(client, query, state.isPrepared);
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
    const state = { isOver: false, isPrepared: Boolean(scope.isPrepared) };
    sendTogether(client);
    const opened = client.query(beginStatement(scope));
    // Handled below; prevents an unhandled rejection until then.
    opened.catch(() => undefined);
    const end = async (word: 'commit' | 'rollback') => {
      state.isOver = true;
      try {
        await client.query(word);
        client.release();
      } catch (error) {
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
