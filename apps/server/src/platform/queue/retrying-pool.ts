import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseFailure } from '#platform/database/failures.ts';
import type { Log } from '#platform/log.ts';
import type { TaskRuns } from './task-runs.ts';

/**
 * A starting server: the queue repeats a statement a hundred times (`RETRYABLE_ERROR_CODES` of
 * graphile-worker), after 1.5 s to three minutes.
 */
const starting = '57P03';
const conflicts = new Set(['40001', '40P01']);
/** Statements that the queue repeats every second; they must not sleep instead. */
const polling = /^(get_job|clear_stale_locks)/;
const tryEveryMs = 500;
/** Retry time of periodic tasks: their minute has passed then. */
const periodicRetryMs = 60_000;
/** Codes of a reachable database that is full or in conflict (except too many connections). */
const rejections = /^(25|40|53(?!300))/;

const isUnavailable = (error: unknown): error is Error => databaseFailure(error) === 'unavailable';
const isUnreachable = (error: unknown): error is Error =>
  isUnavailable(error) && !rejections.test(String((error as { code?: unknown }).code ?? ''));

function statementOf(parameter: unknown): { name: string; values: readonly unknown[] } {
  const { name, values } = Object(parameter) as { name?: unknown; values?: unknown };
  return { name: String(name ?? ''), values: Array.isArray(values) ? values : [] };
}

/** Lost connections have no code, or one that the queue does not retry. */
function toRetryable(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && conflicts.has(code)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: starting });
}

/** Replaces an unreachable database while the queue stops: no tasks, and writes are ignored. */
const noDatabase = { query: async () => ({ rows: [] }), release: () => undefined } as unknown as PoolClient;

/** Concurrent callers share the attempts. @param connect the caller releases the connection */
function createReconnectWait(connect: () => Promise<PoolClient>, { stopping, log }: RetryingPoolOptions) {
  let waiting: Promise<void> | undefined;
  const isReachable = async () => {
    try {
      (await connect()).release();
      log.info('the queue is connected to the database again');
      return true;
    } catch (error) {
      return !isUnavailable(error);
    }
  };
  const wait = async () => {
    do {
      // oxlint-disable-next-line no-await-in-loop -- a pause between attempts
      await sleep(tryEveryMs, undefined, { signal: stopping }).catch(() => undefined);
      // oxlint-disable-next-line no-await-in-loop -- sequential attempts
    } while (!stopping.aborted && !(await isReachable()));
    waiting = undefined;
  };
  return async ({ message }: Error): Promise<void> => {
    if (stopping.aborted) return;
    if (!waiting) log.warn({ reason: message }, 'the queue waits for the database');
    waiting ??= wait();
    await waiting;
  };
}

interface RetryingPoolOptions {
  stopping: AbortSignal;
  runs?: Pick<TaskRuns, 'watch' | 'bind'>;
  log: Log;
}

/**
 * The end of a task is written once: if it were lost, the task and its queue would stay locked for
 * hours.
 */
export function createRetryingPool(config: PoolConfig, options: RetryingPoolOptions): Pool {
  const { stopping, runs } = options;
  const pool = new Pool({ connectionTimeoutMillis: 5000, keepAlive: true, ...config });
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => Promise<PoolClient>;
  const untilReachable = createReconnectWait(connect, options);
  let wasConnected = false;

  pool.on('connect', (client) => {
    wasConnected = true;
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const retryableQuery = (...parameters: unknown[]) => {
      const statement = statementOf(parameters[0]);
      const bound = runs ? [runs.bind(parameters[0]), ...parameters.slice(1)] : parameters;
      const make = () => query(...bound);
      const result = runs && statement.name !== '' ? runs.watch(statement, make as () => Promise<unknown>) : make();
      if (!(result instanceof Promise) || polling.test(statement.name)) return result;
      return result.catch((error: unknown) => {
        throw toRetryable(error);
      });
    };
    client.query = retryableQuery as typeof client.query;
  });

  async function connectWithRetry(): Promise<PoolClient> {
    if (pool.ending) return noDatabase;
    try {
      return await connect();
    } catch (error) {
      if (!wasConnected || !isUnavailable(error)) throw error;
      if (stopping.aborted) return noDatabase;
      await untilReachable(error);
    }
    return connectWithRetry();
  }
  // With a callback the caller is the pool, or the LISTEN connection, which is optional.
  pool.connect = ((...parameters: unknown[]) =>
    parameters.length > 0 ? connect(...parameters) : connectWithRetry()) as typeof pool.connect;

  // After an error the queue would skip a minute of periodic tasks. Repeating these statements is
  // safe.
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const queryWithRetry = (deadline: AbortSignal, parameters: unknown[]): unknown => {
    const result = query(...parameters);
    if (!(result instanceof Promise)) return result;
    return result.catch(async (error: unknown) => {
      if (!isUnreachable(error) || stopping.aborted) throw error;
      await untilReachable(error);
      if (deadline.aborted) throw error;
      return queryWithRetry(deadline, parameters);
    });
  };
  pool.query = ((...parameters: unknown[]) => queryWithRetry(AbortSignal.timeout(periodicRetryMs), parameters)) as typeof pool.query;
  return pool;
}
