import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseFailure } from '#platform/database/failures.ts';

/** Of the codes after which the queue tries again what it has to write (`RETRYABLE_ERROR_CODES` of graphile-worker) the one of a server that starts. */
const starting = '57P03';
/** These it knows as well, and tries again sooner. */
const conflicts = new Set(['40001', '40P01']);

/** A line that fell has no code, or one that the queue does not know. */
function asStarting(error: unknown): unknown {
  if (!(error instanceof Error) || databaseFailure(error) !== 'unavailable') return error;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && conflicts.has(code)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: starting });
}

/**
 * Connections of the queue. That a task has ended is written once: were it lost with the line, the task would stay locked by a worker that lives, and
 * everything behind it in its queue would wait for hours.
 * @param stopping from then on nothing is tried again: whoever stops does not wait for the database
 */
export function createPatientPool(config: PoolConfig, stopping: AbortSignal): Pool {
  const pool = new Pool(config);
  const patiently = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      throw stopping.aborted ? error : asStarting(error);
    });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const patientQuery = (...parameters: unknown[]) => {
      const result = query(...parameters);
      return result instanceof Promise ? patiently(result) : result;
    };
    client.query = patientQuery as typeof client.query;
  });
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => Promise<PoolClient>;
  // With a callback the pool calls itself; the queue waits for a promise. What it would still say once it has stopped is heard by nobody.
  const patientConnect = (...parameters: unknown[]) => {
    if (parameters.length > 0) return connect(...parameters);
    return pool.ending ? new Promise<never>(() => undefined) : patiently(connect());
  };
  pool.connect = patientConnect as typeof pool.connect;
  return pool;
}
