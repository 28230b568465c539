import { Client } from 'pg';
import type { Installation } from './installation.ts';
import { poll } from './settled.ts';

export interface HeldTable {
  /** Resolves when that many statements wait for the table. */
  waiting(count: number): Promise<void>;
}

/** Locks a table during `work`, so that requests that read it wait. */
export async function whileHeld<Result>(here: Installation, table: string, work: (held: HeldTable) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: here.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  const waiting = () => here.sql(`select from pg_locks where not granted and relation = $1::regclass`, [table]);
  try {
    return await work({ waiting: (count) => poll(waiting).toHaveLength(count) });
  } finally {
    await client.query('commit');
    await client.end();
  }
}
