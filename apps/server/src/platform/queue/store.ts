import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface NewTask {
  name: string;
  payload: object;
  queue: string | undefined;
  runAt: Date | undefined;
  maxAttempts: number;
  key: string | undefined;
}

/** Uses a database function: the application role has no rights on the queue's tables. */
export const insertTask = (tx: Tx, { name, payload, queue, runAt, maxAttempts, key }: NewTask) =>
  sql`select enqueue_task(${name}, ${JSON.stringify(payload)}::json, ${queue ?? null}, ${runAt ?? null}::timestamptz, ${maxAttempts}, ${key ?? null})`.execute(
    tx,
  );
