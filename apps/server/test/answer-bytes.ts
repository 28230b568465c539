import { randomBytes } from 'node:crypto';
import type { Connection, Pool, PoolClient } from 'pg';
import type { Application } from '../src/app.ts';

/** The driver's types omit its message events. */
type Wire = Connection & { on(event: 'dataRow' | 'commandComplete', hear: (message: { length: number }) => void): void };

/**
 * Bytes of rows that the database returns during `work`: of all statements, and of the largest one.
 *   const { total } = await answerBytes(here.application.database.pool, () => caller.get('/api/…'));
 */
export async function answerBytes(pool: Pool, work: () => Promise<unknown>): Promise<{ total: number; most: number }> {
  const counted = { total: 0, most: 0 };
  const undo: (() => void)[] = [];
  const known = new Set<PoolClient>();
  const follow = (client: PoolClient) => {
    if (known.has(client)) return;
    known.add(client);
    const wire = (client as unknown as { connection: Wire }).connection;
    let statement = 0;
    const row = ({ length }: { length: number }) => {
      statement += length;
      counted.total += length;
      counted.most = Math.max(counted.most, statement);
    };
    const end = () => {
      statement = 0;
    };
    wire.on('dataRow', row);
    wire.on('commandComplete', end);
    undo.push(() => wire.off('dataRow', row).off('commandComplete', end));
  };
  pool.on('acquire', follow);
  try {
    await work();
  } finally {
    pool.off('acquire', follow);
    for (const each of undo) each();
  }
  return counted;
}

/** Least total bytes of three runs, because background work also reads rows. Each run starts when no work is left. */
export async function leastAnswerBytes(application: Application, work: () => Promise<unknown>): Promise<number> {
  const totals: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    await application.idle();
    totals.push((await answerBytes(application.database.pool, work)).total);
  }
  return Math.min(...totals);
}

/** Incompressible positions of 10 kB each, so that stored size equals read size. */
export const longPositions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Post ${index}`, description: randomBytes(7500).toString('base64') }));
