import { Client } from 'pg';
import type { Clock } from '#platform/clock.ts';
import { isLocked, lockClasses, tryLockWithConnection } from '#platform/database/locks.ts';
import type { Log } from '#platform/log.ts';
import { startLoop } from '#platform/loop.ts';

export interface ReleasePace {
  everyMs: number;
  /** A new worker may not hold its lock yet. */
  graceMs: number;
}

const usualPace: ReleasePace = { everyMs: 5000, graceMs: 5000 };

const release = `
  with dead as (
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_at < now() - make_interval(secs => $2) and not ${isLocked('$1', 'locked_by')}
  )
  select ids, graphile_worker.force_unlock_workers(ids) from (select array_agg(locked_by) as ids from dead) as found where ids is not null`;

const lock = (holder: Client, id: string) => tryLockWithConnection(holder, 'workerHeartbeat', id);

export interface WorkerHeartbeats {
  add(id: string): void;
  stop(): Promise<void>;
}

/**
 * Locks that end with their connection show live workers; tasks of dead ones are released. The
 * queue alone would wait four hours.
 */
export function startWorkerHeartbeats({
  url,
  clock,
  log,
  release: pace = usualPace,
}: {
  url: string;
  clock: Clock;
  log: Log;
  release?: ReleasePace;
}): WorkerHeartbeats {
  const ids = new Set<string>();
  let client: Client | undefined;
  let last = Promise.resolve();

  /** A connection runs one statement at a time. */
  const runInOrder = (work: () => Promise<void>) =>
    (last = last.then(work).catch((error: Error) => log.warn({ reason: error.message }, 'worker heartbeat failed')));

  async function connect(): Promise<Client> {
    const fresh = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    fresh.on('error', (error) => log.warn({ reason: error.message }, 'worker heartbeat connection lost'));
    fresh.on('end', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    for (const id of ids) await lock(fresh, id);
    return fresh;
  }

  async function turn(): Promise<void> {
    client ??= await connect();
    const { rows } = await client.query<{ ids: string[] }>(release, [lockClasses.workerHeartbeat, pace.graceMs / 1000]);
    if (rows[0]) log.info({ workers: rows[0].ids }, 'tasks of dead workers released');
  }

  const loop = startLoop({
    clock,
    log,
    failed: 'worker heartbeat failed',
    everyMs: () => (client ? pace.everyMs : Math.min(500, pace.everyMs)),
    turn: () => runInOrder(turn),
  });
  return {
    add(id) {
      ids.add(id);
      void runInOrder(async () => {
        // Without a connection, the next one takes all locks.
        if (client) await lock(client, id);
      });
    },
    async stop() {
      await loop.stop();
      await last;
      await client?.end().catch(() => undefined);
    },
  };
}
