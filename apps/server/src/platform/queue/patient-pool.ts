import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseFailure } from '#platform/database/failures.ts';
import type { Log } from '#platform/log.ts';
import type { TaskRuns } from './task-runs.ts';

/**
 * Of the codes after which the queue makes a statement again (`RETRYABLE_ERROR_CODES` of graphile-worker) the one of a server that starts: a hundred
 * times, first after 1.5 to 4.5 seconds, later after up to three minutes.
 */
const starting = '57P03';
/** These it knows as well, and tries again sooner. */
const conflicts = new Set(['40001', '40P01']);
/** By their names, what the queue asks again in any case: it looks for a task every second, and must not sleep instead. */
const askedAgain = /^(get_job|clear_stale_locks)/;
/** Between two tries to connect, in milliseconds. */
const tryEveryMs = 500;
/** What goes by the clock is bound again for so long: the minute that it is bound for is over by then, and what was missed is not made up for. */
const clockPatienceMs = 60_000;
/** Codes with which a database that is there says that it cannot now, as it is full or in conflict: not that it takes no more connections. */
const saidByItself = /^(25|40|53(?!300))/;

const isAway = (error: unknown): error is Error => databaseFailure(error) === 'unavailable';
/** Where it has fallen away, and did not refuse by itself. */
const isGone = (error: unknown): error is Error => isAway(error) && !saidByItself.test(String((error as { code?: unknown }).code ?? ''));

/** The prepared statement of a call, without a name where it is another one. */
function statementOf(parameter: unknown): { name: string; values: readonly unknown[] } {
  const { name, values } = Object(parameter) as { name?: unknown; values?: unknown };
  return { name: String(name ?? ''), values: Array.isArray(values) ? values : [] };
}

/** A line that fell has no code, or one that the queue does not know. */
function asStarting(error: unknown): unknown {
  if (!isAway(error)) return error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && conflicts.has(code)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: starting });
}

/** What a queue that stops has in place of a database that is away: there is no task in it, and what is said to it nobody hears. */
const noDatabase = { query: async () => ({ rows: [] }), release: () => undefined } as unknown as PoolClient;

/**
 * Tells when the database is there again. However many wait for it, one of them asks.
 * @param connect a connection, to be given back
 */
function createWait(connect: () => Promise<PoolClient>, { stopping, log }: PatientPoolOptions) {
  let waiting: Promise<void> | undefined;
  const isThere = async () => {
    try {
      (await connect()).release();
      log.info('the queue has the database again');
      return true;
    } catch (error) {
      // Whoever waits is told what else is wrong.
      return !isAway(error);
    }
  };
  const wait = async () => {
    do {
      // oxlint-disable-next-line no-await-in-loop -- a pause between them
      await sleep(tryEveryMs, undefined, { signal: stopping }).catch(() => undefined);
      // oxlint-disable-next-line no-await-in-loop -- one try after another
    } while (!stopping.aborted && !(await isThere()));
    waiting = undefined;
  };
  return async ({ message }: Error): Promise<void> => {
    if (stopping.aborted) return;
    if (!waiting) log.warn({ reason: message }, 'the queue waits for the database');
    waiting ??= wait();
    await waiting;
  };
}

interface PatientPoolOptions {
  /** From then on nothing is waited for: whoever stops does not wait for the database. */
  stopping: AbortSignal;
  /** Is told of every statement of the queue. */
  runs?: Pick<TaskRuns, 'watch' | 'bind'>;
  log: Log;
}

/**
 * Connections of the queue, which once it has had one waits for the next as long as the database is away. That a task has ended is written once: were
 * it lost with the line, the task would stay locked by a worker that lives, and everything behind it in its queue would wait for hours.
 */
export function createPatientPool(config: PoolConfig, options: PatientPoolOptions): Pool {
  const { stopping, runs } = options;
  const pool = new Pool({ connectionTimeoutMillis: 5000, keepAlive: true, ...config });
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => Promise<PoolClient>;
  const untilThere = createWait(connect, options);
  let wasThere = false;

  pool.on('connect', (client) => {
    wasThere = true;
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const patientQuery = (...parameters: unknown[]) => {
      const statement = statementOf(parameters[0]);
      const bound = runs ? [runs.bind(parameters[0]), ...parameters.slice(1)] : parameters;
      const make = () => query(...bound);
      const result = runs && statement.name !== '' ? runs.watch(statement, make as () => Promise<unknown>) : make();
      if (!(result instanceof Promise) || askedAgain.test(statement.name)) return result;
      return result.catch((error: unknown) => {
        throw asStarting(error);
      });
    };
    client.query = patientQuery as typeof client.query;
  });

  async function patientConnect(): Promise<PoolClient> {
    if (pool.ending) return noDatabase;
    try {
      return await connect();
    } catch (error) {
      if (!wasThere || !isAway(error)) throw error;
      if (stopping.aborted) return noDatabase;
      await untilThere(error);
    }
    return patientConnect();
  }
  // With a callback the pool calls itself, and the queue for the line on which it is told of tasks; without that line it looks for them.
  pool.connect = ((...parameters: unknown[]) => (parameters.length > 0 ? connect(...parameters) : patientConnect())) as typeof pool.connect;

  // What goes by the clock would lose its minute: after an error the queue begins with the next one. These statements may be repeated.
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const askWhile = (patience: AbortSignal, parameters: unknown[]): unknown => {
    const result = query(...parameters);
    if (!(result instanceof Promise)) return result;
    return result.catch(async (error: unknown) => {
      if (!isGone(error) || stopping.aborted) throw error;
      await untilThere(error);
      if (patience.aborted) throw error;
      return askWhile(patience, parameters);
    });
  };
  pool.query = ((...parameters: unknown[]) => askWhile(AbortSignal.timeout(clockPatienceMs), parameters)) as typeof pool.query;
  return pool;
}
