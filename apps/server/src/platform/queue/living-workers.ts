import { Client } from 'pg';
import type { Clock } from '#platform/clock.ts';
import { isLocked, lockClasses, tryLockWithConnection } from '#platform/database/locks.ts';
import type { Log } from '#platform/log.ts';
import { startLoop } from '#platform/loop.ts';

export interface ReleasePace {
  everyMs: number;
  /** A worker that has just begun may not hold its lock yet. */
  graceMs: number;
}

const usualPace: ReleasePace = { everyMs: 5000, graceMs: 5000 };

const release = `
  with dead as (
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_at < now() - make_interval(secs => $2) and not ${isLocked('$1', 'locked_by')}
  )
  select ids, graphile_worker.force_unlock_workers(ids) from (select array_agg(locked_by) as ids from dead) as found where ids is not null`;

const lock = (holder: Client, id: string) => tryLockWithConnection(holder, 'livingWorker', id);

export interface LivingWorkers {
  /** Whoever locks tasks under this name lives for as long as this process does. */
  add(id: string): void;
  stop(): Promise<void>;
}

/**
 * Says which workers live, by locks that end with the connection of their process, and gives the tasks of dead ones back:
 * the queue by itself would keep them for four hours, and a sign-in link is waited for. Tasks are repeated by design.
 */
export function startLivingWorkers({
  url,
  clock,
  log,
  release: pace = usualPace,
}: {
  url: string;
  clock: Clock;
  log: Log;
  release?: ReleasePace;
}): LivingWorkers {
  const ids = new Set<string>();
  let client: Client | undefined;
  let last = Promise.resolve();

  /** A connection takes one statement at a time. */
  const serially = (work: () => Promise<void>) =>
    (last = last.then(work).catch((error: Error) => log.warn({ reason: error.message }, 'living workers could not be shown')));

  async function connect(): Promise<Client> {
    const fresh = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    fresh.on('error', (error) => log.warn({ reason: error.message }, 'the connection that shows living workers was lost'));
    fresh.on('end', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    for (const id of ids) await lock(fresh, id);
    return fresh;
  }

  async function turn(): Promise<void> {
    client ??= await connect();
    const { rows } = await client.query<{ ids: string[] }>(release, [lockClasses.livingWorker, pace.graceMs / 1000]);
    if (rows[0]) log.info({ workers: rows[0].ids }, 'tasks of workers that died were given back');
  }

  const loop = startLoop({
    clock,
    log,
    failed: 'living workers could not be shown',
    // Sooner without a line: others must not take this process for dead.
    everyMs: () => (client ? pace.everyMs : Math.min(500, pace.everyMs)),
    turn: () => serially(turn),
  });
  return {
    add(id) {
      ids.add(id);
      void serially(async () => {
        // Without a line the next one begins with all locks.
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
